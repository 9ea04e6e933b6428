"""The machine: control flow and addresses are concrete, data is whatever the domain says.

A run either ends at `ret`, or stops with an error that names the instruction: a branch or an address that depends on
unknown data, an access outside the regions, a form without a definition.  So a run that ends in a domain where every
data word is unknown has shown that the sequence of instructions and addresses does not depend on the data.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Generic, NoReturn, Protocol, TypeVar

from qed25519.isa.domain import Domain
from qed25519.isa.instruction import Imm, Instruction, Mem, Operand, Reg

W = TypeVar("W")
B = TypeVar("B")

# Other regions have the names of arguments, which are identifiers; these are none.
STACK = "the stack"
CODE = "the code"
STEP_LIMIT = 10_000_000


class MachineError(Exception):
    """A run that cannot go on.  The message names the instruction and its source line."""


class UnmodelledForm(MachineError):
    """An instruction form without a definition, or a use of one that the model does not cover."""


class DataDependence(MachineError):
    """A branch or an address depends on data that is not a known constant."""


class MemoryViolation(MachineError):
    """An access outside a region, against its permission, below the stack pointer, or misuse of a pointer."""


class AbiViolation(MachineError):
    """At return something that the ABI preserves has changed."""


@dataclass(frozen=True, slots=True)
class Pointer:
    """The address of byte `offset` of a region.  Which number it is, nobody may know."""

    region: str
    offset: int


@dataclass(frozen=True, slots=True)
class ReturnAddress:
    """Where a call returns to; `address` is None for the routine's own caller."""

    address: int | None


@dataclass
class Region:
    """Bytes [start, end) of memory, held as aligned 64-bit words.  A word not in `words` is unknown until read."""

    name: str
    start: int
    end: int
    readable: bool
    writable: bool
    words: dict[int, Any] = field(default_factory=dict)


class Code(Protocol):
    """A routine's bytes as the machine needs them."""

    labels: dict[int, str]

    def instruction(self, address: int) -> Instruction: ...
    def constant_word(self, address: int) -> int:
        """The 64-bit word of the routine's read-only data at this address; MemoryViolation outside."""
    def location(self, address: int) -> str:
        """file:line of the source."""


class Values(Generic[W, B]):
    """The domain, extended to pointers: pointer ± constant is a pointer; anything else done to one is an error."""

    def __init__(self, domain: Domain[W, B], stop: Callable[[type[MachineError], str], NoReturn]) -> None:
        self.domain = domain
        self._stop = stop

    def __getattr__(self, name: str) -> Any:
        operation = getattr(self.domain, name)

        def checked(*operands: Any, **options: Any) -> Any:
            for operand in operands:
                if isinstance(operand, (Pointer, ReturnAddress)):
                    self._stop(MemoryViolation, f"`{name}` is applied to {describe(operand)}")
            return operation(*operands, **options)

        return checked

    def add(self, x: Any, y: Any, carry: Any, width: int = 64) -> tuple[Any, Any]:
        """As Domain.add; the flags of pointer arithmetic are unknown."""
        if isinstance(y, Pointer):
            x, y = y, x
        if isinstance(x, Pointer):
            return self._moved(x, y, carry, width, 1)
        return self.domain.add(self._data("add", x), self._data("add", y), carry, width)

    def sub(self, x: Any, y: Any, borrow: Any, width: int = 64) -> tuple[Any, Any]:
        """As Domain.sub; pointer - constant is a pointer."""
        if isinstance(x, Pointer):
            return self._moved(x, y, borrow, width, -1)
        return self.domain.sub(self._data("sub", x), self._data("sub", y), borrow, width)

    def _data(self, name: str, x: Any) -> Any:
        if isinstance(x, (Pointer, ReturnAddress)):
            self._stop(MemoryViolation, f"`{name}` is applied to {describe(x)}")
        return x

    def _moved(self, pointer: Pointer, by: Any, carry: Any, width: int, sign: int) -> tuple[Any, Any]:
        by, extra = self._data("pointer arithmetic", by), self.domain.bit_value(carry)
        distance = self.domain.constant_value(by)
        if distance is None or extra is None:
            self._stop(DataDependence, f"{describe(pointer)} is moved by a distance that depends on data")
        if width != 64:
            self._stop(MemoryViolation, f"{describe(pointer)} is cut to {width} bits")
        signed = distance - (distance >> 63 << 64)
        return (Pointer(pointer.region, pointer.offset + sign * (signed + extra)),
                self.domain.unknown_bit("carry of pointer arithmetic"))


def describe(value: Any) -> str:
    """A value for a message."""
    if isinstance(value, Pointer):
        return f"a pointer ({value.region}{value.offset:+d})"
    return "a return address" if isinstance(value, ReturnAddress) else "a data word"


class Machine(Generic[W, B]):
    """Registers, flags, regions and the run.  Subclasses name the registers and say how calls and returns work."""

    definitions: dict[str, Callable[..., None]]
    register_names: tuple[str, ...]
    flag_names: tuple[str, ...]
    preserved: tuple[str, ...]
    stack_pointer: str
    zero_registers: frozenset[str] = frozenset()

    def __init__(self, domain: Domain[W, B], code: Code, stack_bytes: int, stack_end: int = 0) -> None:
        self.domain = domain
        self.code = code
        self.dom: Values[W, B] = Values(domain, self.stop)
        self.registers: dict[str, Any] = {name: domain.unknown(f"{name} at entry") for name in self.register_names}
        self.registers[self.stack_pointer] = Pointer(STACK, 0)
        self.flags: dict[str, Any] = {}
        for name in self.flag_names:
            self.flags[name] = domain.unknown_bit(f"{name} at entry")
        self.regions = {STACK: Region(STACK, -stack_bytes, stack_end, readable=True, writable=True)}
        self.current: Instruction | None = None
        self.next_address = 0
        self.finished = False
        self.steps = 0
        self.touched_data = False
        self.forms_run: set[str] = set()
        self.data_mnemonics: dict[str, str] = {}
        self.left_behind: dict[int, Any] = {}     # below the stack pointer: the last words that were written there
        self._entry_registers: dict[str, Any] = {}
        self._checked_top: Any = None
        self.has_public_data = False              # only: its addresses may depend on it

    # --- running -------------------------------------------------------------------------------------------------

    def run(self, entry: int, before: Callable[[int], int] | None = None) -> None:
        """Execute from `entry` to the return.  `before` is called with each address that is reached and gives the
        address to go on at: the same, unless it has done the work of the instructions in between."""
        self.enter()
        self._entry_registers = dict(self.registers)
        address = entry
        while not self.finished:
            there = address if before is None else before(address)
            address = self.step(there) if there == address else there
        self.check_return()

    def step(self, address: int) -> int:
        """Execute the instruction at `address`; the address of the next one."""
        instruction = self.code.instruction(address)
        self.current, self.next_address, self.touched_data = instruction, instruction.end, False
        definition = self.definitions.get(instruction.form)
        if definition is None:
            self.stop(UnmodelledForm, f"the model has no definition for the form `{instruction.form}`")
        definition(self, *instruction.operands)
        self.check_stack_in_use()
        self.forms_run.add(instruction.form)
        if self.touched_data and instruction.mnemonic not in self.data_mnemonics:
            self.data_mnemonics[instruction.mnemonic] = self.code.location(address)
        self.steps += 1
        if self.steps > STEP_LIMIT:
            self.stop(MachineError, f"the run did not end within {STEP_LIMIT} instructions")
        return self.next_address

    def check_stack_in_use(self) -> None:
        """A signal handler may overwrite what lies below the stack pointer at any time: so that is always inside the
        routine's stack, and what lies below is unknown from now on."""
        top, region = self.registers[self.stack_pointer], self.regions[STACK]
        if self.finished or top is self._checked_top:       # below an old top nothing was written since
            return
        if not isinstance(top, Pointer) or top.region != STACK:
            self.stop(MemoryViolation, f"{self.stack_pointer} no longer points into the stack")
        if not region.start <= top.offset <= 0:
            self.stop(MemoryViolation, f"{self.stack_pointer} is at {top.offset:+d} from its place at entry; "
                                       f"the routine has the stack [{region.start}, 0)")
        for offset in [offset for offset in region.words if offset < top.offset]:
            self.left_behind[offset] = region.words.pop(offset)
        self._checked_top = top

    def stop(self, error: type[MachineError], message: str) -> NoReturn:
        """Raise `error`, naming the current instruction and its source line."""
        if self.current is None:
            raise error(message)
        raise error(f"{self.code.location(self.current.address)}: `{self.current.text}`: {message}")

    def branch(self, condition: B, target: int) -> None:
        """Go to `target` where the condition is 1; it must be a known constant."""
        value = self.domain.bit_value(condition)
        if value is None:
            self.stop(DataDependence, "the branch depends on data")
        if value:
            self.next_address = target

    def return_to(self, value: Any) -> None:
        """Continue at a return address."""
        if not isinstance(value, ReturnAddress):
            self.stop(AbiViolation, f"returns to {describe(value)} instead of the return address")
        if value.address is None:
            self.finished = True
        else:
            self.next_address = value.address

    def enter(self) -> None:
        """Put the return address where the caller puts it."""
        raise NotImplementedError

    def return_address(self) -> int | None:
        """At the entry of a subroutine: where it returns to, if that is an address in this code."""
        raise NotImplementedError

    def pop_return_address(self) -> None:
        """What a return does to the stack pointer."""
        raise NotImplementedError

    def check_return(self) -> None:
        """After the return: the stack pointer and every preserved register hold what they held at entry."""
        for name in self.preserved:
            if self.registers[name] != self._entry_registers[name]:
                self.stop(AbiViolation, f"{name} is not preserved")
        self.check_stack_pointer()

    def check_wiped(self) -> None:
        """After the return: every word that was written on the stack is a constant, a return address, or what a
        preserved register held at entry."""
        entry = [self._entry_registers[name] for name in self.preserved]
        for offset, value in {**self.left_behind, **self.regions[STACK].words}.items():
            if offset >= 0 or isinstance(value, ReturnAddress) or any(value is one for one in entry):
                continue
            if isinstance(value, Pointer) or self.domain.constant_value(value) is None:
                self.stop(MemoryViolation, f"leaves {describe(value)} in its stack at {offset:+d}, not wiped")

    def check_stack_pointer(self) -> None:
        """The stack pointer after the return is the caller's."""
        raise NotImplementedError

    # --- operands ------------------------------------------------------------------------------------------------

    def __getitem__(self, operand: Operand) -> Any:
        match operand:
            case Imm(value):
                return self.domain.constant(value)
            case Reg(name, width):
                return self._narrow(self.read(name), width)
            case Mem():
                return self.load_from(operand)
            case _:
                self.stop(UnmodelledForm, f"cannot read the operand {operand}")

    def __setitem__(self, operand: Operand, value: Any) -> None:
        match operand:
            case Reg(name, 64 | 32):
                self.write(name, value)
            case Reg(name, 8):
                upper, _ = self.dom.split(self.read(name), 8)
                self.write(name, self.dom.join(upper, value, 8))
            case Mem():
                self.store(self.address(operand), value, operand.width)
            case _:
                self.stop(UnmodelledForm, f"cannot write the operand {operand}")

    def _narrow(self, value: Any, width: int) -> Any:
        return value if width == 64 else self.dom.split(value, width)[1]

    def read(self, name: str) -> Any:
        """A whole register."""
        if name in self.zero_registers:
            return self.domain.constant(0)
        return self.seen(self.registers[name])

    def write(self, name: str, value: Any) -> None:
        """A whole register; a zero register ignores it."""
        if name not in self.zero_registers:
            self.registers[name] = value

    def seen(self, value: Any) -> Any:
        """The value, noted as data that the current instruction reads unless it is constant or a pointer."""
        if not isinstance(value, (Pointer, ReturnAddress)) and self.domain.constant_value(value) is None:
            self.touched_data = True
        return value

    def flag(self, name: str) -> Any:
        """A flag; one set lazily is computed now, from the operands captured when it was set."""
        value = self.flags[name]
        if callable(value):
            value = self.flags[name] = value()
        if self.domain.bit_value(value) is None:
            self.touched_data = True
        return value

    def undefine(self, *names: str) -> None:
        """Flags that the manual leaves undefined: fresh unknowns."""
        for name in names:
            self.flags[name] = self.domain.unknown_bit(f"{name}, undefined")

    # --- memory --------------------------------------------------------------------------------------------------

    def load_from(self, operand: Mem) -> Any:
        """The word that a memory operand names; in a routine of public data, one at any of a few addresses."""
        choices = self._public_choices(operand)
        if not choices:
            return self.load(self.address(operand), operand.width)
        for number in sorted(choices):
            word = self.load(self.address(operand, number), operand.width)
            if isinstance(word, (Pointer, ReturnAddress)):
                self.stop(MemoryViolation, f"reads what may be data, and may be {describe(word)}")
        return self.seen(self.domain.unknown("a word whose address depends on data"))

    def _public_choices(self, operand: Mem) -> frozenset[int]:
        index = self.registers[operand.index] if operand.index is not None and self.has_public_data else None
        known = index is None or isinstance(index, (Pointer, ReturnAddress)) or \
            self.domain.constant_value(index) is not None
        few = None if known else getattr(self.domain, "choices", None)
        return few(index) if few else frozenset()

    def address(self, operand: Mem, chosen: int | None = None) -> Pointer:
        """The address that a memory operand names; it must not depend on data, but for an index that is `chosen`."""
        if operand.base is None:
            self.stop(MemoryViolation, "an absolute address")
        base = self.registers[operand.base]
        offset = operand.displacement
        if operand.index is not None:
            index = self.registers[operand.index]
            if isinstance(index, Pointer):
                base, index = index, base
                if operand.scale != 1:
                    self.stop(MemoryViolation, "a pointer is scaled")
            known = chosen if chosen is not None else \
                None if isinstance(index, (Pointer, ReturnAddress)) else self.domain.constant_value(index)
            if known is None:
                self.stop(DataDependence, "the address depends on data")
            offset += operand.scale * (known - (known >> 63 << 64))
        if not isinstance(base, Pointer):
            self.stop(DataDependence, "the address depends on data")
        return Pointer(base.region, base.offset + offset)

    def load(self, pointer: Pointer, width: int = 64) -> Any:
        """The word at a pointer."""
        if pointer.region == CODE:
            if width != 64:
                self.stop(UnmodelledForm, f"reads {width} bits of a table: only aligned 64-bit words are modelled")
            return self.domain.constant(self.code.constant_word(pointer.offset))
        region = self._region(pointer, width, "read")
        if not region.readable:
            self.stop(MemoryViolation, f"reads {region.name}, which may only be written")
        if pointer.offset not in region.words:
            region.words[pointer.offset] = self.domain.unknown(f"{region.name}[{pointer.offset}]")
        return self.seen(region.words[pointer.offset])

    def store(self, pointer: Pointer, value: Any, width: int = 64) -> None:
        """Write the word at a pointer.  Pointers may be stored in the routine's own frame only."""
        region = self._region(pointer, width, "write")
        if not region.writable:
            self.stop(MemoryViolation, f"writes {region.name}, which may only be read")
        if isinstance(value, (Pointer, ReturnAddress)) and region.name != STACK:
            self.stop(MemoryViolation, f"stores {describe(value)} as data in {region.name}")
        if region.name == STACK and pointer.offset >= 0:
            self.stop(MemoryViolation, "writes the caller's part of the stack")
        region.words[pointer.offset] = value

    def _region(self, pointer: Pointer, width: int, verb: str) -> Region:
        region = self.regions.get(pointer.region)
        if region is None:
            self.stop(MemoryViolation, f"{verb}s at {describe(pointer)}, which is no data region")
        if width != 64 or pointer.offset % 8:
            self.stop(UnmodelledForm, f"{verb}s {width} bits at {describe(pointer)}: "
                                      "only aligned 64-bit words are modelled")
        if not region.start <= pointer.offset <= region.end - 8:
            self.stop(MemoryViolation, f"{verb}s 8 bytes at {describe(pointer)}; "
                                       f"the region is [{region.start}, {region.end})")
        if region.name == STACK:
            top = self.registers[self.stack_pointer]
            if not isinstance(top, Pointer) or top.region != STACK or pointer.offset < top.offset:
                self.stop(MemoryViolation, f"{verb}s below the stack pointer")
        return region


Definition = TypeVar("Definition", bound=Callable[..., None])


class Registrar(Protocol):
    """The decorator that defines the forms its patterns expand to."""

    def __call__(self, *patterns: str) -> Callable[[Definition], Definition]: ...


def instruction_table(expand: Callable[[str], list[str]]) -> tuple[dict[str, Callable[..., None]], Registrar]:
    """An empty table of definitions, and the decorator that fills it with every form its patterns expand to."""
    table: dict[str, Callable[..., None]] = {}

    def instruction(*patterns: str) -> Callable[[Definition], Definition]:
        def register(function: Definition) -> Definition:
            for form in (form for pattern in patterns for form in expand(pattern)):
                if form in table:
                    raise ValueError(f"two definitions for the form `{form}`")
                table[form] = function
            return function
        return register

    return table, instruction
