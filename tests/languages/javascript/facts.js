// What sample.jsx does not show.
const path = require('path');
const { join, sep: separator } = require('path/posix');
import Main, { default as Same, other } from './main';
export { default as Renamed } from './renamed';
const DEFAULTS = { depth: 4 };
let counter = 0;

/**
 * Walks a tree,
 * depth first.
 */
export default function walk(node, { depth = DEFAULTS.depth, ...options } = {}, [first, [second]] = []) {
  const seen = new Set(), { children: kids, size } = node;
  counter += 1;
  outer: for (const child of kids) {
    if (seen.has(child) && depth > 0 || !child) {
      continue outer;
    } else if (child.skip) {
      break;
    } else {
      for (let i = 0; i < size; i++) {
        if (i === first) return second;
      }
    }
  }
  return options.done ? kids.map((kid) => kid.name ?? counter) : null;
}

// A row of its own.
// And another.
const shadow = (DEFAULTS) => {
  if (DEFAULTS) {
    const walk = other;
    walk();
  }
  return walk(DEFAULTS, { counter, [join]: separator });
};

class Cache {
  #store = new Map();
  static path = path.join;
  limit = DEFAULTS.depth;

  /* Reads the cache. */
  get size() { return this.#store.size; }

  load(key) {
    try {
      this.current = new Cache.Entry(key);
      this.hits++;
      delete this.stale;
    } catch ({ message }) {
      throw new Error(message);
    } finally {
      super.load(key);
    }
    switch (key) {
      case 1:
      case DEFAULTS.depth: return walk;
      default: break;
    }
  }
}

let cache = make();
cache = new Cache();
for (counter of cache) counter.next = cache;
for (const key in cache) console.log(key);
[cache.left, cache['right']] = [1, 2];

describe('walk', () => {
  it('doesn\'t stop', async () => {
    const expected = await load();
    expect(walk(expected)).toBe(DEFAULTS);
  });
  it.each([1, 2])("handles a.b %s", function (n) { walk(n); });
  test(`template`, done => done());
});

module.exports = { walk, cached: Cache };
exports.shadow = shadow;
module.exports.join = join;
module.exports = Cache;
export { counter as total, other };
cache.mod = require('./mod');
const { readFile: read, ...rest } = require('fs').promises, Emitter = require('events').EventEmitter;
cache.load = require('./load').load;
function Old() {}
Old.prototype = { start() { return read(rest); }, stop: function () {}, 'half-way': () => {}, speed: 1 };
cache.tools = { sharpen(tool) {} };
class Special extends require('./special').Base {
  static LIMIT = DEFAULTS.depth;
  constructor() { super(); }
}
{ const scratch = 1; log(scratch); }
log(scratch);
let left = 1, right;
[left, right] = [right, left];
function swap({ pair: [one, two] }, [three, { four }]) {
  [left, one] = [two, three];
  ({ right, four: cache.four } = four);
  for ([left] of one) log(left);
  return left;
}
