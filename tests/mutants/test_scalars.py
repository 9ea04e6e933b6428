"""Mutants of the routines modulo l, by name: `correct` refutes each, on an input that shows it.

What goes wrong where one carry of 2^64 is lost, or a quotient is 1 too much, is so rare that no random number shows it.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from qed25519.prover.theorems import load_proof

from ..prover.routines import correct, own


@dataclass(frozen=True)
class Mutant:
    """An edit of the routine or of scalar.h."""

    path: str
    old: str
    new: str


REDUCE, MULADD, NEG, CANONICAL = (f"x86_64/common/sc_{name}" for name in ("reduce", "muladd", "neg", "is_canonical"))
ARM_REDUCE, ARM_MULADD, ARM_NEG, ARM_CANONICAL = (
    f"arm64/common/sc_{name}" for name in ("reduce", "muladd", "neg", "is_canonical"))

MUTANTS = {
    "a bit of c": Mutant(REDUCE, "C0 0x5812631a5cf5d3ed", "C0 0x5812631a5cf5d3ec"),
    "a bit of the upper word of c": Mutant(NEG, "C1 0x14def9dea2f79cd6", "C1 0x14def9dea2f79cd7"),
    "a bit of l": Mutant(REDUCE, "L3 0x1000000000000000", "L3 0x1000000000000001"),
    "a bit of E": Mutant(MULADD, "E1 0xa6f7cef517bce6b2", "E1 0xa6f7cef517bce6b3"),
    "a bit of 16·c": Mutant(NEG, "D0 0x812631a5cf5d3ed0", "D0 0x812631a5cf5d3ed1"),
    "the last carry of a product with E left out": Mutant(REDUCE, "    adc t2, 0\n", ""),
    "a carry into the middle of a product with E left out": Mutant(REDUCE, "    adc \\w1, hi\n", "    add \\w1, hi\n"),
    "u for u + 1": Mutant(REDUCE, "    add r6, 1\n    adc r7, 0\n", ""),
    "the carry of u + 1 left out": Mutant(REDUCE, "    adc r7, 0\n", ""),
    "2^256 added once": Mutant(REDUCE, "    mov esi, 2\n", "    mov esi, 1\n"),
    "the carry of 2·v left out": Mutant(REDUCE, "    sbb rsi, 0\n    sub r0, t0\n", "    sub r0, t0\n"),
    "the borrow of 2·v left out": Mutant(REDUCE, "    sbb r3, r5\n    sbb rsi, 0\n", "    sbb r3, r5\n"),
    "a quotient without its lower bits": Mutant(REDUCE, "    add rsi, rax\n", ""),
    "the bits above 252 kept": Mutant(REDUCE, "    shl r3, 4\n    shr r3, 4\n", ""),
    "the carry of c·q left out": Mutant(REDUCE, "    mov rcx, hi\n    adc rcx, 0\n", "    mov rcx, hi\n"),
    "l not added back": Mutant(REDUCE, "    sbb rcx, rcx\n", "    mov rcx, 0\n"),
    "l always added back": Mutant(REDUCE, "    sbb rcx, rcx\n", "    mov rcx, -1\n"),
    "a word of l always added back": Mutant(REDUCE, "    and rsi, rcx\n", ""),
    "the carry of l added back left out": Mutant(REDUCE, "    adc r2, 0\n    adc r3, rsi\n", "    add r3, rsi\n"),
    "the carry of c left out": Mutant(MULADD, "    adc r4, 0\n", ""),
    "b for c": Mutant(MULADD, "    mov c, rcx\n", "    mov c, rdx\n"),
    "15·l for 16·l": Mutant(NEG, "    mov ecx, 1\n", "    mov ecx, 0\n"),
    "l for canonical": Mutant(CANONICAL, "    mov rcx, C0\n", "    mov rcx, C0 + 1\n"),
    "l - 1 for not canonical": Mutant(CANONICAL, "    mov rcx, C0\n", "    mov rcx, C0 - 1\n"),
    "a word compared alone": Mutant(CANONICAL, "    sbb r2, 0\n    sbb r3, rsi\n", "    sbb r3, rsi\n"),
    "a contract that promises too much": Mutant(REDUCE, '"z < l"', '"z < 2^252"'),
    "a contract with another meaning": Mutant(NEG, "scalar.neg(x)", "scalar.reduce(x)"),
    "a contract without the sum": Mutant(MULADD, "scalar.muladd(a, b, c)", "scalar.muladd(a, b, a)"),

    "a bit of c on Arm64": Mutant(ARM_REDUCE, "C1 0x14def9dea2f79cd6", "C1 0x14def9dea2f79cd4"),
    "a bit of E on Arm64": Mutant(ARM_MULADD, "E0 0xc09318d2e7ae9f68", "E0 0x409318d2e7ae9f68"),
    "the last carry of a product with E left out on Arm64": Mutant(ARM_REDUCE, "    adc   \\w2, \\s, xzr\n",
                                                                    "    mov   \\w2, \\s\n"),
    "the carry of u + 1 left out on Arm64": Mutant(ARM_REDUCE, "    adc   \\r7, \\r7, xzr\n", ""),
    "the carry of 2·v taken for a borrow on Arm64": Mutant(ARM_REDUCE, "    cset  \\t, cs\n", "    cset  \\t, cc\n"),
    "2·E for 4·E on Arm64": Mutant(ARM_REDUCE, "    lsl   \\v0, \\v0, #2\n", "    lsl   \\v0, \\v0, #1\n"),
    "a quotient of the wrong bits on Arm64": Mutant(
        ARM_REDUCE, "    extr  \\q, \\q, \\r3, #60\n", "    extr  \\q, \\q, \\r3, #61\n"),
    "l added back where there was no borrow on Arm64": Mutant(ARM_REDUCE, "csetm \\t, cc", "csetm \\t, cs"),
    "a word of l always added back on Arm64": Mutant(ARM_REDUCE, "    and   \\c1, \\c1, \\t\n", ""),
    "c left out on Arm64": Mutant(ARM_MULADD, "load_words LOW, c\n", "load_words LOW, a\n"),
    "a row twice on Arm64": Mutant(ARM_MULADD, "add_row b_2,", "add_row b_1,"),
    "15·l for 16·l on Arm64": Mutant(ARM_NEG, "    cset  x5, cs\n", "    mov   x5, #0\n"),
    "l for canonical on Arm64": Mutant(ARM_CANONICAL, "cset  ok, cc ", "cset  ok, ls "),
    "the address of x for a result on Arm64": Mutant(ARM_CANONICAL, "cset  ok, cc ", "cset  x1, cc "),
    "a borrow lost on Arm64": Mutant(ARM_CANONICAL, "    sbcs  x3, x3, xzr\n", "    subs  x3, x3, xzr\n"),
}


@pytest.mark.parametrize("name", MUTANTS)
def test_correct_refutes_it(name: str, tmp_path: Path) -> None:
    mutant = MUTANTS[name]
    result = correct(own(mutant.path, mutant.old, mutant.new, tmp_path), load_proof(mutant.path))
    assert result.verdict == "refuted" and "replayed" in result.counterexample, result
