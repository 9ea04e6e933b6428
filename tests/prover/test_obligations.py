"""An obligation's text says what it should: unsat if and only if the goal follows."""

from __future__ import annotations

import pytest
import z3

from qed25519.domains.polynomial import Poly
from qed25519.domains.theory import SHADOWS, BitVectorDefinition, Clause, Theory, at_least, at_most, equal
from qed25519.domains.transfer import WordEquality
from qed25519.prover.obligations import Obligation, disjunct_cases, number, obligation, relevant


def theory(*bounds: tuple[int | None, int | None], shadow: list[int] | None = None) -> tuple[Theory, list[Poly]]:
    made = Theory()
    return made, [Poly.variable(made.new(f"x{index}", low, high, shadow or [1] * SHADOWS))
                  for index, (low, high) in enumerate(bounds)]


def follows(item: Obligation) -> bool:
    """By z3 directly; the witness must meet the hypotheses."""
    for text, expected in ((item.hypotheses + item.vacuity, z3.sat), (item.script.replace("(check-sat)", ""), None)):
        solver = z3.Solver()
        solver.from_string(text)
        result = solver.check()
        if expected is not None:
            assert result == expected
    return bool(result == z3.unsat)


def test_ranges_are_hypotheses() -> None:
    made, (x, y) = theory((0, 9), (None, 4))
    assert follows(obligation("", made, Clause(at_most(x + y, 13))))
    assert not follows(obligation("", made, Clause(at_most(x + y, 12))))
    assert not follows(obligation("", made, Clause(at_least(y, -1000))))


def test_clauses_and_goals_with_conditions() -> None:
    made, (x, b) = theory((0, 9), (0, 1))
    made.record(Clause(equal(x, 1), (equal(b, 1),)))
    assert follows(obligation("", made, Clause(at_most(x + b, 9))))
    assert follows(obligation("", made, Clause(equal(x, 1), (at_least(b, 1),))))
    assert not follows(obligation("", made, Clause(equal(x, 1))))
    assert follows(obligation("", made, Clause(equal(x, 1)), case={1: Poly.constant(1)}))


def test_products_are_atoms_with_ranges() -> None:
    made, (x, y, s) = theory((0, 3), (0, 5), (-2, 2))
    assert follows(obligation("", made, Clause(at_most(x * y, 15))))
    assert not follows(obligation("", made, Clause(at_most(x * y, 14))))
    assert follows(obligation("", made, Clause(at_least(x * s, -6))))
    assert follows(obligation("", made, Clause(at_most(s * s * y, 20))))
    assert not follows(obligation("", made, Clause(at_least(s * s, 0))))         # true, but more than intervals know
    made.record(Clause(equal(x, 1)))
    assert not follows(obligation("", made, Clause(equal(x * y, y))))            # needs x - 1 = 0 times y
    times = Clause(equal((x - 1) * y, 0))
    assert follows(obligation("", made, Clause(equal(x * y, y)), [times]))
    assert follows(obligation("", made, Clause(equal(x * y, y)), case={0: Poly.constant(1)}))


def test_equal_questions_have_equal_texts_and_others_do_not() -> None:
    made, (x, y, z, w) = theory((0, 9), (0, 9), (0, 9), (0, 8))
    texts = {name: obligation(name, made, Clause(at_most(left, right))).key for name, left, right in (
        ("x <= y", x, y), ("y <= x", y, x), ("z <= x", z, x), ("w <= x", w, x), ("x <= w", x, w),
        ("x <= 2y", x, 2 * y))}
    assert texts["x <= y"] != texts["w <= x"] != texts["x <= w"] != texts["x <= 2y"]
    assert len(set(texts.values())) < len(texts)                 # y <= x and z <= x are one question
    assert texts["y <= x"] == texts["z <= x"]


def test_hypotheses_are_in_the_key_and_the_witness_is_not() -> None:
    first, (x, y) = theory((0, 9), (0, 9))
    second, _ = theory((0, 9), (0, 9))
    second.record(Clause(at_most(x, y)))
    other, _ = theory((0, 9), (0, 9), shadow=[2] * SHADOWS)
    keys = [obligation("", made, Clause(at_most(x + y, 9))).key for made in (first, second, other)]
    assert keys[0] == keys[2] != keys[1]


def test_only_what_is_linked_is_asked() -> None:
    made, (a, b, c, d, e) = theory(*[(0, 9)] * 5)
    links = [Clause(equal(a, b)), Clause(equal(b, c)), Clause(equal(d, e)), Clause(at_most(c, 5), (equal(e, 7),))]
    for clause in links[:3]:
        made.record(clause)
    assert relevant(made, {0}) == links[:2]
    made.record(links[3])
    assert relevant(made, {0}) == links


def test_a_case_that_no_input_meets_is_shown_to_be_of_hypotheses_that_can_be_met() -> None:
    made, (b,) = theory((0, 1))
    item = obligation("", made, Clause(at_least(b, 0)), case={0: Poly.constant(0)})
    whole = obligation("", made, Clause(at_least(b, 0)))
    assert item.premises == whole.hypotheses != item.hypotheses and item.vacuity == whole.vacuity


def test_cases() -> None:
    cases = disjunct_cases([4, 7])
    assert [[case[4].constant_value(), case[7].constant_value()] for case in cases] == [[0, 0], [0, 1], [1, 0], [1, 1]]
    assert disjunct_cases([]) == [{}]


def test_bit_vectors() -> None:
    made = Theory()
    x, y, n = (made.new(name, 0, 2**64 - 1, [5] * SHADOWS, 64) for name in "xyn")
    made.record(BitVectorDefinition(y, "(bvand {0} {1})", (x, "(_ bv7 64)")))
    made.record(BitVectorDefinition(n, "(bvurem {0} (_ bv8 64))", (x,)))
    assert follows(obligation("", made, WordEquality(y, n)))
    assert not follows(obligation("", made, WordEquality(y, x)))
    assert obligation("", made, WordEquality(y, n)).logic == "QF_BV"


@pytest.mark.parametrize("value", [0, 7, -7, 2**300, -(2**300)])
def test_numerals(value: int) -> None:
    (parsed,) = z3.parse_smt2_string(f"(declare-fun x () Int)(assert (= x {number(value)}))")
    assert z3.simplify(parsed.arg(1)).as_long() == value
