"""The Arm64 routines for points, in unicorn: additions and doublings are the spec's formulas, the multiples of points
those that the spec computes; and they write nowhere else."""

import random

import pytest

from qed25519.spec import edwards25519 as spec
from qed25519.spec.field import P

from .emulated import DATA, call
from .test_ladder_step_arm64 import GUARD, short

ORDER = 2**252 + 27742317777372353535851937790883648493

POINT, ENTRY = DATA + 0x200, DATA + 0x100
VARIANTS = ["schoolbook", "karatsuba"]


def called(path: str, point: list[int], entry: list[int], *arguments: int) -> tuple[int, ...]:
    """The coordinates modulo p."""
    end = POINT + 32 * len(point)
    numbers = {POINT - 32: GUARD, end: GUARD, ENTRY - 32: GUARD, ENTRY + 128: GUARD}
    numbers |= {POINT + 32 * index: value for index, value in enumerate(point)}
    numbers |= {ENTRY + 32 * index: value for index, value in enumerate(entry)}
    found = call(path, POINT, *arguments, memory=numbers, output=ENTRY - 32, size=10 + len(point))
    assert [found[0], found[5], found[8], found[-1]] == [GUARD] * 4 and found[1:1 + len(entry)] == entry
    assert all(value < 2**255 + 2**198 for value in found[9:-1])
    return tuple(value % P for value in found[9:-1])


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_sum(variant: str) -> None:
    source = random.Random(variant)
    for _ in range(1000):
        point, entry = [short(source) for _ in range(4)], [2**256 - 1 - short(source) for _ in range(3)]
        expected = spec.madd(spec.Extended(*point), spec.Precomputed(*entry))
        assert called(f"arm64/{variant}/ge_madd", point, entry, ENTRY) == tuple(value % P for value in expected)
        entry.append(source.getrandbits(256))
        expected = spec.add_cached(spec.Extended(*point), spec.Cached(*entry))
        assert called(f"arm64/{variant}/ge_add", point, entry, ENTRY) == tuple(value % P for value in expected)


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_double(variant: str) -> None:
    source = random.Random(variant)
    for _ in range(1000):
        point = [*(short(source) for _ in range(3)), source.getrandbits(256)]
        expected = spec.double(spec.Extended(*point))
        assert called(f"arm64/{variant}/ge_double", point, []) == tuple(value % P for value in expected)
        found = called(f"arm64/{variant}/ge_double_projective", point[:3], [])
        assert found == tuple(value % P for value in expected[:3])


@pytest.mark.parametrize("variant", VARIANTS)
def test_an_entry(variant: str) -> None:
    source = random.Random(variant)
    for _ in range(300):
        point = [short(source), source.getrandbits(256), short(source), source.getrandbits(256)]
        numbers = {POINT + 32 * index: value for index, value in enumerate(point)}
        found = call(f"arm64/{variant}/ge_cached", ENTRY, POINT, output=ENTRY - 32, size=6,
                     memory={**numbers, ENTRY - 32: GUARD, ENTRY + 128: GUARD})
        assert [found[0], found[5]] == [GUARD] * 2 and found[3] < 2**255 + 2**198
        assert [value % P for value in found[1:5]] == [value % P for value in spec.cached(spec.Extended(*point))]


# --- multiples ------------------------------------------------------------------------------------------------------

EDGES = [0, 1, 16, 2**253 - 1, ORDER, ORDER - 1]
EQUAL_DIGITS = [sum(digit * 32**i for i in range(50)) + 2**250 for digit in (-16, -1, 0, 15)]
OUT, A, B, GIVEN = DATA, DATA + 0x200, DATA + 0x240, DATA + 0x280


def multiple(path: str, *arguments: int, **numbers: int) -> spec.Affine:
    """The result of a routine; `numbers` are at A, B and GIVEN."""
    places = {"a": A, "b": B, "x": GIVEN, "y": GIVEN + 32}
    memory = {places[name]: value for name, value in numbers.items()} | {OUT + 64: GUARD}
    x, y, guard = call(path, OUT, *arguments, memory=memory, output=OUT, size=3)
    assert guard == GUARD
    return spec.Affine(x, y)


@pytest.mark.parametrize("variant", VARIANTS)
def test_multiples_of_the_base_point(variant: str) -> None:
    source = random.Random(variant)
    for k in [*EDGES, *EQUAL_DIGITS, *(source.getrandbits(253) for _ in range(10))]:
        assert multiple(f"arm64/{variant}/ge_base", A, a=k) == spec.scalar_times_base(k), k


@pytest.mark.parametrize("variant", VARIANTS)
def test_sums_of_multiples(variant: str) -> None:
    """Points of small order too, and sums that are the neutral point."""
    source = random.Random(variant)
    order_4 = spec.Affine(pow(2, (P - 1) // 4, P), 0)
    points = [spec.NEUTRAL, spec.Affine(0, P - 1), order_4, spec.B, spec.sum_affine(spec.B, order_4)]
    cases = [(a, point, b) for a, point, b in zip(EDGES, [*points, spec.B], EDGES[::-1], strict=True)]
    cases += [(ORDER - 1, spec.B, 1), (0, spec.B, 0), (ORDER - 5, spec.scalar_times_base(7), 35)]
    cases += [(source.getrandbits(253), spec.scalar_times_base(source.getrandbits(253)), k) for k in EQUAL_DIGITS]
    for a, point, b in cases:
        found = multiple(f"arm64/{variant}/ge_double_scalar_vartime", A, GIVEN, B, a=a, b=b, x=point.x, y=point.y)
        assert found == spec.double_scalar(a, point, b), (a, point, b)
