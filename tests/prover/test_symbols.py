"""A Symbol computes what an int does, for every value of its bits, and refuses what it cannot."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from qed25519.domains.integers import Integers
from qed25519.domains.polynomial import Poly
from qed25519.domains.theory import SHADOWS, Theory
from qed25519.prover.symbols import Meaning, StatementError, String, Symbol, bits_of, of_bits, symbolic_by_name
from qed25519.spec import curve25519

P = 2**255 - 19
WIDTH = 5              # bits; SHADOWS values of them are all that there are
Ints = Callable[[Any], Any]

PLACES = {"low bits": (0, 1, 2, 3, 4), "bits above a gap": (1, 2, 4, 5, 7), "bits in any order": (4, 0, 3, 1, 2)}
CONSTANTS = range(0, 2 * 2**WIDTH, 3)


def symbol(places: tuple[int, ...], constant: int = 0, classes: bool = False) -> Symbol:
    """constant + Σ 2^place·bit, where input number i has the bits of i."""
    theory = Theory()
    bits = {place: Poly.variable(theory.new(f"b{index}", 0, 1, [i >> index & 1 for i in range(SHADOWS)]))
            for index, place in enumerate(places)}
    poly = sum((bit * 2**place for place, bit in bits.items()), Poly.constant(constant))
    return Symbol(Meaning(theory, Integers(theory).bounds, classes=classes), poly)


def numbers(places: tuple[int, ...], constant: int = 0) -> list[int]:
    return [constant + sum((i >> index & 1) << place for index, place in enumerate(places)) for i in range(SHADOWS)]


def test_all_values_are_tried() -> None:
    assert SHADOWS == 2**WIDTH and sorted(numbers(PLACES["low bits"])) == list(range(2**WIDTH))


OPERATIONS: dict[str, Callable[[int], Ints]] = {
    "and": lambda c: lambda x: x & c,
    "and from the left": lambda c: lambda x: c & x,
    "or": lambda c: lambda x: x | c,
    "or from the left": lambda c: lambda x: c | x,
    "remainder": lambda c: lambda x: x % 2 ** (c % 9),
    "shift to the right": lambda c: lambda x: x >> c % 9,
    "shift to the left": lambda c: lambda x: x << c % 9,
    "as the spec takes a bit": lambda c: lambda x: (x | c) >> c % 9 & 1,
    "as the spec clamps": lambda c: lambda x: ((x & c) & 2**7 - 1 | 2**6) << 2,
    "exclusive or of two bits": lambda c: lambda x: (x >> c % 9 & 1) ^ (x >> c % 4 & 1),
    "exclusive or with a constant": lambda c: lambda x: (x >> c % 9 & 1) ^ c % 2 ^ 1,
    "sum and product": lambda c: lambda x: c - (x * x - 3) * (x + c),
    "any remainder": lambda c: lambda x: (c - x * x) % (c + 1),
    "nought to the power": lambda c: lambda x: 0 ** (x % (c + 1)),
    "nought to what a remainder leaves": lambda c: lambda x: 0 ** (x - x % (c + 1)),
}


@pytest.mark.parametrize("operation", OPERATIONS)
@pytest.mark.parametrize("places", PLACES)
def test_operations_agree_with_ints(operation: str, places: str) -> None:
    for constant in CONSTANTS:
        compute = OPERATIONS[operation](constant)
        result = compute(symbol(PLACES[places]))
        found = [result.shadow(i) if isinstance(result, Symbol) else result for i in range(SHADOWS)]
        assert found == [compute(x) for x in numbers(PLACES[places])], constant


def test_constant_bits_among_others() -> None:
    """8 + b0 + 2·b1 + …: the constant's bits are where no variable is."""
    places = (0, 1, 2, 4, 6)
    functions: tuple[Ints, ...] = (lambda x: x & 0x5a, lambda x: x | 0x81, lambda x: x >> 3, lambda x: x % 16)
    for compute in functions:
        result = compute(symbol(places, constant=8 + 32))
        assert [result.shadow(i) for i in range(SHADOWS)] == [compute(x) for x in numbers(places, 8 + 32)]


def test_bytes_of_a_number() -> None:
    for length, constant in ((1, 0), (2, 0), (2, 300), (32, 2**255)):
        found = symbol(PLACES["low bits"], constant).to_bytes(length, "little")
        assert isinstance(found, String) and found.length == length
        assert [found.value.shadow(i).to_bytes(length, "little") for i in range(SHADOWS)] == [
            x.to_bytes(length, "little") for x in numbers(PLACES["low bits"], constant)]


def test_the_specs_decoding_runs_on_bytes_of_bits() -> None:
    """Exhaustively over five bits: at both ends of the scalar, and in the middle."""
    places = (0, 3, 130, 254, 255)
    whole = symbol(places)
    given = [whole >> 8 * index & 255 for index in range(32)]
    for decode in (curve25519.decode_scalar25519, curve25519.decode_u_coordinate):
        result: Any = decode(given)  # type: ignore[arg-type]
        assert [result.shadow(i) for i in range(SHADOWS)] == [
            decode(x.to_bytes(32, "little")) for x in numbers(places)]


REFUSED: dict[str, Ints] = {
    "and with data": lambda x: x & x,
    "or with data": lambda x: x | x,
    "and with a negative": lambda x: x & -2,
    "or with a negative": lambda x: x | -1,
    "shift by data": lambda x: x >> x,
    "shift by a negative": lambda x: x << -1,
    "shift of a constant": lambda x: 1 << x,
    "bits of a product": lambda x: x * x & 1,
    "bits of a sum": lambda x: x + (x >> 1) & 1,
    "bits of a negative": lambda x: -x & 1,
    "bits of a difference": lambda x: x - 1 & 1,
    "exclusive or of words": lambda x: x ^ 1,
    "exclusive or with 2": lambda x: (x & 1) ^ 2,
    "exclusive or with True": lambda x: (x & 1) ^ True,
    "a remainder of 0": lambda x: x % 0,
    "a remainder of data": lambda x: x % x,
    "not": lambda x: ~x,
    "bytes, the highest first": lambda x: x.to_bytes(32, "big"),
    "no bytes": lambda x: x.to_bytes(0, "little"),
    "bytes that do not hold it": lambda x: (x * 2**8).to_bytes(1, "little"),
    "bytes of a negative": lambda x: (x - 1).to_bytes(32, "little"),
    "nought to a negative": lambda x: 0 ** (x - 1),
    "nought to minus what a remainder leaves": lambda x: 0 ** (x % 5 - x),
    "nought to what a remainder leaves of a negative": lambda x: 0 ** (x - 1 - (x - 1) % 5),
    "one to a power": lambda x: 1**x,
}


@pytest.mark.parametrize("what", REFUSED)
def test_what_has_no_meaning_is_refused(what: str) -> None:
    given = symbol(PLACES["low bits"])
    with pytest.raises(StatementError):
        REFUSED[what](given)
    assert given._meaning.refusals


OF_ELEMENTS: dict[str, Ints] = {
    "another remainder": lambda x: x % 2**255,
    "a remainder of bits": lambda x: x % 2,
    "a remainder modulo l": lambda x: x % (2**252 + 27742317777372353535851937790883648493),
    "and": lambda x: x & 1,
    "or": lambda x: x | 1,
    "exclusive or": lambda x: x ^ 1,
    "shift to the right": lambda x: x >> 1,
    "is zero": lambda x: 0**x,
    "is a sum zero": lambda x: 0 ** (x % P + 0),
    "bytes": lambda x: (x % P).to_bytes(32, "little"),
    "a multiple of the base point": lambda x: symbolic_by_name("curve25519.scalar_times_base", [x]),
    "a power that is not reduced": lambda x: x**2,
    "if": lambda x: 1 if x else 0,
    "==": lambda x: x == 0,
}


@pytest.mark.parametrize("what", OF_ELEMENTS)
def test_of_an_element_only_what_respects_classes(what: str) -> None:
    """x and x + p are one element; none of these is the same for both."""
    given = symbol(PLACES["low bits"], classes=True)
    with pytest.raises(StatementError):
        OF_ELEMENTS[what](given)
    assert given._meaning.refusals


def test_what_is_allowed_of_elements_respects_classes() -> None:
    """By an element's other names, the same classes: sums, products, the canonical value, powers, whether it is 0."""
    functions: tuple[Ints, ...] = (
        lambda x: x * x - 3 * x + 7, lambda x: x % P, lambda x: pow(x + 1, P - 2, P), lambda x: x << 3,
        lambda x: pow(x + 1, P - 3, P), lambda x: 0 ** (x % P), lambda x: 0 ** ((x - 3) % P))
    for compute in functions:
        first, second = symbol(PLACES["low bits"], classes=True), symbol(PLACES["low bits"], 5 * P, classes=True)
        results = compute(first), compute(second)
        for i in range(SHADOWS):
            assert (results[0].shadow(i) - results[1].shadow(i)) % P == 0


# --- bits of a polynomial -------------------------------------------------------------------------------------------


def test_bits_of_what_is_a_sum_of_bits() -> None:
    for constant in (0, 8, 2**7):
        given = symbol((0, 1, 2, 4, 6), constant)
        found = bits_of(given._meaning.theory, given.poly)
        assert found is not None and of_bits(found) == given.poly
        for bit in found:
            assert {bit.evaluate(given._meaning.theory.at(i)) for i in range(SHADOWS)} <= {0, 1}


def test_bits_of_anything_else_are_not_known() -> None:
    theory = Theory()
    bit, other = (Poly.variable(theory.new(name, 0, 1, [0] * SHADOWS)) for name in "bc")
    digit = Poly.variable(theory.new("d", 0, 2, [0] * SHADOWS))
    half = Poly.variable(theory.new("h", 0, None, [0] * SHADOWS))
    for poly in (3 * bit, bit + other, bit + 1, bit * other, bit * bit, -bit, 4 * bit - 4, digit, half, bit + 2 * digit,
                 2 * bit + 2 * other, 1 - bit, bit * 2 + 2):
        assert bits_of(theory, poly) is None, theory.show_poly(poly)


def test_a_function_of_one_value_is_one_variable() -> None:
    """scalar_times_base of equal polynomials is the same; of others, another."""
    given = symbol(PLACES["low bits"])

    def multiple(k: Symbol) -> Any:
        return symbolic_by_name("curve25519.scalar_times_base", [k])

    twice = multiple(given + given)
    assert twice.poly == multiple(2 * given).poly != multiple(given).poly
    assert [twice.shadow(i) for i in (0, 3)] == [curve25519.scalar_times_base(2 * i) for i in (0, 3)]
