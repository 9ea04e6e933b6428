"""In the opaque domain a result is known only where every operand is, and then it is the concrete one."""

from __future__ import annotations

from inspect import getmembers, isfunction
from itertools import combinations
from typing import Any

import pytest

from qed25519.domains.concrete import Concrete
from qed25519.domains.opaque import MOST_CHOICES, Opaque, Unknown
from qed25519.isa.domain import Domain

# Operation -> operands that are known, then arguments that are not values.
OPERATIONS: dict[str, tuple[tuple[Any, ...], tuple[Any, ...]]] = {
    "add": ((2**64 - 1, 5, 1), ()), "sub": ((3, 5, 1), ()), "mul": ((2**63, 6), ()), "split": ((2**40 + 3,), (13,)),
    "join": ((5, 3), (4,)), "and_": ((6, 3), ()), "or_": ((6, 3), ()), "xor": ((6, 3), ()), "select": ((1, 6, 3), ()),
    "is_zero": ((0,), ()), "parity": ((3,), ()), "word": ((1,), ()), "low_bit": ((7,), ()), "not_bit": ((1,), ()),
    "and_bit": ((1, 0), ()), "or_bit": ((1, 0), ()), "xor_bit": ((1, 0), ()),
}
SHORTCUTS = [("and_", 0), ("or_", 2**64 - 1), ("mul", 0), ("and_bit", 0), ("or_bit", 1), ("select", 1)]


def all_of(result: Any) -> tuple[Any, ...]:
    return result if isinstance(result, tuple) else (result,)


def test_every_operation_of_a_domain_is_here() -> None:
    names = {name for name, _ in getmembers(Domain, isfunction) if not name.startswith("_") or name.endswith("_")}
    makers = {"constant", "constant_value", "unknown", "bit", "bit_value", "unknown_bit"}
    assert {name for name in names if not name.startswith("__")} == set(OPERATIONS) | makers


@pytest.mark.parametrize("name", OPERATIONS)
def test_known_operands_give_the_concrete_result(name: str) -> None:
    operands, rest = OPERATIONS[name]
    assert getattr(Opaque(), name)(*operands, *rest) == getattr(Concrete(), name)(*operands, *rest)
    if name in ("add", "sub"):
        assert getattr(Opaque(), name)(3, 5, 1, width=32) == getattr(Concrete(), name)(3, 5, 1, width=32)


@pytest.mark.parametrize("name", OPERATIONS)
def test_any_unknown_operand_makes_every_result_a_new_unknown(name: str) -> None:
    domain = Opaque()
    operands, rest = OPERATIONS[name]
    for count in range(1, len(operands) + 1):
        for places in combinations(range(len(operands)), count):
            data = Unknown("data")
            given = [data if place in places else operand for place, operand in enumerate(operands)]
            first, again = (all_of(getattr(domain, name)(*given, *rest)) for _ in range(2))
            assert len(first) == len(all_of(getattr(Concrete(), name)(*operands, *rest)))
            assert all(isinstance(result, Unknown) and result is not data for result in first + again)
            assert len({id(result) for result in first + again}) == 2 * len(first)
            assert all(domain.constant_value(result) is None and domain.bit_value(result) is None for result in first)


@pytest.mark.parametrize(("name", "known"), SHORTCUTS)
def test_no_shortcut_makes_data_constant(name: str, known: int) -> None:
    """x and 0 is 0 whatever x is; but the domain need not know, and does not."""
    data = Unknown("data")
    operands = (known, data, data) if name == "select" else (known, data)
    assert all(isinstance(result, Unknown) for result in all_of(getattr(Opaque(), name)(*operands)))


def test_unknowns_are_equal_only_to_themselves() -> None:
    domain = Opaque()
    data, other = domain.unknown("data"), domain.unknown("data")
    assert data == data and data != other and domain.unknown_bit("b") != domain.unknown_bit("b")
    assert domain.constant_value(domain.constant(5)) == 5 and domain.bit_value(domain.bit(1)) == 1


# --- choices --------------------------------------------------------------------------------------------------------


def few(*numbers: int) -> Unknown:
    return Unknown("few", frozenset(numbers))


def test_a_word_of_which_nothing_is_known_has_no_choices() -> None:
    domain = Opaque()
    assert domain.choices(Unknown("data")) == domain.choices(domain.unknown("data")) == frozenset()
    assert domain.choices(5) == {5}


def test_the_low_bits_of_a_word_are_one_of_few_numbers() -> None:
    domain, data = Opaque(), Unknown("data")
    assert domain.choices(domain.and_(data, 31)) == domain.choices(domain.and_(31, data)) == {*range(32)}
    assert domain.choices(domain.and_(data, 20)) == {*range(21)}           # more than can be, never less
    high, low = domain.split(data, 5)
    assert domain.choices(low) == {*range(32)} and not domain.choices(high)
    for wide in (domain.and_(data, MOST_CHOICES), domain.and_(data, 2**64 - 1), domain.split(data, 7)[1],
                 domain.or_(data, 31), domain.xor(data, 31), domain.and_(data, Unknown("other"))):
        assert isinstance(wide, Unknown) and not domain.choices(wide)


@pytest.mark.parametrize("name", OPERATIONS)
def test_the_choices_of_a_result_are_what_the_operation_gives_for_those_of_its_operands(name: str) -> None:
    domain, (operands, rest) = Opaque(), OPERATIONS[name]
    for place, operand in enumerate(operands):
        numbers = (0, 1) if operand in (0, 1) else (operand, 1, 2)
        given = [few(*numbers) if index == place else one for index, one in enumerate(operands)]
        results = all_of(getattr(domain, name)(*given, *rest))
        single = [[*operands[:place], number, *operands[place + 1:]] for number in numbers]
        expected = zip(*(all_of(getattr(Concrete(), name)(*one, *rest)) for one in single), strict=True)
        assert [domain.choices(result) for result in results] == [{*values} for values in expected]
        assert all(isinstance(result, Unknown) for result in results)


def test_choices_of_several_operands_are_all_combinations() -> None:
    domain = Opaque()
    assert domain.choices(domain.add(few(0, 1, 2), few(0, 10), 0)[0]) == {0, 1, 2, 10, 11, 12}
    assert not domain.choices(domain.add(few(0, 1), Unknown("data"), 0)[0])
    assert domain.choices(domain.add(few(0, 2**64 - 1), 1, 0)[0]) == {0, 1}
    wide = domain.and_(Unknown("data"), 31)
    assert not domain.choices(domain.add(wide, domain.and_(Unknown("data"), 3), 0)[0])     # 128 combinations


def test_a_value_with_choices_is_no_constant() -> None:
    """Not even with one: the domain decides no branch by it."""
    domain = Opaque()
    for value in (few(0, 1), few(5), domain.and_(Unknown("data"), 0)):
        assert domain.constant_value(value) is None and domain.bit_value(value) is None
    assert isinstance(domain.is_zero(few(0)), Unknown)
