"""Words in two's complement: a cut may name the signed integer, and later cuts may speak of what earlier ones saved."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from qed25519.prover.contract import alias_partitions, load_contract
from qed25519.prover.correct import CorrectRun
from qed25519.prover.hints import Fact, Proof, State, at_least, at_most, equation
from qed25519.prover.objects import Routine, assemble
from qed25519.prover.solver import Solver
from qed25519.prover.statement import FalseClaim
from qed25519.prover.theorems import PACKAGE

HALVE = """\
// fe_halve: z is said to be x, which is false: only the cuts matter here.
/*contract
args      = {{ z = "out u64[1] rdi", x = "in u64[1] rsi", y = "in u64[1] rdx" }}
spec      = ["z = field.add(x, 0)"]
requires  = ["x < 2^62", "y < 2^62"]
may_alias = []
secret    = ["x", "y"]
stack     = 0
*/
#include "asm.h"
#if defined(__x86_64__)
ROUTINE(x86_64_adx_fe_halve)
    mov rax, [rsi]
    sub rax, [rdx]
CUT(difference)
    {shift} rax, 1
CUT(half)
    add rax, [rdx]
    mov [rdi], rax
    ret
END(x86_64_adx_fe_halve)
#endif
#include "asm_end.h"
"""


@pytest.fixture
def asm(tmp_path: Path) -> Path:
    return Path(shutil.copytree(PACKAGE / "asm", tmp_path / "asm"))


def routine(asm: Path, shift: str = "sar") -> Routine:
    file = asm / "x86_64/adx/fe_halve.S"
    file.write_text(HALVE.format(shift=shift))
    return assemble(load_contract(file, asm), asm / "include")


def proof(bound: int = 2**62) -> Proof:
    steps = Proof()

    @steps.cut("difference")
    def difference(s: State) -> list[Fact]:
        d = s.save("difference", s.signed("rax"))
        return [Fact(equation(d, s["x"][0] - s["y"][0]), split=True),
                Fact(at_most(d, bound)), Fact(at_least(d, -bound))]

    @steps.cut("half")
    def half(s: State) -> list[Fact]:
        h, d = s.signed("rax"), s.saved["difference"]
        return [Fact(at_most(2 * h, d)), Fact(at_least(2 * h, d - 1))]

    return steps


def prove(code: Routine, steps: Proof) -> tuple[str, set[str]]:
    """What stopped the run, and the verdicts on the cuts' obligations before."""
    run = CorrectRun(code, alias_partitions(code.contract)[0], steps)
    with pytest.raises(FalseClaim) as stopped:
        run.run()
    with Solver(jobs=1) as solver:
        return str(stopped.value), {future.result().verdict for future in solver.submit(run.obligations)}


def test_an_arithmetic_shift_halves_a_signed_word(asm: Path) -> None:
    stopped, verdicts = prove(routine(asm), proof())
    assert stopped.startswith("return") and verdicts == {"proved"}


def test_a_logical_shift_does_not(asm: Path) -> None:
    stopped, _ = prove(routine(asm, "shr"), proof())
    assert stopped.startswith("half, fact 1")


def test_a_bound_that_is_too_small_is_false_on_a_concrete_input(asm: Path) -> None:
    stopped, _ = prove(routine(asm), proof(2**40))
    assert stopped.startswith("difference, fact")
