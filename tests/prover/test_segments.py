"""Loops are proved by a cut at their head; iterations that are the same up to names are proved once."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from qed25519.domains.polynomial import Poly
from qed25519.domains.theory import SHADOWS, Clause, Theory, equal
from qed25519.prover import correct as correct_module
from qed25519.prover.contract import alias_partitions, load_contract
from qed25519.prover.correct import CorrectRun
from qed25519.prover.hints import Fact, Proof, ProofError, State, congruent, equation, val
from qed25519.prover.objects import Routine, assemble
from qed25519.prover.search import Plan, plan_equality
from qed25519.prover.segments import Segments, linked
from qed25519.prover.solver import Solver
from qed25519.prover.statement import FalseClaim
from qed25519.prover.theorems import PACKAGE, attempt_correct, structural_results

P = 2**255 - 19

LOOP = """\
// fe_loop: z = {meaning} (mod p).
/*contract
args      = {{ z = "out u64[4] rdi", x = "in u64[4] rsi" }}
spec      = ["z = {meaning} mod p"]
may_alias = ["z=x"]
secret    = ["x"]
stack     = 16
*/
#include "asm.h"
#if defined(__x86_64__)
ROUTINE(x86_64_adx_fe_loop)
    push rbx
    push rbp
    mov rax, [rsi]
    mov rcx, [rsi + 8]
    mov rdx, [rsi + 16]
    mov r8, [rsi + 24]
    mov ebx, 5
.Lhead:
CUT(head)
    // [r8 rdx rcx rax] := {body} of itself
    {step}
    dec rbx
    jnz .Lhead
    mov [rdi], rax
    mov [rdi + 8], rcx
    mov [rdi + 16], rdx
    mov [rdi + 24], r8
    pop rbp
    pop rbx
    ret
END(x86_64_adx_fe_loop)
#endif
#include "asm_end.h"
"""

DOUBLE = """
    add rax, rax
    adc rcx, rcx
    adc rdx, rdx
    adc r8, r8
    sbb r9, r9
    and r9, 38
    add rax, r9
    adc rcx, 0
    adc rdx, 0
    adc r8, 0
    sbb r9, r9
    and r9, 38
    add rax, r9
"""

FOLD = """
    mov r9, r8
    shr r9, 63
    imul r9, r9, 19
    btr r8, 63
    add rax, r9
    adc rcx, 0
    adc rdx, 0
    adc r8, 0
"""


@pytest.fixture
def asm(tmp_path: Path) -> Path:
    return Path(shutil.copytree(PACKAGE / "asm", tmp_path / "asm"))


def loop(asm: Path, meaning: str, step: str) -> Routine:
    file = asm / "x86_64/adx/fe_loop.S"
    file.write_text(LOOP.format(meaning=meaning, step=step, body="a function"))
    return assemble(load_contract(file, asm), asm / "include")


def words(s: State) -> list[Fact]:
    """The value has been doubled `visit` times."""
    return [Fact(congruent(val(s.words("rax rcx rdx r8")), val(s["x"]) * 2**s.visit, P))]


def same(s: State) -> list[Fact]:
    """The value is x."""
    return [Fact(congruent(val(s.words("rax rcx rdx r8")), val(s["x"]), P))]


def cut(function: object) -> Proof:
    return Proof(cuts={"head": function})  # type: ignore[dict-item]


def test_a_loop_with_an_invariant_is_proved(asm: Path) -> None:
    routine = loop(asm, "field.mul(x, 32)", DOUBLE)
    with Solver(jobs=1) as solver:
        result = attempt_correct(routine, solver, cut(words)).result()
    assert result.verdict == "proved", result.message
    assert {r.verdict for r in structural_results(routine)} == {"proved"}


def test_one_iteration_less_is_refuted(asm: Path) -> None:
    routine = loop(asm, "field.mul(x, 64)", DOUBLE)
    with Solver(jobs=1) as solver:
        result = attempt_correct(routine, solver, cut(words)).result()
    assert result.verdict == "refuted" and "replayed" in result.counterexample


def test_equal_iterations_are_proved_once(asm: Path) -> None:
    routine = loop(asm, "field.canonical(x)", FOLD)
    segments = Segments()
    patterns = alias_partitions(routine.contract)
    runs = [CorrectRun(routine, pattern, cut(same), segments=segments) for pattern in patterns]
    obligations = [item for run in runs for item in run.run()]
    # Five arrivals a run: the first differs from the others, which are alike; and the second run is like the first.
    assert segments.hits >= 3 + 5
    with Solver(jobs=1) as solver:
        assert {future.result().verdict for future in solver.submit(obligations)} == {"proved"}


def test_a_stronger_goal_or_a_weaker_fact_is_not_taken_for_the_same(asm: Path) -> None:
    """One iteration's fact says nothing: were the next one's proof taken from the others, this would pass."""
    routine = loop(asm, "field.canonical(x)", FOLD)

    def weak_at_third(s: State) -> list[Fact]:
        limbs = val(s.words("rax rcx rdx r8"))
        return [Fact(equation(limbs * 0, 0))] if s.visit == 3 else [Fact(congruent(limbs, val(s["x"]), P))]

    with Solver(jobs=1) as solver:
        result = attempt_correct(routine, solver, cut(weak_at_third)).result()
    assert result.verdict == "refuted" and result.local_model


def test_a_false_invariant_is_found_on_concrete_inputs(asm: Path) -> None:
    routine = loop(asm, "field.mul(x, 32)", DOUBLE)

    def wrong(s: State) -> list[Fact]:
        return [Fact(congruent(val(s.words("rax rcx rdx r8")), val(s["x"]) * 3**s.visit, P))]

    run = CorrectRun(routine, alias_partitions(routine.contract)[0], cut(wrong))
    with pytest.raises(FalseClaim):
        run.run()


def test_only_what_the_key_holds_is_known_while_a_segment_is_proved(asm: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another segment with this key need not have it: a search that multiplies such an equation is stopped."""
    theory = Theory()
    a, b, c = (Poly.variable(theory.new(name, 0, 1, [0] * SHADOWS)) for name in "abc")
    near, far = Clause(equal(a, b)), Clause(equal(c, 0))
    theory.constraints = [far, near]
    fact = Fact(equation(a, 0), times=(("near", b),))
    assert linked(theory, [fact], {"near": near, "far": far}) == ([near], {"near": near})

    routine = loop(asm, "field.canonical(x)", FOLD)
    run = CorrectRun(routine, alias_partitions(routine.contract)[0], cut(same))
    never = Clause(equal(Poly.variable(run.theory.new("never", 0, 1, [0] * SHADOWS)), 0))

    def planner(*given: Any) -> Plan:
        plan = plan_equality(*given)
        return Plan(plan.lemmas, [*plan.products, (never, Poly.constant(1))], plan.witness)

    monkeypatch.setattr(correct_module, "plan_equality", planner)
    run.theory.record(never)
    with pytest.raises(ProofError, match="an equation that is not known"):
        run.run()
