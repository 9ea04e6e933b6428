"""Planted cheats: each way in which a false theorem could pass for a proved one, and the check that stops it."""

from __future__ import annotations

import contextlib
import sys
import types
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import replace
from pathlib import Path

import pytest

from qed25519.domains.integers import Integers
from qed25519.domains.polynomial import Poly
from qed25519.domains.theory import SHADOWS, Clause, Compare, InternalError, Theory, at_most, equal
from qed25519.prover import correct as correct_module
from qed25519.prover.contract import alias_partitions
from qed25519.prover.correct import CorrectRun
from qed25519.prover.hints import Fact, Proof, ProofError, State, congruent, equation
from qed25519.prover.hints import at_most as most
from qed25519.prover.objects import Routine
from qed25519.prover.search import Lemma, Plan, plan_equality
from qed25519.prover.solver import Answer
from qed25519.prover.statement import FalseClaim, Relation
from qed25519.prover.symbols import StatementError
from qed25519.prover.theorems import attempt_correct, load_proof, show_pattern, structural_results

from .routines import answers, correct, own, routine, solver, verdicts

WORDS = 'z = "out u64[1] rdi", x = "in u64[1] rsi", y = "in u64[1] rdx"'
SCALARS = 'r = "return u64 rax", a = "in u64 rdi", b = "in u64 rsi"'


P = 2**255 - 19
K = 2**63 + 987654321      # no concrete input has these values
SMALL = 2**62 + 987654321

# --- facts --------------------------------------------------------------------------------------------------


def twice_xored(tmp_path: Path, cuts: Callable[[State], Sequence[Fact]]) -> tuple[Proof, CorrectRun]:
    """rax = rcx = (x ^ y) ^ y, which is x, but the integers domain does not know it."""
    code = routine(tmp_path, "mov rax, [rsi]\nmov rcx, [rdx]\nxor rax, rcx\nxor rax, rcx\nmov rcx, rax\n"
                             "CUT(here)\nmov [rdi], rax", WORDS, '["z = x"]')
    proof = Proof()
    proof.cut("here")(cuts)
    return proof, CorrectRun(code, alias_partitions(code.contract)[0], proof)


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_two_facts_proved_from_each_other(order: tuple[int, int], tmp_path: Path) -> None:
    """Each follows from the other; the first in order has nothing to follow from."""
    def facts(s: State) -> list[Fact]:
        (a,), (c,) = s.words("rax"), s.words("rcx")
        both = Fact(equation(a, s["x"][0])), Fact(equation(c, s["x"][0]))
        return [both[index] for index in order]

    found = answers(twice_xored(tmp_path, facts)[1])
    assert [found[f"here, fact {number}"] for number in (1, 2)] == ["refuted", "proved"]


def test_a_fact_does_not_prove_itself(tmp_path: Path) -> None:
    def facts(s: State) -> list[Fact]:
        fact = Fact(equation(s.words("rax")[0], s["x"][0]))
        return [fact, fact]

    assert answers(twice_xored(tmp_path, facts)[1])["here, fact 1"] == "refuted"


def test_a_fact_that_is_false_on_a_concrete_input(tmp_path: Path) -> None:
    def facts(s: State) -> list[Fact]:
        return [Fact(most(s.words("rax")[0], 2**63))]

    proof, run = twice_xored(tmp_path, facts)
    with pytest.raises(FalseClaim, match="here, fact 1"):
        run.run()
    result = correct(run.routine, proof)
    assert result.verdict == "unknown" and "the proof file claims too much" in result.message


def test_a_fact_about_a_value_from_before_the_cut(tmp_path: Path) -> None:
    """The variable that x ^ y was given is no value that the cut kept."""
    def facts(s: State) -> list[Fact]:
        (a,) = s.words("rax")
        (index,) = a.variables()
        return [Fact(equation(a, Poly.variable(index - 1)))]

    with pytest.raises(ProofError, match="speaks of a value from before it"):
        twice_xored(tmp_path, facts)[1].run()


def test_a_word_kept_twice(tmp_path: Path) -> None:
    with pytest.raises(ProofError, match="twice"):
        twice_xored(tmp_path, lambda s: [Fact(equation(*s.words("rax rax")))])[1].run()


def test_after_a_cut_only_its_facts_are_known() -> None:
    """Without `product = x*y` the reduction proves nothing about z; with it, everything."""
    code = own("x86_64/adx/fe_mul")
    forgetful = Proof()

    @forgetful.cut("product")
    def product(s: State) -> list[Fact]:
        s.words("r8 r9 r10 r11 r12 r13 r14 r15")
        return []

    assert correct(code, forgetful).verdict == "refuted"
    assert correct(code, load_proof("x86_64/adx/fe_mul")).verdict == "proved"


RANGED: dict[str, Callable[[State, int], Poly]] = {
    "bounded": lambda s, high: s.bounded("rdi", high),
    "signed": lambda s, high: s.signed("rdi", bound=high),
}


@pytest.mark.parametrize("how", RANGED)
def test_a_range_that_a_variable_may_leave(how: str, tmp_path: Path) -> None:
    """A range is a fact to prove like any other: here a = SMALL leaves it, on no concrete input."""
    code = routine(tmp_path, "CUT(here)\nmov rax, rdi", SCALARS, '["r = a"]', ensures=f'["r < {SMALL}"]',
                   requires=f'["a < {SMALL + 1}"]')
    proof = Proof()

    @proof.cut("here")
    def here(s: State) -> list[Fact]:
        return [Fact(equation(s["a"][0], RANGED[how](s, SMALL - 1)))]

    found = answers(CorrectRun(code, {}, proof))
    assert found["return: r < " + str(SMALL)] == "proved"
    assert "refuted" in [verdict for title, verdict in found.items() if "fact" in title]


def test_a_proof_file_cannot_change_the_statement(tmp_path: Path) -> None:
    def facts(s: State) -> list[Fact]:
        with pytest.raises(AttributeError):
            s["x"].clear()  # type: ignore[attr-defined]
        with pytest.raises(TypeError):
            s["x"][0] = Poly.constant(0)  # type: ignore[index]
        s.entry["x"] = s["y"]  # type: ignore[attr-defined]
        return []

    _, run = twice_xored(tmp_path, facts)
    before = {name: list(words) for name, words in run.arguments.entry.items()}
    run.run()
    assert run.arguments.entry == before


@pytest.mark.parametrize("relation", [
    lambda: Relation("true) (or = ", Poly({}), Poly({})),
    lambda: Relation("<=", Poly({}), Poly({})),
    lambda: Relation(">=", Poly({}), Poly({}), 5),
    lambda: congruent(Poly({}), 0, 0),
    lambda: congruent(Poly({}), 0, -19),
    lambda: equation(Poly({(0,): 0.5}), 0),  # type: ignore[dict-item]
    lambda: Relation("=", Poly({}), Poly({}), given=(Compare(Poly({}), "<"),)),
    lambda: Relation("=", Poly({}), Poly({}), given=(Compare(Poly({}), "= 0) (="),)),
    lambda: Relation("=", Poly({}), Poly({}), given=(Compare(Poly({(0,): 0.5}), "="),)),  # type: ignore[dict-item]
    lambda: Relation("=", Poly({}), Poly({}), given=(Poly({}),)),  # type: ignore[arg-type]
])
def test_only_the_three_shapes_are_relations(relation: Callable[[], Relation]) -> None:
    with pytest.raises(ValueError):
        relation()


class Another(Fact):
    """Another fact whenever it is read."""


def named_wrongly(s: State) -> list[Fact]:
    class Register(str):
        def __str__(self) -> str:
            return "rcx"
    return [Fact(most(s.bounded(Register("rax"), 2**64 - 1), 2**64))]


@pytest.mark.parametrize("cuts", [
    lambda s: [Another(equation(s.words("rax")[0], s["x"][0]))],
    lambda s: [equation(s.words("rax")[0], s["x"][0])],
    lambda s: s.bounded("rax", 2.0**64) and [],
    lambda s: s.bounded("rax", True) and [],
    lambda s: s.halves("rax", 65) and [],
    lambda s: s.halves("rax", -1) and [],
    lambda s: s.halves("rax", 32.0) and [],
    lambda s: [Fact(equation(s["x"][0], s["x"][0]), times=(("", Poly({(0,): 0.5})),))],  # type: ignore[dict-item]
    named_wrongly,
])
def test_a_cut_is_made_of_words_integers_and_facts(cuts: Callable[[State], Sequence[Fact]], tmp_path: Path) -> None:
    """And of nothing that only looks like them."""
    with pytest.raises((ProofError, FalseClaim)):
        twice_xored(tmp_path, cuts)[1].run()


def test_bounds_that_are_refused_leave_nothing_behind(tmp_path: Path) -> None:
    """Caught by the proof file: no variable with this range is there to be used."""
    def facts(s: State) -> list[Fact]:
        known = len(s.run.theory.variables)  # type: ignore[attr-defined]
        with pytest.raises(ProofError):
            s.bounded("rax", 2.0**64)  # type: ignore[arg-type]
        assert known == len(s.run.theory.variables)  # type: ignore[attr-defined]
        return []

    twice_xored(tmp_path, facts)[1].run()


# --- what is recorded ---------------------------------------------------------------------------------------


def test_a_variable_registered_twice() -> None:
    theory = Theory()
    theory.new("x", 0, 1, [0] * SHADOWS)
    with pytest.raises(InternalError, match="registered twice"):
        theory.new("x", 0, 1, [0] * SHADOWS)


def test_a_range_that_a_concrete_input_leaves() -> None:
    with pytest.raises(InternalError, match="outside"):
        Theory().new("x", 0, 1, [0] * (SHADOWS - 1) + [2])


def test_a_contradictory_equation() -> None:
    theory = Theory()
    x = Poly.variable(theory.new("x", 0, 9, [3] * SHADOWS))
    theory.record(Clause(equal(x, 3)))
    with pytest.raises(InternalError, match="false on concrete input"):
        theory.record(Clause(equal(x, 4)))


def test_an_operation_that_records_a_wrong_equation(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the shadow values, x + y + 1 = s would prove everything after it."""
    add = Integers.add

    def wrong(self: Integers, x: Poly, y: Poly, carry: Poly, width: int = 64) -> tuple[Poly, Poly]:
        low, high = add(self, x, y, carry, width)
        self.theory.record(Clause(equal(low + high * 2**width, x + y + carry + 1)))
        return low, high

    monkeypatch.setattr(Integers, "add", wrong)
    result = correct(own("x86_64/common/fe_add"))
    assert result.verdict == "error" and "false on concrete input" in result.message


# --- intervals ----------------------------------------------------------------------------------------------


def almost_never_carries(tmp_path: Path) -> Routine:
    """r = a + b is false for the largest a and b only, where it carries."""
    return routine(tmp_path, "mov rax, rdi\nadd rax, rsi", SCALARS, '["r = field.add(a, b)"]',
                   requires=f'["a < {K + 1}", "b < {2**64 - K + 1}"]')


def narrow(monkeypatch: pytest.MonkeyPatch) -> None:
    """An interval evaluation that is wrong by one at the top."""
    right = Integers.interval

    def wrong(self: Integers, poly: Poly) -> tuple[int, int]:
        low, high = right(self, poly)
        return low, high - (len(poly.variables()) > 1)

    monkeypatch.setattr(Integers, "interval", wrong)


def test_a_wrong_interval_is_found_by_strict(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The one thing that is trusted without --strict: a false theorem passes, and --strict refutes it."""
    code = almost_never_carries(tmp_path)
    assert correct(code).verdict == "refuted"
    narrow(monkeypatch)
    assert correct(code).verdict == "proved"
    strict = correct(code, strict=True)
    assert strict.verdict == "refuted" and ("interval" in strict.message or "no carry" in strict.message)


def test_strict_does_not_rest_on_what_came_of_the_interval(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A later constraint may follow from the wrong interval, and must not prove it."""
    code = routine(tmp_path, "mov rax, rdi\nadd rax, rsi\nmov rcx, rax\nand rcx, rdx\nmov rcx, rax\nadd rcx, rdx",
                   SCALARS + ', c = "in u64 rdx"', '["r = field.add(a, b)"]',
                   requires=f'["a < {K + 1}", "b < {2**64 - K + 1}"]')
    narrow(monkeypatch)
    assert correct(code, strict=True).verdict == "refuted"


def test_a_grossly_wrong_interval_is_found_by_the_concrete_inputs(monkeypatch: pytest.MonkeyPatch) -> None:
    right = Integers.interval

    def wrong(self: Integers, poly: Poly) -> tuple[int, int]:
        low, high = right(self, poly)
        return low, high // 2

    monkeypatch.setattr(Integers, "interval", wrong)
    assert correct(own("x86_64/common/fe_add")).verdict in ("error", "unknown")


# --- the spec -----------------------------------------------------------------------------------------------


def caught(x: int, y: int) -> int:
    try:
        return y if x else 0
    except Exception:
        return 0


def tabulated(x: int, y: int) -> int:
    try:
        return {0: 0, 1: y}[x]
    except Exception:
        return 0


SPECS: dict[str, Callable[[int, int], object]] = {
    "if": lambda x, y: y if x else 0,
    "not": lambda x, y: 0 if not x else y,
    "and": lambda x, y: x and y,
    "==": lambda x, y: y * (x == 1),
    "<": lambda x, y: y * (x < 1),
    "max": lambda x, y: max(x, y),
    "abs": lambda x, y: abs(x),
    "index": lambda x, y: [0, y][x],
    "hash": lambda x, y: {x: y}[1],
    "in a tuple": lambda x, y: y * (x in (1, 5)),
    "range": lambda x, y: sum(y for _ in range(x)),
    "int": lambda x, y: int(x) * y,
    "shift by data": lambda x, y: 1 << x,
    "shift right": lambda x, y: x >> 1,
    "mask by data": lambda x, y: x & y,
    "exclusive or of words": lambda x, y: x ^ y,
    "floor": lambda x, y: x // 2,
    "mask": lambda x, y: x & 1,
    "power": lambda x, y: x**2,
    "pow": lambda x, y: pow(x, 2, 5),
    "attribute": lambda x, y: x.bit_length(),
    "hidden by except": caught,
    "hidden by except, hash": tabulated,
    "hidden by hasattr": lambda x, y: 0 if getattr(x, "poly", None) else y,
    "isinstance": lambda x, y: y if isinstance(x, int) else 0,
    "type": lambda x, y: y if type(x) is int else 0,
    "identity": lambda x, y: 0 if x is not x + 0 else y,
    "repr": lambda x, y: y if repr(x).isdigit() else 0,
    "if an inverse": lambda x, y: y if pow(x, P - 2, P) else 0,
    "an inverse compared": lambda x, y: y * (pow(x, P - 2, P) == 1),
    "an inverse hashed": lambda x, y: {pow(x, P - 2, P): y}.get(1, 0),
    "a power of data": lambda x, y: pow(x, y, P),
    "no power": lambda x, y: pow(x, 0, P),
    "a power of no remainder": lambda x, y: x**2,
    "another modulus": lambda x, y: pow(x, P - 2, P + 2),
    "no integer": lambda x, y: 1.5,
    "a bool": lambda x, y: True,
    "None": lambda x, y: None,
}


@pytest.mark.parametrize("kind", SPECS)
def test_a_spec_whose_course_depends_on_the_data(kind: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The code returns 0.  With `if swap:` on a symbol, taken for true or false, that could pass for the spec."""
    module = types.ModuleType("qed25519.spec.cheat")
    module.chosen = SPECS[kind]  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "qed25519.spec.cheat", module)
    code = routine(tmp_path, "mov eax, 0", SCALARS, '["r = cheat.chosen(a, b)"]')
    run = CorrectRun(code, {}, Proof())
    with pytest.raises((StatementError, TypeError, AttributeError)):
        run.run()
    with contextlib.suppress(TypeError, AttributeError):        # of which run.py makes an error
        assert correct(code).verdict in ("error", "unknown")


def test_a_spec_without_such_tricks_is_understood(tmp_path: Path) -> None:
    code = routine(tmp_path, "mov eax, 1", SCALARS, '["r = field.select(0, 1, a)"]')
    assert correct(code).verdict == "proved"


# --- the contract -------------------------------------------------------------------------------------------


def test_a_precondition_that_no_input_meets(tmp_path: Path) -> None:
    code = routine(tmp_path, "mov eax, 7", SCALARS, '["r = field.add(a, b)"]', requires='["a < 5", "7 < a"]')
    result = correct(code)
    assert result.verdict == "error" and "found 0 inputs that meet" in result.message


def test_two_preconditions_that_contradict_each_other_mod_2(tmp_path: Path) -> None:
    code = routine(tmp_path, "mov eax, 7", SCALARS, '["r = field.add(a, b)"]', requires='["a == 2*b", "a == 2*b + 1"]')
    result = correct(code)
    assert result.verdict == "error" and "found 0 inputs that meet" in result.message


@pytest.mark.parametrize("name", ["stack", "code"])
def test_an_argument_with_a_regions_name_is_a_buffer_of_its_own(name: str, tmp_path: Path) -> None:
    code = routine(tmp_path, "mov rax, [rsi]\nmov [rdi], rax",
                   f'z = "out u64[1] rdi", {name} = "in u64[1] rsi"', f'["z = {name}"]')
    assert set(verdicts(code).values()) == {"proved"}


def test_part_of_an_output_that_is_never_written(tmp_path: Path) -> None:
    args = 'z = "out u64[2] rdi", x = "in u64[2] rsi"'
    half = routine(tmp_path, "mov rax, [rsi]\nmov [rdi], rax", args, '["z = x"]', may_alias='["z=x"]')
    assert correct(half).verdict == "refuted"


def test_what_an_output_held_before_is_unknown(tmp_path: Path) -> None:
    code = routine(tmp_path, "mov rax, [rdi]\nsub rax, [rdi]\nmov rcx, [rdi]\nand rcx, 1\nmov [rdi], rcx",
                   'z = "out u64[1] rdi"', '["z = 0"]')
    assert correct(code).verdict == "refuted"


# --- aliasing -----------------------------------------------------------------------------------------------


def test_right_for_each_pair_and_wrong_for_all_three_in_one_buffer(tmp_path: Path) -> None:
    """z = x + (x - x')*(y - y') with x' and y' read again after z was written: 0 unless z is both."""
    code = routine(tmp_path, "mov rax, [rsi]\nmov rcx, [rdx]\nmov r9d, 5\nmov [rdi], r9\n"
                             "mov r10, [rsi]\nsub r10, rax\nmov r11, [rdx]\nsub r11, rcx\n"
                             "imul r10, r11\nadd rax, r10\nmov [rdi], rax",
                   WORDS, '["z = x"]', may_alias='["z=x", "z=y"]')
    found = {}
    for pattern in alias_partitions(code.contract):
        try:
            found[show_pattern(pattern)] = set(answers(CorrectRun(code, pattern, Proof())).values())
        except FalseClaim:
            found[show_pattern(pattern)] = {"false"}
    assert found == {"z x y": {"proved"}, "z=x y": {"proved"}, "z=y x": {"proved"}, "z=x=y": {"false"}}
    result = correct(code)
    assert result.verdict == "refuted" and "[z=x=y]" in result.message and result.counterexample


def test_right_if_disjoint_and_wrong_in_place(tmp_path: Path) -> None:
    code = own("x86_64/common/fe_add", "add r0, [y]\n", "add r0, [y]\n    mov [z + 8], r0\n", tmp_path)
    result = correct(code)
    assert result.verdict == "refuted" and "z=" in result.message.split("]")[0]


# --- constant time ------------------------------------------------------------------------------------------


def test_a_branch_on_a_bit_that_a_fact_makes_constant(tmp_path: Path) -> None:
    """The symbolic run splits cases and learns facts; the opaque run must not care."""
    code = routine(tmp_path, "mov rax, rdi\nand rax, 1\nCUT(bit)\ntest rax, rax\njz .Lskip\nmov rax, rsi\n.Lskip:",
                   SCALARS, '["r = field.select(a, 0, b)"]', requires='["a < 2"]')
    proof = Proof(split=True)

    @proof.cut("bit")
    def bit(s: State) -> list[Fact]:
        return [Fact(equation(s.words("rax")[0], s["a"][0]), split=True)]

    found = verdicts(code, proof)
    assert found == {"correct": "unknown", "memory_safe": "unknown", "constant_time": "refuted", "abi": "unknown"}


@pytest.mark.parametrize("requires", ['["a < 1"]', '["a == 0"]'])
def test_a_branch_on_a_secret_that_the_precondition_fixes(requires: str, tmp_path: Path) -> None:
    """The opaque run knows no precondition: data is data."""
    code = routine(tmp_path, "mov eax, 0\ntest rdi, rdi\njz .Lskip\nmov rax, rsi\n.Lskip:", SCALARS,
                   '["r = a"]', requires=requires)
    (time,) = [result for result in structural_results(code) if result.kind == "constant_time"]
    assert time.verdict == "refuted"


@pytest.mark.parametrize("code", ["mov rax, [rsi + rdi]", "mov rax, [rsi]\nmov rax, [rsi + 8*rax]",
                                  "mov [rsp - 8 + rdi], rdi"])
def test_an_address_that_depends_on_data(code: str, tmp_path: Path) -> None:
    made = routine(tmp_path, code, 'r = "return u64 rax", a = "in u64 rdi", x = "in u64[4] rsi"', '["r = a"]')
    assert {r.kind: r.verdict for r in structural_results(made)}["constant_time"] == "refuted"


# --- the search ---------------------------------------------------------------------------------------------

Planner = Callable[..., Plan]
A_WORD = Poly.variable(0)


def plans(change: Callable[[Plan, Theory], Plan]) -> Planner:
    def planner(theory: Theory, *rest: object, **options: object) -> Plan:
        return change(plan_equality(theory, *rest, **options), theory)  # type: ignore[arg-type]
    return planner


CHEATS: dict[str, Callable[[Plan, Theory], Plan]] = {
    "no witness": lambda plan, _: Plan(plan.lemmas, plan.products, Poly({})),
    "a wrong witness": lambda plan, _: Plan(plan.lemmas, plan.products, plan.witness + A_WORD),
    "a false lemma": lambda plan, _: Plan([Lemma(0, 3, []), *plan.lemmas], plan.products, plan.witness),
    "two lemmas that contradict": lambda plan, _: Plan(
        [Lemma(0, 0, []), Lemma(0, 1, [])], plan.products, plan.witness),
    "no lemmas": lambda plan, _: Plan([], plan.products, plan.witness),
    "an invented product": lambda plan, _: Plan(
        plan.lemmas, [*plan.products, (Clause(equal(A_WORD, 0)), Poly.constant(1))], plan.witness),
    "a product with 1/0": lambda plan, theory: Plan(plan.lemmas, [
        (constraint, Poly.constant(2**300)) for constraint in theory.constraints if isinstance(constraint, Clause)
    ], plan.witness),
    "an inequality multiplied": lambda plan, _: Plan(
        plan.lemmas, [(Clause(at_most(A_WORD, 2**64)), Poly.constant(-1))], plan.witness),
}


@pytest.mark.parametrize("cheat", CHEATS)
def test_a_search_that_lies_proves_nothing_false(cheat: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """What the routine does wrong is on no concrete input."""
    code = almost_never_carries(tmp_path)
    assert correct(code).verdict == "refuted"
    monkeypatch.setattr(correct_module, "plan_equality", plans(CHEATS[cheat]))
    assert correct(code).verdict != "proved"


@pytest.mark.parametrize("chosen", [[0], [0, 1], [1, 0, 1]])
def test_a_search_that_splits_on_words(chosen: list[int], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """For a, b in {0, 1} there is no carry: these are not all cases."""
    code = almost_never_carries(tmp_path)
    monkeypatch.setattr(correct_module, "split_bits", lambda *_: chosen)
    result = correct(code, Proof(split=True))
    assert result.verdict == "error" and "no bit" in result.message


def test_a_search_that_splits_on_nothing_or_too_much(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    code = almost_never_carries(tmp_path)
    monkeypatch.setattr(correct_module, "split_bits", lambda *_: [])
    assert correct(code, Proof(split=True)).verdict == "refuted"
    monkeypatch.setattr(correct_module, "split_bits", lambda *_: list(range(7)))
    assert correct(code, Proof(split=True)).verdict == "error"


# --- the solver and its answers -----------------------------------------------------------------------------


@pytest.mark.parametrize("verdict", ["refuted", "unknown", "vacuous"])
def test_one_obligation_that_is_not_proved_is_enough(verdict: str) -> None:
    code = own("x86_64/common/fe_neg")
    attempt = attempt_correct(code, solver(), load_proof("x86_64/common/fe_neg"))
    for position, (pattern, item, _) in enumerate(attempt.pending):
        other: Future[Answer] = Future()
        other.set_result(Answer(verdict))
        changed = [*attempt.pending]
        changed[position] = (pattern, item, other)
        assert replace(attempt, pending=changed).result().verdict == verdict
    assert attempt.result().verdict == "proved"


def test_a_routine_without_obligations_claims_nothing(tmp_path: Path) -> None:
    """A contract has an equation for everything that is written, so there is always something to prove."""
    code = routine(tmp_path, "mov eax, 0", SCALARS, '["r = 0"]')
    assert correct(code).obligations
