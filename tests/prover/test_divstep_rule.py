"""The rule for divsteps proves packed steps of real code and their matrix, and refuses what is no divstep."""

from __future__ import annotations

import random
import shutil
from pathlib import Path

import pytest

from qed25519.prover.contract import alias_partitions, load_contract
from qed25519.prover.correct import CorrectRun
from qed25519.prover.divstep_rule import matrix_of
from qed25519.prover.hints import Fact, Proof, ProofError, State, at_least, at_most, equation
from qed25519.prover.objects import Routine, assemble
from qed25519.prover.solver import Solver
from qed25519.prover.statement import FalseClaim
from qed25519.prover.theorems import PACKAGE
from qed25519.spec.divstep import HALF, divsteps

P = 2**255 - 19
STEPS = 4

CODE = """\
// fe_steps: z is said to be 0, which is false: only the cuts matter here.
/*contract
args      = {{ z = "out u64[1] rdi", g = "in u64[1] rsi" }}
spec      = ["z = field.mul(g, 0)"]
may_alias = []
secret    = ["g"]
stack     = 0
*/
#include "asm.h"
#if defined(__x86_64__)
.macro divstep
    mov rax, r9
    sub rax, r8
    lea rdx, [r9 + r8]
    mov r11, rcx
    neg r11
    lea r10, [rcx + 1]
    test rcx, rcx
    {swap} rax, rdx
    cmovs r11, r10
    mov rdx, r8
    cmovns rdx, r9
    test r9, 1
    cmovz rax, r9
    cmovnz r8, rdx
    cmovz r11, r10
    mov rcx, r11
    mov r9, rax
    {halve} r9, 1
.endm

ROUTINE(x86_64_adx_fe_steps)
    mov r9, [rsi]
    and r9, 0xfffff
    mov r8, 0xfffed                 // p mod 2^20
    mov rax, 1
    shl rax, 41
    sub r8, rax
    shl rax, 21
    sub r9, rax
    mov ecx, 0
CUT(packed)
    divstep
CUT(step_1)
    divstep
CUT(step_2)
    divstep
CUT(step_3)
    divstep
CUT(step_4)
    mov [rdi], r8
    ret
END(x86_64_adx_fe_steps)
#endif
#include "asm_end.h"
"""


@pytest.fixture
def asm(tmp_path: Path) -> Path:
    return Path(shutil.copytree(PACKAGE / "asm", tmp_path / "asm"))


def routine(asm: Path, swap: str = "cmovs", halve: str = "sar") -> Routine:
    file = asm / "x86_64/adx/fe_steps.S"
    file.write_text(CODE.format(swap=swap, halve=halve))
    return assemble(load_contract(file, asm), asm / "include")


def state(s: State) -> tuple[list[Fact], tuple[object, object, object]]:
    f, g, i = s.signed("r8"), s.signed("r9"), s.signed("rcx")
    limits = [Fact(limit, direct=True) for x in (f, g) for limit in (at_most(x, 2**62 - 1), at_least(x, -(2**62)))]
    return limits, (f, g, i)


def proof(announced: int = STEPS, alpha: int = 2**41) -> Proof:
    steps = Proof()

    @steps.cut("packed")
    def packed(s: State) -> list[Fact]:
        f, g, i = s.signed("r8"), s.signed("r9"), s.signed("rcx")
        rule = s.divsteps
        rule.begin("whole", equation(f, P).right, s["g"][0], 2**255)
        rule.low("low", of="whole", bits=20, f=f + 2**41, g=g + 2**62, i=i)
        rule.pack("packed", of="low", n=announced, m=20, alpha=alpha, beta=2**62, f=f, g=g, i=i)
        limits = [Fact(limit) for x in (f, g) for limit in (at_most(x, 2**62 - 1), at_least(x, -(2**62)))]
        return [Fact(equation(f, 0xfffed - 2**41)), *limits]

    def step(s: State) -> list[Fact]:
        limits, (f, g, i) = state(s)
        s.divsteps.step("packed", f, g, i)  # type: ignore[arg-type]
        return limits

    for number in range(1, STEPS):
        steps.cut(f"step_{number}")(step)

    @steps.cut(f"step_{STEPS}")
    def last(s: State) -> list[Fact]:
        facts = step(s)
        s.divsteps.unpack("packed")
        return facts

    return steps


def run(code: Routine, steps: Proof) -> tuple[str, set[str], CorrectRun]:
    """What stopped the run, and the verdicts on the obligations before."""
    found = CorrectRun(code, alias_partitions(code.contract)[0], steps)
    with pytest.raises(FalseClaim) as stopped:
        found.run()
    with Solver(jobs=2) as solver:
        return str(stopped.value), {future.result().verdict for future in solver.submit(found.obligations)}, found


def test_packed_steps_are_proved_and_give_the_matrix(asm: Path) -> None:
    stopped, verdicts, found = run(routine(asm), proof())
    assert stopped.startswith("return") and verdicts == {"proved"}
    chain = found.divsteps.chains["low"]
    for index, values in enumerate(found.inputs):
        matrix = [found.theory.shadow(poly)[index] for poly in chain.matrix]
        assert matrix == list(divsteps(STEPS, HALF, P % 2**20, values["g"] % 2**20)[3])
    assert found.segments.hits > 0          # the second step and those after it are like the first


@pytest.mark.parametrize("broken", [{"swap": "cmovns"}, {"halve": "shr"}])
def test_a_wrong_step_is_no_divstep(asm: Path, broken: dict[str, str]) -> None:
    stopped, _, _ = run(routine(asm, **broken), proof())
    assert stopped.startswith("step_")


def test_a_swap_on_i_positive_in_place_of_not_negative_is_found(asm: Path) -> None:
    file = asm / "x86_64/adx/fe_steps.S"
    routine(asm)
    file.write_text(file.read_text().replace("    test rcx, rcx\n", "    cmp rcx, 1\n", 1))
    code = assemble(load_contract(file, asm), asm / "include")
    stopped, _, _ = run(code, proof())
    assert stopped.startswith("step_1")


def test_fewer_steps_than_announced_are_refused(asm: Path) -> None:
    found = CorrectRun(routine(asm), alias_partitions(routine(asm).contract)[0], proof(announced=STEPS + 1))
    with pytest.raises(ProofError, match="4 steps are done, 5 were announced"):
        found.run()


def test_offsets_that_the_steps_do_not_divide_are_refused(asm: Path) -> None:
    found = CorrectRun(routine(asm), alias_partitions(routine(asm).contract)[0], proof(alpha=2))
    with pytest.raises(ProofError, match="must divide the offsets"):
        found.run()


def test_the_rules_own_matrices_are_those_of_the_spec() -> None:
    source = random.Random(11)
    for _ in range(200):
        f, g, n = source.getrandbits(64) | 1, source.getrandbits(64), source.randrange(40)
        assert matrix_of(n, 0, f, g) == divsteps(n, HALF, f, g)[3]
