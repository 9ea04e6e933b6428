"""arm64/common/fe_invert, in unicorn, agrees with pow(x, -1, p): on edges, and on a hundred thousand numbers (slow)."""

import pytest

from .emulated import DATA, call
from .test_invert_native import EDGES, inverse, mixed

IN, OUT = DATA, DATA + 0x100


def inverted(number: int, in_place: bool) -> int:
    """What the routine makes of the number."""
    target = IN if in_place else OUT
    return call("arm64/common/fe_invert", target, IN, memory={IN: number}, output=target, size=1)[0]


@pytest.mark.parametrize("in_place", [False, True])
def test_edges_and_random_numbers(in_place: bool) -> None:
    numbers = EDGES + mixed(1000, seed=3)
    assert [number for number in numbers if inverted(number, in_place) != inverse(number)] == []


@pytest.mark.slow
def test_a_hundred_thousand_numbers() -> None:
    assert [number for number in mixed(100_000, seed=4) if inverted(number, in_place=False) != inverse(number)] == []
