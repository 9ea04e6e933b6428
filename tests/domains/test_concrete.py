"""The concrete domain states its equations: all of few bits, and structured words of 64."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from qed25519.domains.concrete import Concrete, Undefined, UndefinedValue

from .sequences import EDGES

D = Concrete()
PAIRS = list(product(EDGES, repeat=2))


@pytest.mark.parametrize("width", [1, 2, 3, 4])
def test_sums_and_differences_of_small_width(width: int) -> None:
    size = 2**width
    for x, y, c in product(range(size), range(size), (0, 1)):
        total, carry = D.add(x, y, c, width)
        assert 0 <= total < size and carry in (0, 1) and total + size * carry == x + y + c
        difference, borrow = D.sub(x, y, c, width)
        assert 0 <= difference < size and borrow in (0, 1) and difference - size * borrow == x - y - c


def test_words() -> None:
    for x, y in PAIRS:
        for c in (0, 1):
            total, carry = D.add(x, y, c)
            assert total + 2**64 * carry == x + y + c and 0 <= total < 2**64
            difference, borrow = D.sub(x, y, c)
            assert difference - 2**64 * borrow == x - y - c and 0 <= difference < 2**64
        high, low = D.mul(x, y)
        assert low + 2**64 * high == x * y and 0 <= low < 2**64
        assert (D.and_(x, y), D.or_(x, y), D.xor(x, y)) == (x & y, x | y, x ^ y)
        assert (D.select(1, x, y), D.select(0, x, y)) == (x, y)


def test_splits_and_joins() -> None:
    for x, k in product(EDGES, range(65)):
        high, low = D.split(x, k)
        assert x == 2**k * high + low and 0 <= low < 2**k and D.join(high, low, k) == x


def test_bits() -> None:
    for a, b in product((0, 1), repeat=2):
        assert (D.and_bit(a, b), D.or_bit(a, b), D.xor_bit(a, b), D.not_bit(a)) == (a & b, a | b, a ^ b, 1 - a)
        assert D.word(a) == a
    for x in EDGES:
        assert D.is_zero(x) == int(x == 0) and D.low_bit(x) == x % 2
    for x in range(1024):
        assert D.parity(x) == int(bin(x % 256).count("1") % 2 == 0)


OPERATIONS: dict[str, tuple[Any, ...]] = {
    "add": (1, 2, 0), "sub": (1, 2, 0), "mul": (1, 2), "and_": (1, 2), "or_": (1, 2), "xor": (1, 2), "is_zero": (1,),
    "parity": (1,), "word": (1,), "low_bit": (1,), "not_bit": (1,), "and_bit": (1, 0), "or_bit": (1, 0),
    "xor_bit": (1, 0),
}


@pytest.mark.parametrize("name", OPERATIONS)
def test_nothing_is_computed_from_what_is_undefined(name: str) -> None:
    for place in range(len(OPERATIONS[name])):
        operands = list(OPERATIONS[name])
        operands[place] = D.unknown("rax at entry")
        with pytest.raises(UndefinedValue, match="rax at entry is used"):
            getattr(D, name)(*operands)


def test_what_is_undefined_may_be_moved() -> None:
    nothing = D.unknown("rax")
    assert isinstance(nothing, Undefined) and isinstance(D.unknown_bit("cf"), Undefined)
    assert D.select(1, nothing, 5) is nothing and D.select(0, nothing, 5) == 5
    assert D.constant_value(nothing) is None and D.bit_value(nothing) is None and D.constant_value(7) == 7
    for operands in ((nothing, 3, 8), (3, nothing, 8)):
        with pytest.raises(UndefinedValue):
            D.join(*operands)
    with pytest.raises(UndefinedValue):
        D.split(nothing, 3)
    with pytest.raises(UndefinedValue):
        D.select(nothing, 1, 2)
