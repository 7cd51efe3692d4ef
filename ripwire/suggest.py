"""Did-you-mean: the nearest name within three edits.

Distance: optimal string alignment over bytes (insert, delete, substitute, swap of neighbours; no substring is edited
twice), ASCII case folded. Ties: smallest distance, then longest shared prefix, then smallest bytes. The text itself is
never suggested.

Cost: two filters that can't lose a candidate run before the distance (length, and the set of distinct bytes: an edit
changes that set by at most two members), and the cutoff shrinks to the best distance so far.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

CUTOFF = 3


def osa(a: bytes, b: bytes, cutoff: int = CUTOFF) -> int:
    """The optimal-string-alignment distance of `a` and `b`, or `cutoff + 1` when it is larger than `cutoff`."""
    if abs(len(a) - len(b)) > cutoff:
        return cutoff + 1
    before: list[int] = []  # row i - 2, needed by the swap
    above = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        row = [i]
        least = i
        for j, y in enumerate(b, 1):
            cost = above[j - 1] + (x != y)
            if above[j] + 1 < cost:
                cost = above[j] + 1
            if row[j - 1] + 1 < cost:
                cost = row[j - 1] + 1
            if i > 1 and j > 1 and x == b[j - 2] and a[i - 2] == y and before[j - 2] + 1 < cost:
                cost = before[j - 2] + 1
            row.append(cost)
            if cost < least:
                least = cost
        # Every later cell comes from this row, or by a swap (which costs 1) from the row above.
        if least > cutoff and min(above) + 1 > cutoff:
            return cutoff + 1
        before, above = above, row
    return min(above[-1], cutoff + 1)


def nearest(text: bytes, pool: Iterable[bytes], cutoff: int = CUTOFF) -> bytes | None:
    """The member of `pool` that `text` most likely meant, or None when nothing is within `cutoff` edits."""
    folded = text.lower()
    letters = set(folded)
    best: tuple[int, int, bytes] | None = None
    for name in pool:
        if name == text or abs(len(name) - len(text)) > cutoff:
            continue
        other = name.lower()
        if len(letters.symmetric_difference(other)) > 2 * cutoff:
            continue
        distance = osa(folded, other, cutoff)
        if distance > cutoff:
            continue
        key = (distance, -_shared_prefix(folded, other), name)
        if best is None or key < best:
            best = key
            cutoff = distance
    return None if best is None else best[2]


def hint(text: bytes, pool: Iterable[bytes], prefix: str = "") -> str:
    """` (did you mean 'PREFIXname'?)` or nothing."""
    found = nearest(text, pool)
    if found is None:
        return ""
    from ripwire.errors import echo

    return f" (did you mean '{prefix}{echo(found)}'?)"


def _shared_prefix(a: bytes, b: bytes) -> int:
    n = 0
    for x, y in zip(a, b, strict=False):
        if x != y:
            break
        n += 1
    return n
