library demo.stock;

import 'dart:io' hide Directory, File;
import 'core.dart' as core show Clock;
export 'limits.dart' hide ceiling;

/// How often it may be tried.
const retries = 3;
int total = 0;
final twice = (int n) => n * retries;

/// Keeps what is in store.
/// At most [retries] times.
@Service('stock')
class Stock<T> extends Base<T> {
  // What is kept.
  final List<T> items;
  core.Clock? clock = core.Clock();
  var box = Box(1), lid;

  Stock(this.items, {super.key, required this.lid, int size = 1}) : box = size, this.clock = null {
    total = size;
  }
  Stock.empty() : this([], lid: 0);

  /// The last one.
  @Deprecated('no')
  @pure
  T get last => items[total];

  set limit(int value) {
    if (value > 0 && value < total || strict) this._limit = value;
    else return;
  }

  Item? find(String key, [int depth = retries]) {
    if (key.isEmpty) {
      return null;
    } else if (total == 0) {
      throw Missing(key);
    } else {
      total++;
    }
    for (int i = 0, end = depth; i < end; i++) {
      for (final T item in items) {
        if (item.key == key) return item;
        else if (item == last) continue;
        else break;
      }
    }
    do { --this.box.size; total += ceiling; } while (total > 0);
    return key == '' ? fallback : items[0];
  }

  String describe(Object thing, Kind kind) {
    if (thing case Item(label: var text) when text.length > 1) return text;
    switch (kind) {
      case Kind.small:
        if (total > 1) break;
      case Kind.large when box.open:
        total = 1;
        break;
      default:
        return 'none $total ${kind.name}';
    }
    return switch (thing) {
      Crate crate when crate.open => crate.label,
      (int left, _) => left.toString(),
      _ => 'other',
    };
  }

  Future<void> run(Stream<T> source) async {
    try {
      var made = Crate();
      final Item held = made.take(rest: source);
      int weigh(Item item) => item.weight;
      var check = (Item item) { return weigh(item) > total; };
      items.where((one) => check(one)).map(weigh);
      box..size = 1..lid.open = true..close()..label;
      var (left, right) = split(held);
      (total, lid) = (left, right);
      for (var i in [if (strict) 1, for (final n in source) n]) print(i);
      for (total in items) {}
    } on IOException catch (error, trace) {
      log(error, trace);
    } on Missing {
      if (strict) rethrow;
    } finally {
      total = super.total;
    }
    await for (final entry in source) { if (entry.full) { while (true) { if (done) return; } } }
  }
}

/* What a thing may be. */
enum Kind {
  /// Fits a hand.
  small(1),
  @old large(retries);

  const Kind(this.factor);
  final int factor;
}

void main() {
  group('stock', () {
    test('finds', () async {
      expect(Stock.empty().find('x'), isNull);
    });
  });
}

final core.Foo held = core.Foo(2);
int? none;
var heavy = Foo(1);
List<int> all = [], rest = [];

class Chain extends Base {
  Chain(this.n) : super(1);
  Chain.of(n) : this(n);
  int? n;
  Chain operator +(Chain other) => other;
  void each(int a, [String? b, int c = 1]) {
    outer:
    for (;;) { break outer; }
  }
  void named({required int a, @old int b = 1, @old required int c}) {}
  void sure({required int a, required int b}) {}
}
