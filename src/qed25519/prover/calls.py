"""Setting a routine up as its contract says: regions, pointers and words at entry; what it wrote at exit.

The same set-up serves every domain: opaque for the structural theorems, symbolic for `correct`, concrete for replay.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from qed25519.isa.machine import Machine, MachineError, Pointer, Region, ReturnAddress
from qed25519.prover.contract import Contract
from qed25519.prover.objects import Routine

Pattern = Mapping[str, str]


def machine_class(architecture: str) -> type[Machine[Any, Any]]:
    """The machine of an architecture."""
    if architecture == "x86_64":
        from qed25519.isa.x86_64 import X86Machine
        return X86Machine
    from qed25519.isa.arm64 import Arm64Machine
    return Arm64Machine


def set_up(routine: Routine, pattern: Pattern, domain: Any, entry: Mapping[str, Sequence[Any]]) -> Machine[Any, Any]:
    """A machine about to execute the routine.  `pattern` maps each buffer to the one that it is;
    `entry` gives the words of every argument that is read."""
    contract = routine.contract
    machine = machine_class(contract.architecture)(domain, routine, contract.stack)
    machine.has_public_data = contract.is_vartime
    for argument in (a for a in contract.args if a.direction != "return" and not a.is_pointer):
        machine.registers[argument.register] = entry[argument.name][0]
    for buffer in contract.buffers:
        owner = pattern[buffer.name]
        region = machine.regions.setdefault(
            owner, Region(owner, 0, 8 * buffer.words, readable=True, writable=False))
        region.writable |= buffer.is_written
        machine.registers[buffer.parts[0].register] = Pointer(owner, 0)
        for part in (part for part in buffer.parts if part.is_read):
            region.words.update({part.offset + 8 * index: word for index, word in enumerate(entry[part.name])})
    return machine


def unknown_entry(contract: Contract, domain: Any) -> dict[str, list[Any]]:
    """Words of which nothing is known, for every argument that is read."""
    return {a.name: [domain.unknown(f"{a.name}[{index}]") for index in range(max(a.words, 1))]
            for a in contract.args if a.is_read}


def results(machine: Machine[Any, Any], contract: Contract, pattern: Pattern) -> dict[str, list[Any]]:
    """The words at exit of every argument that is written, the result included."""
    found: dict[str, list[Any]] = {}
    for argument in contract.args:
        if argument.direction == "return":
            word = machine.registers[argument.register]
            if isinstance(word, (Pointer, ReturnAddress)):
                raise MachineError(f"{argument.name}, in {argument.register} at return, is an address")
            found[argument.name] = [word]
        elif argument.is_written:
            words = machine.regions[pattern[argument.buffer]].words
            places = range(argument.offset, argument.offset + 8 * argument.words, 8)
            found[argument.name] = [
                words.get(place, machine.domain.unknown(f"{argument.name} at byte {place}, never written"))
                for place in places]
    return found
