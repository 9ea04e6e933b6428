"""A64 decoding by table: one 32-bit word in, one instruction out, without aliases; else a DecodeError.

`decode` promises: the operands mean what the Arm ARM (DDI 0487, C4 and C6) says, the text is what GNU
`objdump -d -M no-aliases` prints, and a word that is unallocated, constrained unpredictable or outside the
subset is refused.  The subset: add and subtract (immediate, shifted register, with carry), logic (immediate,
shifted register), wide moves, bitfields, EXTR, variable shifts, bit and byte reversal, counts, multiply and
multiply-add, conditional select and compare, integer loads, stores and pairs, direct branches, RET, ADR, and
BTI c (`hint 34`).

Register 31 is resolved here to `sp` or `xzr`; an operand's width says how much of a register is used.  The
constant of a wide move and its place stay two operands: `movk x0, #0x1, lsl #16` is x0, 1, 16.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from qed25519.isa.instruction import (
    Cond,
    DecodeError,
    Imm,
    Instruction,
    Mem,
    Operand,
    Reg,
    ShiftedReg,
    Target,
)

CONDITIONS = ("eq", "ne", "cs", "cc", "mi", "pl", "vs", "vc", "hi", "ls", "ge", "lt", "gt", "le", "al", "nv")
SHIFTS = ("lsl", "lsr", "asr", "ror")


class Decoded(NamedTuple):
    """What a row of the table makes of a word.  A Target is still relative to the instruction."""

    mnemonic: str
    operands: list[Operand]
    text: str | None = None  # of the operands, where they do not determine it


def decode(word: int, pc: int) -> Instruction:
    """The instruction that the word at address `pc` encodes.  Raises DecodeError, which names the word."""
    for mask, value, fields, row in _TABLE:
        if word & mask == value:
            decoded = row(**{name: word >> low & (1 << size) - 1 for name, low, size in fields})
            if decoded is not None:
                return _at(pc, word, decoded)
    raise DecodeError(f"{word:#010x} at {pc:#x} is no A64 instruction that the model covers")


def _at(pc: int, word: int, decoded: Decoded) -> Instruction:
    mnemonic, relative, text = decoded
    operands = tuple(Target((pc + o.address) % 2**64) if isinstance(o, Target) else o for o in relative)
    base = 10 if mnemonic in ("sbfm", "bfm", "ubfm", "extr") else 16
    tail = ", ".join(_text(o, base) for o in operands) if text is None else text
    return Instruction(pc, word.to_bytes(4, "little"), mnemonic, operands, f"{mnemonic} {tail}".strip())


# --- text ---------------------------------------------------------------------------------------------------


def _text(operand: Operand, base: int = 16) -> str:
    match operand:
        case Reg(name, width):
            return name if width == 64 else "wsp" if name == "sp" else "w" + name[1:]
        case ShiftedReg(name, width, kind, amount):
            return f"{_text(Reg(name, width))}, {kind} #{amount}"
        case Imm(value):
            return f"#{value:#x}" if base == 16 else f"#{value}"
        case Target(address):
            return f"{address:#x}"
        case Cond(name):
            return name
        case Mem(pointer, displacement, _, index, scale, mode):
            if index is not None:
                shift = scale.bit_length() - 1
                return f"[{pointer}, {index}, lsl #{shift}]" if shift else f"[{pointer}, {index}]"
            if mode == "post":
                return f"[{pointer}], #{displacement}"
            if mode == "pre":
                return f"[{pointer}, #{displacement}]!"
            return f"[{pointer}, #{displacement}]" if displacement else f"[{pointer}]"


# --- fields -------------------------------------------------------------------------------------------------


def _reg(number: int, sf: int, thirty_one: str = "xzr") -> Reg:
    """Register `number`, of 64 bits where sf = 1, else of 32."""
    return Reg(f"x{number}" if number < 31 else thirty_one, 64 if sf else 32)


def _signed(value: int, size: int) -> int:
    return value - (value >> size - 1 << size)


def _shifted(m: int, sf: int, shift: int, amount: int) -> Operand | None:
    """A register operand shifted by a constant; a 32-bit one by less than 32."""
    if not sf and amount >= 32:
        return None
    register = _reg(m, sf)
    return ShiftedReg(register.name, register.width, SHIFTS[shift], amount) if shift or amount else register


def bitmask(n: int, immr: int, imms: int, width: int) -> int | None:
    """The constant of a logical immediate: an element of 2, 4, … 64 bits, a rotated run of ones, repeated.
    None where the encoding is reserved (DecodeBitMasks in the manual)."""
    size = 1 << ((n << 6 | ~imms & 63).bit_length() - 1) if n or imms < 63 else 0
    if not 2 <= size <= width or imms & size - 1 == size - 1:
        return None
    ones, rotation = (imms & size - 1) + 1, immr & size - 1
    run = (1 << ones) - 1
    element = (run >> rotation | run << size - rotation) & (1 << size) - 1
    return sum(element << at for at in range(0, width, size))


# --- rows: data processing ----------------------------------------------------------------------------------


def _add_shifted(sf: int, op: int, shift: int, m: int, amount: int, n: int, d: int) -> Decoded | None:
    source = _shifted(m, sf, shift, amount)
    if source is None or shift == 3:
        return None
    return Decoded(("add", "adds", "sub", "subs")[op], [_reg(d, sf), _reg(n, sf), source])


def _add_immediate(sf: int, op: int, shift: int, imm: int, n: int, d: int) -> Decoded:
    target, source = _reg(d, sf, "xzr" if op & 1 else "sp"), _reg(n, sf, "sp")
    shown = f"{_text(target)}, {_text(source)}, #{imm:#x}" + (", lsl #12" if shift else "")
    return Decoded(("add", "adds", "sub", "subs")[op], [target, source, Imm(imm << 12 * shift)], shown)


def _add_with_carry(sf: int, op: int, m: int, n: int, d: int) -> Decoded:
    return Decoded(("adc", "adcs", "sbc", "sbcs")[op], [_reg(d, sf), _reg(n, sf), _reg(m, sf)])


def _logic_shifted(sf: int, op: int, shift: int, invert: int, m: int, amount: int, n: int,
                   d: int) -> Decoded | None:
    source = _shifted(m, sf, shift, amount)
    name = (("and", "bic"), ("orr", "orn"), ("eor", "eon"), ("ands", "bics"))[op][invert]
    return None if source is None else Decoded(name, [_reg(d, sf), _reg(n, sf), source])


def _logic_immediate(sf: int, op: int, wide: int, immr: int, imms: int, n: int, d: int) -> Decoded | None:
    value = None if wide > sf else bitmask(wide, immr, imms, 64 if sf else 32)
    if value is None:
        return None
    target = _reg(d, sf, "xzr" if op == 3 else "sp")
    return Decoded(("and", "orr", "eor", "ands")[op], [target, _reg(n, sf), Imm(value)])


def _wide_move(sf: int, op: int, place: int, imm: int, d: int) -> Decoded | None:
    """Operands: register, 16-bit constant, the constant's place as a shift."""
    if op == 1 or (not sf and place > 1):
        return None
    shown = f"{_text(_reg(d, sf))}, #{imm:#x}" + (f", lsl #{16 * place}" if place else "")
    return Decoded(("movn", "", "movz", "movk")[op], [_reg(d, sf), Imm(imm), Imm(16 * place)], shown)


def _bitfield(sf: int, op: int, wide: int, immr: int, imms: int, n: int, d: int) -> Decoded | None:
    if op == 3 or wide != sf or (not sf and max(immr, imms) >= 32):
        return None
    return Decoded(("sbfm", "bfm", "ubfm")[op], [_reg(d, sf), _reg(n, sf), Imm(immr), Imm(imms)])


def _extract(sf: int, wide: int, m: int, amount: int, n: int, d: int) -> Decoded | None:
    if wide != sf or (not sf and amount >= 32):
        return None
    return Decoded("extr", [_reg(d, sf), _reg(n, sf), _reg(m, sf), Imm(amount)])


def _variable_shift(sf: int, m: int, op: int, n: int, d: int) -> Decoded:
    return Decoded(("lslv", "lsrv", "asrv", "rorv")[op], [_reg(d, sf), _reg(n, sf), _reg(m, sf)])


def _one_source(sf: int, op: int, n: int, d: int) -> Decoded | None:
    names = ("rbit", "rev16", "rev32" if sf else "rev", "rev" if sf else "", "clz", "cls")
    return Decoded(names[op], [_reg(d, sf), _reg(n, sf)]) if op < 6 and names[op] else None


def _multiply_add(sf: int, m: int, subtract: int, a: int, n: int, d: int) -> Decoded:
    return Decoded(("madd", "msub")[subtract], [_reg(d, sf), _reg(n, sf), _reg(m, sf), _reg(a, sf)])


def _multiply_long(unsigned: int, m: int, subtract: int, a: int, n: int, d: int) -> Decoded:
    name = "su"[unsigned] + ("maddl", "msubl")[subtract]
    return Decoded(name, [_reg(d, 1), _reg(n, 0), _reg(m, 0), _reg(a, 1)])


def _multiply_high(unsigned: int, m: int, n: int, d: int) -> Decoded:
    return Decoded("su"[unsigned] + "mulh", [_reg(d, 1), _reg(n, 1), _reg(m, 1)])


def _select(sf: int, op: int, m: int, cond: int, op2: int, n: int, d: int) -> Decoded:
    name = ("csel", "csinc", "csinv", "csneg")[2 * op + op2]
    return Decoded(name, [_reg(d, sf), _reg(n, sf), _reg(m, sf), Cond(CONDITIONS[cond])])


def _compare(sf: int, op: int, m: int, cond: int, immediate: int, n: int, nzcv: int) -> Decoded:
    second = Imm(m) if immediate else _reg(m, sf)
    return Decoded(("ccmn", "ccmp")[op], [_reg(n, sf), second, Imm(nzcv), Cond(CONDITIONS[cond])])


# --- rows: memory -------------------------------------------------------------------------------------------

_MODES = {1: "post", 2: "offset", 3: "pre"}


def _pair(sf: int, mode: int, load: int, imm: int, t2: int, n: int, t: int) -> Decoded | None:
    unpredictable = (load and t == t2) or (mode != 2 and n != 31 and n in (t, t2))
    if mode == 0 or unpredictable:
        return None
    size = 8 if sf else 4
    memory = Mem(_reg(n, 1, "sp").name, _signed(imm, 7) * size, 8 * size, mode=_MODES[mode])
    return Decoded(("stp", "ldp")[load], [_reg(t, sf), _reg(t2, sf), memory])


def _transfer(size: int, load: int, memory: Mem, t: int, kind: str = "r", text: str | None = None) -> Decoded:
    name = ("st", "ld")[load] + kind + ("b", "h", "", "")[size]
    register = _reg(t, size == 3)
    return Decoded(name, [register, memory], text and f"{_text(register)}, {text}")


def _single_scaled(size: int, load: int, imm: int, n: int, t: int) -> Decoded:
    return _transfer(size, load, Mem(_reg(n, 1, "sp").name, imm << size, 8 << size), t)


def _single_signed(size: int, load: int, imm: int, mode: int, n: int, t: int) -> Decoded | None:
    if mode == 2 or (mode != 0 and n != 31 and n == t):
        return None
    memory = Mem(_reg(n, 1, "sp").name, _signed(imm, 9), 8 << size, mode=_MODES[mode or 2])
    return _transfer(size, load, memory, t, kind="ur" if mode == 0 else "r")


def _single_indexed(size: int, load: int, m: int, scaled: int, n: int, t: int) -> Decoded:
    base, index = _reg(n, 1, "sp").name, _reg(m, 1).name
    text = f"[{base}, {index}, lsl #{size}]" if scaled else None
    return _transfer(size, load, Mem(base, 0, 8 << size, index, 1 << size if scaled else 1), t, text=text)


# --- rows: control ------------------------------------------------------------------------------------------


def _branch(link: int, imm: int) -> Decoded:
    return Decoded(("b", "bl")[link], [Target(4 * _signed(imm, 26))])


def _branch_if(imm: int, cond: int) -> Decoded:
    return Decoded(f"b.{CONDITIONS[cond]}", [Target(4 * _signed(imm, 19))])


def _compare_branch(sf: int, nonzero: int, imm: int, t: int) -> Decoded:
    return Decoded(("cbz", "cbnz")[nonzero], [_reg(t, sf), Target(4 * _signed(imm, 19))])


def _return(n: int) -> Decoded:
    return Decoded("ret", [_reg(n, 1)], "" if n == 30 else None)


def _address(low: int, high: int, d: int) -> Decoded:
    return Decoded("adr", [_reg(d, 1), Target(_signed(high << 2 | low, 21))])


def _hint(imm: int) -> Decoded | None:
    return Decoded("hint", [Imm(imm)]) if imm == 34 else None


# --- the table: bits 31 to 0 as in the manual's diagrams; `name:k` is a field of k bits ---------------------

_ENCODINGS: list[tuple[str, Callable[..., Decoded | None]]] = [
    ("sf op:2 01011 shift:2 0 m:5 amount:6 n:5 d:5", _add_shifted),
    ("sf op:2 100010 shift imm:12 n:5 d:5", _add_immediate),
    ("sf op:2 11010000 m:5 000000 n:5 d:5", _add_with_carry),
    ("sf op:2 01010 shift:2 invert m:5 amount:6 n:5 d:5", _logic_shifted),
    ("sf op:2 100100 wide immr:6 imms:6 n:5 d:5", _logic_immediate),
    ("sf op:2 100101 place:2 imm:16 d:5", _wide_move),
    ("sf op:2 100110 wide immr:6 imms:6 n:5 d:5", _bitfield),
    ("sf 00 100111 wide 0 m:5 amount:6 n:5 d:5", _extract),
    ("sf 0 0 11010110 m:5 0010 op:2 n:5 d:5", _variable_shift),
    ("sf 1 0 11010110 00000 000 op:3 n:5 d:5", _one_source),
    ("sf 00 11011 000 m:5 subtract a:5 n:5 d:5", _multiply_add),
    ("1 00 11011 unsigned 01 m:5 subtract a:5 n:5 d:5", _multiply_long),
    ("1 00 11011 unsigned 10 m:5 0 11111 n:5 d:5", _multiply_high),
    ("sf op 0 11010100 m:5 cond:4 0 op2 n:5 d:5", _select),
    ("sf op 1 11010010 m:5 cond:4 immediate 0 n:5 0 nzcv:4", _compare),
    ("sf 0 101 0 0 mode:2 load imm:7 t2:5 n:5 t:5", _pair),
    ("size:2 111 0 01 0 load imm:12 n:5 t:5", _single_scaled),
    ("size:2 111 0 00 0 load 0 imm:9 mode:2 n:5 t:5", _single_signed),
    ("size:2 111 0 00 0 load 1 m:5 011 scaled 10 n:5 t:5", _single_indexed),
    ("link 00101 imm:26", _branch),
    ("0101010 0 imm:19 0 cond:4", _branch_if),
    ("sf 011010 nonzero imm:19 t:5", _compare_branch),
    ("1101011 0 0 10 11111 0000 0 0 n:5 00000", _return),
    ("0 low:2 10000 high:19 d:5", _address),
    ("1101010100 0 00 011 0010 imm:7 11111", _hint),
]


def _row(diagram: str) -> tuple[int, int, list[tuple[str, int, int]]]:
    """(mask, value, fields) of a diagram: word & mask = value where it matches, fields (name, low, size)."""
    mask = value = 0
    low, fields = 32, []
    for token in diagram.split():
        name, _, digits = token.partition(":")
        constant = not name[0].isalpha()
        size = len(token) if constant else int(digits or 1)
        low -= size
        if constant:
            mask |= (1 << size) - 1 << low
            value |= int(token, 2) << low
        else:
            fields.append((name, low, size))
    if low:
        raise ValueError(f"the diagram `{diagram}` has {32 - low} bits")
    return mask, value, fields


_TABLE = [(*_row(diagram), row) for diagram, row in _ENCODINGS]
