"""Makes certificates.  Untrusted: floating point all through; check.py judges what comes out.

Polygons grow from the starting set until every inclusion holds for some alpha a little below the one asked for; their
edges, rounded to integers, are the strips.  Below the optimum the polygons grow without end.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from qed25519.proofs.divstep.check import BadCertificate, check, enough, inclusions, reach

Point = tuple[float, float]
Certificate = dict[str, Any]

# The least alpha for which there are such sets: the rate of the slowest cycle of branches.
OPTIMUM = {
    "1/2": ((1591853137 + 3 * math.sqrt(273548757304312537)) / 2**55) ** (1 / 54),
    "1": ((561 + math.sqrt(249185)) / 2**15) ** (1 / 14),
}
SHIFT = {"1/2": 0, "1": 1}


class NoCertificate(Exception):
    """Nothing was found; says for what."""


def upper_chain(points: Sequence[Point], slack: float = 1e-15) -> list[Point]:
    """The vertices of the hull of the points and their opposites, from the leftmost, included, clockwise to its
    opposite, excluded."""
    chain: list[Point] = []
    for x, y in sorted({*points, *((-x, -y) for x, y in points)}):
        while len(chain) > 1:
            (ax, ay), (bx, by) = chain[-2:]
            if (bx - ax) * (y - ay) - (by - ay) * (x - ax) < -slack:
                break
            chain.pop()
        chain.append((x, y))
    return chain[:-1]


def edges(chain: Sequence[Point]) -> list[Point]:
    """(a, b) for every edge, which lies on a·x + b·y = 1."""
    found = []
    for (ax, ay), (bx, by) in zip(chain, [*chain[1:], (-chain[0][0], -chain[0][1])], strict=True):
        a, b = ay - by, bx - ax
        height = a * ax + b * ay
        found.append((a / height, b / height))
    return found


def grow(alpha: float, start: str, seed: Sequence[Point], rounds: int = 3000) -> list[list[Point]]:
    """Polygons that meet all inclusions, nearly, and contain the seed.  Raises NoCertificate."""
    maps = [(image.polygon, [[x / 2**image.bits / alpha**image.power for x in row] for row in image.matrix], target)
            for _, image, target in inclusions(SHIFT[start])]
    chains: list[list[Point]] = [upper_chain(seed), []]
    for _ in range(rounds):
        grown = False
        for source, ((p, q), (r, s)), target in maps:
            images = [(p * x + q * y, r * x + s * y) for x, y in chains[source]]
            if len(chains[target]) > 1:
                sides = edges(chains[target])
                images = [(x, y) for x, y in images if any(abs(a * x + b * y) > 1 + 1e-12 for a, b in sides)]
            if images:
                chains[target], grown = upper_chain(chains[target] + images), True
        if not grown:
            return chains
        if max(abs(x) for x, _ in chains[0]) > 1e6 * max(abs(x) for x, _ in seed):
            break
    raise NoCertificate(f"alpha = {alpha}: the polygons grow without end")


def with_pairs(start: str, alpha: Fraction, scale: int, strips: list[list[list[int]]]) -> Certificate:
    """The certificate with the best pair for every fact, whether or not it is good enough."""
    def best(polygon: list[list[int]], row: tuple[int, int]) -> int:
        def height(k: int) -> float:
            try:
                above, below = reach(polygon, k, row)
            except BadCertificate:
                return math.inf
            return above / below
        return min(range(len(polygon)), key=height)

    pairs = []
    for _, image, target in inclusions(SHIFT[start]):
        (p, q), (r, s) = image.matrix
        pairs.append([best(strips[image.polygon], (a * p + b * r, a * q + b * s)) for a, b in strips[target]])
    return {"start": start, "alpha": [alpha.numerator, alpha.denominator], "scale": scale, "strips": strips,
            "pairs": pairs, "top": best(strips[0], (0, 1))}


def is_good(certificate: Certificate) -> bool:
    try:
        check(certificate)
    except BadCertificate:
        return False
    return True


def make(start: str, alpha: Fraction, slope: float = 1.0, share: float = 0.5, scale: int | None = None) -> Certificate:
    """A checked certificate for this alpha.  `slope` is g/f at the far corner of the starting set; `share` of the
    distance to the optimum is kept for rounding; `scale` is found if not given.  Raises NoCertificate."""
    best = OPTIMUM[start]
    if alpha <= best:
        raise NoCertificate(f"alpha = {float(alpha)} is not above the optimum, {best}")
    chains = grow(float(alpha) - share * (float(alpha) - best), start, [(1.0, 0.0), (1.0, slope)])
    scales = [scale] if scale else [2**bits for bits in range(6, 50)]
    for scale in scales:
        strips = [[[round(a * scale), round(b * scale)] for a, b in edges(chain)] for chain in chains]
        certificate = with_pairs(start, alpha, scale, strips)
        if is_good(certificate):
            return certificate
    raise NoCertificate(f"alpha = {float(alpha)}: no scale is fine enough")


def make_for_slope(start: str, slope: Fraction) -> Certificate:
    """A certificate with at most `slope` steps a bit: alpha^slope <= 1/2.  Raises NoCertificate."""
    alpha = Fraction(math.floor(2 ** (-1 / slope) * 10**12), 10**12)
    while alpha**slope.numerator * 2**slope.denominator > 1:
        alpha -= Fraction(1, 10**12)
    return make(start, alpha)


def steps_needed(certificate: Certificate, f: int, g: int) -> int:
    """The least number of steps for which `enough` holds."""
    low, high = 0, 1
    while not enough(certificate, f, g, high):
        low, high = high, 2 * high
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if enough(certificate, f, g, middle) else (middle, high)
    return high
