"""Lemmas mean what they say: the text as SMT-LIB, as Python, and to both solvers."""

from __future__ import annotations

from fractions import Fraction

import pytest
import z3

from qed25519.prover.lemmas import Lemma, LemmaError, holds, meets
from qed25519.prover.solver import Answer, Solver


def ask(*lemmas: Lemma) -> list[Answer]:
    with Solver(1) as solver:
        return [future.result() for future in solver.submit([lemma.obligation() for lemma in lemmas])]


def verdicts(*lemmas: Lemma) -> list[str]:
    return [answer.verdict for answer in ask(*lemmas)]


def test_true_false_and_vacuous() -> None:
    true = Lemma("t", given=("x <= y",), goal="x + y <= 2*y", at={"x": 1, "y": Fraction(3, 2)})
    false = Lemma("f", given=("x <= y",), goal="x + y < 2*y", at={"x": 1, "y": 2})
    vacuous = Lemma("v", given=("x < y", "y < x"), goal="x == 7", at={"x": 1, "y": 2})
    unmet = Lemma("u", given=("x < y",), goal="x <= y", at={"x": 2, "y": 1})
    assert verdicts(true, false, vacuous, unmet) == ["proved", "refuted", "vacuous", "vacuous"]
    assert meets(true, true.at) and not meets(vacuous, vacuous.at)
    assert holds(true, {"x": 5, "y": 4}) and not holds(false, {"x": 4, "y": 4})


def test_integers_and_reals() -> None:
    halves = Lemma("h", goal="2*x != 1", at={"x": 0}, integers=("x",), logic="QF_LIA")
    real = Lemma("r", goal="2*x != 1", at={"x": 0}, logic="QF_LRA")
    mixed = Lemma("m", given=("n > y",), where=("y = n/2 + 1/3",), goal="n >= 1", at={"n": 2}, integers=("n",),
                  logic="QF_LIRA")
    assert verdicts(halves, real, mixed) == ["proved", "refuted", "proved"]


@pytest.mark.parametrize("text", [
    "(x + y)*2 - 3*x == 2*y - x", "x // 3*3 + x % 3 == x", "abs(x) >= x and abs(-x) == abs(x)", "-x - -y == y - x",
    "not (x < y and y < x)", "implies(x < y, x + 1 <= y)", "x**3 == x*x*x", "x < y or y < x or x == y",
    "x <= x + 1 > x != x + 2",
])
def test_the_solver_and_python_read_alike(text: str) -> None:
    """True for all integers in Python, and to the solver, whose terms are also evaluated at the same values."""
    lemma = Lemma("l", goal=text, at={"x": 1, "y": 2}, integers=("x", "y"), logic="QF_NIA")
    obligation = lemma.obligation()
    for x in range(-4, 5):
        for y in range(-4, 5):
            assert holds(lemma, {"x": x, "y": y})
            solver = z3.Solver()
            solver.from_string(f"{obligation.hypotheses}(assert (= x {smt(x)}))(assert (= y {smt(y)}))"
                               f"(assert {obligation.goal})")
            assert solver.check() == z3.sat


def smt(value: int) -> str:
    return str(value) if value >= 0 else f"(- {-value})"


def test_reals_are_written_as_reals_and_names_are_left_alone() -> None:
    lemma = Lemma("l", goal="x12 + 3 <= -2*x12*(1/4)", at={"x12": Fraction(-9, 4)})
    assert lemma.obligation().goal == "(<= (+ x12 3.0) (* (* (- 2.0) x12) (/ 1.0 4.0)))"
    assert "(assert (= x12 (/ (- 9.0) 4.0)))" in lemma.obligation().vacuity
    mixed = Lemma("l", goal="n12 + 1 <= n12/2", at={"n12": 1}, integers=("n12",))
    assert mixed.obligation().goal == "(<= (+ (to_real n12) 1.0) (/ (to_real n12) 2.0))"


@pytest.mark.parametrize("text", ["x +", "x", "x + z > 0", "f(x) > 0", "x[0] > 0", "x > 1.5", "x > True", "x // y > 0",
                                  "x if x else x", "x % -2 > 0", "x << 2 > 0", "x in y",
                                  "x**y > 0", "x**0 > 0", "'x' > 0"])
def test_what_is_no_proposition_is_an_error(text: str) -> None:
    with pytest.raises(LemmaError):
        Lemma("l", goal=text, at={"x": 1, "y": 1}).obligation()


@pytest.mark.parametrize("text", ["y", "y == x", "2 = x", "x % 2 = y"])
def test_what_is_no_definition_is_an_error(text: str) -> None:
    with pytest.raises(LemmaError):
        Lemma("l", goal="x > 0", where=(text,), at={"x": 1}).obligation()
