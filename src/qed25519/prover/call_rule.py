"""The rule for calls: a proved routine, copied into another, acts as its contract says.  Trusted.

A copy is a subroutine marked COPY(routine) whose bytes equal the routine's own.  At its entry the rule checks what the
theorems of the callee assume (precondition, aliasing pattern, buffers, stack depth), makes unknown whatever the callee
may change, and assumes its postcondition.  A copy is shorter than the code around it, so citations form no cycle; it
reads no table, which would not be a part of it.

In a proof by classes, of what the spec says only the results' classes modulo p are kept (see classes.py).
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from qed25519.domains.opaque import Opaque
from qed25519.domains.polynomial import Poly
from qed25519.domains.theory import SHADOWS
from qed25519.isa.machine import STACK, MachineError, MemoryViolation, Pointer, ReturnAddress
from qed25519.prover.calls import set_up, unknown_entry
from qed25519.prover.classes import P
from qed25519.prover.contract import Argument, Contract, alias_partitions, names_in, parse_comparison
from qed25519.prover.objects import Routine, load_callee
from qed25519.prover.replay import run_concretely
from qed25519.prover.statement import Arguments, FalseClaim, Relation, evaluate

if TYPE_CHECKING:
    from qed25519.prover.correct import CorrectRun


class CallError(MachineError):
    """A call that the callee's theorems do not cover; the message says which assumption fails."""


def callee_at(caller: Routine, address: int) -> Routine:
    """The routine that the code at this address is marked as a copy of."""
    callee, domain = load_callee(caller, address), Opaque()
    entry = unknown_entry(callee.contract, domain)
    set_up(callee, alias_partitions(callee.contract)[0], domain, entry).run(callee.start)
    if callee.tables_read:
        raise CallError(f"{caller.location(address)}: call of {callee.contract.path}: it reads a table, which is not "
                        "part of the copy")
    return callee


def apply_call(run: CorrectRun, address: int, callee: Routine, prove: Callable[[Relation, str], None]) -> int:
    """Let the copy of `callee` at `address` act; the address at which its caller goes on."""
    return _Call(run, address, callee).apply(prove)


def below(contract: Contract, argument: Argument) -> int:
    """A bound that `ensures` states in the form "z < c", or the one that its words have."""
    found: list[int] = [2 ** (64 * max(argument.words, 1))]
    for text in contract.ensures:
        match parse_comparison(text):
            case ast.Compare(ast.Name(name), [ast.Lt()], [limit]) if name == argument.name and not names_in(limit):
                found.append(evaluate(limit, {}))
    return min(found)


class _Call:
    def __init__(self, run: CorrectRun, address: int, callee: Routine) -> None:
        self.run, self.address, self.callee = run, address, callee
        self.contract = callee.contract
        self.machine = run.machine
        self.pointers: dict[str, Pointer] = {}

    def apply(self, prove: Callable[[Relation, str], None]) -> int:
        self._check_copy()
        self._check_stack()
        entry = self._entry()
        pattern = self._pattern()
        theory, domain = self.run.theory, self.run.domain
        arguments = Arguments(self.contract, theory, domain.bounds, entry)
        values = {name: arguments.value(words) for name, words in entry.items()}
        for text in self.contract.requires:
            for relation in arguments.comparison(text, values):
                prove(relation, f"{self.contract.path} requires {text}")
        elements = self._elements(arguments) if self.run.proof.classes else {}
        outputs = self._some_outputs(elements) if elements else self._concrete_outputs(pattern, values)
        self._make_unknown()
        exits: dict[str, list[Poly]] = {}
        for argument in (a for a in self.contract.args if a.is_written):
            limit = below(self.contract, argument)
            exits[argument.name] = [
                domain.new(f"{self.contract.name}.{argument.name}", min(2**64, (limit - 1 >> 64 * index) + 1) - 1,
                           [value[argument.name] >> (64 * index) & (2**64 - 1) for value in outputs])
                for index in range(max(argument.words, 1))]
            self._write(argument, exits[argument.name])
        for relation in arguments.bounds_at_exit(exits) if elements else arguments.conclusion(exits):
            for shadow in range(SHADOWS):
                if not relation.holds(theory.at(shadow)):
                    raise FalseClaim(f"{self.contract.path}: {relation.text}", shadow)
            self.run.assume(relation)
        for name, element in elements.items():
            self.run.classes.learn(arguments.value(exits[name]), element)
        return self._return()

    def _elements(self, arguments: Arguments) -> dict[str, Poly]:
        """The class of every result."""
        for equation in self.contract.spec:
            if equation.modulus not in (None, "p"):
                self._refuse(f"`{equation}` says nothing modulo p")
        return {name: element for equation in self.contract.spec
                for name, element in zip(equation.lhs, arguments.elements(equation, self.run.classes), strict=True)}

    def _some_outputs(self, elements: dict[str, Poly]) -> list[dict[str, int]]:
        """Values of the results, for every concrete input: of the classes that the spec says, the canonical ones."""
        values = {name: self.run.theory.shadow(element) for name, element in elements.items()}
        return [{name: shadow[index] % P for name, shadow in values.items()} for index in range(SHADOWS)]

    def _refuse(self, why: str) -> None:
        raise CallError(f"{self.run.routine.location(self.address)}: call of {self.contract.path}: {why}")

    def _check_copy(self) -> None:
        here, code = self.run.routine, self.callee.code
        if here.text[self.address:self.address + len(code)] != code:
            self._refuse("the copy's bytes differ from the proved routine's")
        if not here.start <= self.address <= here.end - len(code):
            self._refuse("the copy is not within the routine")
        missing = sorted(set(self.contract.needs) - set(here.contract.needs))
        if missing:
            self._refuse(f"it needs {', '.join(missing)}, which the caller's contract does not")
        if len(code) >= here.end - here.start:
            self._refuse("the copy is not shorter than the code around it")

    def _check_stack(self) -> None:
        top = self.machine.registers[self.machine.stack_pointer]
        if not isinstance(top, Pointer) or top.offset - self.contract.stack < self.machine.regions[STACK].start:
            self._refuse(f"its {self.contract.stack} bytes of stack are not within the caller's frame")

    def _entry(self) -> dict[str, list[Poly]]:
        """The words of every argument that is read, after checking that every buffer may be used as the callee does."""
        entry: dict[str, list[Poly]] = {}
        for argument in (a for a in self.contract.args if a.direction != "return"):
            value = self.machine.registers[argument.register]
            if not argument.is_pointer:
                entry[argument.name] = [self._data(argument, value)]
                continue
            if not isinstance(value, Pointer):
                self._refuse(f"{argument.name} is no pointer")
            value = Pointer(value.region, value.offset + argument.offset)
            self.pointers[argument.name] = value
            words = [self.machine.load(Pointer(value.region, value.offset + 8 * i)) for i in range(argument.words)]
            if any(isinstance(word, ReturnAddress) for word in words):
                self._refuse(f"{argument.name} covers a return address")
            if argument.is_written and not self.machine.regions[value.region].writable:
                raise MemoryViolation(f"{self.run.routine.location(self.address)}: {argument.name} may only be read")
            if argument.is_read:
                entry[argument.name] = [self._data(argument, word) for word in words]
        return entry

    def _data(self, argument: Argument, value: Any) -> Poly:
        if not isinstance(value, Poly):
            self._refuse(f"{argument.name} is no data")
        poly: Poly = value
        return poly

    def _pattern(self) -> dict[str, str]:
        """The actual aliasing, which must be one that the callee is proved for."""
        owners: dict[Pointer, str] = {}
        pattern = {b.name: owners.setdefault(self.pointers[b.name], b.name) for b in self.contract.buffers}
        for first in self.contract.buffers:
            for second in self.contract.buffers:
                a, b = self.pointers[first.name], self.pointers[second.name]
                if a.region == b.region and 0 < b.offset - a.offset < 8 * first.words:
                    self._refuse(f"{first.name} and {second.name} overlap by a part")
        if pattern not in [dict(allowed) for allowed in alias_partitions(self.contract)]:
            self._refuse(f"the aliasing {pattern} is not one that it is proved for")
        return pattern

    def _concrete_outputs(self, pattern: dict[str, str], values: dict[str, Poly]) -> list[dict[str, int]]:
        shadows = {name: self.run.theory.shadow(poly) for name, poly in values.items()}
        return [run_concretely(self.callee, pattern, {name: shadow[index] for name, shadow in shadows.items()})
                for index in range(SHADOWS)]

    def _make_unknown(self) -> None:
        """Caller-saved registers, flags, and memory below the stack pointer."""
        machine, domain = self.machine, self.run.domain
        self.return_address = machine.return_address()
        for name in machine.register_names:
            if name not in machine.preserved and name != machine.stack_pointer:
                machine.registers[name] = domain.unknown(name)
        machine.undefine(*machine.flag_names)
        top = machine.registers[machine.stack_pointer].offset
        words = machine.regions[STACK].words
        for offset in [offset for offset in words if offset < top]:
            del words[offset]

    def _write(self, argument: Argument, words: list[Poly]) -> None:
        if argument.direction == "return":
            self.machine.registers[argument.register] = words[0]
            return
        pointer = self.pointers[argument.name]
        for index, word in enumerate(words):
            self.machine.store(Pointer(pointer.region, pointer.offset + 8 * index), word)

    def _return(self) -> int:
        target = self.return_address
        if target is None:
            self._refuse("it does not return into the caller")
        self.machine.pop_return_address()
        return int(target or 0)
