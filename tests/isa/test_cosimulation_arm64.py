"""Every Arm64 instruction form that the model defines does what an independent implementation, unicorn, does.

Each form runs alone, on real encodings: all that the objects use, and random ones, equal registers included;
with structured operands (0, 1, all ones, the sign bit, 32-bit boundaries) and random ones, from random settings
of NZCV.  Registers, flags, memory and program counter are compared.  The list of forms is computed from the
objects and from the model's table, so none can be missed; `pytest -s` prints it.
"""

from __future__ import annotations

import random
import struct
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import pytest
import unicorn
from unicorn import arm64_const as uc

from qed25519.domains.concrete import Concrete, Undefined
from qed25519.isa import arm64, decode_arm64
from qed25519.isa.arm64 import Arm64Machine
from qed25519.isa.instruction import DecodeError, Instruction, Mem, Reg
from qed25519.isa.machine import CODE, STACK, MemoryViolation, Pointer, Region, ReturnAddress
from qed25519.prover.contract import load_contracts
from qed25519.prover.objects import assemble
from qed25519.prover.theorems import PACKAGE

PC, DATA, STACK_END = 0x10000, 0x100000, 0x200000
SIZE = 0x800              # of the data region around DATA, and of the stack below STACK_END
REACH = SIZE // 4         # displacements that stay inside
BASES = {CODE: 0, "data": DATA, STACK: STACK_END}
STRUCTURED = (0, 1, 2, 2**64 - 1, 2**64 - 2, 2**63, 2**63 - 1, 2**63 + 1, 2**32, 2**32 - 1, 2**31, 2**31 - 1)
NAMES = (*(f"x{i}" for i in range(31)), "sp")
STATE = (*(uc.UC_ARM64_REG_X0 + i for i in range(29)), uc.UC_ARM64_REG_X29, uc.UC_ARM64_REG_X30,
         uc.UC_ARM64_REG_SP, uc.UC_ARM64_REG_NZCV, uc.UC_ARM64_REG_PC)
WORDS_PER_FORM, RUNS_PER_WORD, RUNS_PER_FORM_AT_LEAST = 8, 10, 10


# --- what to run --------------------------------------------------------------------------------------------


@cache
def words_of_objects() -> dict[str, set[int]]:
    """Form -> the encodings of it in the routines' objects."""
    found: dict[str, set[int]] = {}
    for contract in load_contracts(PACKAGE / "asm"):
        if contract.architecture == "arm64":
            for instruction in assemble(contract, PACKAGE / "asm" / "include").instructions():
                found.setdefault(instruction.form, set()).add(int.from_bytes(instruction.encoding, "little"))
    return found


def form_of(word: int) -> str:
    """The form that a word encodes; "" if there is none, or the model refuses the operands: unaligned words,
    half of sp."""
    try:
        instruction = decode_arm64.decode(word, PC)
    except DecodeError:
        return ""
    refused = any(operand.displacement % 8 or abs(operand.displacement) > REACH if isinstance(operand, Mem)
                  else operand == Reg("sp", 32) for operand in instruction.operands)
    return "" if refused else instruction.form


@cache
def words_of_definitions() -> dict[str, set[int]]:
    """Form -> random encodings of it, for every form that the decoder yields and the model defines."""
    rng, found = random.Random("cosimulation"), dict[str, set[int]]()
    for mask, value, _, _ in decode_arm64._TABLE:
        for _ in range(4000):
            word = rng.getrandbits(32)
            if rng.random() < 0.3:             # Rm = Rn, where a form has both
                word = word & ~(31 << 16) | (word >> 5 & 31) << 16
            if rng.random() < 0.3:             # Rd = Rn
                word = word & ~31 | word >> 5 & 31
            if rng.random() < 0.3:             # not shifted
                word &= ~(3 << 22 | 63 << 10)
            word = word & ~mask | value
            form = form_of(word)
            if form in arm64.DEFINITIONS and len(words := found.setdefault(form, set())) < WORDS_PER_FORM:
                words.add(word)
    return found


# --- one instruction on both sides --------------------------------------------------------------------------


@dataclass(frozen=True)
class State:
    """All that an instruction can read or write, as numbers; None for what the model leaves undefined."""

    registers: tuple[int, ...]        # x0 … x30, sp
    flags: tuple[int | None, ...]     # N, Z, C, V
    memory: tuple[int | None, ...]    # words of the data region, then of the stack; none if no operand is in memory
    pc: int

    def known(self, other: State, flags: bool) -> State:
        """With the other's words where the model forgets (below sp), and its flags where they are undefined."""
        stack = [b if a is None else a for a, b in zip(self.memory, other.memory, strict=True)][SIZE // 8:]
        undefined = flags and None in self.flags
        return replace(self, memory=(*self.memory[:SIZE // 8], *stack), flags=other.flags if undefined else self.flags)


def words_in(memory: bytes) -> tuple[int, ...]:
    """As 64-bit words."""
    return tuple(word for (word,) in struct.iter_unpack("<Q", memory))


class OneInstruction:
    """The model's view of code that is a single instruction."""

    def __init__(self, instruction: Instruction) -> None:
        self.labels: dict[int, str] = {}
        self._instruction = instruction

    def instruction(self, address: int) -> Instruction:
        return self._instruction

    def constant_word(self, address: int) -> int:
        raise MemoryViolation("no table here")

    def location(self, address: int) -> str:
        return f"{address:#x}"


def number(value: Any) -> int:
    """A model's word as the processor holds it."""
    if isinstance(value, Pointer):
        return (BASES[value.region] + value.offset) % 2**64
    if isinstance(value, ReturnAddress):
        assert value.address is not None
        return value.address
    assert isinstance(value, int)
    return value


def model_step(instruction: Instruction, registers: list[Any], flags: list[int], memory: bytes) -> State:
    """The model, in the concrete domain."""
    machine = Arm64Machine(Concrete(), OneInstruction(instruction), SIZE)
    machine.registers = dict(zip(NAMES, registers, strict=True))
    machine.flags = dict(zip("nzcv", flags, strict=True))
    machine.regions["data"] = Region("data", -SIZE // 2, SIZE // 2, readable=True, writable=True)
    places = ((machine.regions["data"], range(-SIZE // 2, SIZE // 2, 8)),
              (machine.regions[STACK], range(-SIZE, 0, 8)))
    slots = [(region.words, offset) for region, offsets in places for offset in offsets][:len(memory) // 8]
    for (words, offset), word in zip(slots, words_in(memory), strict=True):
        words[offset] = word
    pc = machine.step(instruction.address)
    after = tuple(number(words[offset]) if offset in words else None for words, offset in slots)
    shown = [machine.flag(name) for name in "nzcv"]
    return State(tuple(number(machine.registers[name]) for name in NAMES),
                 tuple(None if isinstance(flag, Undefined) else flag for flag in shown), after, pc)


class Processor:
    """Unicorn's Arm64, one instruction at a time."""

    def __init__(self) -> None:
        self._uc = unicorn.Uc(unicorn.UC_ARCH_ARM64, unicorn.UC_MODE_ARM)
        self._uc.mem_map(PC, 0x40000)
        self._uc.mem_write(PC, bytes.fromhex("1f2003d5") * 0x10000)          # nop
        self._uc.mem_map(DATA - 0x8000, 0x10000)
        self._uc.mem_map(STACK_END - 0x8000, 0x10000)
        self._next = PC

    def place(self, word: int) -> int:
        """Put a word into memory; its address."""
        self._next += 4
        self._uc.mem_write(self._next, word.to_bytes(4, "little"))
        self._uc.ctl_remove_cache(self._next, self._next + 4)                # it may have run as a nop
        return self._next

    def step(self, address: int, registers: list[Any], flags: list[int], memory: bytes) -> State:
        """Execute the instruction at `address`."""
        if memory:
            self._uc.mem_write(DATA - SIZE // 2, memory[:SIZE])
            self._uc.mem_write(STACK_END - SIZE, memory[SIZE:])
        n, z, c, v = flags
        nzcv = n << 31 | z << 30 | c << 29 | v << 28
        self._uc.reg_write_batch(tuple(zip(STATE, (*map(number, registers), nzcv, address), strict=True)))
        try:
            self._uc.emu_start(address, 2**64 - 4, count=1)
        except unicorn.UcError as error:       # a branch was taken to where nothing is mapped
            if error.errno != unicorn.UC_ERR_FETCH_UNMAPPED:
                raise
        *after, nzcv, pc = self._uc.reg_read_batch(STATE)
        return State(tuple(after), tuple(nzcv >> place & 1 for place in (31, 30, 29, 28)),
                     words_in(bytes(self._uc.mem_read(DATA - SIZE // 2, SIZE)
                                    + self._uc.mem_read(STACK_END - SIZE, SIZE)) if memory else b""), pc)


def entry_registers(rng: random.Random, instruction: Instruction) -> list[Any]:
    """Values at entry: structured or random, at times all equal; pointers and return addresses where needed."""
    same = rng.choice(STRUCTURED) if rng.random() < 0.1 else None
    registers: list[Any] = [
        same if same is not None else rng.choice(STRUCTURED) if rng.random() < 0.6 else rng.getrandbits(64)
        for _ in range(31)] + [Pointer(STACK, -SIZE // 2)]
    for operand in instruction.operands:
        if isinstance(operand, Mem):
            if operand.index not in (None, "xzr"):
                registers[int(str(operand.index)[1:])] = rng.randrange(-16, 16) * 8 // operand.scale % 2**64
            if operand.base != "sp":
                registers[int(str(operand.base)[1:])] = Pointer("data", 8 * rng.randrange(-32, 32))
        if instruction.mnemonic == "ret" and isinstance(operand, Reg) and operand.name != "xzr":
            registers[int(operand.name[1:])] = ReturnAddress(4 * rng.randrange(2**20))
    return registers


def cosimulate(words: Iterable[int], rng: random.Random, processor: Processor) -> tuple[int, str]:
    """(runs that both sides agree on, the first disagreement or "").

    Not run: what the model refuses because it misuses a pointer (one stored as data, an access outside the
    regions or below sp).  Not compared: what the model leaves undefined, which is the flags of arithmetic on sp,
    and the stack below sp.
    """
    agreed = 0
    for word in words:
        instruction = decode_arm64.decode(word, processor.place(word))
        for _ in range(RUNS_PER_WORD):
            registers = entry_registers(rng, instruction)
            flags = [rng.randrange(2) for _ in range(4)]
            memory = rng.randbytes(2 * SIZE) if any(isinstance(o, Mem) for o in instruction.operands) else b""
            try:
                ours = model_step(instruction, registers, flags, memory)
            except MemoryViolation:
                continue
            real = processor.step(instruction.address, registers, flags, memory)
            ours = ours.known(real, flags=Reg("sp") in instruction.operands)
            if ours != real:
                return agreed, f"{instruction.text} ({word:#010x}): " + difference(registers, flags, ours, real)
            agreed += 1
    return agreed, ""


def difference(registers: list[Any], flags: list[int], ours: State, real: State) -> str:
    """Where two states differ, and where they came from."""
    differ = [f"{name}: model {a:#x}, unicorn {b:#x}"
              for name, a, b in zip(NAMES, ours.registers, real.registers, strict=True) if a != b]
    if ours.memory != real.memory:
        differ.append("memory")
    entry = ", ".join(f"{name}={number(value):#x}" for name, value in zip(NAMES, registers, strict=True))
    return (f"{differ}; NZCV: model {ours.flags}, unicorn {real.flags}; pc: model {ours.pc:#x}, unicorn "
            f"{real.pc:#x}; from {entry}, NZCV={flags}")


# --- tests --------------------------------------------------------------------------------------------------


def check_forms(forms: dict[str, set[int]]) -> None:
    """Each form runs and agrees, often enough."""
    processor, counts = Processor(), {}
    for form, words in sorted(forms.items()):
        counts[form], disagreement = cosimulate(sorted(words), random.Random(form), processor)
        assert not disagreement, disagreement
    print("\n".join(f"{count:5} runs of {form}" for form, count in counts.items()))
    seldom = {form: count for form, count in counts.items() if count < RUNS_PER_FORM_AT_LEAST}
    assert not seldom, f"too few runs of {seldom}"


def test_every_form_that_the_objects_use() -> None:
    """Forms as the routines' objects encode them, and random encodings of the same forms; none is missing."""
    used, random_words = words_of_objects(), words_of_definitions()
    undefined = set(used) - set(arm64.DEFINITIONS)
    assert not undefined, f"the objects use forms without a definition: {sorted(undefined)}"
    check_forms({form: words | random_words[form] for form, words in used.items()})


def test_every_form_that_the_model_defines() -> None:
    """All forms of the table that some encoding has; a pattern may name more (`add` of a register in `ror`)."""
    forms = words_of_definitions()
    never = {form for form in arm64.DEFINITIONS if form not in forms}
    assert all(form.startswith(("add", "sub")) and form.endswith("-ror") for form in never), sorted(never)
    check_forms(forms)


def _without_carry(m: Any, dst: Any, a: Any, b: Any) -> None:
    m[dst] = arm64.sum_with_flags(m, m[a], m[b], m.domain.bit(0), dst.width)


def _borrow_for_carry(m: Any, dst: Any, a: Any, b: Any) -> None:
    m[dst], m.flags["c"] = m.dom.sub(m[a], m[b], m.domain.bit(0), dst.width)


def _operands_swapped(m: Any, dst: Any, high: Any, low: Any, amount: Any) -> None:
    arm64.extr(m, dst, low, high, amount)


def _flags_written(m: Any, dst: Any, a: Any, b: Any) -> None:
    m[dst] = arm64.sum_with_flags(m, m[a], m[b], m.domain.bit(0), dst.width)


@pytest.mark.parametrize("form, wrong", [
    ("adcs r64, r64, r64", _without_carry),
    ("subs r64, r64, r64", _borrow_for_carry),
    ("extr r64, r64, r64, imm", _operands_swapped),
    ("add r32, r32, r32", _flags_written),
    ("umulh r64, r64, r64", arm64.smulh),
    ("csinv r64, r64, r64, cond", arm64.csneg),
])
def test_a_wrong_definition_is_noticed(
        form: str, wrong: Callable[..., None], monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted errors of the kinds that shipped in other verifiers."""
    monkeypatch.setitem(arm64.DEFINITIONS, form, wrong)
    _, disagreement = cosimulate(sorted(words_of_definitions()[form]), random.Random(form), Processor())
    assert disagreement
