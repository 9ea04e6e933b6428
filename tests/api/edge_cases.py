"""Signatures that libraries disagree about, made from the curve; what each policy says of one, by the specification.

With a scalar a and points T, U of small order, let A = a·B + T and R = r·B + U.  For S = r + k·a mod l, where k is the
hash's scalar, [S]B - [k]A - R = -(k·T + U): so the equation times 8 always holds, and the other if k·T + U is 0, which
some message makes so or not.  An encoding of a point may also be one that is not canonical.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from hashlib import sha512
from typing import NamedTuple

from qed25519.spec.edwards25519 import NEUTRAL, Affine, B, Extended, add, affine, decode, encode, extended, sum_affine
from qed25519.spec.field import P, canonical
from qed25519.spec.primes import L


class Case(NamedTuple):
    public: bytes
    signature: bytes
    message: bytes


@lru_cache(1000)
def times(k: int, point: Affine) -> Affine:
    """As edwards25519.multiply, but in time that depends on k."""
    found, addend = extended(NEUTRAL), extended(point)
    while k:
        if k & 1:
            found = Extended(*map(canonical, add(found, addend)))
        addend = Extended(*map(canonical, add(addend, addend)))
        k >>= 1
    return affine(found)


@cache
def torsion() -> tuple[Affine, ...]:
    """The eight points T with 8·T = 0: multiples of one of order 8, which l·Q is for some Q."""
    for y in range(2, 100):
        x, y, flags = decode(y.to_bytes(32, "little"))
        point = times(L, Affine(x, y)) if flags & 1 else NEUTRAL
        if times(4, point) != NEUTRAL:
            return tuple(times(i, point) for i in range(8))
    raise AssertionError("no point of order 8 was found")


def encodings(point: Affine) -> list[bytes]:
    """All that decode to the point, the canonical one first: y + p where it has 255 bits, the sign of 0 ignored."""
    signs = [point.x % 2] if point.x else [0, 1]
    found = [(y | sign << 255).to_bytes(32, "little") for y in (point.y, point.y + P) if y < 2**255 for sign in signs]
    assert found[0] == encode(point)
    return found


def k_of(r: bytes, public: bytes, message: bytes) -> int:
    return int.from_bytes(sha512(r + public + message).digest(), "little") % L


def made(a: int, t: Affine, r: int, u: Affine, message: bytes, public: bytes = b"", commitment: bytes = b"") -> Case:
    """By the recipe above; A and R as the encodings that are given, or as the canonical ones."""
    public = public or encode(sum_affine(times(a, B), t))
    commitment = commitment or encode(sum_affine(times(r, B), u))
    s = (r + k_of(commitment, public, message) * a) % L
    return Case(public, commitment + s.to_bytes(32, "little"), message)


def messages() -> Iterator[bytes]:
    return (b"message %d" % number for number in range(1000))


def with_equation(holds: bool, a: int, t: Affine, r: int, u: Affine) -> Case:
    """One for which the equation without 8 holds, or does not."""
    return next(case for case in (made(a, t, r, u, message) for message in messages()) if equation(case) == holds)


def equation(case: Case, cofactor: int = 1) -> bool:
    """[cofactor]([S]B - [k]A - R) = 0, for encodings of points; S and the encodings are not judged."""
    r, s = case.signature[:32], int.from_bytes(case.signature[32:], "little")
    (ax, ay, _), (rx, ry, _) = decode(case.public), decode(r)
    minus_a, minus_r = Affine(-ax % P, ay), Affine(-rx % P, ry)
    left = sum_affine(times(s, B), times(k_of(r, case.public, case.message), minus_a))
    return times(cofactor, sum_affine(left, minus_r)) == NEUTRAL


def is_accepted(case: Case, policy: str) -> bool:
    """By the table in qed25519._ed25519, read literally."""
    r, s = case.signature[:32], int.from_bytes(case.signature[32:], "little")
    (ax, ay, a_flags), (rx, ry, r_flags) = decode(case.public), decode(r)
    if s >= L or not a_flags & r_flags & 1:
        return False
    if policy == "zip215":
        return equation(case, 8)
    small = NEUTRAL in (times(8, Affine(ax, ay)), times(8, Affine(rx, ry)))
    return a_flags == r_flags == 3 and equation(case) and not (policy == "strict" and small)
