"""The search finds what makes simple equalities provable.  That it cannot prove false ones is in test_cheats.py."""

from __future__ import annotations

from qed25519.domains.polynomial import Poly
from qed25519.domains.theory import SHADOWS, Clause, Compare, Theory, at_most, equal
from qed25519.prover.search import definition, is_true, plan_equality, split_bits
from qed25519.prover.statement import Relation

ALL = range(SHADOWS)


def made(*specs: tuple[int, int, int]) -> tuple[Theory, list[Poly]]:
    """A variable for each (low, high, value on all concrete inputs)."""
    theory = Theory()
    return theory, [Poly.variable(theory.new(f"x{index}", low, high, [value] * SHADOWS))
                    for index, (low, high, value) in enumerate(specs)]


def test_a_definition_is_of_the_newest_variable_that_stands_alone() -> None:
    _, (x, y, z) = made((0, 9, 1), (0, 9, 1), (0, 9, 1))
    assert definition(Clause(equal(z, x + 2 * y)), {}) == (2, x + 2 * y)
    assert definition(Clause(equal(x, z * 5 + 3)), {}) == (0, 5 * z + 3)
    assert definition(Clause(equal(2 * x, 3 * z)), {}) is None
    assert definition(Clause(equal(z, x * z)), {}) is None                     # not alone
    assert definition(Clause(at_most(z, x)), {}) is None
    given = Clause(equal(z, x), (equal(y, 1),))
    assert definition(given, {}) is None
    assert definition(given, {1: Poly.constant(1)}) == (2, x)
    assert definition(given, {1: Poly.constant(0)}) is None


def test_true_comparisons_have_no_variables() -> None:
    assert is_true(Compare(Poly.constant(0), "=")) and is_true(Compare(Poly.constant(3), ">="))
    assert not is_true(Compare(Poly.constant(1), "=")) and not is_true(Compare(Poly.constant(-1), ">="))
    assert not is_true(Compare(Poly.variable(0), ">="))


def test_the_witness_of_a_congruence_takes_the_carries() -> None:
    """s + 2^64*c = x and s = x - 2^64*c: what is left over is a multiple of 2^64."""
    theory, (x, c, s) = made((0, 2**65, 7), (0, 1, 0), (0, 2**64 - 1, 7))
    theory.record(Clause(equal(s, x - 2**64 * c)))
    plan = plan_equality(theory, Relation("=", s, x, 2**64), {}, ALL)
    assert plan.witness == -c and not plan.lemmas and not plan.products


def test_a_carry_that_is_always_0_becomes_a_lemma() -> None:
    theory, (x, c, s) = made((0, 2**64 - 1, 7), (0, 1, 0), (0, 2**64 - 1, 7))
    theory.record(Clause(equal(s, x - 2**64 * c)))
    plan = plan_equality(theory, Relation("=", s, x), {}, ALL)
    assert [(lemma.variable, lemma.value) for lemma in plan.lemmas] == [(1, 0)]
    assert plan.witness == Poly({})


def test_a_word_that_is_always_the_same_does_not() -> None:
    theory, (x, y) = made((0, 2**64 - 1, 7), (0, 2**64 - 1, 0))
    assert not plan_equality(theory, Relation("=", x, x + y), {}, ALL).lemmas


def test_a_definition_inside_a_product_is_multiplied() -> None:
    theory, (x, y, s) = made((0, 9, 2), (0, 9, 3), (0, 9, 4))
    defined = Clause(equal(s, 2 * x))
    theory.record(defined)
    plan = plan_equality(theory, Relation("=", s * y, 2 * x * y), {}, ALL)
    assert plan.products == [(defined, y)]


def test_selections_are_decided_by_the_case() -> None:
    theory, (x, y, b, s) = made((0, 9, 2), (0, 9, 3), (0, 1, 1), (0, 9, 2))
    theory.record(Clause(equal(s, x), (equal(b, 1),)))
    theory.record(Clause(equal(s, y), (equal(b, 0),)))
    relation = Relation("=", s, x * b + y * (1 - b))
    assert split_bits(theory, relation) == [2]
    plan = plan_equality(theory, relation, {2: Poly.constant(1)}, ALL)
    assert not plan.lemmas and plan.witness == Poly({})


def test_a_selected_bit_is_not_split_on_itself() -> None:
    theory, (b, c, s) = made((0, 1, 1), (0, 1, 0), (0, 1, 0))
    theory.record(Clause(equal(s, c), (equal(b, 1),)))
    theory.record(Clause(equal(s, 0), (equal(b, 0),)))
    assert split_bits(theory, Relation("=", s, c)) == [0]


def of_cases(first: list[int], second: list[int], carry: list[int]) -> tuple[Theory, Relation]:
    """x = x + c, for two bits and c, which takes these values in turn on the concrete inputs."""
    theory = Theory()
    for name, values in (("first", first), ("second", second), ("c", carry)):
        theory.new(name, 0, 1, (values * SHADOWS)[:SHADOWS])
    x = Poly.variable(theory.new("x", 0, 9, [3] * SHADOWS))
    return theory, Relation("=", x, x + Poly.variable(2))


def test_a_case_that_no_concrete_input_meets_is_known_by_its_parts() -> None:
    """What the newest part says; nothing, if no part says it; and what all inputs say, first."""
    case = {0: Poly.constant(1), 1: Poly.constant(1)}
    for first, second, carry, expected in (([0, 1, 0], [0, 0, 1], [0, 0, 1], 1), ([0, 1, 0], [0, 0, 1], [0, 1, 0], 0),
                                           ([0, 1, 0, 0], [0, 0, 1, 1], [0, 1, 0, 1], 1), ([0, 1], [1, 0], [0, 0], 0)):
        theory, relation = of_cases(first, second, carry)
        plan = plan_equality(theory, relation, case, [])
        assert [(lemma.variable, lemma.value) for lemma in plan.lemmas] == [(2, expected)]
    theory, relation = of_cases([0, 1, 1, 0, 0], [0, 0, 0, 1, 1], [0, 1, 0, 0, 1])
    assert not plan_equality(theory, relation, case, []).lemmas
    theory, relation = of_cases([0, 1, 0], [0, 0, 1], [0, 0, 1])
    assert not plan_equality(theory, relation, {0: Poly.constant(0)}, [0, 2]).lemmas      # inputs that meet it differ
