"""The x86-64 decoder agrees with GNU objdump: on every instruction of the objects, on every form of the model over all
registers, and wherever it decodes random bytes, prefixes in every order included.

Agreement is in length, mnemonic (jz is objdump's je), and every operand: register and width, immediate as extended,
base, index, scale, displacement, target.
"""

from __future__ import annotations

import os
import random
import re
import shutil
import subprocess
from collections import Counter
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import pytest

from qed25519.isa.decode_x86_64 import decode
from qed25519.isa.instruction import DecodeError, Imm, Instruction, Mem, Operand, Reg, Target
from qed25519.isa.x86_64 import DEFINITIONS

from . import x86_64_forms as forms
from .stubs import REGISTERS, assemble_text

SLOT = 32                       # bytes for each instruction that is shown to objdump, the rest of them nops
RANDOM_STRINGS = 40_000
SPELLING = {"jae": "jnc", "jb": "jc", "je": "jz", "jne": "jnz", "cmovae": "cmovnc", "cmovb": "cmovc", "cmove": "cmovz",
            "cmovne": "cmovnz", "setae": "setnc", "setb": "setc", "sete": "setz", "setne": "setnz", "movabs": "mov"}
NAMES = {**{name: Reg(name, 64) for name in REGISTERS},
         **{narrow: Reg(name, width) for name, pair in forms.NARROW.items()
            for narrow, width in zip(pair, (32, 8), strict=True)}}
SIZES = {"QWORD": 64, "DWORD": 32}
MEMORY = re.compile(r"(?:(?P<size>[A-Z]+) PTR )?(?P<segment>[cdefgs]s:)?"
                    r"(?:\[(?P<inside>[^]]*)\]|(?P<absolute>0x[0-9a-f]+))")


# --- what objdump says -------------------------------------------------------------------------------------------


def objdump() -> str:
    """A GNU objdump that knows x86-64."""
    for name in ("x86_64-linux-gnu-objdump", "objdump"):
        if shutil.which(name):
            return name
    pytest.fail("no objdump: install binutils (Debian: apt-get install binutils, or binutils-x86-64-linux-gnu)")


def disassemble(code: bytes, folder: Path) -> dict[int, tuple[bytes, str]]:
    """Address -> (bytes, text) for a stretch of code, as objdump reads it from the start."""
    file = folder / "code.bin"
    file.write_bytes(code)
    command = [objdump(), "-D", "-b", "binary", "-m", "i386:x86-64", "-M", "intel", "--insn-width=16", str(file)]
    done = subprocess.run(command, check=True, capture_output=True, text=True, env={**os.environ, "LC_ALL": "C"})
    found = {}
    for line in done.stdout.splitlines():
        parts = line.split("\t")
        if len(parts) == 3:
            found[int(parts[0].rstrip(": "), 16)] = bytes.fromhex(parts[1]), parts[2].strip()
    return found


class Uncovered(ValueError):
    """objdump's text has something that the project's operands cannot express."""


def parse(text: str, address: int, like: Instruction) -> tuple[str, tuple[Operand, ...]]:
    """objdump's text as mnemonic and operands; immediates at the width of `like`, where objdump shows them signed."""
    text = re.sub(r"^rex(\.[WRXB]+)? |\s+#.*|\s*<.*>", "", text)      # rex: a REX prefix with idle bits
    mnemonic, _, rest = text.partition(" ")
    mnemonic = SPELLING.get(mnemonic, mnemonic)
    parts = [part for part in re.split(r",(?![^\[]*\])", rest.strip()) if part]
    return mnemonic, tuple(_operand(part, mnemonic, like) for part in parts)


def _operand(text: str, mnemonic: str, like: Instruction) -> Operand:
    if text in NAMES:
        return NAMES[text]
    if re.fullmatch(r"-?(0x)?[0-9a-f]+", text):
        value = int(text, 0)
        if mnemonic.startswith("j") or mnemonic == "call":
            return Target(value % 2**64)
        first = like.operands[0] if like.operands else None
        width = first.width if isinstance(first, (Reg, Mem)) else 64
        return Imm(value % 2**width)
    match = MEMORY.fullmatch(text)
    if match is None or match["segment"] not in (("ds:", None) if match["inside"] is None else (None,)):
        raise Uncovered(text)
    if match["inside"] is None:         # the 64-bit addresses that only movs of rax and eax have
        value = int(match["absolute"], 16)
        return Mem(None, value - (value >> 63 << 64), next(op.width for op in like.operands if isinstance(op, Reg)))
    if match["size"] not in SIZES and mnemonic != "lea":
        raise Uncovered(text)
    width = SIZES.get(match["size"] or "", 64)
    return _memory(match["inside"], width, like)


def _memory(inside: str, width: int, like: Instruction) -> Mem:
    base = index = None
    scale, displacement = 1, 0
    for term in re.findall(r"[+-]?[^+-]+", inside):
        name, _, factor = term.lstrip("+").partition("*")
        if name == "rip":
            base = "rip"
        elif factor:                    # riz: a scale with nothing to scale
            index, scale = None if name == "riz" else name, int(factor)
        elif name in NAMES:
            if base is None:
                base = name
            else:
                index = name
        else:
            displacement += int(term, 16)
    displacement = (displacement + 2**63) % 2**64 - 2**63
    for name in (base, index):
        if name not in (None, "rip") and NAMES.get(name or "") != Reg(name or "", 64):
            raise Uncovered(inside)
    return Mem(base, (displacement + like.end) % 2**64 if base == "rip" else displacement, width, index, scale)


MODELLED = {form.split()[0] for form in DEFINITIONS}


def disagreements(found: Sequence[Instruction], folder: Path) -> list[str]:
    """What objdump reads otherwise.  `found` are decoded at the multiples of SLOT.

    Of an instruction that the model has in no form, a run of which ends with an error, only the length is compared."""
    code = b"".join(one.encoding.ljust(SLOT, b"\x90") for one in found)
    theirs, wrong = disassemble(code, folder), []
    for one in found:
        encoding, text = theirs[one.address]
        same = encoding == one.encoding
        if same and one.mnemonic in MODELLED:
            try:
                same = parse(text, one.address, one) == (one.mnemonic, one.operands)
            except Uncovered:
                same = False
        if not same:
            wrong.append(f"{one.encoding.hex(' ')}: decoded as {one.mnemonic} {one.operands}, "
                         f"by objdump as `{text}` ({len(encoding)} bytes)")
    return wrong


# --- the tests ---------------------------------------------------------------------------------------------------


def test_every_instruction_of_the_objects(tmp_path: Path) -> None:
    for routine in forms.routines():
        table = 0x90.to_bytes() * routine.start            # a table before the code is no code
        theirs = disassemble(table + routine.code, tmp_path)
        for one in routine.instructions():
            encoding, text = theirs[one.address]
            assert encoding == one.encoding, routine.location(one.address)
            assert parse(text, one.address, one) == (one.mnemonic, one.operands), routine.location(one.address)


@cache
def all_forms() -> tuple[tuple[str, str], ...]:
    """(form, line): every form of the model, over all registers; a sample where there are many."""
    chosen = []
    for form in sorted(DEFINITIONS):
        every = [line for line in forms.lines(form, REGISTERS) if "xchg rax, rax" not in line]      # that is a nop
        few = random.Random(form).sample(every, min(len(every), 400))
        chosen += [(form, line) for line in few]
    return tuple(chosen)


def test_every_form_over_all_registers(tmp_path: Path) -> None:
    """The assembler's bytes decode to the form that was written, and objdump reads them in the same way."""
    lines = all_forms()
    text = assemble_text("\n".join(f".p2align 5, 0x90\n{line}" for _, line in lines)) + bytes(SLOT)
    found = [decode(text[SLOT * index:SLOT * index + 15], SLOT * index) for index in range(len(lines))]
    assert [(one.form, line) for one, (_, line) in zip(found, lines, strict=True)] == list(lines)
    seen = {(one.mnemonic, operand.name) for one in found for operand in one.operands if isinstance(operand, Reg)}
    mnemonics = {form.split()[0] for form in DEFINITIONS if re.search(r"\br(64|32|8)\b", form)}
    assert {(mnemonic, name) for mnemonic in mnemonics for name in REGISTERS} <= seen
    assert not (wrong := disagreements(found, tmp_path)), f"{len(wrong)} disagree:\n" + "\n".join(wrong[:20])


OPCODES = [  # of the forms that the model defines, so that random bytes reach them, and of their neighbours
    *(bytes([8 * group + kind]) for group in range(8) for kind in range(6)),
    *(bytes([first + low]) for first in (0x50, 0x58, 0x70, 0x78, 0x90, 0xB8) for low in range(8)),
    *(bytes([0x0F, first + low]) for first in (0x40, 0x80, 0x90) for low in range(16)),
    *(bytes([code]) for code in bytes.fromhex("63 69 6b 81 83 85 86 87 88 89 8a 8b 8d a1 a3 a9 c1 c2 c3 c7")),
    *(bytes([code]) for code in bytes.fromhex("cb d1 d3 e8 e9 eb f7 f7 f7 ff ff ff")),
    *(bytes([0x0F, code]) for code in bytes.fromhex("1e 1f a3 a4 a5 ab ac ad af b3 b6 b7 ba ba ba be c8")),
    bytes.fromhex("0f 38 f0"), bytes.fromhex("0f 38 f5"), bytes.fromhex("0f 38 f6"), bytes.fromhex("0f 1e fa"),
]
PREFIXES = [b"\x66", b"\xf2", b"\xf3", b"\x2e", b"\x36", b"\x3e", b"\x26", b"\x64", b"\x65", b"\x67", b"\xf0"]


def random_string(rng: random.Random) -> bytes:
    """Fifteen bytes, often an instruction: prefixes, REX or VEX with all their bits, opcode, the rest random."""
    rest = rng.randbytes(14)
    kind = rng.random()
    if kind < 0.1:
        return rng.randbytes(15)
    if kind < 0.3:              # mulx is VEX.LZ.F2.0F38.W1 F6 /r; here any register bits, W, L, pp and map
        map_bits, last = rng.choice((2, 2, 2, 1, 3)), rng.choice((3, 3, 3, 0, 1, 2))
        payload = rng.getrandbits(4) << 3 | rng.choice((0, 0, 0, 1)) << 2 | last
        three = bytes([0xC4, rng.getrandbits(3) << 5 | map_bits, rng.choice((1, 1, 0)) << 7 | payload])
        two = bytes([0xC5, rng.getrandbits(1) << 7 | payload])
        head = (three if rng.random() < 0.8 else two) + rng.choice((b"\xf6", b"\xf6", b"\xf6", b"\xf7", b"\xf5"))
        prefix = rng.choice(PREFIXES) if rng.random() < 0.05 else b""
        return (prefix + head + rest)[:15]
    prefixes = b"".join(rng.choice(PREFIXES) for _ in range(rng.choice((0, 0, 0, 0, 0, 1, 1, 2, 3))))
    rex = b"".join(bytes([0x40 | rng.getrandbits(4)]) for _ in range(rng.choice((0, 1, 1, 1, 1, 1, 2))))
    opcode = rng.choice(OPCODES)
    if opcode.startswith(b"\x0f\x38"):
        prefixes = rng.choice((b"\x66", b"\xf3", prefixes))
    return (prefixes + rex + opcode + rest)[:15]


def test_random_bytes(tmp_path: Path) -> None:
    rng, found, refused = random.Random(25519), list[Instruction](), 0
    for _ in range(RANDOM_STRINGS):
        try:
            one = decode(random_string(rng), SLOT * len(found))
            if one.mnemonic != "wait":      # which objdump shows apart from a REX prefix before it
                found.append(one)
        except DecodeError:
            refused += 1
    seen = Counter(one.form for one in found)
    missed = set(DEFINITIONS) - set(seen)
    print(f"{RANDOM_STRINGS} strings, {len(found)} decoded, {len(set(DEFINITIONS) & set(seen))} forms of the model")
    assert len(found) > RANDOM_STRINGS // 3 and seen["mulx r64, r64, r64"] > 100 and len(missed) < 10, missed
    assert not (wrong := disagreements(found, tmp_path)), f"{len(wrong)} disagree:\n" + "\n".join(wrong[:40])
