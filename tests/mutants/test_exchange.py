"""Mutants of X25519, edits of its text: each is rejected by the theorem that should, for one aliasing pattern.

`correct` of a mutant stops at the cut that is named, where what the proof says is false.  "Drop the last swap": the
code swaps nothing after the loop, since the clamped scalar's last bits are 0.  So the mutants are: those bits not
cleared, so that a swap would be left to do; the last swap that can be one, before the step for bit 2, left out; the bit
before forgotten, so that two steps swap where none should.  In the step, which selects two operands instead of swapping
four elements, either selection is left out, or turned round.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from qed25519.prover.contract import alias_partitions
from qed25519.prover.replay import refute

from .edits import (
    ARM_RETURN,
    LEFT,
    RETURN,
    TABLE,
    Mutant,
    abi,
    check_rejected,
    check_rejected_by_the_solver,
    memory,
    mutated,
    other_bit,
    table_word,
    time,
)

STEP, X25519, BASE = "x86_64/adx/ladder_step", "x86_64/adx/x25519", "x86_64/adx/x25519_base"
ARM_STEP, ARM, ARM_BASE = (f"arm64/schoolbook/{name}" for name in ("ladder_step", "x25519", "x25519_base"))
POPS = "".join(f"    pop {name}\n" for name in ("r15", "r14", "r13", "r12", "rbp", "rbx"))
DOUBLED = "CUT(doubled_1)\n    lea rdi, [rsp + PX]\n    call LOCAL(ge_double)\n"
STEPS = {
    "a swap turned round in the step": Mutant(
        STEP, "    test swap, swap\n", "    mov rax, swap\n    xor rax, 1\n", "F"),
    "A, whatever the swap": Mutant(
        STEP, "select_words F, rsp + PA, rsp + PC", "select_words F, rsp + PA, rsp + PA", "F"),
    "B, whatever the swap": Mutant(
        STEP, "select_words G, rsp + PB, rsp + PD", "select_words G, rsp + PB, rsp + PB", "G"),
    "121665 for 121666": Mutant(STEP, "fold_product 121666", "fold_product 121665", "K"),
    "a square left out": Mutant(STEP, "    square_of difference2, rsp + PD\n    store_words rsp + PD, LOW\n",
                                "    square_of difference2, rsp + PD\n", "product_z3_out"),
    "x1 times the other": Mutant(
        STEP, "product z3_out, X1, rsp + PD", "product z3_out, X1, rsp + PC", "product_z3_out"),
    "x2 and z2 in each other's place": Mutant(
        STEP, "    store_words X2, LOW\n    product z3_out", "    store_words X3, LOW\n    product z3_out", "return"),
    "121665 for 121666 on Arm64": Mutant(ARM_STEP, "reduce 121666", "reduce 121665", "K"),
}
EXCHANGE = {
    "a swap turned round": Mutant(X25519, "    xor rdx, rax\n", "    xor rdx, rax\n    xor rdx, 1\n", "bit"),
    "the last bits not cleared": Mutant(X25519, "    and rax, -8\n", "", "bit"),
    "the last swap left out": Mutant(
        X25519, "CUT(bit)\n", "    cmp t, 2\n    jnz 2f\n    mov edx, 0\n2:\nCUT(bit)\n", "bit"),
    "the bit before forgotten": Mutant(X25519, "    mov before, rax\nCUT(bit)\n", "CUT(bit)\n", "bit"),
    "the first step skipped": Mutant(X25519, "    mov t, 254\n", "    mov t, 253\n", "bit"),
    "the last step skipped": Mutant(X25519, "    jnc LOCAL(step)\n", "    jnz LOCAL(step)\n", "return"),
    "a step too many": Mutant(X25519, "    mov t, 254\n", "    mov t, 255\n", "bit"),
    "the top bit of the point not masked": Mutant(X25519, "    btr r3, 63\n", "", "ladder"),
    "bit 254 of the scalar not set": Mutant(X25519, "    bts rcx, 62\n", "", "bit"),
    "bits taken from the point": Mutant(X25519, "[rsp + K + 8*rax]", "[rsp + X1 + 8*rax]", "bit"),
    "(0:0) to begin with": Mutant(X25519, "    mov [rsp + STATE], rcx\n", "    mov [rsp + STATE], rax\n", "return"),
    "x2 inverted, not z2": Mutant(
        X25519, "    lea rsi, [rsp + STATE + 32]\n", "    lea rsi, [rsp + STATE]\n", "return"),
    "x2 times x2": Mutant(X25519, "multiply rsp + STATE, rsp + STATE + 32", "multiply rsp + STATE, rsp + STATE",
                          "product_quotient"),
    "a branch on the scalar's bit": time(
        X25519, "CUT(bit)\n", "CUT(bit)\n    test eax, eax\n    jz 2f\n2:\n", "the branch depends on data"),
    "a word at the scalar's bit": time(X25519, "CUT(bit)\n", "CUT(bit)\n    mov rcx, [rsp + 8*rdx]\n",
                                       "the address depends on data"),
    "a callee-saved register changed": abi(X25519, RETURN, "    restore_all\n    mov ebx, 0\n    ret\n", "rbx"),
    "callee-saved registers exchanged": abi(
        X25519, RETURN, POPS.replace("r15\n    pop r14", "r14\n    pop r15") + "    ret\n", "r14"),
    "one word beyond the frame": memory(
        X25519, "#define BELOW  400", "#define BELOW  408", "the routine has the stack"),
    "one word beyond the caller's frame": memory(
        X25519, RETURN, f"    mov [rsp + 56], rax\n{RETURN}", "writes 8 bytes"),
    "one word below the stack pointer": memory(X25519, RETURN, f"    mov [rsp - 8], rax\n{RETURN}", "below the stack"),
    "one word beyond the scalar": memory(X25519, "[scalar + 24]", "[scalar + 32]", "(scalar+32)"),
    "one word before the point": memory(
        X25519, "    load_words r0, r1, r2, r3, point\n",
        "    mov r0, [point - 8]\n    load_words r0, r1, r2, r3, point\n", "(point-8)"),
    "one word beyond the output": memory(
        X25519, "    store_words out, r0, r1, r2, r3\n", "    store_words out + 8, r0, r1, r2, r3\n", "(out+32)"),
    "the frame not wiped": memory(X25519, r"mov ecx, (\below + \frame) / 8", r"mov ecx, \below / 8", LEFT),
    "the frame below it not wiped": memory(
        X25519, "    sub rcx, 1\n    jnz LOCAL(wipe)\n",
        "    sub rcx, 1\n    cmp rcx, \\below / 8\n    jnz LOCAL(wipe)\n", LEFT),
    "the frame wiped with data": memory(X25519, "LOCAL(wipe):\n    mov [rsp + 8*rcx - 8], rax\n",
                                        "LOCAL(wipe):\n    mov [rsp + 8*rcx - 8], r0\n", LEFT),

    "a swap turned round on Arm64": Mutant(
        ARM, "    eor   x2, before, x9\n", "    eor   x2, before, x9\n    eor   x2, x2, #1\n", "bit"),
    "the first step skipped on Arm64": Mutant(ARM, "mov   t, #254", "mov   t, #253", "bit"),
    "the top bit not masked on Arm64": Mutant(ARM, "    and   a_3, a_3, #0x7fffffffffffffff\n", "", "ladder"),
    "a branch on the scalar's bit on Arm64": time(
        ARM, "CUT(bit)\n", "CUT(bit)\n    cmp   x9, #0\n    b.eq  2f\n2:\n", "the branch depends on data"),
    "x20 changed": abi(ARM, ARM_RETURN, "    restore_all_and_link\n    mov   x20, #0\n    ret\n", "x20"),
    "nothing wiped on Arm64": memory(ARM, "    wipe  BELOW, FRAME\n", "    add   sp, sp, #FRAME\n", LEFT),
}
BASE_POINT = {
    "one bit of the first entry": Mutant(
        BASE, table_word(TABLE, 0), other_bit(table_word(TABLE, 0), 0), "an entry is not ", file=TABLE),
    "one bit of an entry in the next row": Mutant(
        BASE, table_word(TABLE, 53), other_bit(table_word(TABLE, 53), 63), "an entry is not ", file=TABLE),
    "one bit of the last entry": Mutant(
        BASE, table_word(TABLE, 2447), other_bit(table_word(TABLE, 2447), 17), "an entry is not ", file=TABLE),
    "another C": Mutant(BASE, "0x0842108421084210", "0x0842108421084211", "recoded"),
    "the low bits of the scalar kept": Mutant(BASE, "    shift_right LOW, 3\n", "    shift_right LOW, 2\n", "recoded"),
    "bit 254 of the scalar not set in m": Mutant(BASE, "    bts r3, 59\n", "", "recoded"),
    "the top bits of the scalar kept": Mutant(BASE, "    shl r3, 2\n    shr r3, 2\n", "", "recoded"),
    "15 for 16": Mutant(BASE, "sub digit, 16", "sub digit, 15", "an entry is not "),
    "no entry for 16": Mutant(BASE, ", 15, 16\n", ", 15\n", "an entry is not "),
    "y - x and y + x not exchanged": Mutant(
        BASE, "    move_words_if_nonzero LOW, rsp + Q + 32\n", "", "an entry is not "),
    "another negative": Mutant(BASE, "set_words LOW, -38, -1", "set_words LOW, -37, -1", "an entry is not "),
    "nought for the neutral point": Mutant(
        BASE, "set_words LOW, 1, 0", "set_words LOW, 0, 0", "an entry is not "),
    "(0, 0, 1, 0) to begin with": Mutant(BASE, "    mov [\\dst + 32], rcx\n", "", "these are not the coordinates"),
    "a digit too few": Mutant(BASE, "mov left, 51", "mov left, 50", "word|canonical"),
    "a digit too many": memory(BASE, "mov left, 51", "mov left, 52", "reads no table word"),
    "a doubling skipped": Mutant(BASE, DOUBLED, "CUT(doubled_1)\n    nop\n", "a value is not"),
    "Z + Y over Z + Y": Mutant(BASE, "sub_short LOW, rsp + PY, rax", "add_short LOW, rsp + PY, rax", "Z_minus_Y"),
    "Z over Z - Y": Mutant(BASE, "    add_short SECOND, rsp + PY, rax\n", "", "Z_plus_Y"),
    "a word at the digit": time(
        BASE, "CUT(digit_known)\n", "CUT(digit_known)\n    mov rax, [entries + 8*digit]\n",
        "the address depends on data"),
    "an entry at the digit's sign": time(
        BASE, "    test digit, digit\n    move", "    lea rdi, [rsp + Q + 32]\n    mov r0, [rdi + 8*digit]\n"
        "    test digit, digit\n    move", "the address depends on data"),
    "a branch on the digit": time(
        BASE, "CUT(digit_known)\n", "CUT(digit_known)\n    cmp digit, 16\n    jz 2f\n2:\n",
        "the branch depends on data"),
    "the base point's r12 changed": abi(BASE, RETURN, "    restore_all\n    mov r12d, 0\n    ret\n", "r12"),
    "the base point's frame not wiped": memory(BASE, r"mov ecx, (\below + \frame) / 8", r"mov ecx, \below / 8", LEFT),
    "one word beyond the base point's scalar": memory(
        BASE, "    load_words LOW, scalar\n", "    load_words LOW, scalar + 8\n", "(scalar+32)"),

    "another C on Arm64": Mutant(ARM_BASE, "0x0842108421084210", "0x0842108421084211", "recoded"),
}
MUTANTS = {**STEPS, **EXCHANGE, **BASE_POINT}


@pytest.mark.parametrize("name", MUTANTS)
def test_the_theorem_that_should_rejects_it(name: str, tmp_path: Path) -> None:
    check_rejected(MUTANTS[name], tmp_path)


@pytest.mark.parametrize(("path", "old"), [
    (X25519, "    canonicalize r0, r1, r2, r3, hi, lo\n"), (BASE, "    canonicalize LOW, hi, lo\n")])
def test_a_result_that_may_be_not_canonical(path: str, old: str, tmp_path: Path) -> None:
    check_rejected_by_the_solver(Mutant(path, old, "    nop\n", "canonical, fact|return: "), tmp_path)


REPLAYED = [name for name, mutant in MUTANTS.items()
            if mutant.kind == "correct" and mutant.path in (STEP, X25519, BASE)]
HARMLESS = ("a step too many",)                    # with a bit that is 0, from the point at infinity to itself
INPUTS = {"scalar": int.from_bytes(bytes([0x0f, *range(9, 39), 0xe7]), "little"), "point": 2**255 + 9,
          "swap": 1, "x1": 9, "x2": 5, "z2": 7, "x3": 11, "z3": 17}


@pytest.mark.parametrize("name", [
    pytest.param(name, marks=[pytest.mark.slow] * (MUTANTS[name].path != STEP)) for name in REPLAYED])
def test_an_input_shows_it(name: str, tmp_path: Path) -> None:
    """Of the entries of a table, those whose digits come; all else but what is harmless."""
    code = mutated(MUTANTS[name], tmp_path)
    values = {a.name: INPUTS[a.name] for a in code.contract.args if a.is_read}
    found = refute(code, alias_partitions(code.contract)[0], values)
    assert bool(found) == (name not in HARMLESS) or MUTANTS[name].words.startswith("an entry is not")
