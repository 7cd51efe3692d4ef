library shapes.core;

import 'dart:math';
import 'package:app/util.dart' as util show helper, other hide secret;
import 'lazy.dart' deferred as lazy;
export 'src/api.dart' show Api;
part 'sample.g.dart';

const MAX = 3;
final int low = floor(1), high = ceil(2);
var counter = start();
late String title;
typedef Handler = void Function(int code);
typedef int Compare(int a, int b);

int top(int a, {int b = 1, required int c}) {
  var local = bare();
  int inner(int n) => twice(n);
  return inner(a);
}

Future<void> arrow(List<int> xs, [int? n]) async => run(xs);
int get globalGetter => compute();
set globalSetter(int v) { store(v); }
external int native(int x);

@Deprecated('old')
@marker
abstract class Animal<T> extends Creature<T> with Runner, Named<T> implements Walker, lib.Eater {
  static const legs = 4;
  final String name;
  late final int age = count(), size = measure();
  int _x = 0, y;

  Animal(this.name, this.y) : assert(check(name)), super(make(1)) { init(); }
  Animal.named(String n) : this(n, 2);
  const Animal.constant(this.name);
  factory Animal.create(int k) { return Dog(k); }
  factory Animal.redirect() = Dog.other;

  int get speed => gauge();
  set speed(int v) { put(v); }
  Animal operator +(Animal other) => merge(other);
  int operator [](int i) { return lookup(i); }
  bool operator ==(Object o) => same(o);
  void abstractOne(int a);
  int get abstractGetter;
  static Animal build() => Animal.named('x');
  external void native();

  @override
  Future<void> calls(Animal other, Function f) async {
    bare();
    other.member(1, 2);
    other?.maybe(1);
    other!.forced();
    other.chain().then(f).last();
    this.speak(named: 1);
    super.walk();
    generic<int>(1);
    other.genericMember<int>(2); // the grammar reads comparisons here: no call
    Animal.named('n');
    util.helper(1);
    new Created(1);
    new lib.Qualified.named(2);
    const Constant(3);
    Boxed<int>(4);
    new Boxed<int>.filled(5);
    const lib.Far();
    list..add(1)..addAll(two())..first.touch();
    other?..quiet(1);
    xs[0](1);
    xs.first.deep(1);
    f();
    (f)(1);
    await later();
    var t = 'x ${interpolated(1)}';
    xs.map((e) => e.each()).toList();
    final g = () { closure(); };
    var tear = Animal.new;
    if (other case Point(x: 1)) { matched(); }
    for (final i in items()) { i.go(); }
    [...spread(), if (cond()) yes()];
    throw StateError('x');
  }
}

mixin Runner on Creature implements Fast {
  void sprint() { go(); }
}

base mixin class Both {}

extension Extra on Animal {
  int doubled() => twice(1);
  int get tripled => 3;
}

extension on String { void anonymous() {} }

extension type Id(int value) implements int { int next() => succ(value); }

enum Color with Painted implements Shown {
  red(1), green(2);
  final int code;
  const Color(this.code);
  String hex() => render(code);
}

class Alias = Creature with Runner implements Walker;
sealed class Shape {}
final class Square extends lib.Shape {}
