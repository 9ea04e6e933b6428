"""The statement is the contract's: the same for polynomials as for numbers."""

from __future__ import annotations

from pathlib import Path

import pytest

from qed25519.domains.integers import Integers
from qed25519.domains.polynomial import Poly
from qed25519.domains.theory import SHADOWS, Compare, Theory
from qed25519.prover.contract import Contract, load_contract, parse_expression
from qed25519.prover.statement import (
    Arguments,
    Relation,
    comparison_holds,
    evaluate,
    holds_concretely,
)
from qed25519.prover.symbols import StatementError, spec_function
from qed25519.prover.theorems import PACKAGE
from qed25519.spec import field

from .routines import routine

P = 2**255 - 19
ARGS = 'r = "return u64 rax", a = "in u64 rdi", b = "in u64 rsi"'


def contract(path: str) -> Contract:
    return load_contract(PACKAGE / "asm" / f"{path}.S", PACKAGE / "asm")


def arguments(folder: Path, spec: str, ensures: str = "[]", requires: str = "[]") -> tuple[Arguments, Theory]:
    """Of a routine (a, b) -> r, where a is 3, 4, 5, … and b is 10 on the concrete inputs."""
    code = routine(folder, "", ARGS, spec, ensures=ensures, requires=requires)
    theory = Theory()
    entry = {"a": [Poly.variable(theory.new("a", 0, 2**64 - 1, range(3, 3 + SHADOWS)))],
             "b": [Poly.variable(theory.new("b", 0, 2**64 - 1, [10] * SHADOWS))]}
    return Arguments(code.contract, theory, Integers(theory).bounds, entry), theory


def conclusion(folder: Path, spec: str, result: int, ensures: str = "[]") -> list[bool]:
    """Whether each relation holds on the first concrete input, a = 3 and b = 10, for this result."""
    found, theory = arguments(folder, spec, ensures)
    relations = found.conclusion({"r": [Poly.constant(result)]})
    return [relation.holds(theory.at(0)) for relation in relations]


@pytest.mark.parametrize(("spec", "result"), [
    ("field.add(a, b)", 13), ("field.sub(a, b)", -7), ("field.neg(a)", -3), ("field.mul(a, b)", 30),
    ("field.sqr(b)", 100), ("field.mul_small(a, 121666)", 364998), ("field.canonical(a)", 3),
    ("field.canonical(field.neg(a))", P - 3),
    ("field.select(0, a, b)", 3), ("field.select(1, a, b)", 10), ("field.is_zero(a)", 0), ("field.is_zero(p)", 1),
    ("field.is_zero(field.sub(a, 3))", 1), ("2 * a - b + 7 ** 2", 45), ("-a", -3), ("p", P), ("a", 3)])
def test_equations_mean_the_spec(spec: str, result: int, tmp_path: Path) -> None:
    assert conclusion(tmp_path, f'["r = {spec}"]', result) == [True]
    assert conclusion(tmp_path, f'["r = {spec}"]', result + 1) == [False]
    assert conclusion(tmp_path, f'["r = {spec} mod p"]', result + P) == [True]
    assert conclusion(tmp_path, f'["r = {spec} mod p"]', result + P + 1) == [False]
    assert evaluate(parse_expression(spec), {"a": 3, "b": 10}) == result


@pytest.mark.parametrize(("text", "holds"), [
    ("r < 8", True), ("r < 7", False), ("r <= 7", True), ("r <= 6", False), ("r > 6", True), ("r > 7", False),
    ("r >= 7", True), ("r >= 8", False), ("r == 7", True), ("r == 8", False), ("0 <= r < 2^3", True),
    ("7 < r < 2^64", False), ("a < r < b", True), ("b < r", False), ("r < p", True),
    ("r + a == field.add(b, 0)", True), ("r == field.canonical(r)", True), ("r == field.sub(r, 1)", False)])
def test_comparisons_mean_what_they_say(text: str, holds: bool, tmp_path: Path) -> None:
    """Here r is 7, a is 3 and b is 10."""
    first, *rest = conclusion(tmp_path, '["r = 7"]', 7, f'["{text}"]')
    assert first and all(rest) == holds == comparison_holds(text, {"r": 7, "a": 3, "b": 10})


def test_preconditions_are_clauses_on_the_entry(tmp_path: Path) -> None:
    found, theory = arguments(tmp_path, '["r = a"]', requires='["a < 5", "b == 10"]')
    less, same = found.require()
    assert [less.holds(theory.at(index)) for index in range(3)] == [True, True, False]
    assert same.holds(theory.at(0)) and same.then.relation == "="


def test_unequal_has_no_place(tmp_path: Path) -> None:
    with pytest.raises(StatementError, match="!="):
        conclusion(tmp_path, '["r = a"]', 3, '["r != 4"]')


def test_words_are_little_endian(tmp_path: Path) -> None:
    found, theory = arguments(tmp_path, '["r = a"]')
    value = found.value([Poly.constant(1), Poly.constant(2), Poly.variable(0)])
    assert value.evaluate(theory.at(0)) == 1 + 2 * 2**64 + 3 * 2**128


def test_remainders_are_the_only_ones(tmp_path: Path) -> None:
    """x mod p is a variable in [0, p) with x = p*q + r recorded: no other value meets that."""
    found, theory = arguments(tmp_path, '["r = field.canonical(a * 2**200)"]')
    (relation,) = found.conclusion({"r": [Poly.constant(3)]})
    (index,) = (relation.left - relation.right).variables()
    assert (theory.variables[index].low, theory.variables[index].high) == (0, P - 1)
    assert any(index in constraint.variables() for constraint in theory.constraints)


def test_unknown_functions_and_names(tmp_path: Path) -> None:
    with pytest.raises(StatementError, match=r"spec/field.py has no function cube"):
        conclusion(tmp_path, '["r = field.cube(a)"]', 27)
    with pytest.raises(StatementError, match=r"spec/os.py has no function system"):
        spec_function("os", "system")
    assert spec_function("field", "mul") is field.mul


@pytest.mark.parametrize(("spec", "message"), [
    ("field.mul(a)", "field.mul.a.: TypeError: .*missing 1 required"), ("field.P(a)", "TypeError|no function P"),
    ("a + 2 ** -1", "a power that is no integer"), ("a + 2 ** 9 ** 9 ** 9", "more than 65536 bits"),
    ("a + 0 ** -1", "a power that is no integer")])
def test_a_spec_that_cannot_be_evaluated_is_an_error_of_the_contract(spec: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(StatementError, match=message):
        conclusion(tmp_path, f'["r = {spec}"]', 7)


def test_a_relation_under_conditions_holds_where_they_do_not() -> None:
    x = Poly.variable(0)
    relation = Relation("=", x, Poly.constant(1), given=(Compare(x - 5, ">="),))
    assert [relation.holds({0: value}.__getitem__) for value in (0, 1, 5, 6)] == [True, True, False, False]
    assert relation.exact_clause().given == relation.given
    with pytest.raises(ValueError, match="no clause"):
        Relation("=", x, x, 19).exact_clause()


def test_what_is_wrong_is_named() -> None:
    select = contract("x86_64/common/fe_select")
    entry = {"bit": 1, "x": 5, "y": 9}
    assert holds_concretely(select, entry, {"z": 9}) == []
    assert holds_concretely(select, entry, {"z": 5}) == ["z = field.select(bit, x, y): z is 0x5, the spec says 0x9"]
    assert holds_concretely(select, {**entry, "y": 2**256}, {"z": 2**256}) == ["z < 2^256 is false"]
