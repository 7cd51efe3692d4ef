#!/usr/bin/env node
// Every construct whose facts queries/ecma, queries/javascript and queries/jsx extract.
import 'side-effect';
import Default from './default';
import * as space from './space';
import First, { second, third as renamed } from 'pkg/mod';
export * from './all';
export * as grouped from './grouped';
export { fourth, fifth as sixth } from './some';
const fs = require('fs');
const { readFile, writeFile: write } = require('fs/promises');
const lazy = () => import('./lazy');

const LIMIT = 10, lower = 1;
var OLD_LIMIT = lower;
export const EXPORTED = compute(LIMIT);
let Mixed = 2;

function plain(a, b) {
  const LOCAL = 1;
  function inner() { return helper(a); }
  return inner(...b);
}
async function defaults(a = 1, ...rest) {}
function* gen() { yield* other(); }
export default function main({ a }, [b]) {}

const arrow = (a, b) => a(b), single = x => x, expr = function () {}, generator = function* () {};
var oldStyle = function named() {};
let assigned;
assigned = async (x) => x;

exports.exported = function (a) { return a; };
module.exports.deep = (a, b) => a;
Klass.prototype.method = function (a) { return this.method(a); };
ns.Klass.prototype.other = (a) => a;
Klass.create = () => new Klass();
module.exports = function constructorLike() {};

const object = {
  short(a) { return a; },
  'quoted-name'() {},
  [Symbol.iterator]() {},
  get value() { return 1; },
  set value(v) {},
  async *stream() {},
  pair: function (a) {},
  'quoted pair': (a, b) => a,
  bare: x => x,
  plainValue: 1,
};

class Base {}

@sealed
class Klass extends Base {
  #count = 0;
  static shared = new Map;
  handler = (event) => { this.handle(event); };
  #hidden = async () => {};
  constructor(a) {
    super(a);
    this.bound = () => super.bound();
  }
  static create() { return new this.Inner(1, 2); }
  @memo() get size() { return this.#privately(); }
  set size(v) {}
  #privately() {}
  async *items() {}
  ['computed']() {}
  static { setup(); }
}

const Anonymous = class extends space.Base {};
const Outer = class Inner extends mixin(Base) {};
exports.Published = class { run() {} };
export default class Last extends Base {}

plain(1, 2);
space.deep.call(1)?.chained?.(2);
optional?.(1);
maybe?.member(...args);
tag`text ${value(1)}`;
space.tag`text`;
(plain)(1);
(space.deep)(1);
(0, space.compiled)(1);
space['by-name'](1);
space[key](1);
handlers[0](1);
new Base();
new Base;
new space.deep.Type(1);
new space.Other;
new (choose())(1);
memo(function Component() { return inside(); });
(function iife() {})();
setTimeout(() => later(), 10);

const view = (
  <Layout.Main title="x">
    <Header onClick={() => clicked(1)} />
    <div className="lower"><span>{render()}</span></div>
    <></>
    <Layout.Footer />
    <svg:rect />
  </Layout.Main>
);
