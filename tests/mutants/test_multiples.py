"""Mutants of ge_base and ge_double_scalar_vartime, edits of their text: each is rejected by the theorem that should.

The fork on a digit runs the selection in all 32 cases, so that a wrong entry shows at the first digit that may have it.
What is left out at the end shows when all digits are through: of these there are few.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from .edits import (
    ARM_RETURN,
    LEFT,
    RETURN,
    TABLE,
    Mutant,
    abi,
    check_rejected,
    memory,
    other_bit,
    stopped,
    table_word,
    time,
)

BASE, SUM = "x86_64/adx/ge_base", "x86_64/adx/ge_double_scalar_vartime"
ARM_BASE, ARM_SUM = "arm64/schoolbook/ge_base", "arm64/schoolbook/ge_double_scalar_vartime"
MULTIPLES = "include/base_multiples.h"
ENTRY, OTHER = "an entry is not ", "an entry's multiple of B depends on more"
SPEC, UNKNOWN = "a value is not what", "of these values it is not known"
BRANCH, ADDRESS = "the branch depends on data", "the address depends on data"

OF_BASE = {
    "one bit of the table": Mutant(
        BASE, table_word(TABLE, 47), other_bit(table_word(TABLE, 47), 62), ENTRY, file=TABLE),
    "the wrong row": Mutant(BASE, "#define ROW    1536", "#define ROW    1632", ENTRY),
    "the entry beside the right one": Mutant(BASE, "ENTRY*(\\j - 1) + 32", "ENTRY*(\\j - 1) + 128", ENTRY),
    "the next digit read one place off": Mutant(BASE, "shift_right LOW, 5", "shift_right LOW, 6", OTHER),
    "y - x and y + x not exchanged": Mutant(BASE, "    move_words_if_nonzero SECOND, rsp + Q\n", "", ENTRY),
    "2·d·x·y not negated": Mutant(
        BASE, "    test digit, digit\n    cmovz r0", "    cmp digit, digit\n    cmovz r0", ENTRY),
    "an entry at the digit": time(
        BASE, "CUT(digit_known)\n", "CUT(digit_known)\n    mov rax, [entries + 8*digit]\n", ADDRESS),
    "a branch on the digit": time(
        BASE, "CUT(digit_known)\n", "CUT(digit_known)\n    cmp digit, 16\n    jz 2f\n2:\n", BRANCH),
    "a digit beyond the table": memory(BASE, "mov left, 51", "mov left, 52", "reads no table word"),
    "one word beyond the frame": memory(BASE, "#define BELOW  400", "#define BELOW  408", "the routine has the stack"),
    "the frame not wiped": memory(BASE, "mov ecx, (\\below + \\frame) / 8", "mov ecx, \\below / 8", LEFT),
    "one word beyond the output": memory(BASE, "store_words rdi + 32", "store_words rdi + 40", "writes 8 bytes"),
    "r12 changed": abi(BASE, RETURN, "    restore_all\n    mov r12d, 0\n    ret\n", "r12"),

    "one bit of the table on Arm64": Mutant(
        ARM_BASE, table_word(TABLE, 47), other_bit(table_word(TABLE, 47), 62), ENTRY, file=TABLE),
    "the entry beside the right one on Arm64": Mutant(
        ARM_BASE, "select_entry \\j+2, ENTRY\n", "select_entry \\j+2, 0\n", ENTRY),
    "y - x and y + x not exchanged on Arm64": Mutant(
        ARM_BASE, "select_if_unequal FIRST, HIGH, LOW", "select_if_unequal FIRST, LOW, LOW", ENTRY),
    "2·d·x·y not negated on Arm64": Mutant(
        ARM_BASE, "select_if_unequal REST, FIRST, REST", "select_if_unequal REST, REST, REST", ENTRY),
    "an entry at the digit on Arm64": time(
        ARM_BASE, "CUT(digit_known)\n", "CUT(digit_known)\n    ldr   x9, [entries, digit, lsl #3]\n", ADDRESS),
    "a branch on the digit on Arm64": time(
        ARM_BASE, "CUT(digit_known)\n", "CUT(digit_known)\n    cbz   digit, 2f\n2:\n", BRANCH),
    "one word beyond the output on Arm64": memory(
        ARM_BASE, "store \\out, 32, LOW", "store \\out, 40, LOW", "writes 8 bytes"),
    "one word below the stack pointer on Arm64": memory(
        ARM_BASE, ARM_RETURN, f"    stur  x9, [sp, #-8]\n{ARM_RETURN}", "below the stack pointer"),
    "the frame not wiped on Arm64": memory(
        ARM_BASE, "    wipe  BELOW, FRAME\n", "    add   sp, sp, #FRAME\n", LEFT),
    "x28 changed": abi(ARM_BASE, ARM_RETURN, "    restore_all_and_link\n    mov   x28, #0\n    ret\n", "x28"),
}
AT_THE_END = {
    "a digit too few": Mutant(
        BASE, "mov left, 51", "mov left, 50", ".* is not congruent to edwards25519.scalar_times_base"),
    "coordinates that may be not canonical": Mutant(
        ARM_BASE, "    canonicalize LOW, h_0, h_1\nCUT(y_canonical)\n", "    mov   x9, #0\nCUT(y_canonical)\n",
        "y_canonical"),
    "x and y exchanged": Mutant(
        ARM_BASE, "    canonicalize LOW, h_0, h_1\nCUT(y_canonical)\n    store \\out, 32, LOW\n",
        "    canonicalize LOW, h_0, h_1\nCUT(y_canonical)\n    load  \\out, 0, FIRST\n    store \\out, 32, FIRST\n"
        "    store \\out, 0, LOW\n", "return"),
    "the last reduction left out": Mutant(BASE, "    fold_product 38\nCUT(y)\n", "    nop\nCUT(y)\n", "y"),
}
OF_SUM = {
    "one bit of the constant table": Mutant(
        SUM, table_word(MULTIPLES, 95), other_bit(table_word(MULTIPLES, 95), 3), ENTRY, file=MULTIPLES),
    "a digit of a one place off": Mutant(SUM, "[rsp + DIGITS_A + 8*left]", "[rsp + DIGITS_A + 8*left - 8]", ENTRY),
    "a digit of b one place off": Mutant(SUM, "[rsp + DIGITS_B + 8*left]", "[rsp + DIGITS_B + 8*left - 8]", OTHER),
    "a digit of b for one of a": Mutant(SUM, "[rsp + DIGITS_A + 8*left]", "[rsp + DIGITS_B + 8*left]", ENTRY),
    "Horner's rule begun a digit late": Mutant(SUM, "mov left, 50", "mov left, 49", ENTRY),
    "an element of the entry after": Mutant(
        SUM, "copy_element rsp + Q, rsp + digit + TABLE\n", "copy_element rsp + Q, rsp + digit + TABLE + CACHED\n",
        UNKNOWN),
    "y - x and y + x not exchanged for -P": Mutant(
        SUM, "copy_element down + 32, up\n    copy_element down, up + 32\n",
        "copy_element down, up\n    copy_element down + 32, up + 32\n", SPEC),
    "2·d·t not negated": Mutant(
        SUM, "    store_words down + 64, LOW\n", "    copy_element down + 64, up + 64\n", "entry"),
    "1 for twice Z of the neutral point": Mutant(
        SUM, "set_words LOW, 2, 0", "set_words LOW, 1, 0", "these are not the words"),
    "nought for x·y of P": Mutant(
        SUM, "    store_words rsp + ST, LOW\n", "    set_words LOW, 0, 0\n    store_words rsp + ST, LOW\n", SPEC),
    "P doubled, not added": Mutant(
        SUM, "    lea rsi, [rsp + TABLE + 17*CACHED]\n    call LOCAL(ge_add)\n", "    call LOCAL(ge_double)\n", SPEC),
    "a doubling skipped": Mutant(
        SUM, "CUT(doubled_1)\n    lea rdi, [rsp + SX]\n    call LOCAL(ge_double_projective)\n",
        "CUT(doubled_1)\n    nop\n", SPEC),
    "an addition for a doubling": Mutant(
        SUM, "    call LOCAL(ge_double)\nCUT(doubled_5)\n",
        "    lea rsi, [rsp + Q]\n    call LOCAL(ge_add)\nCUT(doubled_5)\n", SPEC),
    "no T where it is needed": Mutant(
        SUM, "    call LOCAL(ge_double)\nCUT(doubled_5)\n", "    call LOCAL(ge_double_projective)\nCUT(doubled_5)\n",
        SPEC),
    "an index shifted by one too many": memory(
        SUM, "shl digit, 7", "shl digit, 8", "reads 8 bytes at a pointer (the stack"),
    "an index beyond the constant table": memory(
        SUM, "imul digit, digit, ENTRY", "imul digit, digit, 2*ENTRY", "reads no table word"),
    "digits of six bits": memory(
        SUM, "    and rax, 31\n", "    and rax, 63\n", "reads 8 bytes at a pointer (the stack"),
    "an index of which nothing is known": stopped(SUM, "    and rax, 31\n", "", ADDRESS),
    "a store at the digit": stopped(
        SUM, "CUT(selected_a)\n", "    mov [rsp + digit + TABLE], rax\nCUT(selected_a)\n", ADDRESS),
    "a branch on a digit": stopped(
        SUM, "CUT(digit_of_a)\n", "CUT(digit_of_a)\n    cmp digit, 16\n    jz 2f\n2:\n", BRANCH),
    "one word beyond the stack": memory(SUM, "#define FRAME  5320", "#define FRAME  5328", "the routine has the stack"),
    "rbx changed": abi(SUM, RETURN, "    restore_all\n    mov ebx, 0\n    ret\n", "rbx"),

    "one bit of the constant table on Arm64": Mutant(
        ARM_SUM, table_word(MULTIPLES, 0), other_bit(table_word(MULTIPLES, 0), 3), ENTRY, file=MULTIPLES),
    "Horner's rule begun a digit late on Arm64": Mutant(ARM_SUM, "mov   left, #50", "mov   left, #49", ENTRY),
    "an element of the entry after on Arm64": Mutant(
        ARM_SUM, "    copy_entry 96\n", "    add   at, at, #CACHED\n    copy_entry 96\n", UNKNOWN),
    "y - x and y + x not exchanged for -P on Arm64": Mutant(
        ARM_SUM, "copy_element down, 32, up, 0\n    copy_element down, 0, up, 32\n",
        "copy_element down, 0, up, 0\n    copy_element down, 32, up, 32\n", SPEC),
    "2·d·t not negated on Arm64": Mutant(
        ARM_SUM, "    store down, 64, FIRST\n", "    store down, 64, SECOND\n", "entry"),
    "a doubling skipped on Arm64": Mutant(
        ARM_SUM, "CUT(doubled_1)\n    double_sum LOCAL(ge_double_projective)\n",
        "CUT(doubled_1)\n    mov   x9, #0\n", SPEC),
    "an addition for a doubling on Arm64": Mutant(
        ARM_SUM, "    double_sum LOCAL(ge_double)\n", "    add_entry LOCAL(ge_add)\n", SPEC),
    "an index shifted by one too many on Arm64": memory(
        ARM_SUM, "lsl   digit, digit, #7", "lsl   digit, digit, #8", "reads 8 bytes at a pointer (the stack"),
    "an index beyond the constant table on Arm64": memory(
        ARM_SUM, "mov   x9, #ENTRY", "mov   x9, #(2*ENTRY)", "reads no table word"),
    "an index of which nothing is known on Arm64": stopped(
        ARM_SUM, "    and   x11, a_0, #31\n", "    mov   x11, a_0\n", ADDRESS),
    "a store at the digit on Arm64": stopped(
        ARM_SUM, "CUT(selected_a)\n", "    add   at, sp, #TABLE\n    str   a_0, [at, digit]\nCUT(selected_a)\n",
        ADDRESS),
    "a branch on a digit on Arm64": stopped(
        ARM_SUM, "CUT(digit_of_a)\n", "CUT(digit_of_a)\n    cbz   digit, 2f\n2:\n", BRANCH),
    "one word beyond the frame on Arm64": memory(
        ARM_SUM, "#define FRAME  5296", "#define FRAME  5304", "sp is not 16-byte aligned"),
    "x19 changed": abi(ARM_SUM, ARM_RETURN, "    restore_all_and_link\n    mov   x19, #0\n    ret\n", "x19"),
}
MUTANTS = {**OF_BASE, **AT_THE_END, **OF_SUM}


@pytest.mark.parametrize("name", MUTANTS)
def test_the_theorem_that_should_rejects_it(name: str, tmp_path: Path) -> None:
    check_rejected(MUTANTS[name], tmp_path)
