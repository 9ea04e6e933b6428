"""The Arm64 additions and doublings of points, in unicorn, are the spec's formulas, and write nowhere else."""

import random

import pytest

from qed25519.spec import edwards25519 as spec
from qed25519.spec.field import P

from .emulated import DATA, call
from .test_ladder_step_arm64 import GUARD, short

POINT, ENTRY = DATA + 0x200, DATA + 0x100
VARIANTS = ["schoolbook", "karatsuba"]


def called(path: str, point: list[int], entry: list[int], *arguments: int) -> tuple[int, ...]:
    """The four coordinates modulo p."""
    numbers = {POINT - 32: GUARD, POINT + 128: GUARD, ENTRY - 32: GUARD, ENTRY + 96: GUARD}
    numbers |= {POINT + 32 * index: value for index, value in enumerate(point)}
    numbers |= {ENTRY + 32 * index: value for index, value in enumerate(entry)}
    found = call(path, POINT, *arguments, memory=numbers, output=ENTRY - 32, size=14)
    assert [found[index] for index in (0, 4, 8, 13)] == [GUARD] * 4 and found[1:4] == entry
    assert all(value < 2**255 + 2**198 for value in found[9:13])
    return tuple(value % P for value in found[9:13])


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_sum(variant: str) -> None:
    source = random.Random(variant)
    for _ in range(1000):
        point, entry = [short(source) for _ in range(4)], [2**256 - 1 - short(source) for _ in range(3)]
        expected = spec.madd(spec.Extended(*point), spec.Precomputed(*entry))
        assert called(f"arm64/{variant}/ge_madd", point, entry, ENTRY) == tuple(value % P for value in expected)


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_double(variant: str) -> None:
    source = random.Random(variant)
    for _ in range(1000):
        point = [*(short(source) for _ in range(3)), source.getrandbits(256)]
        expected = spec.double(spec.Extended(*point))
        assert called(f"arm64/{variant}/ge_double", point, [0, 0, 0]) == tuple(value % P for value in expected)
