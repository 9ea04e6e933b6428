"""The A64 decoder reads what independent tools read: on every word of every object, and on random words.

Where GNU objdump for Arm64 is on PATH (Debian: binutils-aarch64-linux-gnu; CI has it), our text must equal that of
`objdump -d -M no-aliases`, and whatever objdump shows of the subset must decode.  Elsewhere the reader is the
assembler that such a machine needs for the proofs anyway, clang's in ziglang: it must turn our text back into the
word.  No disassembler on PyPI will do: ziglang brings none, capstone and pypcode print aliases.
"""

from __future__ import annotations

import importlib.util
import random
import re
import shutil
import struct
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest
from elftools.elf.elffile import ELFFile

from qed25519.isa import decode_arm64
from qed25519.isa.decode_arm64 import bitmask, decode
from qed25519.isa.instruction import DecodeError, Imm, Instruction, Mem, Reg, ShiftedReg, Target
from qed25519.prover.contract import load_contracts
from qed25519.prover.objects import assemble
from qed25519.prover.theorems import PACKAGE

OBJDUMP = "aarch64-linux-gnu-objdump"
MNEMONICS = """
    add adds sub subs adc adcs sbc sbcs and ands bic bics orr orn eor eon movz movn movk sbfm bfm ubfm extr
    lslv lsrv asrv rorv rbit rev16 rev32 rev clz cls madd msub smaddl smsubl umaddl umsubl smulh umulh
    csel csinc csinv csneg ccmp ccmn ldp stp ldr str ldrb strb ldrh strh ldur stur ldurb sturb ldurh sturh
    b bl cbz cbnz ret adr
"""
SUBSET = set(MNEMONICS.split()) | {f"b.{condition}" for condition in decode_arm64.CONDITIONS}


# --- words ---------------------------------------------------------------------------------------------------


@cache
def random_words() -> list[int]:
    """Uniform words; and for each row of our table words that match it, and words that miss it by one bit."""
    rng = random.Random("decode_arm64")
    words = [rng.getrandbits(32) for _ in range(20_000)]
    for mask, value, _, _ in decode_arm64._TABLE:
        fixed = [place for place in range(32) if mask >> place & 1]
        for index in range(1000):
            word = rng.getrandbits(32) & ~mask | value
            words.append(word ^ 1 << rng.choice(fixed) if index % 2 else word)
    return words


@cache
def words_of_objects() -> list[int]:
    """All words of all Arm64 routines, one after another."""
    routines = [assemble(contract, PACKAGE / "asm" / "include") for contract in load_contracts(PACKAGE / "asm")
                if contract.architecture == "arm64"]
    assert routines
    return [word for routine in routines for (word,) in struct.iter_unpack("<I", routine.code)]


def ours(words: list[int]) -> list[Instruction | None]:
    """What our decoder makes of words that lie one after another from address 0; None where it refuses."""
    found: list[Instruction | None] = []
    for index, word in enumerate(words):
        try:
            found.append(decode(word, 4 * index))
        except DecodeError as error:
            assert f"{word:#010x}" in str(error)
            found.append(None)
    return found


# --- the two readers -----------------------------------------------------------------------------------------


def objdump(words: list[int], folder: Path) -> list[str]:
    """GNU objdump's text of each word, without its comments and with single spaces."""
    file = folder / "words.bin"
    file.write_bytes(struct.pack(f"<{len(words)}I", *words))
    command = [OBJDUMP, "-D", "-z", "-b", "binary", "-m", "aarch64", "-M", "no-aliases", str(file)]
    shown = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    lines = re.findall(r"^ *([0-9a-f]+):\t([0-9a-f]{8}) *\t(.*)$", shown, re.MULTILINE)
    assert [(int(at, 16), int(word, 16)) for at, word, _ in lines] == [(4 * i, word) for i, word in enumerate(words)]
    return [" ".join(text.partition("//")[0].split()) for _, _, text in lines]


def clang(instructions: list[Instruction], folder: Path) -> list[int]:
    """The words that clang's assembler makes of our texts; addresses are written relative to the instruction."""
    lines = []
    for instruction in instructions:
        text = instruction.text
        for operand in instruction.operands:
            if isinstance(operand, Target):
                distance = operand.address - instruction.address
                text = text.replace(f"{operand.address:#x}", f".{distance - (distance >> 63 << 64):+d}")
        lines.append(text)
    source, target = folder / "words.s", folder / "words.o"
    source.write_text("\n".join(lines) + "\n")
    subprocess.run([sys.executable, "-m", "ziglang", "cc", "-target", "aarch64-linux-gnu", "-c", str(source), "-o",
                    str(target)], check=True)
    with target.open("rb") as stream:
        section = ELFFile(stream).get_section_by_name(".text")
        assert section is not None
        code = section.data()
    return [word for (word,) in struct.iter_unpack("<I", code)]


def in_subset(word: int, text: str) -> bool:
    """The text shows an instruction of the decoder's subset, and one that is not constrained unpredictable."""
    mnemonic, _, operands = text.partition(" ")
    vectors_or_extension = re.search(r"\b([bhsdqvzp]\d+|[su]xt[bhwx])\b", operands)
    if text == "hint #0x22":
        return True
    if mnemonic not in SUBSET or vectors_or_extension:
        return False
    if mnemonic in ("umulh", "smulh"):
        return word >> 10 & 31 == 31                     # the field that should be ones
    if mnemonic[:2] in ("ld", "st"):
        transferred, bracket, address = operands.partition("[")
        numbers = re.findall(r"\b[wx](\d+|zr)\b", transferred)
        moved = re.match(r"x(\d+)(\]|.*\]!)", address) if re.search(r"\]!|\], #", address) else None
        unpredictable = (mnemonic == "ldp" and numbers[0] == numbers[1]) or (moved and moved[1] in numbers)
        return bool(bracket) and not unpredictable       # a literal has no bracket
    return True


def check(words: list[int], folder: Path) -> int:
    """Our decoder against the reader that this machine has; how many words both read."""
    decoded = ours(words)
    if shutil.which(OBJDUMP):
        for word, instruction, text in zip(words, decoded, objdump(words, folder), strict=True):
            if instruction is not None:
                assert instruction.text == text, f"{word:#010x}"
            else:
                assert not in_subset(word, text), f"{word:#010x} is refused, objdump shows `{text}`"
    elif importlib.util.find_spec("ziglang"):
        known = [instruction for instruction in decoded if instruction is not None]
        for instruction, word in zip(known, clang(known, folder), strict=True):
            again = decode(word, instruction.address)    # a logical immediate may have several encodings
            same = again.encoding == instruction.encoding or again.operands == instruction.operands
            assert same and again.mnemonic == instruction.mnemonic, f"{instruction.text}: clang gives {word:#010x}"
    else:
        pytest.fail(f"nothing to compare with: install {OBJDUMP} (Debian: apt-get install binutils-aarch64-linux-gnu), "
                    "or `pip install ziglang`")
    return sum(instruction is not None for instruction in decoded)


# --- tests ---------------------------------------------------------------------------------------------------


def test_every_word_of_every_object(tmp_path: Path) -> None:
    """All of them decode, to what the other reader says."""
    assert check(words_of_objects(), tmp_path) == len(words_of_objects())


def test_random_words(tmp_path: Path) -> None:
    """Some 45,000 words, of which a third are in the subset; each of its mnemonics occurs."""
    assert check(random_words(), tmp_path) > 10_000
    assert {instruction.mnemonic for instruction in ours(random_words()) if instruction} == SUBSET | {"hint"}


@pytest.mark.assemblers
def test_random_words_against_clang(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The reader of machines without GNU objdump agrees too."""
    monkeypatch.setattr(shutil, "which", lambda name: None)
    assert check(random_words(), tmp_path) > 10_000


@pytest.mark.parametrize("word, operands", [
    (0x8B1F03FF, (Reg("xzr"), Reg("xzr"), Reg("xzr"))),                     # add xzr, xzr, xzr
    (0x910043FF, (Reg("sp"), Reg("sp"), Imm(16))),                          # add sp, sp, #0x10
    (0xB10043FF, (Reg("xzr"), Reg("sp"), Imm(16))),                         # adds xzr, sp, #0x10
    (0x0B020C20, (Reg("x0", 32), Reg("x1", 32), ShiftedReg("x2", 32, "lsl", 3))),
    (0xD2A00020, (Reg("x0"), Imm(1), Imm(16))),                             # movz x0, #0x1, lsl #16
    (0x9240F800, (Reg("x0"), Reg("x0"), Imm(2**63 - 1))),                   # and x0, x0, #0x7fffffffffffffff
    (0xA9BE53F3, (Reg("x19"), Reg("x20"), Mem("sp", -32, 64, mode="pre"))),
    (0xA8C253F3, (Reg("x19"), Reg("x20"), Mem("sp", 32, 64, mode="post"))),
    (0xF8627820, (Reg("x0"), Mem("x1", 0, 64, "x2", 8))),                   # ldr x0, [x1, x2, lsl #3]
    (0x54FFFFE2, (Target(0xFFC),)),                                         # b.cs, one instruction back
])
def test_operands(word: int, operands: tuple[object, ...]) -> None:
    """Register 31, widths, shifts, constants and addressing modes arrive resolved."""
    assert decode(word, 0x1000).operands == operands


@pytest.mark.parametrize("word", [
    0x00000000,     # udf
    0xD503201F,     # nop: a hint that no routine has
    0xD65F0BFF,     # retaa
    0xA9400000,     # ldp x0, x0, [x0]
    0xA8C10400,     # ldp x0, x1, [x0], #16
    0xF8408C00,     # ldr x0, [x0, #8]!
    0x9BC27C20 & ~(1 << 10),                            # umulh with a field that should be ones
    0x0B028020,     # add w0, w1, w2, lsl #32
    0x9AC20820,     # udiv: its time depends on the data
    0x4E221C20,     # and v0.16b, v1.16b, v2.16b
])
def test_refused(word: int) -> None:
    """Outside the subset, unallocated, or constrained unpredictable: an error that names the word."""
    with pytest.raises(DecodeError, match=f"{word:#010x}"):
        decode(word, 0)


def test_bitmask_values() -> None:
    """Each of the 5,334 constants of 64 bits that a logical immediate can be: a run of 1 to e - 1 ones in an element
    of e bits, rotated by 0 to e - 1; for every e = 2, 4, … 64."""
    expected = set()
    for size in (2, 4, 8, 16, 32, 64):
        for ones in range(1, size):
            run = "1" * ones + "0" * (size - ones)
            expected |= {int((run[turn:] + run[:turn]) * (64 // size), 2) for turn in range(size)}
    values = {bitmask(n, immr, imms, 64) for n in (0, 1) for immr in range(64) for imms in range(64)}
    assert values - {None} == expected and len(expected) == 5334
