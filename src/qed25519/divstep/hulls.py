"""Hulls in the plane of (f, g): which states can be reached if every step may take either branch, odd g or even.

A centrally symmetric polygon is the list of its vertices from the leftmost, included, clockwise to the opposite one,
excluded; the opposites of these are the rest.  Coordinates are integers or floats.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from qed25519.divstep.walks import SHIFT

Point = tuple[Any, Any]
Polygon = list[Point]

# Twice the new (f, g); which of them are possible depends on the sign of i.
BRANCHES: dict[str, Callable[[Any, Any], Point]] = {
    "even": lambda f, g: (2 * f, g),
    "swap": lambda f, g: (2 * g, g - f),
    "add": lambda f, g: (2 * f, g + f),
}


def hull(points: Iterable[Point]) -> Polygon:
    """The convex hull of the points and their opposites."""
    chain: Polygon = []
    for x, y in sorted({*(given := set(points)), *((-x, -y) for x, y in given)}):
        while len(chain) > 1:
            (ax, ay), (bx, by) = chain[-2:]
            if (bx - ax) * (y - ay) < (by - ay) * (x - ax):
                break
            chain.pop()
        chain.append((x, y))
    return chain[:-1] or [(0, 0)]


def whole(polygon: Polygon) -> Polygon:
    """All vertices, clockwise."""
    return polygon + [(-x, -y) for x, y in polygon]


def image(polygon: Polygon, branch: str) -> Polygon:
    """The image under a branch, in floats."""
    return [(f / 2, g / 2) for f, g in (BRANCHES[branch](*point) for point in polygon)]


def forward_hulls(points: Iterable[Point], start: str = "1/2") -> Iterator[dict[int, Polygon]]:
    """For n = 0, 1, …: of every i, the hull of the states that n steps can reach from these points, times 2^n, exactly.
    A hull on which |g| < 1 is left out: there g is 0.  Ends when none is left."""
    hulls = {0: hull(points)}
    n = 0
    while hulls := {i: polygon for i, polygon in hulls.items() if any(abs(g) >= 1 << n for _, g in polygon)}:
        yield hulls
        reached: dict[int, list[Point]] = {}
        for i, polygon in hulls.items():
            swap = i >= 0
            reached.setdefault(i + 1, []).extend(BRANCHES["even"](f, g) for f, g in polygon)
            reached.setdefault(-i - SHIFT[start] if swap else i + 1, []).extend(
                BRANCHES["swap" if swap else "add"](f, g) for f, g in polygon)
        hulls = {i: hull(images) for i, images in reached.items()}
        n += 1


def steps_by_hull(points: Iterable[Point], start: str = "1/2") -> int:
    """So many steps are enough from every integer point in the hull of these points: exact, and slow to compute."""
    return sum(1 for _ in forward_hulls(points, start))
