"""Mutants of fe_invert, edits of its text: each breaks its contract on a replayed input, its proof fails at the named
cut, or both.

A divstep that swaps, or counts on, at other times than the paper's may need as few steps for all numbers that anybody
tries.  The proof, which is about the paper's divsteps, refuses it at the first step.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from qed25519.prover.contract import alias_partitions
from qed25519.prover.correct import CorrectRun
from qed25519.prover.hints import ProofError
from qed25519.prover.objects import Routine
from qed25519.prover.replay import refute
from qed25519.prover.statement import FalseClaim
from qed25519.prover.theorems import load_proof

from ..prover.routines import correct, own

P = 2**255 - 19
X86, ARM = "x86_64/common/fe_invert", "arm64/common/fe_invert"
HARD = 0x10000800040002f286bca1af286bcaffffffffffffffff0010000800040002    # a swap for i > 0 only needs more steps
INPUTS = (1, 2, HARD, 0)                                                   # f ends as -1 for 1, as 1 for 2


@dataclass(frozen=True)
class Mutant:
    """An edit; the cut whose facts it makes false; whether some of INPUTS show it; `slow` if that cut comes late."""

    path: str
    old: str
    new: str
    cut: str
    replayed: bool = True
    slow: bool = False


def start(exponent: int) -> str:
    """e = 2^exponent mod p, as the x86-64 code stores it."""
    return "".join(f"    mov rax, {pow(2, exponent, P) >> 64 * word & 2**64 - 1:#018x}\n"
                   f"    mov [rsp + EW{f' + {8 * word}' if word else ''}], rax\n" for word in range(4))


SELECT = "    cmov{} r0, rsi\n    cmov{} r1, rdi\n    cmov{} r2, rcx\n    cmov{} r3, rbx\n"

MUTANTS = {
    "a swap for i > 0 in place of i >= 0": Mutant(
        X86, "    mov k, Z\n    shr k, 63", "    lea k, [Z + 1]\n    shr k, 63", "step_1_1"),
    "i off by one after a swap": Mutant(X86, "    not s  ", "    neg s  ", "step_1_1", replayed=False),
    "i counted on by two": Mutant(X86, "sub Z, 1", "sub Z, 2", "step_1_1", replayed=False),
    "no swap where g is even": Mutant(X86, "test k, G", "test k, k", "step_1_1"),
    "g halved without its sign": Mutant(X86, "sar G, 1  ", "shr G, 1  ", "step_1_1"),
    "one batch fewer: 531 steps": Mutant(X86, "mov rax, 10\n", "mov rax, 9\n", "last_d", slow=True),
    "one batch more: 649 steps": Mutant(X86, "mov rax, 10\n", "mov rax, 11\n", "", slow=True),
    "start value 2^-622": Mutant(X86, start(-623), start(-622), "batch"),
    "start value 2^-589": Mutant(X86, start(-623), start(-589), "batch"),
    "f and g exchanged in the update": Mutant(
        X86, "update_low f_low, r0, r1, r2, times_U, times_V", "update_low f_low, r0, r1, r2, times_Q, times_R", "low"),
    "d and e exchanged in the update": Mutant(
        X86, "times_PU, times_PV, DW+8, EW+8", "times_PU, times_PV, EW+8, DW+8", "step_1_17"),
    "a sign dropped in the matrix": Mutant(X86, "sar u, 43", "shr u, 43", "matrix_1"),
    "a sign dropped in the scaled matrix": Mutant(X86, "    sub V, rax\n", "    add V, rax\n", "scaled"),
    "part 3 unpacked as 20 steps": Mutant(X86, "unpack 3, 1, 2", "unpack 3, 0, 1", "shifted_3"),
    "f and g shifted by 58": Mutant(X86, "shr \\c0, 62", "shr \\c0, 61", "low"),
    "low words shifted by 19": Mutant(X86, "advance 2, 20", "advance 2, 19", "advanced_2"),
    "a word too few of f and g": Mutant(
        X86, "    column rsi, rdi, \\times_u, \\times_v, FW+24, GW+24\n", "    mov rdi, 0\n", "product_f"),
    "a word too few of d and e": Mutant(
        X86, "    column r3, r4, times_PQ, times_PR, DW+24, EW+24\n", "    mov r4, 0\n", "step_3_13"),
    "the last d not folded": Mutant(X86, "    mov edx, 19\n", "    mov edx, 18\n", "step_2_13"),
    "the last negation inverted": Mutant(
        X86, SELECT.format(*4 * ["nz"]), SELECT.format(*4 * ["z"]), "signed", slow=True),
    "the last sign by another bit": Mutant(X86, "    test rax, 2\n", "    test rax, 1\n", "signed", slow=True),
    "no canonical value at the end": Mutant(
        X86, "CUT(signed)\n    canonicalize r0, r1, r2, r3, rax, rdx\n", "CUT(signed)\n    mov rax, 0\n", "end",
        slow=True),

    "531 steps on Arm64": Mutant(ARM, "count, #10", "count, #9", "last_d", slow=True),
    "f and g exchanged on Arm64": Mutant(
        ARM, "update_low f_low, r_0, r_1, r_2, PU, PV", "update_low f_low, r_0, r_1, r_2, PQ, PR", "low"),
    "a sign dropped on Arm64": Mutant(ARM, "asr   u, u, #43", "lsr   u, u, #43", "matrix_1"),
    "another part 3 on Arm64": Mutant(ARM, "unpack 3, 1", "unpack 3, 0", "shifted_3", slow=True),
    "low words shifted by 19 on Arm64": Mutant(ARM, "advance 2, 20", "advance 2, 19", "advanced_2"),
    "a word too few on Arm64": Mutant(
        ARM, "    column s, t, \\w1, \\w2, FW+24, GW+24\n", "    mov   t, #0\n", "product_f", slow=True),
    "the last negation inverted on Arm64": Mutant(ARM, "tst   LF, #2\n", "tst   LF, #1\n", "signed", slow=True),
}


def mutated(name: str, folder: Path) -> Routine:
    mutant = MUTANTS[name]
    return own(mutant.path, mutant.old, mutant.new, folder)


@pytest.mark.parametrize("name", [name for name, mutant in MUTANTS.items() if mutant.replayed and mutant.cut])
def test_an_input_shows_it(name: str, tmp_path: Path) -> None:
    code = mutated(name, tmp_path)
    pattern = next(iter(alias_partitions(code.contract)))
    assert any(refute(code, pattern, {"x": x}) for x in INPUTS)


@pytest.mark.parametrize("name", [
    pytest.param(name, marks=[pytest.mark.slow] * mutant.slow) for name, mutant in MUTANTS.items()])
def test_the_proof_fails_at_the_cut(name: str, tmp_path: Path) -> None:
    code = mutated(name, tmp_path)
    run = CorrectRun(code, next(iter(alias_partitions(code.contract))), load_proof(code.contract.path))
    with pytest.raises((FalseClaim, ProofError), match=f"^{MUTANTS[name].cut}"):
        run.run()


def test_the_theorem_names_the_input_and_the_line(tmp_path: Path) -> None:
    result = correct(mutated("f and g exchanged in the update", tmp_path), load_proof(X86))
    assert result.verdict == "refuted" and "replayed" in result.counterexample
    line = (tmp_path / f"{X86}.h").read_text().splitlines().index("CUT(low)") + 2        # what comes next
    assert f"{X86}.h:{line}: low, fact" in result.message


@pytest.mark.parametrize("path", [X86, ARM])
def test_the_inputs_show_nothing_of_the_code_as_it_is(path: str) -> None:
    code = own(path)
    for pattern in alias_partitions(code.contract):
        assert not any(refute(code, pattern, {"x": x}) for x in INPUTS)
