"""Certificates to look at: those of the repository, new ones, their polygons, and what they say of sizes."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

from qed25519.divstep.hulls import Polygon
from qed25519.proofs.divstep import facts, generate
from qed25519.spec.field import P

FOLDER = Path(generate.__file__).parent / "certificates"
Certificate = dict[str, Any]


def kept(name: str) -> Certificate:
    """One of proofs/divstep/certificates: half_590, half_588, half_every, classic_724, classic_every."""
    certificate: Certificate = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    return certificate


def made_for(bits: int, start: str = "1/2") -> tuple[Certificate, int]:
    """A new certificate, and the number of steps that it proves for f odd and 0 <= g <= f <= 2^bits: the least that
    such certificates give.  alpha is as far above the optimum as that allows, so that strips are few."""
    best = generate.OPTIMUM[start]
    distance, found = min(0.002, 0.3 / bits), None
    while distance > 1e-9:
        certificate = generate.make(start, Fraction(math.ceil((best + distance) * 10**10), 10**10))
        steps = generate.steps_needed(certificate, 2**bits, 2**bits)
        if found and steps >= found[1]:
            return found
        found, distance = (certificate, steps), distance / 8
    raise generate.NoCertificate(f"{bits} bits: too large for floating point")


def polygons(certificate: Certificate) -> tuple[Polygon, Polygon]:
    """The vertices of H0 and H1, in floats."""
    def vertices(strips: Sequence[Sequence[int]]) -> Polygon:
        found = []
        for (a, b), (c, d) in zip(strips, [*strips[1:], [-strips[0][0], -strips[0][1]]], strict=True):
            determinant = a * d - b * c
            found.append((certificate["scale"] * (d - b) / determinant, certificate["scale"] * (a - c) / determinant))
        return [(-found[-1][0], -found[-1][1]), *found[:-1]]

    first, second = (vertices(strips) for strips in certificate["strips"])
    return first, second


class Tried(NamedTuple):
    """One alpha: its strips, and the steps that it proves."""

    alpha: float
    strips: int
    steps: int


def alpha_against_strips(distances: Sequence[float], start: str = "1/2", bits: int = 255) -> Iterator[Tried]:
    """For alpha at these distances above the optimum: more strips, fewer steps."""
    for distance in distances:
        certificate = generate.make(start, Fraction(math.ceil((generate.OPTIMUM[start] + distance) * 10**12), 10**12))
        yield Tried(float(Fraction(*certificate["alpha"])), sum(map(len, certificate["strips"])),
                    generate.steps_needed(certificate, 2**bits, 2**bits))


class Sizes(NamedTuple):
    """After `steps`: log2 of the greatest |f| and |g| where g is not 0, and the signed 64-bit words that hold both."""

    steps: int
    f: float
    g: float
    words: int


def shrinking(certificate: Certificate, batch: int = 59, batches: int = 10) -> list[Sizes]:
    """How f and g shrink from f = p and 0 < g < p, start 1/2.  In floats; divstep/p/sizes proves what code needs."""
    hull = facts.Hull(certificate, P, P)
    log_c, top = math.log2(hull.c), math.log2(P)
    x, y = math.log2(hull.x_max), math.log2(hull.y_max)
    x1, y1 = (math.log2(hull.top(1, row)) for row in ((1, 0), (0, 1)))
    found = []
    for n in range(batches + 1):
        size = math.log2(hull.u) - batch * n * log_c
        last = max(0, math.floor((size + y) / (1 - log_c)))
        lower = max(0, math.floor((size + y + log_c) / (1 - log_c)))
        f = min(top, max(size + x + last * log_c, size + x1))
        g = min(top, max(size + y, size + y1, size + x - 1 + (lower + 1) * log_c))
        f, g = (max(0.0, f), max(0.0, g)) if size + y >= 0 else (0.0, 0.0)
        found.append(Sizes(batch * n, f, g, math.ceil((max(f, g) + 1) / 64)))
    return found
