"""The Arm64 instruction model: one definition per instruction, over any domain.

Each docstring is the equation that the definition states; primes mark values after, w is the operation's
width.  C after a subtraction says that NO borrow left the top: C = 1 - borrow.  N, Z and V are computed when
read, from the operands as they were when the flags were set.  An instruction writes a flag only where its
docstring names it.
Source: Arm Architecture Reference Manual (DDI 0487), C6.2.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from qed25519.isa.decode_arm64 import CONDITIONS, SHIFTS
from qed25519.isa.instruction import Cond, Imm, Mem, Operand, Reg, ShiftedReg, Target
from qed25519.isa.machine import (
    CODE,
    STACK,
    AbiViolation,
    Machine,
    MemoryViolation,
    Pointer,
    ReturnAddress,
    UnmodelledForm,
    describe,
    instruction_table,
)


def expand(pattern: str) -> list[str]:
    """All forms that a pattern covers.  `r` is a register of the operation's width, 64 or 32, `s` such a one,
    plain or shifted; `x` has 64 bits, `w` 32; `m` is a 64-bit memory operand in each addressing mode."""
    mnemonic, _, rest = pattern.partition(" ")
    kinds = rest.split(", ") if rest else []
    forms = []
    for width in ("64", "32") if {"r", "s"} & set(kinds) else ("64",):
        register = f"r{width}"
        choices = {"r": [register], "s": [register, *(f"{register}-{shift}" for shift in SHIFTS)],
                   "x": ["r64"], "w": ["r32"], "m": ["m64", "m64-pre", "m64-post"]}
        rows: list[list[str]] = [[]]
        for kind in kinds:
            rows = [[*row, choice] for row in rows for choice in choices.get(kind, [kind])]
        forms += [f"{mnemonic} {', '.join(row)}" if row else mnemonic for row in rows]
    return forms


DEFINITIONS, instruction = instruction_table(expand)


class Arm64Machine(Machine[Any, Any]):
    """AAPCS64: the return address is in x30, x19…x29 are preserved, and the platform's x18."""

    definitions = DEFINITIONS
    register_names = (*(f"x{i}" for i in range(31)), "sp")
    flag_names = ("n", "z", "c", "v")
    preserved = tuple(f"x{i}" for i in range(18, 30))
    stack_pointer = "sp"
    zero_registers = frozenset({"xzr"})

    def enter(self) -> None:
        self.registers["x30"] = ReturnAddress(None)

    def return_address(self) -> int | None:
        value = self.registers["x30"]
        return value.address if isinstance(value, ReturnAddress) else None

    def pop_return_address(self) -> None:
        """`ret` leaves sp alone."""

    def check_stack_pointer(self) -> None:
        # d8…d15 and FPCR need no check: no instruction that the model defines can write them.
        if self.registers["sp"] != Pointer(STACK, 0):
            self.stop(AbiViolation, f"sp is {describe(self.registers['sp'])} after the return")

    def __getitem__(self, operand: Operand) -> Any:
        if isinstance(operand, ShiftedReg):
            return shifted(self, self[Reg(operand.name, operand.width)], operand)
        return super().__getitem__(without_zero(operand) if isinstance(operand, Mem) else operand)

    def address(self, operand: Mem, chosen: int | None = None) -> Pointer:
        """Base + displacement or base + scaled index; sp as a base must be 16-byte aligned."""
        pointer = super().address(without_zero(operand), chosen)
        if operand.base == "sp" and (pointer.offset - operand.displacement) % 16:
            self.stop(MemoryViolation, "sp is not 16-byte aligned")
        return pointer


M = Arm64Machine


def without_zero(operand: Mem) -> Mem:
    """An address whose index is the zero register has none."""
    return replace(operand, index=None) if operand.index == "xzr" else operand


# --- shifts and bits ----------------------------------------------------------------------------------------


def msb(m: M, x: Any, width: int) -> Any:
    """The top bit of a word of `width` bits."""
    return m.dom.low_bit(m.dom.split(x, width - 1)[0])


def complement(m: M, x: Any, width: int) -> Any:
    """2^w - 1 - x."""
    return m.dom.sub(m.domain.constant(2**width - 1), x, m.domain.bit(0), width)[0]


def shifted_left(m: M, x: Any, k: int, width: int) -> Any:
    """2^k*x mod 2^w."""
    return m.dom.join(m.dom.split(x, width - k)[1], m.domain.constant(0), k) if k else x


def sign_extended(m: M, x: Any, size: int, width: int) -> Any:
    """x of `size` bits to `width` bits, its top bit repeated."""
    if size == width:
        return x
    fill = m.dom.select(msb(m, x, size), m.domain.constant(2**(width - size) - 1), m.domain.constant(0))
    return m.dom.join(fill, x, size)


def rotated(m: M, high: Any, low: Any, k: int, width: int) -> Any:
    """The low w bits of (2^w*high + low) / 2^k."""
    if not k:
        return low
    return m.dom.join(m.dom.split(high, k)[1], m.dom.split(low, k)[0], width - k)


def shifted(m: M, x: Any, operand: ShiftedReg) -> Any:
    """A shifted register operand's value."""
    k, width = operand.amount, operand.width
    if not k:
        return x
    match operand.shift:
        case "lsl":
            return shifted_left(m, x, k, width)
        case "lsr":
            return m.dom.split(x, k)[0]
        case "asr":
            return sign_extended(m, m.dom.split(x, k)[0], width - k, width)
        case _:
            return rotated(m, x, x, k, width)


# --- flags and conditions -----------------------------------------------------------------------------------


def set_result_flags(m: M, result: Any, width: int) -> None:
    """N and Z from a result."""
    m.flags["n"] = lambda: msb(m, result, width)
    m.flags["z"] = lambda: m.dom.is_zero(result)


def sum_with_flags(m: M, x: Any, y: Any, carry: Any, width: int) -> Any:
    """x + y + carry = result + 2^w*C'; N', Z' of the result, V' = 1 where it is too big as signed."""
    result, m.flags["c"] = m.dom.add(x, y, carry, width)
    d = m.dom
    if isinstance(result, Pointer):
        m.undefine(*m.flag_names)
        return result
    m.flags["v"] = lambda: d.and_bit(d.xor_bit(msb(m, x, width), msb(m, result, width)),
                                     d.xor_bit(msb(m, y, width), msb(m, result, width)))
    set_result_flags(m, result, width)
    return result


def difference_with_flags(m: M, x: Any, y: Any, borrow: Any, width: int) -> Any:
    """x - y - borrow = result - 2^w*(1 - C'); N', Z' of the result, V' = 1 where it is too big as signed."""
    result, left = m.dom.sub(x, y, borrow, width)
    d = m.dom
    if isinstance(result, Pointer):
        m.undefine(*m.flag_names)
        return result
    m.flags["c"] = d.not_bit(left)
    m.flags["v"] = lambda: d.and_bit(d.xor_bit(msb(m, x, width), msb(m, y, width)),
                                     d.xor_bit(msb(m, x, width), msb(m, result, width)))
    set_result_flags(m, result, width)
    return result


def condition(m: M, name: str) -> Any:
    """The bit that a condition code names.  `nv` holds always, like `al`."""
    d = m.dom
    match name:
        case "eq":
            return m.flag("z")
        case "cs":
            return m.flag("c")
        case "mi":
            return m.flag("n")
        case "vs":
            return m.flag("v")
        case "hi":
            return d.and_bit(m.flag("c"), d.not_bit(m.flag("z")))
        case "lt":
            return d.xor_bit(m.flag("n"), m.flag("v"))
        case "le":
            return d.or_bit(m.flag("z"), condition(m, "lt"))
        case "al" | "nv":
            return m.domain.bit(1)
        case _:
            opposite = {"ne": "eq", "cc": "cs", "pl": "mi", "vc": "vs", "ls": "hi", "ge": "lt", "gt": "le"}
            return d.not_bit(condition(m, opposite[name]))


# --- addition and subtraction -------------------------------------------------------------------------------


@instruction("add r, r, s", "add r, r, imm")
def add(m: M, dst: Reg, a: Operand, b: Operand) -> None:
    """dst' = a + b mod 2^w."""
    m[dst], _ = m.dom.add(m[a], m[b], m.domain.bit(0), dst.width)


@instruction("adds r, r, s", "adds r, r, imm")
def adds(m: M, dst: Reg, a: Operand, b: Operand) -> None:
    """a + b = dst' + 2^w*C'.  N', Z', V' of the sum."""
    m[dst] = sum_with_flags(m, m[a], m[b], m.domain.bit(0), dst.width)


@instruction("adc r, r, r")
def adc(m: M, dst: Reg, a: Operand, b: Operand) -> None:
    """dst' = a + b + C mod 2^w."""
    m[dst], _ = m.dom.add(m[a], m[b], m.flag("c"), dst.width)


@instruction("adcs r, r, r")
def adcs(m: M, dst: Reg, a: Operand, b: Operand) -> None:
    """a + b + C = dst' + 2^w*C'.  N', Z', V' of the sum."""
    m[dst] = sum_with_flags(m, m[a], m[b], m.flag("c"), dst.width)


@instruction("sub r, r, s", "sub r, r, imm")
def sub(m: M, dst: Reg, a: Operand, b: Operand) -> None:
    """dst' = a - b mod 2^w."""
    m[dst], _ = m.dom.sub(m[a], m[b], m.domain.bit(0), dst.width)


@instruction("subs r, r, s", "subs r, r, imm")
def subs(m: M, dst: Reg, a: Operand, b: Operand) -> None:
    """a - b = dst' - 2^w*(1 - C').  N', Z', V' of the difference."""
    m[dst] = difference_with_flags(m, m[a], m[b], m.domain.bit(0), dst.width)


@instruction("sbc r, r, r")
def sbc(m: M, dst: Reg, a: Operand, b: Operand) -> None:
    """dst' = a - b - (1 - C) mod 2^w."""
    m[dst], _ = m.dom.sub(m[a], m[b], m.dom.not_bit(m.flag("c")), dst.width)


@instruction("sbcs r, r, r")
def sbcs(m: M, dst: Reg, a: Operand, b: Operand) -> None:
    """a - b - (1 - C) = dst' - 2^w*(1 - C').  N', Z', V' of the difference."""
    m[dst] = difference_with_flags(m, m[a], m[b], m.dom.not_bit(m.flag("c")), dst.width)


# --- multiplication -----------------------------------------------------------------------------------------


def low_product(m: M, x: Any, y: Any, width: int) -> Any:
    """x*y mod 2^w."""
    low = m.dom.mul(x, y)[1]
    return low if width == 64 else m.dom.split(low, width)[1]


@instruction("madd r, r, r, r")
def madd(m: M, dst: Reg, a: Reg, b: Reg, addend: Reg) -> None:
    """dst' = addend + a*b mod 2^w.  (`mul` has xzr for addend.)"""
    m[dst], _ = m.dom.add(m[addend], low_product(m, m[a], m[b], dst.width), m.domain.bit(0), dst.width)


@instruction("msub r, r, r, r")
def msub(m: M, dst: Reg, a: Reg, b: Reg, minuend: Reg) -> None:
    """dst' = minuend - a*b mod 2^w."""
    m[dst], _ = m.dom.sub(m[minuend], low_product(m, m[a], m[b], dst.width), m.domain.bit(0), dst.width)


@instruction("umulh x, x, x")
def umulh(m: M, dst: Reg, a: Reg, b: Reg) -> None:
    """dst' = floor(a*b / 2^64)."""
    m[dst], _ = m.dom.mul(m[a], m[b])


@instruction("smulh x, x, x")
def smulh(m: M, dst: Reg, a: Reg, b: Reg) -> None:
    """dst' = floor(a*b / 2^64) mod 2^64, a and b signed: the unsigned one, less each factor where the other
    is negative."""
    d, x, y, none = m.dom, m[a], m[b], m.domain.constant(0)
    high, _ = d.mul(x, y)
    high, _ = d.sub(high, d.select(msb(m, x, 64), y, none), m.domain.bit(0))
    m[dst], _ = d.sub(high, d.select(msb(m, y, 64), x, none), m.domain.bit(0))


@instruction("umaddl x, w, w, x")
def umaddl(m: M, dst: Reg, a: Reg, b: Reg, addend: Reg) -> None:
    """dst' = addend + a*b mod 2^64, a and b of 32 bits.  (`umull` has xzr for addend.)"""
    m[dst], _ = m.dom.add(m[addend], m.dom.mul(m[a], m[b])[1], m.domain.bit(0))


@instruction("umsubl x, w, w, x")
def umsubl(m: M, dst: Reg, a: Reg, b: Reg, minuend: Reg) -> None:
    """dst' = minuend - a*b mod 2^64, a and b of 32 bits."""
    m[dst], _ = m.dom.sub(m[minuend], m.dom.mul(m[a], m[b])[1], m.domain.bit(0))


@instruction("smaddl x, w, w, x")
def smaddl(m: M, dst: Reg, a: Reg, b: Reg, addend: Reg) -> None:
    """dst' = addend + a*b mod 2^64, a and b of 32 bits, signed."""
    x, y = (sign_extended(m, m[operand], 32, 64) for operand in (a, b))
    m[dst], _ = m.dom.add(m[addend], m.dom.mul(x, y)[1], m.domain.bit(0))


@instruction("smsubl x, w, w, x")
def smsubl(m: M, dst: Reg, a: Reg, b: Reg, minuend: Reg) -> None:
    """dst' = minuend - a*b mod 2^64, a and b of 32 bits, signed."""
    x, y = (sign_extended(m, m[operand], 32, 64) for operand in (a, b))
    m[dst], _ = m.dom.sub(m[minuend], m.dom.mul(x, y)[1], m.domain.bit(0))


# --- logic --------------------------------------------------------------------------------------------------


@instruction("and r, r, s", "and r, r, imm")
def and_(m: M, dst: Reg, a: Operand, b: Operand) -> None:
    """dst' = a and b."""
    m[dst] = m.dom.and_(m[a], m[b])


@instruction("ands r, r, s", "ands r, r, imm")
def ands(m: M, dst: Reg, a: Operand, b: Operand) -> None:
    """dst' = a and b.  N', Z' of the result, C' = V' = 0."""
    m[dst] = result = m.dom.and_(m[a], m[b])
    m.flags["c"] = m.flags["v"] = m.domain.bit(0)
    set_result_flags(m, result, dst.width)


@instruction("bic r, r, s")
def bic(m: M, dst: Reg, a: Operand, b: Operand) -> None:
    """dst' = a and not b."""
    m[dst] = m.dom.and_(m[a], complement(m, m[b], dst.width))


@instruction("bics r, r, s")
def bics(m: M, dst: Reg, a: Operand, b: Operand) -> None:
    """dst' = a and not b.  N', Z' of the result, C' = V' = 0."""
    m[dst] = result = m.dom.and_(m[a], complement(m, m[b], dst.width))
    m.flags["c"] = m.flags["v"] = m.domain.bit(0)
    set_result_flags(m, result, dst.width)


@instruction("orr r, r, s", "orr r, r, imm")
def orr(m: M, dst: Reg, a: Reg, b: Operand) -> None:
    """dst' = a or b.  With xzr for a it is `mov`, which moves pointers too."""
    m[dst] = m[b] if a.name == "xzr" else m.dom.or_(m[a], m[b])


@instruction("orn r, r, s")
def orn(m: M, dst: Reg, a: Reg, b: Operand) -> None:
    """dst' = a or not b.  With xzr for a it is `mvn`."""
    value = complement(m, m[b], dst.width)
    m[dst] = value if a.name == "xzr" else m.dom.or_(m[a], value)


@instruction("eor r, r, s", "eor r, r, imm")
def eor(m: M, dst: Reg, a: Operand, b: Operand) -> None:
    """dst' = a xor b."""
    m[dst] = m.dom.xor(m[a], m[b])


@instruction("eon r, r, s")
def eon(m: M, dst: Reg, a: Operand, b: Operand) -> None:
    """dst' = a xor not b."""
    m[dst] = m.dom.xor(m[a], complement(m, m[b], dst.width))


# --- constants and bit fields -------------------------------------------------------------------------------


@instruction("movz r, imm, imm")
def movz(m: M, dst: Reg, value: Imm, place: Imm) -> None:
    """dst' = 2^place*value."""
    m[dst] = m.domain.constant(value.value << place.value)


@instruction("movn r, imm, imm")
def movn(m: M, dst: Reg, value: Imm, place: Imm) -> None:
    """dst' = 2^w - 1 - 2^place*value."""
    m[dst] = m.domain.constant(2**dst.width - 1 - (value.value << place.value))


@instruction("movk r, imm, imm")
def movk(m: M, dst: Reg, value: Imm, place: Imm) -> None:
    """dst' = dst with the 16 bits at `place` replaced by value."""
    rest, low = m.dom.split(m[dst], place.value)
    high, _ = m.dom.split(rest, 16)
    m[dst] = m.dom.join(m.dom.join(high, m.domain.constant(value.value), 16), low, place.value)


def field_of(m: M, src: Reg, immr: Imm, imms: Imm) -> tuple[Any, int, int]:
    """(field, its size, its place): bits immr to imms of src go to bit 0 where immr <= imms; else bits 0 to
    imms go to bit w - immr."""
    x, first, last = m[src], immr.value, imms.value
    if first <= last:
        upper = m.dom.split(x, first)[0]
        return m.dom.split(upper, last - first + 1)[1], last - first + 1, 0
    return m.dom.split(x, last + 1)[1], last + 1, src.width - first


@instruction("ubfm r, r, imm, imm")
def ubfm(m: M, dst: Reg, src: Reg, immr: Imm, imms: Imm) -> None:
    """dst' = 2^place*field.  (`lsl`, `lsr`, `ubfx`, `uxtb` …)"""
    value, _, place = field_of(m, src, immr, imms)
    m[dst] = m.dom.join(value, m.domain.constant(0), place) if place else value


@instruction("sbfm r, r, imm, imm")
def sbfm(m: M, dst: Reg, src: Reg, immr: Imm, imms: Imm) -> None:
    """dst' = 2^place*field mod 2^w, the field signed.  (`asr`, `sbfx`, `sxtw` …)"""
    value, size, place = field_of(m, src, immr, imms)
    value = sign_extended(m, value, size, dst.width - place)
    m[dst] = m.dom.join(value, m.domain.constant(0), place) if place else value


@instruction("bfm r, r, imm, imm")
def bfm(m: M, dst: Reg, src: Reg, immr: Imm, imms: Imm) -> None:
    """dst' = dst with the field put at its place.  (`bfi`, `bfxil`)"""
    value, size, place = field_of(m, src, immr, imms)
    rest, low = m.dom.split(m[dst], place)
    high, _ = m.dom.split(rest, size)
    m[dst] = m.dom.join(m.dom.join(high, value, size), low, place)


@instruction("extr r, r, r, imm")
def extr(m: M, dst: Reg, high: Reg, low: Reg, amount: Imm) -> None:
    """dst' = floor((2^w*high + low) / 2^amount) mod 2^w.  (`ror` has high = low.)"""
    m[dst] = rotated(m, m[high], m[low], amount.value, dst.width)


@instruction("lsrv r, r, r")
def lsrv(m: M, dst: Reg, src: Reg, count: Reg) -> None:
    """src = 2^k*dst' + rest, for k = count mod w, which is a constant."""
    known: int | None = m.domain.constant_value(m[count])
    if known is None:
        m.stop(UnmodelledForm, "a shift count that depends on data")
    m[dst] = m.dom.split(m[src], known % dst.width)[0]


# --- selection and comparison -------------------------------------------------------------------------------


@instruction("csel r, r, r, cond")
def csel(m: M, dst: Reg, a: Reg, b: Reg, cond: Cond) -> None:
    """dst' = a where the condition holds, else b."""
    m[dst] = m.dom.select(condition(m, cond.name), m[a], m[b])


@instruction("csinc r, r, r, cond")
def csinc(m: M, dst: Reg, a: Reg, b: Reg, cond: Cond) -> None:
    """dst' = a where the condition holds, else b + 1 mod 2^w.  (`cset`, `cinc`)"""
    other, _ = m.dom.add(m[b], m.domain.constant(1), m.domain.bit(0), dst.width)
    m[dst] = m.dom.select(condition(m, cond.name), m[a], other)


@instruction("csinv r, r, r, cond")
def csinv(m: M, dst: Reg, a: Reg, b: Reg, cond: Cond) -> None:
    """dst' = a where the condition holds, else 2^w - 1 - b.  (`csetm`, `cinv`)"""
    m[dst] = m.dom.select(condition(m, cond.name), m[a], complement(m, m[b], dst.width))


@instruction("csneg r, r, r, cond")
def csneg(m: M, dst: Reg, a: Reg, b: Reg, cond: Cond) -> None:
    """dst' = a where the condition holds, else -b mod 2^w.  (`cneg`)"""
    other, _ = m.dom.sub(m.domain.constant(0), m[b], m.domain.bit(0), dst.width)
    m[dst] = m.dom.select(condition(m, cond.name), m[a], other)


def _compare_where(m: M, cond: Cond, nzcv: Imm, set_flags: Callable[[], Any]) -> None:
    """The flags of `set_flags` where the condition holds, else those of the constant."""
    d, holds = m.dom, condition(m, cond.name)
    set_flags()
    for place, name in enumerate(("v", "c", "z", "n")):
        compared = m.flag(name)
        constant = nzcv.value >> place & 1
        m.flags[name] = d.or_bit(d.not_bit(holds), compared) if constant else d.and_bit(holds, compared)


@instruction("ccmp r, r, imm, cond", "ccmp r, imm, imm, cond")
def ccmp(m: M, a: Reg, b: Operand, nzcv: Imm, cond: Cond) -> None:
    """N', Z', C', V' of a - b where the condition holds, else nzcv."""
    _compare_where(m, cond, nzcv, lambda: difference_with_flags(m, m[a], m[b], m.domain.bit(0), a.width))


@instruction("ccmn r, r, imm, cond", "ccmn r, imm, imm, cond")
def ccmn(m: M, a: Reg, b: Operand, nzcv: Imm, cond: Cond) -> None:
    """N', Z', C', V' of a + b where the condition holds, else nzcv."""
    _compare_where(m, cond, nzcv, lambda: sum_with_flags(m, m[a], m[b], m.domain.bit(0), a.width))


# --- memory: 64-bit words -----------------------------------------------------------------------------------


def locate(m: M, memory: Mem) -> Pointer:
    """Where the access goes.  `pre` moves the base before the access, so that a push is not below sp."""
    if memory.mode == "post":
        return m.address(replace(memory, displacement=0))
    pointer = m.address(memory)
    if memory.mode == "pre":
        m.write(str(memory.base), pointer)
    return pointer


def write_back(m: M, memory: Mem) -> None:
    """`post` moves the base after the access, so that a pop is not below sp."""
    if memory.mode == "post":
        m.write(str(memory.base), m.address(memory))


def second(pointer: Pointer) -> Pointer:
    """The next word."""
    return Pointer(pointer.region, pointer.offset + 8)


@instruction("ldr x, m", "ldur x, m64")
def ldr(m: M, dst: Reg, memory: Mem) -> None:
    """dst' = [address]."""
    m[dst] = m[memory] if memory.mode == "offset" else m.load(locate(m, memory))
    write_back(m, memory)


@instruction("str x, m", "stur x, m64")
def str_(m: M, src: Reg, memory: Mem) -> None:
    """[address]' = src."""
    m.store(locate(m, memory), m[src])
    write_back(m, memory)


@instruction("ldp x, x, m")
def ldp(m: M, dst: Reg, dst2: Reg, memory: Mem) -> None:
    """dst' = [address], dst2' = [address + 8]."""
    pointer = locate(m, memory)
    m[dst], m[dst2] = m.load(pointer), m.load(second(pointer))
    write_back(m, memory)


@instruction("stp x, x, m")
def stp(m: M, src: Reg, src2: Reg, memory: Mem) -> None:
    """[address]' = src, [address + 8]' = src2."""
    pointer = locate(m, memory)
    m.store(pointer, m[src])
    m.store(second(pointer), m[src2])
    write_back(m, memory)


@instruction("adr x, rel")
def adr(m: M, dst: Reg, target: Target) -> None:
    """dst' = the address of read-only data in the code's section."""
    m[dst] = Pointer(CODE, target.address)


# --- control ------------------------------------------------------------------------------------------------


@instruction("b rel")
def b(m: M, target: Target) -> None:
    """Go to target."""
    m.next_address = target.address


@instruction("bl rel")
def bl(m: M, target: Target) -> None:
    """x30' = the address of the next instruction; go to target (a subroutine inside the same routine)."""
    m.write("x30", ReturnAddress(m.next_address))
    m.next_address = target.address


@instruction("ret x")
def ret(m: M, link: Reg) -> None:
    """Go to the address in link."""
    m.return_to(m.read(link.name))


@instruction("cbz r, rel")
def cbz(m: M, src: Reg, target: Target) -> None:
    """Go to target where src = 0."""
    m.branch(m.dom.is_zero(m[src]), target.address)


@instruction("cbnz r, rel")
def cbnz(m: M, src: Reg, target: Target) -> None:
    """Go to target where src is not 0."""
    m.branch(m.dom.not_bit(m.dom.is_zero(m[src])), target.address)


def _define_conditional_branch(code: str) -> None:
    @instruction(f"b.{code} rel")
    def branch_if(m: M, target: Target) -> None:
        """Go to target where the condition holds."""
        m.branch(condition(m, code), target.address)


for _code in CONDITIONS:
    _define_conditional_branch(_code)


@instruction("hint imm")
def hint(m: M, number: Imm) -> None:
    """No effect: 34, `bti c`, is the only hint that the decoder lets through."""
