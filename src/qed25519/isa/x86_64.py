"""The x86-64 instruction model: one definition per instruction, over any domain.

Each docstring is the equation that the definition states; primes mark values after.  A flag that Intel's or AMD's
manual leaves undefined becomes a fresh unknown.  Flags other than carries are computed when read, from the operands
as they were when the flag was set.  Source: Intel SDM volume 2 and AMD APM volume 3, "General-Purpose Instructions".
"""

from __future__ import annotations

from typing import Any

from qed25519.isa.instruction import Imm, Mem, Operand, Reg, Target
from qed25519.isa.machine import (
    CODE,
    STACK,
    AbiViolation,
    Machine,
    Pointer,
    ReturnAddress,
    UnmodelledForm,
    describe,
    instruction_table,
)


def expand(pattern: str) -> list[str]:
    """`add r/m, r` stands for both operand sizes and, at `r/m`, for register and memory: all forms it covers.

    Memory is modelled in words of 64 bits, so there are no forms with 32 bits of it."""
    mnemonic, _, rest = pattern.partition(" ")
    operands = rest.split(", ") if rest else []
    forms: list[list[str]] = []
    sized = any(operand in ("r", "m", "r/m") for operand in operands)
    for width in ("64", "32") if sized else ("",):
        rows: list[list[str]] = [[]]
        for operand in operands:
            kinds = operand.split("/")
            size = width if operand in ("r", "m", "r/m") else kinds[-1].lstrip("rm")
            fixed = operand in ("imm", "rel", "r8")
            choices = [operand] if fixed else [kind.rstrip("0123456789") + size for kind in kinds]
            rows = [[*row, choice] for row in rows for choice in choices]
        forms += [row for row in rows if "m32" not in row]
    return [f"{mnemonic} {', '.join(form)}" if form else mnemonic for form in forms]


DEFINITIONS, instruction = instruction_table(expand)
Flags = tuple[str, ...]


class X86Machine(Machine[Any, Any]):
    """System V x86-64: the return address is at rsp, rbx rbp r12…r15 are preserved, as are DF and MXCSR."""

    definitions = DEFINITIONS
    register_names = ("rax", "rbx", "rcx", "rdx", "rsi", "rdi", "rbp", "rsp", *(f"r{i}" for i in range(8, 16)))
    flag_names = ("cf", "pf", "af", "zf", "sf", "of")
    preserved = ("rbx", "rbp", "r12", "r13", "r14", "r15")
    stack_pointer = "rsp"

    def __init__(self, domain: Any, code: Any, stack_bytes: int) -> None:
        super().__init__(domain, code, stack_bytes, stack_end=8)

    def enter(self) -> None:
        self.regions[STACK].words[0] = ReturnAddress(None)

    def return_address(self) -> int | None:
        value = self.regions[STACK].words.get(self.registers["rsp"].offset)
        return value.address if isinstance(value, ReturnAddress) else None

    def pop_return_address(self) -> None:
        top = self.registers["rsp"]
        self.registers["rsp"] = Pointer(STACK, top.offset + 8)

    def check_stack_pointer(self) -> None:
        # DF and MXCSR need no check: no instruction that the model defines can write them.
        if self.registers["rsp"] != Pointer(STACK, 8):
            self.stop(AbiViolation, f"rsp is {describe(self.registers['rsp'])} after the return")

    def address(self, operand: Mem, chosen: int | None = None) -> Pointer:
        if operand.base == "rip":
            return Pointer(CODE, operand.displacement)
        return super().address(operand, chosen)


M = X86Machine


def msb(m: M, x: Any, width: int) -> Any:
    """The top bit of a word of `width` bits."""
    return m.dom.low_bit(m.dom.split(x, width - 1)[0])


def set_result_flags(m: M, result: Any, width: int) -> None:
    """ZF, SF and PF from a result."""
    m.flags["zf"] = lambda: m.dom.is_zero(result)
    m.flags["sf"] = lambda: msb(m, result, width)
    m.flags["pf"] = lambda: m.dom.parity(result)


def set_sum_flags(m: M, x: Any, y: Any, result: Any, carry: Any, width: int) -> None:
    """All flags after result + 2^width*carry = x + y + c: OF where the signs of x and y agree and that of the result
    differs."""
    if isinstance(result, Pointer):
        m.undefine(*m.flag_names)
        return
    d = m.dom
    m.flags["cf"] = carry
    m.flags["of"] = lambda: d.and_bit(d.xor_bit(msb(m, x, width), msb(m, result, width)),
                                      d.xor_bit(msb(m, y, width), msb(m, result, width)))
    set_adjust_flag(m, x, y, result)
    set_result_flags(m, result, width)


def set_difference_flags(m: M, x: Any, y: Any, result: Any, borrow: Any, width: int) -> None:
    """All flags after result - 2^width*borrow = x - y - b."""
    if isinstance(result, Pointer):
        m.undefine(*m.flag_names)
        return
    d = m.dom
    m.flags["cf"] = borrow
    m.flags["of"] = lambda: d.and_bit(d.xor_bit(msb(m, x, width), msb(m, y, width)),
                                      d.xor_bit(msb(m, x, width), msb(m, result, width)))
    set_adjust_flag(m, x, y, result)
    set_result_flags(m, result, width)


def set_adjust_flag(m: M, x: Any, y: Any, result: Any) -> None:
    """AF, the carry or borrow at bit 4: bit 4 of x ^ y ^ result."""
    d = m.dom
    m.flags["af"] = lambda: d.low_bit(d.split(d.xor(d.xor(x, y), result), 4)[0])


# --- moves ---------------------------------------------------------------------------------------------------------


@instruction("mov r/m, r", "mov r, m", "mov r/m, imm")
def mov(m: M, dst: Operand, src: Operand) -> None:
    """dst' = src.  A 32-bit destination is zero-extended."""
    m[dst] = m[src]


@instruction("movzx r, r8")
def movzx(m: M, dst: Operand, src: Operand) -> None:
    """dst' = src, zero-extended."""
    m[dst] = m[src]


@instruction("lea r64, m64")
def lea(m: M, dst: Operand, src: Mem) -> None:
    """dst' = base + scale*index + displacement mod 2^64.  No flag changes."""
    if src.base == "rip":
        m[dst] = m.address(src)
        return
    total: Any = m.domain.constant(src.displacement % 2**64)
    if src.index is not None:
        index, shift = m.read(src.index), src.scale.bit_length() - 1
        if shift:
            index = m.dom.join(m.dom.split(index, 64 - shift)[1], m.domain.constant(0), shift)
        total, _ = m.dom.add(index, total, m.domain.bit(0))
    if src.base is not None:
        total, _ = m.dom.add(m.read(src.base), total, m.domain.bit(0))
    m[dst] = total


@instruction("push r64")
def push(m: M, src: Reg) -> None:
    """rsp' = rsp - 8, [rsp'] = src."""
    value = m[src]
    top, _ = m.dom.sub(m.registers["rsp"], m.domain.constant(8), m.domain.bit(0))
    m.registers["rsp"] = top
    m.store(top, value)


@instruction("pop r64")
def pop(m: M, dst: Reg) -> None:
    """dst' = [rsp], rsp' = rsp + 8."""
    top = m.registers["rsp"]
    value = m.load(top)
    m.registers["rsp"], _ = m.dom.add(top, m.domain.constant(8), m.domain.bit(0))
    m[dst] = value


@instruction("xchg r, r")
def xchg(m: M, a: Reg, b: Reg) -> None:
    """a' = b, b' = a."""
    m[a], m[b] = m[b], m[a]


# --- addition and subtraction ----------------------------------------------------------------------------------------


@instruction("add r/m, r", "add r, m", "add r/m, imm")
def add(m: M, dst: Reg | Mem, src: Operand) -> None:
    """dst + src = dst' + 2^w*CF'."""
    x, y = m[dst], m[src]
    m[dst], carry = m.dom.add(x, y, m.domain.bit(0), dst.width)
    set_sum_flags(m, x, y, m[dst], carry, dst.width)


@instruction("adc r/m, r", "adc r, m", "adc r/m, imm")
def adc(m: M, dst: Reg | Mem, src: Operand) -> None:
    """dst + src + CF = dst' + 2^w*CF'."""
    x, y = m[dst], m[src]
    m[dst], carry = m.dom.add(x, y, m.flag("cf"), dst.width)
    set_sum_flags(m, x, y, m[dst], carry, dst.width)


@instruction("adcx r, r/m")
def adcx(m: M, dst: Reg, src: Operand) -> None:
    """dst + src + CF = dst' + 2^w*CF'.  No other flag changes."""
    m[dst], m.flags["cf"] = m.dom.add(m[dst], m[src], m.flag("cf"), dst.width)


@instruction("adox r, r/m")
def adox(m: M, dst: Reg, src: Operand) -> None:
    """dst + src + OF = dst' + 2^w*OF'.  No other flag changes."""
    m[dst], m.flags["of"] = m.dom.add(m[dst], m[src], m.flag("of"), dst.width)


@instruction("sub r/m, r", "sub r, m", "sub r/m, imm")
def sub(m: M, dst: Reg | Mem, src: Operand) -> None:
    """dst - src = dst' - 2^w*CF'."""
    x, y = m[dst], m[src]
    m[dst], borrow = m.dom.sub(x, y, m.domain.bit(0), dst.width)
    set_difference_flags(m, x, y, m[dst], borrow, dst.width)


@instruction("sbb r/m, r", "sbb r, m", "sbb r/m, imm")
def sbb(m: M, dst: Reg | Mem, src: Operand) -> None:
    """dst - src - CF = dst' - 2^w*CF'.  `sbb r, r` reads r, but its value cancels: r' = -CF."""
    borrow = m.flag("cf")
    x, y = (m.domain.constant(0),) * 2 if dst == src else (m[dst], m[src])
    result, borrow = m.dom.sub(x, y, borrow, dst.width)
    m[dst] = result
    set_difference_flags(m, x, y, result, borrow, dst.width)


@instruction("cmp r/m, r", "cmp r, m", "cmp r/m, imm")
def cmp(m: M, a: Reg | Mem, b: Operand) -> None:
    """As sub, but only the flags change."""
    x, y = m[a], m[b]
    result, borrow = m.dom.sub(x, y, m.domain.bit(0), a.width)
    set_difference_flags(m, x, y, result, borrow, a.width)


@instruction("neg r")
def neg(m: M, dst: Reg) -> None:
    """0 - dst = dst' - 2^w*CF'."""
    zero, y = m.domain.constant(0), m[dst]
    m[dst], borrow = m.dom.sub(zero, y, m.domain.bit(0), dst.width)
    set_difference_flags(m, zero, y, m[dst], borrow, dst.width)


@instruction("inc r")
def inc(m: M, dst: Reg) -> None:
    """dst' = dst + 1 mod 2^w.  CF does not change."""
    carry = m.flags["cf"]
    add(m, dst, Imm(1))
    m.flags["cf"] = carry


@instruction("dec r")
def dec(m: M, dst: Reg) -> None:
    """dst' = dst - 1 mod 2^w.  CF does not change."""
    borrow = m.flags["cf"]
    sub(m, dst, Imm(1))
    m.flags["cf"] = borrow


# --- multiplication --------------------------------------------------------------------------------------------------


@instruction("mulx r64, r64, r/m64")
def mulx(m: M, high: Reg, low: Reg, src: Operand) -> None:
    """rdx*src = low' + 2^64*high'.  No flag changes.  Where high is low, the high half wins."""
    upper, lower = m.dom.mul(m.read("rdx"), m[src])
    m[low] = lower
    m[high] = upper


@instruction("mul r/m64")
def mul(m: M, src: Operand) -> None:
    """rax*src = rax' + 2^64*rdx'.  CF' = OF' = (rdx' != 0); SF, ZF, AF and PF are undefined."""
    upper, lower = m.dom.mul(m.read("rax"), m[src])
    m.write("rax", lower)
    m.write("rdx", upper)
    m.undefine("sf", "zf", "af", "pf")
    m.flags["cf"] = m.flags["of"] = lambda: m.dom.not_bit(m.dom.is_zero(upper))


@instruction("imul r64, r/m64", "imul r64, r/m64, imm")
def imul(m: M, dst: Reg, *sources: Operand) -> None:
    """dst' = x*y mod 2^64.  CF' = OF' = 1 where the signed product does not fit; SF, ZF, AF and PF are undefined."""
    first, second = (dst, *sources) if len(sources) == 1 else sources
    x, y = m[first], m[second]
    upper, lower = m.dom.mul(x, y)
    m[dst] = lower
    m.undefine("sf", "zf", "af", "pf")

    def overflow() -> Any:
        d, zero = m.dom, m.domain.bit(0)
        nought = m.domain.constant(0)
        signed, _ = d.sub(upper, d.select(msb(m, x, 64), y, nought), zero)
        signed, _ = d.sub(signed, d.select(msb(m, y, 64), x, nought), zero)
        signed, _ = d.add(signed, d.word(msb(m, lower, 64)), zero)
        return d.not_bit(d.is_zero(signed))

    m.flags["cf"] = m.flags["of"] = overflow


# --- bits ------------------------------------------------------------------------------------------------------------


def set_logic_flags(m: M, result: Any, width: int) -> None:
    """CF' = OF' = 0, ZF, SF, PF from the result, AF undefined."""
    m.flags["cf"] = m.flags["of"] = m.domain.bit(0)
    m.undefine("af")
    set_result_flags(m, result, width)


@instruction("xor r/m, r", "xor r, m", "xor r/m, imm")
def xor(m: M, dst: Reg | Mem, src: Operand) -> None:
    """dst' = dst xor src.  `xor r, r` is 0 whatever r holds, and reads no data."""
    result = m.domain.constant(0) if dst == src else m.dom.xor(m[dst], m[src])
    m[dst] = result
    set_logic_flags(m, result, dst.width)


@instruction("and r/m, r", "and r, m", "and r/m, imm")
def and_(m: M, dst: Reg | Mem, src: Operand) -> None:
    """dst' = dst and src."""
    result = m.dom.and_(m[dst], m[src])
    m[dst] = result
    set_logic_flags(m, result, dst.width)


@instruction("or r/m, r", "or r, m", "or r/m, imm")
def or_(m: M, dst: Reg | Mem, src: Operand) -> None:
    """dst' = dst or src."""
    result = m.dom.or_(m[dst], m[src])
    m[dst] = result
    set_logic_flags(m, result, dst.width)


@instruction("test r/m, r", "test r/m, imm")
def test(m: M, a: Reg | Mem, b: Operand) -> None:
    """As and, but only the flags change."""
    x = m[a]
    set_logic_flags(m, x if a == b else m.dom.and_(x, m[b]), a.width)


@instruction("not r")
def not_(m: M, dst: Reg) -> None:
    """dst' = 2^w - 1 - dst.  No flag changes."""
    m[dst], _ = m.dom.sub(m.domain.constant(2**dst.width - 1), m[dst], m.domain.bit(0), dst.width)


def count_of(m: M, operand: Operand, width: int) -> int:
    """A constant shift count, taken mod the width as the processor does."""
    known: int | None = m.domain.constant_value(m[operand])
    if known is None:
        m.stop(UnmodelledForm, "a shift count that depends on data")
    return known & (width - 1)


@instruction("shl r, imm")
def shl(m: M, dst: Reg, count: Operand) -> None:
    """2^k*dst = dst' mod 2^w.  CF' = the last bit out; OF' = CF' xor msb(dst') where k = 1, else undefined."""
    k, w = count_of(m, count, dst.width), dst.width
    if k == 0:
        m[dst] = m[dst]
        return
    out, kept = m.dom.split(m[dst], w - k)
    result = m.dom.join(kept, m.domain.constant(0), k)
    m[dst] = result
    set_logic_flags(m, result, w)
    m.flags["cf"] = lambda: m.dom.low_bit(out)
    m.undefine("of")
    if k == 1:
        m.flags["of"] = lambda: m.dom.xor_bit(m.dom.low_bit(out), msb(m, result, w))


@instruction("shr r, imm", "shr r, r8")
def shr(m: M, dst: Reg, count: Operand) -> None:
    """dst = 2^k*dst' + rest.  CF' = the last bit out; OF' = msb(dst) where k = 1, else undefined."""
    k, x = count_of(m, count, dst.width), m[dst]
    if k == 0:
        m[dst] = x
        return
    result, out = m.dom.split(x, k)
    m[dst] = result
    set_logic_flags(m, result, dst.width)
    m.flags["cf"] = lambda: m.dom.low_bit(m.dom.split(out, k - 1)[0])
    m.undefine("of")
    if k == 1:
        m.flags["of"] = lambda: msb(m, x, dst.width)


@instruction("sar r, imm")
def sar(m: M, dst: Reg, count: Operand) -> None:
    """As shr, but the sign bit is repeated.  OF' = 0 where k = 1, else undefined."""
    k, w, x = count_of(m, count, dst.width), dst.width, m[dst]
    if k == 0:
        m[dst] = x
        return
    upper, out = m.dom.split(x, k)
    fill = m.dom.select(msb(m, x, w), m.domain.constant(2**k - 1), m.domain.constant(0))
    result = m.dom.join(fill, upper, w - k)
    m[dst] = result
    set_logic_flags(m, result, w)
    m.flags["cf"] = lambda: m.dom.low_bit(m.dom.split(out, k - 1)[0])
    if k != 1:
        m.undefine("of")


@instruction("shld r64, r64, imm")
def shld(m: M, dst: Reg, src: Reg, count: Operand) -> None:
    """dst' = 2^k*dst + the top k bits of src, mod 2^64.  CF' = the last bit out of dst; OF' as a change of sign where
    k = 1, else undefined."""
    k, x = count_of(m, count, 64), m[dst]
    if k == 0:
        return
    out, kept = m.dom.split(x, 64 - k)
    result = m.dom.join(kept, m.dom.split(m[src], 64 - k)[0], k)
    m[dst] = result
    set_logic_flags(m, result, 64)
    m.flags["cf"] = lambda: m.dom.low_bit(out)
    m.undefine("of")
    if k == 1:
        m.flags["of"] = lambda: m.dom.xor_bit(msb(m, x, 64), msb(m, result, 64))


@instruction("shrd r64, r64, imm")
def shrd(m: M, dst: Reg, src: Reg, count: Operand) -> None:
    """dst' = the low k bits of src above the top 64-k of dst.  CF' = the last bit out; OF' as for shld."""
    k, x = count_of(m, count, 64), m[dst]
    if k == 0:
        return
    kept, out = m.dom.split(x, k)
    result = m.dom.join(m.dom.split(m[src], k)[1], kept, 64 - k)
    m[dst] = result
    set_logic_flags(m, result, 64)
    m.flags["cf"] = lambda: m.dom.low_bit(m.dom.split(out, k - 1)[0])
    m.undefine("of")
    if k == 1:
        m.flags["of"] = lambda: m.dom.xor_bit(msb(m, x, 64), msb(m, result, 64))


def tested_bit(m: M, src: Reg, index: Operand) -> tuple[Any, Any, Any]:
    """(upper, bit, lower) of src around a constant bit index; sets CF to the bit, and undefines what the manuals
    leave open (AMD leaves ZF open too)."""
    k = count_of(m, index, src.width)
    rest, lower = m.dom.split(m[src], k)
    upper, one = m.dom.split(rest, 1)
    m.undefine("of", "sf", "zf", "af", "pf")
    m.flags["cf"] = bit = m.dom.low_bit(one)
    return upper, bit, lower


@instruction("bt r, imm")
def bt(m: M, src: Reg, index: Operand) -> None:
    """CF' = bit k of src."""
    tested_bit(m, src, index)


@instruction("btr r, imm")
def btr(m: M, dst: Reg, index: Operand) -> None:
    """CF' = bit k of dst; that bit of dst' is 0."""
    replace_bit(m, dst, index, 0)


@instruction("bts r, imm")
def bts(m: M, dst: Reg, index: Operand) -> None:
    """CF' = bit k of dst; that bit of dst' is 1."""
    replace_bit(m, dst, index, 1)


def replace_bit(m: M, dst: Reg, index: Operand, value: int) -> None:
    """dst' = dst with bit k replaced."""
    k = count_of(m, index, dst.width)
    upper, _, lower = tested_bit(m, dst, index)
    m[dst] = m.dom.join(m.dom.join(upper, m.domain.constant(value), 1), lower, k)


# --- conditions ------------------------------------------------------------------------------------------------------


def condition(m: M, name: str) -> Any:
    """The bit that a condition code names."""
    d = m.dom
    if name.startswith("n"):
        return d.not_bit(condition(m, name[1:]))
    match name:
        case "c" | "z" | "s" | "o":
            return m.flag(name + "f")
        case "be":
            return d.or_bit(m.flag("cf"), m.flag("zf"))
        case "a":
            return d.not_bit(condition(m, "be"))
        case "l":
            return d.xor_bit(m.flag("sf"), m.flag("of"))
        case "ge":
            return d.not_bit(condition(m, "l"))
        case "le":
            return d.or_bit(m.flag("zf"), condition(m, "l"))
        case _:
            return d.not_bit(condition(m, "le"))


def _define_conditional(code: str) -> None:
    @instruction(f"cmov{code} r, r/m")
    def cmov(m: M, dst: Reg, src: Operand) -> None:
        """dst' = src where the condition holds, else dst (the upper half of a 32-bit destination is cleared)."""
        m[dst] = m.dom.select(condition(m, code), m[src], m[dst])

    @instruction(f"set{code} r8")
    def setcc(m: M, dst: Reg) -> None:
        """The low byte of dst' = the condition."""
        m[dst] = m.dom.word(condition(m, code))

    @instruction(f"j{code} rel")
    def jcc(m: M, target: Target) -> None:
        """Go to target where the condition holds."""
        m.branch(condition(m, code), target.address)


for _code in ("c", "nc", "z", "nz", "s", "ns", "o", "no", "be", "a", "l", "ge", "le", "g"):
    _define_conditional(_code)


# --- control ---------------------------------------------------------------------------------------------------------


@instruction("jmp rel")
def jmp(m: M, target: Target) -> None:
    """Go to target."""
    m.next_address = target.address


@instruction("call rel")
def call(m: M, target: Target) -> None:
    """Push the address of the next instruction, go to target (a subroutine inside the same routine)."""
    top, _ = m.dom.sub(m.registers["rsp"], m.domain.constant(8), m.domain.bit(0))
    m.registers["rsp"] = top
    m.store(top, ReturnAddress(m.next_address))
    m.next_address = target.address


@instruction("ret")
def ret(m: M) -> None:
    """Go to [rsp], rsp' = rsp + 8."""
    top = m.registers["rsp"]
    target = m.load(top)
    m.registers["rsp"], _ = m.dom.add(top, m.domain.constant(8), m.domain.bit(0))
    m.return_to(target)


@instruction("endbr64", "nop")
def nothing(m: M) -> None:
    """No effect."""
