"""The integers domain agrees with ints: results on every concrete input, bounds, recorded constraints, elisions.

A constraint that is false on a concrete input is an InternalError of the theory, so recording them is a test by itself.
"""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings

from qed25519.domains.integers import Integers
from qed25519.domains.polynomial import Poly
from qed25519.domains.theory import SHADOWS, Clause, Theory

from . import sequences


class Shadowed(Integers):
    """With inputs that have given values on the concrete inputs."""

    def shadowed(self, values: list[int], high: int = 2**64 - 1) -> Poly:
        return self.new("x", high, values)

    def bits(self, values: list[int]) -> Poly:
        return self.shadowed(values, 1)


def spread(domain: Shadowed, values: list[int], high: int = 2**64 - 1) -> Poly:
    """A word with these values by turns."""
    return domain.shadowed([values[index % len(values)] for index in range(SHADOWS)], high)


def check_elisions(theory: Theory) -> None:
    for clause in theory.elisions:
        theory.check(clause, "an elision")


@settings(max_examples=80)
@given(sequences.inputs, sequences.inputs, sequences.programs)
def test_sequences_agree_with_ints(first: list[int], second: list[int], program: list[sequences.Step]) -> None:
    domain = Shadowed(Theory())

    def in_bounds(result: Poly) -> None:
        low, high = domain.bounds(result)
        assert all(low <= number <= high for number in domain.theory.shadow(result))

    sequences.check(domain, [first, second], program, domain.theory.shadow, in_bounds)
    check_elisions(domain.theory)
    for clause in domain.theory.constraints:
        assert isinstance(clause, Clause)
        domain.theory.check(clause, "a constraint")


# --- each rule, on all small words and on the largest ------------------------------------------------------------

SMALL = [(x, y) for x in (*range(8), *range(2**64 - 8, 2**64)) for y in (*range(16), *range(2**64 - 16, 2**64))]
ROWS = [(x, [y for z, y in SMALL if z == x]) for x in dict.fromkeys(x for x, _ in SMALL)]


@pytest.mark.parametrize("operation", ["and_", "or_", "xor"])
@pytest.mark.parametrize("x_is_constant", [False, True])
def test_bitwise(operation: str, x_is_constant: bool) -> None:
    meaning = {"and_": int.__and__, "or_": int.__or__, "xor": int.__xor__}[operation]
    for x, ys in ROWS:
        domain = Shadowed(Theory())
        word, other = spread(domain, ys), domain.constant(x) if x_is_constant else spread(domain, [x])
        for pair in ((word, other), (other, word)):
            result = getattr(domain, operation)(*pair)
            assert domain.theory.shadow(result) == [meaning(x, y) for y in ys]


@pytest.mark.parametrize("operation", ["and_", "or_", "xor"])
def test_bitwise_with_the_mask_of_a_bit_is_exact(operation: str) -> None:
    domain = Shadowed(Theory())
    bit, word = domain.bits([0, 1] * 16), spread(domain, list(sequences.EDGES))
    mask = bit * (2**64 - 1)
    values = list(zip(domain.theory.shadow(mask), domain.theory.shadow(word), strict=True))
    for pair in ((mask, word), (word, mask)):
        result = getattr(domain, operation)(*pair)
        meaning = {"and_": int.__and__, "or_": int.__or__, "xor": int.__xor__}[operation]
        assert domain.theory.shadow(result) == [meaning(a, b) for a, b in values]


def test_bitwise_with_constant_masks_is_a_split() -> None:
    for k in range(65):
        domain = Shadowed(Theory())
        word = spread(domain, list(sequences.EDGES))
        numbers = domain.theory.shadow(word)
        low, high = domain.and_(word, domain.constant(2**k - 1)), domain.and_(domain.constant(2**64 - 2**k), word)
        assert domain.theory.shadow(low) == [number % 2**k for number in numbers]
        assert domain.theory.shadow(high) == [number - number % 2**k for number in numbers]
        assert low + high == word                       # exactly, as polynomials: the pieces are those of one split


@pytest.mark.parametrize("width", [1, 2, 3])
def test_sums_and_differences_of_small_width(width: int) -> None:
    """All operands and carries of a few bits: the equation, the ranges, and no variable where none is needed."""
    size = 2**width
    for x, carry in product(range(size), (0, 1)):
        domain = Shadowed(Theory())
        a, b, c = spread(domain, [x], size - 1), spread(domain, list(range(size)), size - 1), spread(domain, [carry], 1)
        ys = domain.theory.shadow(b)
        for result, out, sign in ((*domain.add(a, b, c, width), 1), (*domain.sub(a, b, c, width), -1)):
            for index, y in enumerate(ys):
                low, high = domain.theory.shadow(result)[index], domain.theory.shadow(out)[index]
                assert 0 <= low < size and high in (0, 1) and low + sign * size * high == x + sign * (y + carry)
            assert domain.bounds(result) == (0, size - 1) or domain.bounds(result)[0] >= 0
        before = len(domain.theory.variables)
        assert domain.add(a, domain.constant(0), domain.bit(0), width) == (a, Poly.constant(0))
        assert domain.sub(a, domain.constant(0), domain.bit(0), width) == (a, Poly.constant(0))
        assert len(domain.theory.variables) == before


@pytest.mark.parametrize("width", [32, 64])
def test_a_difference_of_minus_one_or_zero_needs_no_variable(width: int) -> None:
    for x, y, z in ((0, "b", 0), (0, 0, "b"), ("b", 1, 0), ("b", 0, 1), (5, 5, "b")):
        domain = Shadowed(Theory())
        bit = domain.bits([0, 1] * 16)
        operands = [bit if part == "b" else domain.constant(int(part)) for part in (x, y, z)]
        difference, borrow = domain.sub(operands[0], operands[1], operands[2], width)
        total = domain.theory.shadow(operands[0] - operands[1] - operands[2])
        assert domain.theory.shadow(borrow) == [int(number < 0) for number in total]
        assert domain.theory.shadow(difference) == [number % 2**width for number in total]
        assert len(domain.theory.variables) == 1 and not domain.theory.constraints


def test_splits() -> None:
    for k in range(65):
        domain = Shadowed(Theory())
        word = spread(domain, list(sequences.EDGES))
        high, low = domain.split(word, k)
        assert domain.theory.shadow(high) == [number >> k for number in domain.theory.shadow(word)]
        assert domain.theory.shadow(low) == [number % 2**k for number in domain.theory.shadow(word)]
        assert domain.split(word, k) == (high, low)     # the same pieces when asked again


def test_splits_with_divisible_terms() -> None:
    """2^k·a + b is split as (a, b) where b is below 2^k, and not where it may not be."""
    for k in (1, 4, 63):
        domain = Shadowed(Theory())
        a, b = spread(domain, [0, 1, 2**(64 - k) - 1], 2**(64 - k) - 1), spread(domain, [0, 1, 2**k - 1], 2**k - 1)
        assert domain.split(a * 2**k + b, k) == (a, b) and len(domain.theory.variables) == 2
        for other in (a * 2**k + b + 1, a * 2**k + b * 2, a * 2**k - b, a * (2**k + 1)):
            values = domain.theory.shadow(other)
            if min(values) < 0:
                continue
            high, low = domain.split(other, k)
            assert domain.theory.shadow(high) == [value >> k for value in values]
            assert domain.theory.shadow(low) == [value % 2**k for value in values]
            assert domain.bounds(low)[0] >= 0 and domain.bounds(low)[1] < 2**k
        check_elisions(domain.theory)


def test_a_split_of_a_constant_is_constant() -> None:
    domain = Shadowed(Theory())
    for value, k in product(sequences.EDGES, range(65)):
        assert domain.split(domain.constant(value), k) == (Poly.constant(value >> k), Poly.constant(value % 2**k))
    assert not domain.theory.variables


def test_products() -> None:
    domain = Shadowed(Theory())
    for x, ys in ROWS:
        high, low = domain.mul(spread(domain, [x]), spread(domain, ys))
        assert domain.theory.shadow(high) == [x * y >> 64 for y in ys]
        assert domain.theory.shadow(low) == [x * y % 2**64 for y in ys]
    assert domain.mul(domain.constant(2**64 - 1), domain.constant(2**64 - 1)) == (
        Poly.constant(2**64 - 2), Poly.constant(1))


def test_selections() -> None:
    for x, ys in ROWS:
        domain = Shadowed(Theory())
        a, b, bit = spread(domain, [x]), spread(domain, ys), domain.bits([0, 1] * 16)
        flags = domain.theory.shadow(bit)
        assert domain.theory.shadow(domain.select(bit, a, b)) == [x if f else y for f, y in zip(flags, ys, strict=True)]
        assert (domain.select(domain.bit(1), a, b), domain.select(domain.bit(0), a, b)) == (a, b)
        before = len(domain.theory.variables)
        assert domain.theory.shadow(domain.select(bit, a, a - 0)) == [x] * SHADOWS
        assert domain.select(bit, domain.constant(7), domain.constant(3)) == bit * 4 + 3
        assert len(domain.theory.variables) == before


def test_zero_or_not() -> None:
    domain = Shadowed(Theory())
    for values, high in (([*range(32)], 2**64 - 1), ([0, 1], 1), ([0, 1, 2], 2), ([0, 0, 2**64 - 1], 2**64 - 1)):
        word = spread(domain, values, high)
        numbers = domain.theory.shadow(word)
        assert domain.theory.shadow(domain.is_zero(word)) == [int(number == 0) for number in numbers]
        assert domain.is_zero(word + 1) == Poly.constant(0)
    assert domain.is_zero(domain.constant(0)) == Poly.constant(1)
    assert domain.is_zero(domain.constant(5)) == Poly.constant(0)


def test_bits() -> None:
    domain = Shadowed(Theory())
    a, b = domain.bits([0, 0, 1, 1] * 8), domain.bits([0, 1] * 16)
    pairs = list(zip(domain.theory.shadow(a), domain.theory.shadow(b), strict=True))
    meanings = ((domain.and_bit, int.__and__), (domain.or_bit, int.__or__), (domain.xor_bit, int.__xor__))
    for operation, meaning in meanings:
        assert domain.theory.shadow(operation(a, b)) == [meaning(x, y) for x, y in pairs]
        for known in (0, 1):
            assert domain.theory.shadow(operation(a, domain.bit(known))) == [meaning(x, known) for x, _ in pairs]
            assert domain.theory.shadow(operation(domain.bit(known), b)) == [meaning(known, y) for _, y in pairs]
        assert domain.theory.shadow(operation(a, a)) == [meaning(x, x) for x, _ in pairs]
    assert domain.theory.shadow(domain.not_bit(a)) == [1 - x for x, _ in pairs]


def test_what_is_unknown_may_be_anything() -> None:
    domain = Shadowed(Theory())
    assert domain.bounds(domain.unknown("w")) == (0, 2**64 - 1) and domain.bounds(domain.unknown_bit("b")) == (0, 1)
    assert domain.unknown("w") != domain.unknown("w")
    assert domain.bounds(domain.parity(domain.constant(0))) == (0, 1)


def test_after_a_cut_splits_are_made_anew() -> None:
    domain = Shadowed(Theory())
    word = spread(domain, list(sequences.EDGES))
    before = domain.split(word, 13)
    domain.forget()
    assert domain.split(word, 13) != before
