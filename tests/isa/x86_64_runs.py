"""One run of the x86-64 model on the concrete domain and of the processor, from the same state, compared."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Any

from qed25519.domains.concrete import Concrete, Undefined
from qed25519.isa.instruction import Imm, Instruction, Mem, Reg
from qed25519.isa.machine import CODE, STACK, MemoryViolation, Pointer, Region, ReturnAddress
from qed25519.isa.x86_64 import X86Machine

from .stubs import DATA_ORIGIN, EXIT, FLAG_BITS, REGISTERS, STACK_ORIGIN, STACK_WORDS, TABLE, WORDS, Processor, State

EDGES = (0, 1, 2**32 - 1, 2**31, 2**63, 2**63 - 1, 2**64 - 1, 2**64 - 2)
PAIRS = [(x, y, carry) for x, y in product(EDGES, repeat=2) for carry in (0, 1)]
MORE_EDGES = (*EDGES, 2, 7, 8, 15, 16, 2**32, 2**32 + 1, 2**63 + 1, 0xAAAAAAAAAAAAAAAA, 0x5555555555555555)
IMPLICIT = {"mulx": ("rdx",), "mul": ("rax", "rdx")}


class Snippet:
    """A few instructions at address 0, and read-only words at TABLE."""

    def __init__(self, instructions: Sequence[Instruction], table: Sequence[int]) -> None:
        self.labels: dict[int, str] = {}
        self._found: dict[int, Instruction] = {}
        address = 0
        for found in instructions:
            self._found[address] = Instruction(address, found.encoding, found.mnemonic, found.operands, found.text)
            address += len(found.encoding)
        self._table = table

    def instruction(self, address: int) -> Instruction:
        return self._found[address]

    def constant_word(self, address: int) -> int:
        if address % 8 or not TABLE <= address < TABLE + 8 * len(self._table):
            raise MemoryViolation(f"no table word at {address:#x}")
        return self._table[(address - TABLE) // 8]

    def location(self, address: int) -> str:
        return f"+{address}"


@dataclass
class Entry:
    """A state before the run as the model sees it: registers and stack may hold pointers."""

    registers: dict[str, Any]
    flags: dict[str, int]
    data: list[int]
    stack: list[Any]
    table: list[int]

    def machine(self, instructions: Sequence[Instruction]) -> X86Machine:
        machine = X86Machine(Concrete(), Snippet(instructions, self.table), STACK_ORIGIN)
        machine.registers = dict(self.registers)
        machine.flags = dict(self.flags)
        data = {8 * index - DATA_ORIGIN: word for index, word in enumerate(self.data)}
        machine.regions["data"] = Region("data", -DATA_ORIGIN, 8 * WORDS - DATA_ORIGIN, True, True, data)
        stack = {8 * index - STACK_ORIGIN: word for index, word in enumerate(self.stack)}
        machine.regions[STACK].words.update(stack)
        return machine


@dataclass
class Ran:
    """What a form has shown: how often it ran, and which flags were left undefined."""

    runs: int = 0
    undefined: set[str] = field(default_factory=set)


def number(cpu: Processor, value: Any) -> int:
    """What the processor holds where the model holds this value."""
    if isinstance(value, int):
        return value
    match value:
        case Pointer(region, offset):
            base = {CODE: cpu.code_address, "data": cpu.data_address, STACK: cpu.stack_address}[region]
            return (base + offset) % 2**64
        case ReturnAddress(address):
            return cpu.code_address + (EXIT if address is None else address)
    raise AssertionError(f"the model gives {value!r}")


def compare(cpu: Processor, instructions: Sequence[Instruction], entry: Entry, ran: Ran, what: str) -> None:
    """Run the model and the processor from `entry`; every difference is an assertion error."""
    machine = entry.machine(instructions)
    code, address, left = b"".join(found.encoding for found in instructions), 0, -1
    while not machine.finished and address not in (len(code), EXIT):
        address = left = machine.step(address)
    if machine.finished:
        left = EXIT
    state = State([number(cpu, entry.registers[name]) for name in REGISTERS],
                  sum(value << FLAG_BITS[name] for name, value in entry.flags.items()),
                  entry.data, [number(cpu, word) for word in entry.stack])
    after, really_left = cpu.run(code, state, entry.table)

    wrong = [] if left == really_left else [f"control goes to {left:#x}, really to {really_left:#x}"]
    for name, real in zip(REGISTERS, after.registers, strict=True):
        if number(cpu, machine.registers[name]) != real:
            wrong.append(f"{name} is {number(cpu, machine.registers[name]):#x}, really {real:#x}")
    for name, bit in FLAG_BITS.items():
        value = machine.flag(name)
        if isinstance(value, Undefined):
            ran.undefined.add(name)
        elif value != after.flags >> bit & 1:
            wrong.append(f"{name} is {value}, really {1 - value}")
    words = machine.regions["data"].words
    data = [words[8 * index - DATA_ORIGIN] for index in range(WORDS)]
    if data != after.data:
        wrong.append(f"the data memory is {data}, really {after.data}")
    words, top = machine.regions[STACK].words, machine.registers["rsp"].offset
    stack = [number(cpu, words[offset]) for offset in range(top, 8, 8)]
    if stack != after.stack[(top + STACK_ORIGIN) // 8:]:
        wrong.append(f"the stack is {stack}, really {after.stack[(top + STACK_ORIGIN) // 8:]}")
    given = ", ".join(f"{name} = {value if isinstance(value, Pointer) else hex(value)}"
                      for name, value in entry.registers.items())
    assert not wrong, f"{what}: {'; '.join(wrong)}\nfrom {given}, {entry.flags}"
    ran.runs += 1


# --- states to start from ----------------------------------------------------------------------------------------


class States:
    """Entry states for one instruction: values for what it reads, pointers where it addresses."""

    def __init__(self, instruction: Instruction, rng: random.Random) -> None:
        self._instruction, self._rng = instruction, rng
        self._memory = next((op for op in instruction.operands if isinstance(op, Mem)), None)
        registers = [op.name for op in reversed(instruction.operands) if isinstance(op, Reg)]
        if instruction.mnemonic == "lea" and self._memory is not None:
            registers = [name for name in (self._memory.base, self._memory.index) if name not in (None, "rip")]
            self._memory = None
        implicit = list(IMPLICIT.get(instruction.mnemonic, ()))
        memory = [] if self._memory is None else ["memory"]
        places = [*implicit[:1], *memory, *registers, *implicit[1:]]
        self._places = [place for place in dict.fromkeys(places) if place != "rsp"]
        self._background: list[list[Any]] = [
            [rng.getrandbits(64) for _ in range(words)] for words in (WORDS, WORDS, STACK_WORDS)]

    def _value(self) -> int:
        rng = self._rng
        return rng.choice((rng.choice(MORE_EDGES), rng.getrandbits(64), rng.getrandbits(rng.randrange(1, 65))))

    def with_values(self, values: Sequence[int], flags: int) -> Entry:
        """The first places hold `values`, the others something."""
        rng, instruction = self._rng, self._instruction
        registers: dict[str, Any] = {name: rng.getrandbits(64) for name in REGISTERS}
        registers["rsp"] = Pointer(STACK, -8 * rng.randrange(1, 8) - self._frame())
        data, table, stack = (list(words) for words in self._background)
        for place, value in zip(self._places, [*values, self._value(), self._value()], strict=False):
            if place != "memory":
                registers[place] = value
        if self._memory is not None:
            self._address(self._memory, values[self._places.index("memory")], registers, data, stack, table)
        top = registers["rsp"]
        if instruction.mnemonic == "ret":
            stack[(top.offset + STACK_ORIGIN) // 8] = ReturnAddress(EXIT)
        if instruction.mnemonic == "pop" and Reg("rsp") in instruction.operands:
            stack[(top.offset + STACK_ORIGIN) // 8] = Pointer(STACK, top.offset + 8 * rng.randrange(-4, 5))
        return Entry(registers, {name: flags >> index & 1 for index, name in enumerate(FLAG_BITS)}, data, stack, table)

    def _frame(self) -> int:
        """How far below its place at entry the stack pointer is: as far as the instruction moves it."""
        match self._instruction:
            case Instruction(mnemonic="add", operands=(Reg("rsp"), Imm(value))):
                return value
            case Instruction(mnemonic="sub", operands=(Reg("rsp"), Imm())):
                return 0
        return 8 * 47

    def _address(self, memory: Mem, value: int, registers: dict[str, Any], data: list[int], stack: list[Any],
                 table: list[int]) -> None:
        """Point the base, or by turns the index, so that the operand is a word of a window, and put `value` there."""
        rng = self._rng
        assert memory.base is not None
        if memory.base == "rip":
            table[(memory.displacement - TABLE) // 8] = value
            return
        reach = memory.displacement
        if memory.index is not None:
            step = 8 * rng.randrange(int(reach < 0) if memory.base == "rsp" else -7, 8)     # not below rsp
            registers[memory.index] = step % 2**64
            reach += memory.scale * step
        if memory.base == "rsp":
            offset = -8 * rng.randrange(1, 8)
            registers["rsp"] = Pointer(STACK, offset - reach)
            stack[(offset + STACK_ORIGIN) // 8] = value
            return
        offset = 8 * rng.randrange(-WORDS // 2, WORDS // 2)
        registers[memory.base] = Pointer("data", offset - reach)
        data[(offset + DATA_ORIGIN) // 8] = value
        if memory.index is not None and memory.scale == 1 and rng.random() < 0.5:
            registers[memory.base], registers[memory.index] = registers[memory.index], registers[memory.base]

    def structured(self, turn: int, turns: int) -> Iterator[Entry]:
        """Every `turns`-th pair of edges with each carry, in both flags that may be one."""
        for index, (x, y, carry) in list(enumerate(PAIRS))[turn::turns]:
            yield self.with_values((x, y), (index * 37 & 0b011110) | carry * 0b100001)

    def random(self, count: int) -> Iterator[Entry]:
        """Any values, the flags in all their settings by turns."""
        start = self._rng.randrange(64)
        for index in range(count):
            yield self.with_values((self._value(), self._value()), (start + index * 27) % 64)
