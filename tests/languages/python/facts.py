"""What queries/python/locals.scm and metrics.scm extract."""

from __future__ import annotations as notes
from shop.models import Money, Price
import shop.tax as tax

__all__ = ["Basket", "total"]
__all__ += ("LIMIT",)
# How many fit.
# At most.
LIMIT = 10
head, *tail = tax.rates
(low, (mid, high)) = tail
LIMIT += head


class Basket(Generic[Item]):
    """A basket.

    Holds things.
    """

    size = LIMIT
    owner: str = "none"
    log = Logger()

    def __init__(self, price: Price, *rest: int, rate: float = tax.BASE, **more):
        # Not this one.
        self.price: Price = price
        self.store = tax.Store(rate)
        self.count += 1
        del self.cache, more

    # Plain comment
    # of two rows.
    @property
    @tax.cached
    def first(self) -> Money:
        return self.price.amount

    def walk(self, items, deep=False):
        for i, (left, right) in enumerate(items):
            if left and right and deep or self.closed:
                continue
            elif left is None:
                break
            else:
                self.last = left
        else:
            return None
        return [x.name for x in items if x.ok and LIMIT]


def total(lines, limit=LIMIT):
    global CACHE
    CACHE = {}
    seen = found = 0
    with Lock() as lock, tax.open() as (a, b):
        seen += a
    try:
        found = (n := len(lines)) > limit
    except (KeyError, ValueError):
        raise
    except tax.Failure as error:
        print(error.code, file=notes)
    while n:
        if found:
            if seen:
                for line in lines:
                    if line:
                        return line
        n = n - 1

    def inner(limit):
        nonlocal seen
        seen = limit
        return tail[limit]

    key = lambda row, *more: row.rank if row else LIMIT
    return key if inner else sorted(lines, key=lambda row: row.rank)


def match(command):
    match command:
        case tax.Kind.NEW | 3:
            return 1
        case Point(x=0, y=height) if height > LIMIT:
            return height
        case [first, *others]:
            return others
        case {"k": value, **extra}:
            return value, extra
        case str() as text:
            return first
        case _:
            return text


async def fetch(session: tax.Session) -> str:
    reply = await session.get(LIMIT)
    async for part in reply:
        table[part] = f"{part!r:>{LIMIT}}"
    return "".join(str(p) for p in reply)


squares = {k: v for k, v in tail}
for squares in tail:
    pass


def exact(a, /, b, *, key, last=lambda x, *, y: 1):
    f"""No doc, {a}"""
    return key


class Bare:
    b"no doc"

    def only(self, *, key):
        R'''Raw doc.'''


narrow = lambda a, *, b: b
