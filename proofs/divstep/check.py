"""Checks a certificate that m divsteps bring g to 0, in exact integers.  Trusted; docs/divsteps.md says why it is
enough.

The sets W_i, i in Z, are made of two polygons H0 and H1, where H = {(x, y): |a·x + b·y| <= scale, (a, b) in strips}:

    i >= 0:   W_i = diag(1, 2^-i)·H0/alpha^i
    i = -1:   W_i = H1
    i <= -2:  W_i = D·diag(1, 2^-k)·H0/alpha^(k+1)    with k = -i - e and D: (f, g) -> (g, (g - f)/2), the swap.

i counts as delta does, from 0: i = delta - 1/2 and e = 0 for the start 1/2; i = delta - 1 and e = 1 for the start 1.
"""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

Matrix = tuple[tuple[int, int], tuple[int, int]]

UP0: Matrix = (2, 0), (0, 1)     # twice (f, g) -> (f, g/2)
UP1: Matrix = (2, 0), (1, 1)     # twice (f, g) -> (f, (g + f)/2)
SWAP: Matrix = (0, 2), (-1, 1)   # twice (f, g) -> (g, (g - f)/2)


class BadCertificate(Exception):
    """Says which inclusion or bound fails."""


class Image(NamedTuple):
    """matrix·H[polygon]/(2^bits·alpha^power)."""

    polygon: int
    matrix: Matrix
    bits: int
    power: int


def product(a: Matrix, b: Matrix) -> Matrix:
    (p, q), (r, s) = a
    (t, u), (v, w) = b
    return (p * t + q * v, p * u + q * w), (r * t + s * v, r * u + s * w)


def w(i: int, e: int) -> Image:
    """W_i."""
    if i == -1:
        return Image(1, ((1, 0), (0, 1)), 0, 0)
    if i >= 0:
        return Image(0, ((2**i, 0), (0, 1)), i, i)
    k = -i - e
    return Image(0, product(SWAP, ((2**k, 0), (0, 1))), k + 1, k + 1)


def inclusions(e: int) -> Iterator[tuple[str, Image, int]]:
    """(what, image, polygon): the eight (for e = 1, seven) inclusions image ⊆ polygon that are left to check."""
    steps = [(i, -i - e, "swap", SWAP) for i in range(2 - e)]
    steps += [(i, i + 1, *branch) for i in (-1, -2) for branch in (("up0", UP0), ("up1", UP1))]
    for i, j, name, branch in steps:
        polygon, matrix, bits, power = w(i, e)
        yield f"{name} {i} -> {j}", Image(polygon, product(branch, matrix), bits + 1, power + 1), 0 if j == 0 else 1
    k = 3 - e                    # from -3 to -2, seen in H0; what comes after is a mean of these two
    for name, sign in ("up0", 1), ("up1", -1):
        yield f"{name} -3 -> -2", Image(0, ((2**k, sign), (0, 2**k)), k + 1, 2), 0


def reach(strips: Sequence[Sequence[int]], k: int, row: tuple[int, int]) -> tuple[int, int]:
    """(n, d): |row·(x, y)| <= scale·n/d on the polygon, by its strips k and k + 1, of which row is a combination."""
    (a, b), (c, d) = strips[k], strips[(k + 1) % len(strips)]
    determinant = abs(a * d - b * c)
    if determinant == 0:
        raise BadCertificate(f"strips {k} and {k + 1} are parallel")
    return abs(row[0] * d - row[1] * c) + abs(a * row[1] - b * row[0]), determinant


def integers(value: Any) -> bool:
    return type(value) is int or (type(value) is list and all(map(integers, value)))


def check(certificate: dict[str, Any]) -> int:
    """Raises BadCertificate unless every step maps W_i into alpha·W_i1, i1 the next i.  Returns the count of facts."""
    (n, d), strips, e = certificate["alpha"], certificate["strips"], {"1/2": 0, "1": 1}[certificate["start"]]
    if not integers([n, d, strips, certificate["scale"], certificate["pairs"], certificate["top"]]):
        raise BadCertificate("what should be integers is not")
    if not (0 < n < d and 2 * n * n > d * d and certificate["scale"] > 0):
        raise BadCertificate("not 1/2 < alpha^2 < 1 and scale > 0")
    for (what, image, target), pairs in zip(inclusions(e), certificate["pairs"], strict=True):
        (p, q), (r, s) = image.matrix
        for (a, b), k in zip(strips[target], pairs, strict=True):
            x, y = reach(strips[image.polygon], k, (a * p + b * r, a * q + b * s))
            if x * d**image.power > 2**image.bits * y * n**image.power:
                raise BadCertificate(f"{what}: not within |{a}·x + {b}·y| <= scale")
    return sum(map(len, certificate["pairs"]))


def enough(certificate: dict[str, Any], f: int, g: int, steps: int) -> bool:
    """Whether the certificate, once checked, shows that from this f, and every g from 0 to this one, g gets 0."""
    (n, d), (strips, _), e = certificate["alpha"], certificate["strips"], {"1/2": 0, "1": 1}[certificate["start"]]
    u = max(max(abs(a * f), abs(a * f + b * g)) for a, b in strips)        # (f, g) is in (u/scale)·H0
    x, y = reach(strips, certificate["top"], (0, 1))                       # |y| <= scale·x/y on H0
    return bool(u * x * n**steps * d**e < y * d**steps * n**e)
