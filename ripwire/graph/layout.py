"""Places in the plane for things in groups: circles in circles, the largest ones in the middle.

Purpose: a picture that is the same for the same tree, so that it can be compared and remembered.
Source: candidates lie on Vogel's spiral (H. Vogel, "A better way to construct the sunflower head", 1979); each circle
takes the first that overlaps nothing placed before it, not further inside than the one before.
Invariant: only additions, multiplications, divisions and square roots, which IEEE 754 rounds the same everywhere.
Cost: a few candidates a circle, each tested against the neighbours of a grid.
"""

from __future__ import annotations

from math import sqrt

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_GOLDEN = complex(-0.7373688780783197, 0.6754902942615238)
"""The golden angle as a turn."""


def spiral(step: float, first: int = 0) -> Iterator[tuple[float, float]]:
    """Points of the sunflower from number ``first`` on, outwards; each has about ``step`` squared of room."""
    turn, power, left = complex(1.0, 0.0), _GOLDEN, first
    while left:  # the turn to the first point, by squaring
        if left & 1:
            turn = _unit(turn * power)
        power = _unit(power * power)
        left >>= 1
    n = first
    while True:
        distance = step * sqrt(n)
        yield distance * turn.real, distance * turn.imag
        turn = _unit(turn * _GOLDEN)
        n += 1


def _unit(turn: complex) -> complex:
    length = sqrt(turn.real * turn.real + turn.imag * turn.imag)
    return complex(turn.real / length, turn.imag / length)


def dots(count: int, radius: float) -> tuple[list[tuple[float, float]], float]:
    """Centres of equal circles that do not overlap, and the radius of what holds them."""
    step = 2.0 * radius
    points = spiral(step)
    found = [next(points) for _ in range(count)]
    return found, step * sqrt(max(count - 1, 0)) + radius


def packed(radii: Sequence[float], gap: float) -> tuple[list[tuple[float, float]], float]:
    """Centres for circles, the largest first however they are given (ties in their order); the radius around all."""
    order = sorted(range(len(radii)), key=lambda i: (-radii[i], i))
    found: list[tuple[float, float]] = [(0.0, 0.0)] * len(radii)
    cell = 2.0 * (radii[order[0]] if order else 1.0) + gap
    grid: dict[tuple[int, int], list[int]] = {}
    around = inside = 0.0
    for i in order:
        step = radii[i] + gap
        for x, y in spiral(step, int((inside / step) * (inside / step))):
            if _free(x, y, radii[i] + gap, cell, grid, found, radii):
                break
        found[i] = x, y
        grid.setdefault((int(x // cell), int(y // cell)), []).append(i)
        distance = sqrt(x * x + y * y)
        inside = max(inside, distance - radii[i])
        around = max(around, distance + radii[i])
    return found, around


def _free(
    x: float,
    y: float,
    radius: float,
    cell: float,
    grid: dict[tuple[int, int], list[int]],
    found: list[tuple[float, float]],
    radii: Sequence[float],
) -> bool:
    """Whether a circle overlaps none that is placed. Two circles overlap only in neighbouring cells: none is larger."""
    column, line = int(x // cell), int(y // cell)
    for a in (column - 1, column, column + 1):
        for b in (line - 1, line, line + 1):
            for other in grid.get((a, b), ()):
                dx, dy, both = found[other][0] - x, found[other][1] - y, radius + radii[other]
                if dx * dx + dy * dy < both * both:
                    return False
    return True
