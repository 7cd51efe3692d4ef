"""The fixture trees of the golden maps, small enough to check each printed line by eye."""

from __future__ import annotations

PYTHON = {
    "shop/__init__.py": "from shop.cart import Cart\n",
    "shop/cart.py": '''\
"""A cart."""
from shop.rates import tax


class Item:
    def __init__(self, price):
        self.price = price


class Cart:
    LIMIT = 10

    def __init__(self):
        self.items = []

    def add(self, price):
        self.items.append(Item(price))

    def total(self):
        return self._sum() + tax(self._sum())

    def _sum(self):
        return sum(item.price for item in self.items)
''',
    "shop/rates.py": """\
RATE = 0.2


def tax(amount):
    return round_cents(amount * RATE)


def round_cents(amount):
    def inner(x):
        return int(x + 0.5)

    return inner(amount * 100) / 100
""",
    "tests/test_cart.py": """\
from shop.cart import Cart


def test_total():
    cart = Cart()
    cart.add(3)
    assert cart.total() == 3.6
""",
    "README.md": "# Shop\n\nSee `round_cents`.\n\n## Cart\n",
}

ECMA = {
    "src/store.ts": """\
import { log } from "./log.js";

export interface Entry {
  key: string;
}

export class Store {
  private entries: Entry[] = [];

  put(entry: Entry): void {
    this.check(entry);
    this.entries.push(entry);
  }

  private check(entry: Entry): void {
    if (!entry.key) log("empty", 1);
  }
}

export const MAX_ENTRIES = 10;
""",
    "src/log.js": """\
export function log(text, level) {
  write(format(text, level));
}

const format = (text, level) => `${level}: ${text}`;

function write(line) {
  console.debug(line);
}
""",
    "src/main.ts": """\
import { Store } from "./store";

export function main(): void {
  const store = new Store();
  store.put({ key: "a" });
  main();
}
""",
    "package.json": '{"name": "store", "scripts": {"test": "node test.js"}}\n',
}

C_FAMILY = {
    "include/buf.h": """\
#ifndef BUF_H
#define BUF_H
#include <stddef.h>

struct buf {
    size_t size;
};

int buf_push(struct buf *b, int byte);
#endif
""",
    "src/buf.c": """\
#include "../include/buf.h"

#define GROW(n) ((n) * 2)

static int reserve(struct buf *b, size_t size)
{
    b->size = GROW(size);
    return 0;
}

int buf_push(struct buf *b, int byte)
{
    return reserve(b, 1) + byte;
}
""",
    "src/reader.cpp": """\
extern "C" {
#include "../include/buf.h"
}

namespace io {

class Reader {
public:
    Reader() : n_(0) {}
    int next();
    Reader& operator<<(int x) { n_ += x; return *this; }

private:
    int n_;
};

int Reader::next()
{
    buf b;
    return buf_push(&b, clamp(n_));
}

static int clamp(int x) { return x < 0 ? 0 : x; }

}
""",
}

TREES = {"python": PYTHON, "ecma": ECMA, "c_family": C_FAMILY}

RENDERINGS = {"xml": ["--metrics"], "json": ["--json"], "edges.tsv": ["--export=edges.tsv"]}
"""File name suffix -> flags."""
