"""Every construct whose facts queries/python/tags.scm extracts."""

from __future__ import annotations, division

import os
import os.path as osp, sys
from . import sibling
from .. import cousin as cz
from ..pkg.mod import First, Second as Renamed
from typing import (
    Generic,
    TypeVar,
)

from star import *

VERSION = (1, 2)
left, right = 1, 2
(inner_a, inner_b) = left, right
[list_a, list_b] = left, right
chain_a = chain_b = chain_c = make_value()
typed: int = 3
declared: str
short = lambda: 0
adder: object = lambda x, *rest: x + 1
VERSION += (3,)
os.environ = {}
table[0] = 1

if left:
    in_if = 1
elif right:
    in_elif = 2
else:
    in_else = 3

try:
    import fast

    in_try = fast.load()
except ImportError:
    in_except = None
else:
    in_try_else = 1
finally:
    in_finally = 2

with open("f") as handle:
    in_with = handle.read()

for item in in_with:
    in_for = item

while in_for:
    in_while = 1

type Alias = int
type Pair[T] = tuple[T, T]


class Empty:
    pass


class Base(object):
    limit = 10
    shorten = lambda self: 0

    def __init__(self, a, b=1, *args, **kwargs):
        super().__init__(a)
        self.helper(b)
        local = compute(a)
        self.child.run(*args)

    def helper(self, x):
        def nested(y):
            return inner_call(y)

        return nested(x)

    @property
    def size(self) -> int:
        return len(self.items)

    @size.setter
    def size(self, value):
        self._size = value

    @classmethod
    def create(cls):
        return cls.build()

    class Meta:
        def describe(self):
            return self.text(**{"sep": ","})


@register
@app.route("/", methods=["GET"])
class Derived(Base, osp.Mixin, Generic[T], osp.Deep[T], with_meta(Base), metaclass=Meta):
    async def fetch(self, *, timeout: float = 1.0):
        await gather(x for x in self.tasks())
        await self.pool.gather(x for x in y)
        async with lock() as got:
            return got


class Box[T](Generic[T]):
    def unwrap(self) -> T: ...


@functools.cache
def exact(a, b: int, /, c):
    return (exact)(a, b, c)


def loose(a, b=2):
    return f"{fmt(a)!r:>{width(b)}}"


def starred(*, key):
    (obj.attr)(key)


handlers[0](1)
Base(1, *[2])
osp.join("a", "b").strip().split(sep="/")
factory()()
[g() for g in gs() if test(g)]
print(walrus := find())


def typed_params(a: int, b: list[int]) -> None:
    import late
    from late.pkg import thing
