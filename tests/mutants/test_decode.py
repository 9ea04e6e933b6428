"""Mutants of what decodes and encodes points, edits of its text: each is rejected by the theorem that should.

`correct` of a mutant stops at the cut that is named, where what the proof says is false on a concrete input; or, for
what only a few inputs show, the solver has one.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from qed25519.domains.theory import InternalError
from qed25519.isa.machine import MachineError
from qed25519.prover.contract import alias_partitions
from qed25519.prover.correct import CorrectRun
from qed25519.prover.hints import ProofError
from qed25519.prover.replay import refute
from qed25519.prover.statement import FalseClaim
from qed25519.prover.theorems import load_proof, structural_results

from ..prover.routines import own, solver
from .edits import Mutant, mutated

POWER, DECODE, ENCODE = "x86_64/adx/fe_root_power", "x86_64/adx/ge_decode", "x86_64/common/ge_encode"
ARM_POWER, ARM_DECODE, ARM_ENCODE = (
    "arm64/schoolbook/fe_root_power", "arm64/karatsuba/ge_decode", "arm64/common/ge_encode")
FILES = {POWER: "x86_64/common/fe_root_power.h", DECODE: "x86_64/common/ge_decode.h", ENCODE: f"{ENCODE}.S",
         ARM_POWER: "arm64/common/fe_root_power.h", ARM_DECODE: "arm64/common/ge_decode.h",
         ARM_ENCODE: f"{ARM_ENCODE}.S"}


def edit(path: str, old: str, new: str, words: str, kind: str = "correct") -> Mutant:
    return Mutant(path, old, new, words, kind, FILES[path])


STORE_T = "    store_words rsp + 8 + T, r0, r1, r2, r3\n"
ROOT_OF_MINUS_1 = "constant 0xc4ee1b274a0ea0b0, 0x2f431806ad2fe478, 0x2b4d00993dfbd7a7, 0x2b8324804fc1df0b"
D = "constant 0x75eb4dca135978a3, 0x00700a4d4141d8ab, 0x8cc740797779e898, 0x52036cee2b6ffe73"
ENTRY = "    load_words LOW, encoding\n"
RETURN = "    restore_all\n    ret\n"
POWERS = {
    "a squaring too few": edit(POWER, "raise 100, S, S", "raise 99, S, S", "return"),
    "two squarings too many at the end": edit(POWER, "raise 2, X", "raise 4, X", "return"),
    "a squaring too many each time": edit(POWER, "jnz LOCAL(square)", "jnc LOCAL(square)", "word|factors|return"),
    "the last factor left out": edit(POWER, "    raise 2, X                  // x^(4·e(250) + 1)\n", "", "return"),
    "another last factor": edit(POWER, "raise 2, X  ", "raise 2, S  ", "product_raised"),
    "a power kept elsewhere": edit(POWER, "raise 50, S50, S50", "raise 50, S50, S10", "product_raised|the cut factors"),
    "a power not kept": edit(POWER, "raise 100, S, S", "raise 100, S", "return"),
    "the squares not stored": edit(POWER, f"CUT(square)\n{STORE_T}", "CUT(square)\n", "product_raised"),
    "the products not stored": edit(POWER, f"CUT(raised)\n{STORE_T}", "CUT(raised)\n", "product_square"),
    "a squaring too few on Arm64": edit(ARM_POWER, "raise 100, S, S", "raise 99, S, S", "return"),
    "another last factor on Arm64": edit(ARM_POWER, "raise 2, X  ", "raise 2, S  ", "product_raised"),
    "a loop that ends with the data": edit(POWER, "    sub count, 1\n", "    sub count, 1\n    test r0, r0\n",
                                           "the branch depends on data", "constant_time"),
    "a word of the frame at the data": edit(
        POWER, "CUT(square)\n", "CUT(square)\n    mov rax, [rsp + 8*r0]\n", "the address depends on data",
        "constant_time"),
    "one word beyond the input": edit(POWER, "    load_words r0, r1, r2, r3, x\n",
                                      "    load_words r0, r1, r2, r3, x + 8\n", "(x+32)", "memory_safe"),
    "a register changed": edit(POWER, RETURN, "    restore_all\n    mov ebx, 0\n    ret\n", "rbx", "abi"),
}
POINTS = {
    "the sign bit left in y": edit(DECODE, "    btr r3, 63\n", "", "lower"),
    "every y below p": edit(DECODE, "    shr rax, 63\n    xor rax, 1\nCUT(below_p)", "    mov eax, 1\nCUT(below_p)",
                            "below_p"),
    "no y below p": edit(DECODE, "    xor rax, 1\nCUT(below_p)", "    xor rax, 0\nCUT(below_p)", "below_p"),
    "u = y^2 - 2": edit(DECODE, "    sub r0, 1\n", "    sub r0, 2\n", "u"),
    "v = d·y^2 + 2": edit(DECODE, "    add r0, 1\n", "    add r0, 2\n", "v"),
    "another d": edit(DECODE, D, D.replace("8a3,", "8a4,"), "return"),
    "u·v^4 for u·v^7": edit(DECODE, "times B, A, T\n", "times B, A, V\n", "return"),
    "u·v^2 for u·v^3": edit(DECODE, "times A, T, V\n", "times A, T, C\n", "return"),
    "no power": edit(DECODE, "    call LOCAL(fe_root_power)\n", "", "return"),
    "v·r for v·r^2": edit(DECODE, "times T, B, B\n    times T, T, V\n", "times T, B, V\n", "return"),
    "compared with v": edit(DECODE, "    compare T, U\n    mov [rsp + IS_ROOT]",
                            "    compare T, V\n    mov [rsp + IS_ROOT]", "return"),
    "1 for the root of -1": edit(DECODE, ROOT_OF_MINUS_1, "constant 1, 0, 0, 0", "return"),
    "the other root always": edit(
        DECODE, "    test rax, rax\n    move_words_if_nonzero LOW, rsp + B\n", "", "selected"),
    "the roots exchanged": edit(DECODE, "    test rax, rax\n", "    xor rax, 1\n", "selected"),
    "any root on the curve": edit(DECODE, "    mov [rsp + ON_CURVE], rax\n",
                                  "    mov eax, 1\n    mov [rsp + ON_CURVE], rax\n", "the cut parity"),
    "the first comparison for the second": edit(
        DECODE, "    compare T, U\n    mov [rsp + ON_CURVE], rax\n",
        "    mov rax, [rsp + IS_ROOT]\n    mov [rsp + ON_CURVE], rax\n", "return"),
    "the parity of the second word": edit(DECODE, "    mov rax, [rsp + A]\n", "    mov rax, [rsp + A + 8]\n", "parity"),
    "the sign forgotten": edit(DECODE, "    xor rax, [rsp + SIGN]\n", "    nop\n", "opposite"),
    "the sign turned round": edit(DECODE, "    xor rax, [rsp + SIGN]\n", "    xor rax, [rsp + SIGN]\n    xor rax, 1\n",
                                  "opposite"),
    "p + 1 - x": edit(DECODE, "    mov r0, -19\n", "    mov r0, -18\n", "negative"),
    "never the opposite": edit(DECODE, "    xor rax, 1\n    move_words_if_nonzero LOW, rsp + A\n",
                               "    load_words LOW, rsp + A\n", "signed"),
    "x and y exchanged": edit(
        DECODE, "    store_words out, LOW\n    load_words LOW, rsp + Y\n    store_words out + 32, LOW\n",
        "    store_words out + 32, LOW\n    load_words LOW, rsp + Y\n    store_words out, LOW\n", "return"),
    "0 refused": edit(DECODE, "    and rax, [rsp + SIGN]\n", "", "is_canonical"),
    "p and above accepted": edit(DECODE, "    and rax, [rsp + BELOW_P]\n", "", "is_canonical"),
    "the flags exchanged": edit(
        DECODE, "    add rax, rax\n    add rax, [rsp + ON_CURVE]\n",
        "    add rax, [rsp + ON_CURVE]\n    add rax, [rsp + ON_CURVE]\n", "return"),
    "the sign turned round on Arm64": edit(ARM_DECODE, "    eor   bit, bit, sign\n",
                                           "    eor   bit, bit, sign\n    eor   bit, bit, #1\n", "opposite"),
    "1 for the root of -1 on Arm64": edit(ARM_DECODE, ROOT_OF_MINUS_1.replace("constant", "constant_in_frame"),
                                          "constant_in_frame 1, 0, 0, 0", "return"),
    "the sign bit left in y on Arm64": edit(ARM_DECODE, "    and   l_3, l_3, #0x7fffffffffffffff\nCUT(lower)",
                                            "CUT(lower)", "lower"),
    "x's second bit": edit(ENCODE, "    shl bit, 63\n", "    shr bit, 1\n    shl bit, 63\n", "return"),
    "the parity of x's second word": edit(ENCODE, "    mov bit, [x]\n", "    mov bit, [x + 8]\n", "return"),
    "x's bit below the top": edit(ENCODE, "    shl bit, 63\n", "    shl bit, 63\n    shr bit, 1\n", "return"),
    "no bit of x on Arm64": edit(ARM_ENCODE, "    add   y_3, y_3, x_0, lsl #63", "    add   y_3, y_3, xzr", "return"),
    "a branch on the sign": edit(DECODE, "CUT(opposite)\n", "CUT(opposite)\n    test rax, rax\n    jz 2f\n2:\n",
                                 "the branch depends on data", "constant_time"),
    "a branch on what is decoded": edit(DECODE, "    mov [rsp + IS_ROOT], rax\n",
                                        "    mov [rsp + IS_ROOT], rax\n    test rax, rax\n    jz 2f\n2:\n",
                                        "the branch depends on data", "constant_time"),
    "one word beyond the encoding": edit(DECODE, ENTRY, "    load_words LOW, encoding + 8\n", "(encoding+32)",
                                         "memory_safe"),
    "one word beyond y": edit(DECODE, "store_words out + 32, LOW", "store_words out + 40, LOW", "+64)", "memory_safe"),
    "one word beyond the frame": edit(DECODE, "#define FRAME    272", "#define FRAME    280", "writes 8 bytes at",
                                      "memory_safe"),
    "another register changed": edit(DECODE, RETURN, "    restore_all\n    mov r12d, 0\n    ret\n", "r12", "abi"),
}
MUTANTS = {**POWERS, **POINTS}
SLOW = ("two squarings too many at the end", "a squaring too many each time", "a power not kept",
        "another last factor", "a squaring too few on Arm64", "another last factor on Arm64")     # seen at the end


@pytest.mark.parametrize("name", [pytest.param(name, marks=[pytest.mark.slow] * (name in SLOW)) for name in MUTANTS])
def test_the_theorem_that_should_rejects_it(name: str, tmp_path: Path) -> None:
    mutant = MUTANTS[name]
    code = mutated(mutant, tmp_path)
    if mutant.kind == "correct":
        run = CorrectRun(code, alias_partitions(code.contract)[0], load_proof(mutant.path))
        with pytest.raises((FalseClaim, ProofError, MachineError, InternalError), match=f"^(?:{mutant.words})"):
            run.run()
    else:
        result = next(result for result in structural_results(code) if result.kind == mutant.kind)
        assert result.verdict == "refuted" and mutant.words in result.message, result.message


@pytest.mark.parametrize("spec", ["field.mul(x, field.root_power(x))", "field.root_power(field.add(x, 1))"])
def test_another_power_is_false(spec: str, tmp_path: Path) -> None:
    """What fe_root_power computes is no other number that the spec can name."""
    code = own(POWER, "field.root_power(x)", spec, tmp_path)
    run = CorrectRun(code, alias_partitions(code.contract)[0], load_proof(POWER))
    with pytest.raises(FalseClaim, match=r"^return"):
        run.run()


FEW = {
    "p is below p": edit(DECODE, "    add rax, 19\n", "    add rax, 18\n", "below_p"),
    "p - 1 is not below p": edit(DECODE, "    add rax, 19\n", "    add rax, 20\n", "below_p"),
    "y that may be not canonical": edit(DECODE, "    canonicalize LOW, rax, rdx\nCUT(y)", "CUT(y)", "y"),
    "a borrow that is not paid back": edit(DECODE, "    and rax, 38\n    sub r0, rax\n", "", "u"),
    "a carry that does not come back": edit(DECODE, "    and rax, 38\n    add r0, rax\n", "", "v"),
    "a root that may be not canonical": edit(
        DECODE, "    canonicalize LOW, rax, rdx\nCUT(root)", "nop\nCUT(root)", "root"),
    "p for -0": edit(DECODE, "    canonicalize LOW, rax, rdx\nCUT(x)", "nop\nCUT(x)", "x"),
    "-0 accepted": edit(DECODE, "    mov rax, [rsp + IS_ZERO]\n", "    mov eax, 0\n", "is_canonical"),
    "y above p encoded": edit(ENCODE, 'requires  = ["x < p", "y < p"]', 'requires  = ["x < p"]', "return"),
}


@pytest.mark.parametrize("name", FEW)
def test_what_few_inputs_show_is_refuted(name: str, tmp_path: Path) -> None:
    """By one of the concrete inputs, or by the solver."""
    mutant = FEW[name]
    code = mutated(mutant, tmp_path)
    try:
        items = CorrectRun(code, alias_partitions(code.contract)[0], load_proof(mutant.path)).run()
    except FalseClaim as claim:
        assert str(claim).startswith(mutant.words)
        return
    found = [item for item in items if item.title.startswith(mutant.words)]
    assert "refuted" in {future.result().verdict for future in solver().submit(found)}


SHOWN = [
    "u·v^2 for u·v^3", "another d", "1 for the root of -1", "the sign turned round", "the sign forgotten", "p + 1 - x",
    "the roots exchanged", "the other root always", "x and y exchanged", "the flags exchanged", "a squaring too few",
    "another last factor", "x's second bit"]


@pytest.mark.parametrize("name", SHOWN)
def test_an_input_shows_it(name: str, tmp_path: Path) -> None:
    """One of eight: among these y are some of points, and others, and both roots are needed."""
    code = mutated(MUTANTS[name], tmp_path)
    inputs = [{"x": 3**150 + k, "y": 5**100, "encoding": 2**255 + k} for k in range(2, 10)]
    assert any(refute(code, alias_partitions(code.contract)[0], {a.name: one[a.name] for a in code.contract.args
                                                                 if a.is_read}) for one in inputs)
