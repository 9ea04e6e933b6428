"""The theorems on curves, tried on all points, scalars and inputs over small fields.

What the lemmas do not say, that they make up the theorems, is said in words; here is the spec's own text, with another
p and another A, where everything can be enumerated.  13, 29 and 37 are 5 modulo 8, as p is.
"""

from __future__ import annotations

import itertools
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import pytest

from qed25519 import spec

SOURCES = Path(spec.__file__).parent
BITS = 6
Point = tuple[int, int] | None              # of a Montgomery curve: (u, v), None at infinity


class Small(NamedTuple):
    """The spec over a small field, and the parameters of proofs/formulas/curves.py by search."""

    p: int
    A: int
    curve25519: Any
    edwards25519: Any

    def root(self, n: int) -> int | None:
        return next((r for r in range(self.p) if (r * r - n) % self.p == 0), None)

    def inverse(self, n: int) -> int:
        return pow(n, -1, self.p)

    def curves(self) -> Iterator[tuple[int, int, int, int, int]]:
        """(a, d, s, b, g) of the curve and of its twist."""
        g = self.root(-(self.A + 2))
        assert g
        yield -1, self.edwards25519.D, 1, 1, g
        yield 2 * (self.A - 2), 2 * (self.A + 2), -1, 2, self.inverse(2)

    def points(self, a: int, d: int) -> list[tuple[int, int]]:
        return [(x, y) for x in range(self.p) for y in range(self.p)
                if (a * x * x + y * y - 1 - d * x * x * y * y) % self.p == 0]

    def edwards_sum(self, a: int, d: int, first: tuple[int, int], second: tuple[int, int]) -> tuple[int, int]:
        (x1, y1), (x2, y2), p = first, second, self.p
        t = d * x1 * x2 * y1 * y2
        return ((x1 * y2 + x2 * y1) * self.inverse(1 + t) % p, (y1 * y2 - a * x1 * x2) * self.inverse(1 - t) % p)

    def image(self, s: int, g: int, point: tuple[int, int]) -> Point:
        x, y = point
        if point == (0, 1):
            return None
        u = s * (1 + y) * self.inverse(1 - y) % self.p
        return (u, g * u * self.inverse(x) % self.p) if x else (0, 0)

    def montgomery_sum(self, b: int, first: Point, second: Point) -> Point:
        if first is None or second is None:
            return second if first is None else first
        (u1, v1), (u2, v2), p = first, second, self.p
        if u1 == u2 and (v1 + v2) % p == 0:
            return None
        rise, run = (3 * u1 * u1 + 2 * self.A * u1 + 1, 2 * b * v1) if first == second else (v2 - v1, u2 - u1)
        slope = rise * self.inverse(run)
        u3 = (b * slope * slope - self.A - u1 - u2) % p
        return u3, (slope * (u1 - u3) - v1) % p


def small(p: int, trace: int) -> Small:
    """The spec's text with p, A and the number of bits changed."""
    texts = {
        "field": [("P = 2**255 - 19", f"P = {p}")],
        "curve25519": [("A = 486662", f"A = {trace}"), ("BITS = 255", f"BITS = {BITS}")],
        "edwards25519": [("-121665 * invert(121666)", f"-({trace} - 2) * invert({trace} + 2)"),
                         ("BITS = 256", f"BITS = {BITS}")]}
    package = f"small_{p}_{trace}"
    sys.modules[package] = ModuleType(package)
    for name, changes in texts.items():
        source = (SOURCES / f"{name}.py").read_text(encoding="utf-8")
        for old, new in changes:
            assert source.count(old) == 1
            source = source.replace(old, new)
        module = sys.modules[f"{package}.{name}"] = ModuleType(f"{package}.{name}")
        module.__package__ = package
        exec(compile(source, f"{name}.py of {package}", "exec"), vars(module))
    return Small(p, trace, sys.modules[f"{package}.curve25519"], sys.modules[f"{package}.edwards25519"])


def fields() -> Iterator[Small]:
    """All A with A + 2 a square and A - 2 none, as for 486662; A = 2 modulo 4, that (A - 2)//4 is the quotient."""
    for p in 13, 29, 37:
        squares = {n * n % p for n in range(1, p)}
        yield from (small(p, trace) for trace in range(2, 4 * p, 4)
                    if (trace + 2) % p in squares and (trace - 2) % p not in {0, *squares})


FIELDS = list(fields())
every_field = pytest.mark.parametrize("field", FIELDS, ids=lambda field: f"p={field.p},A={field.A}")


def test_there_are_some() -> None:
    assert {field.p for field in FIELDS} == {13, 29, 37} and len(FIELDS) > 15


@every_field
def test_the_group_and_its_image(field: Small) -> None:
    """Complete, closed, a group; one to one to the Montgomery curve; sums to sums."""
    for a, d, s, b, g in field.curves():
        points, p = field.points(a, d), field.p
        images = {point: field.image(s, g, point) for point in points}
        curve = {(u, v) for u in range(p) for v in range(p) if (b * v * v - (u**3 + field.A * u * u + u)) % p == 0}
        assert len(set(images.values())) == len(points) and set(images.values()) == {None, *curve}
        sums = {pair: field.edwards_sum(a, d, *pair) for pair in itertools.product(points, repeat=2)}
        assert set(sums.values()) == set(points)
        for (first, second), total in sums.items():
            assert images[total] == field.montgomery_sum(b, images[first], images[second])
            assert total == sums[second, first]
        for first, second, third in itertools.product(points[::2], points, points):
            assert sums[sums[first, second], third] == sums[first, sums[second, third]]


@every_field
def test_the_ladder(field: Small) -> None:
    """ladder(k, u) is the u-coordinate of k·P, for all k, all u, and every P on the curve or the twist with this u."""
    met = set()
    for *_, b, _ in field.curves():
        for u, v in itertools.product(range(field.p), repeat=2):
            if (b * v * v - (u**3 + field.A * u * u + u)) % field.p:
                continue
            met.add(u)
            total: Point = None
            for k in range(2**BITS):
                assert field.curve25519.ladder(k, u) == (total[0] if total else 0)
                total = field.montgomery_sum(b, total, (u, v))
    assert met == set(range(field.p))


@every_field
def test_extended_coordinates(field: Small) -> None:
    """add, madd, double, negative, multiply, u_coordinate, for all points, and some representations of each."""
    code, p = field.edwards25519, field.p
    points = [code.Affine(*point) for point in field.points(-1, code.D)]
    forms = {point: [code.Extended(*(value * z for value in code.extended(point))) for z in (1, 2, p - 1)]
             for point in points}

    def is_point(found: Any, wanted: tuple[int, int]) -> bool:
        x, y, z, t = found
        return bool(code.affine(found) == wanted and z % p != 0 and (t * z - x * y) % p == 0)

    for first, second in itertools.product(points, repeat=2):
        total = field.edwards_sum(-1, code.D, first, second)
        assert code.sum_affine(first, second) == total
        entry, opposite = code.precomputed(second), code.Affine(-second.x % p, second.y)
        for left in forms[first]:
            assert is_point(code.madd(left, entry), total)
            assert all(is_point(code.add(left, right), total) for right in forms[second])
            assert first != second or is_point(code.double(left), total)
            assert is_point(code.madd(left, code.negative(entry)), code.sum_affine(first, opposite))
    for point in points:
        total = code.NEUTRAL
        for k in range(2**BITS):
            assert is_point(code.multiply(k, point), total)
            assert code.u_coordinate(code.multiply(k, point)) == field.curve25519.ladder(k, code.u_coordinate(
                code.extended(point)))
            total = code.sum_affine(total, point)


@every_field
def test_decoding(field: Small) -> None:
    """decode, for all encodings of numbers below 3·p: the point with this y and parity, where there is one; and whether
    it is its encoding."""
    code, p = field.edwards25519, field.p
    points = set(field.points(-1, code.D))
    for number, sign in itertools.product(range(3 * p), range(2)):
        encoding = (number + (sign << 255)).to_bytes(32, "little")
        x, y, flags = code.decode(encoding)
        found = {point for point in points if point[1] == number % p}
        assert y == number % p and flags & 1 == bool(found)
        if found:
            assert (x, y) in found and (x % 2 == sign or x == 0)
            assert (flags & 2 != 0) == (code.encode((x, y)) == encoding)
        else:
            assert (flags & 2 != 0) == (number < p)


@pytest.mark.parametrize(("old", "new"), [("aa, mul_small", "bb, mul_small"), ("mul(x_1, sqr", "mul(1, sqr")])
def test_a_changed_ladder_is_noticed(old: str, new: str) -> None:
    field = small(13, FIELDS[0].A)
    module = field.curve25519
    source = (SOURCES / "curve25519.py").read_text(encoding="utf-8").split("def swap_and_step")[1].split("\n\n\n")[0]
    assert old in source
    exec(f"def swap_and_step{source.replace(old, new)}", vars(module))
    with pytest.raises(AssertionError):
        test_the_ladder(field)
