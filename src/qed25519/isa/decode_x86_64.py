"""x86-64 decoding by iced-x86, turned into this project's operands.  What cannot be expressed is a DecodeError.

The form that results determines the meaning: every prefix that is not part of an opcode, operands of other sizes and
vector registers are refused here, so no definition has to think of them.  (Even a prefix that looks idle may not be:
after 66 a near jump, call or return keeps 16 bits of its target on AMD's processors, and all of it on Intel's.)
"""

from __future__ import annotations

from typing import Any

import iced_x86 as iced
from iced_x86 import Code, Decoder, DecoderOptions, OpKind, Register, RegisterExt

from qed25519.isa.instruction import DecodeError, Imm, Instruction, Mem, Operand, Reg, Target

_NAMES = {value: name.lower() for name, value in vars(Register).items() if isinstance(value, int)}
_MNEMONICS = {value: name.lower() for name, value in vars(iced.Mnemonic).items() if isinstance(value, int)}
_MEMORY_SIZES = {iced.MemorySize.UINT64: 64, iced.MemorySize.INT64: 64, iced.MemorySize.UINT32: 32,
                 iced.MemorySize.INT32: 32}
_IMMEDIATES = {OpKind.IMMEDIATE8, OpKind.IMMEDIATE32, OpKind.IMMEDIATE64, OpKind.IMMEDIATE8TO32,
               OpKind.IMMEDIATE8TO64, OpKind.IMMEDIATE32TO64}
# Widened to the operation's 64 bits by sign; the others are zero-extended or as wide as the operation.
_FORMATTER = iced.Formatter(iced.FormatterSyntax.INTEL)
_PREFIXES = b"\xf0\xf2\xf3\x2e\x36\x3e\x26\x64\x65\x66\x67"
_MANDATORY = {iced.Mnemonic.ADCX: b"\x66", iced.Mnemonic.ADOX: b"\xf3", iced.Mnemonic.ENDBR64: b"\xf3"}
_SPELLING = {"jae": "jnc", "jb": "jc", "je": "jz", "jne": "jnz", "cmovae": "cmovnc", "cmovb": "cmovc",
             "cmove": "cmovz", "cmovne": "cmovnz", "setae": "setnc", "setb": "setc", "sete": "setz",
             "setne": "setnz"}


def decode(code: bytes, address: int) -> Instruction:
    """The instruction that starts `code`; `address` is where it lies.  Raises DecodeError."""
    decoder = Decoder(64, code, ip=address, options=DecoderOptions.NONE)
    raw = decoder.decode()
    encoding = code[: raw.len]
    if raw.code == Code.INVALID:
        raise DecodeError(f"no x86-64 instruction at {address:#x}: {code[:15].hex(' ')}")
    text = _FORMATTER.format(raw)
    opcode = encoding.lstrip(_PREFIXES)
    if encoding != _MANDATORY.get(raw.mnemonic, b"") + opcode or (_is_rex(opcode[0]) and (
            _is_rex(opcode[1]) or opcode[1] in _PREFIXES)):
        raise DecodeError(f"{text}: a prefix that the model does not cover ({encoding.hex(' ')})")
    mnemonic = _MNEMONICS[raw.mnemonic]
    operands = tuple(_operand(raw, index, text) for index in range(raw.op_count))
    return Instruction(address, encoding, _SPELLING.get(mnemonic, mnemonic), operands, text)


def _is_rex(byte: int) -> bool:
    return byte >> 4 == 4


def _operand(raw: iced.Instruction, index: int, text: str) -> Operand:
    kind = raw.op_kind(index)
    if kind == OpKind.REGISTER:
        return _register(raw.op_register(index), text)
    if kind == OpKind.MEMORY:
        return _memory(raw, text)
    if kind in _IMMEDIATES:
        return Imm(raw.immediate(index) & ((1 << 64) - 1 if _is_64(raw) else (1 << 32) - 1))
    if kind == OpKind.NEAR_BRANCH64:
        return Target(raw.near_branch64)
    raise DecodeError(f"{text}: operand {index + 1} is of a kind that the model does not cover")


def _is_64(raw: iced.Instruction) -> bool:
    if raw.op0_kind == OpKind.REGISTER:
        return int(RegisterExt.size(raw.op0_register)) == 8
    return raw.op0_kind != OpKind.MEMORY or _MEMORY_SIZES.get(raw.memory_size) == 64


def _register(register: Any, text: str) -> Reg:
    width = 8 * int(RegisterExt.size(register))
    name = _NAMES[register]
    if not RegisterExt.is_gpr(register) or width == 16 or name in ("ah", "bh", "ch", "dh"):
        raise DecodeError(f"{text}: the model does not cover the register {name}")
    return Reg(_NAMES[RegisterExt.full_register(register)], width)


def _memory(raw: iced.Instruction, text: str) -> Mem:
    displacement = raw.memory_displacement
    width = 64 if raw.mnemonic == iced.Mnemonic.LEA else _MEMORY_SIZES.get(raw.memory_size)
    if width is None:
        raise DecodeError(f"{text}: a memory operand of a size that the model does not cover")
    if raw.memory_base == Register.RIP:
        return Mem("rip", displacement, width)
    displacement -= displacement >> 63 << 64
    registers = [None if register == Register.NONE else _register(register, text)
                 for register in (raw.memory_base, raw.memory_index)]
    if any(register is not None and register.width != 64 for register in registers):
        raise DecodeError(f"{text}: a 32-bit address")
    base, index = (None if register is None else register.name for register in registers)
    return Mem(base, displacement, width, index, raw.memory_index_scale)
