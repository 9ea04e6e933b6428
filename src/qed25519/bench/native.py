"""Loops over calls of a native routine, with the arguments that its contract asks for.

Numbers are 1, and words in buffers are such that a 256-bit number is below 2^253, or a point's coordinates; what a
routine writes, its contract allows as input again.  So every call of every loop meets `requires`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from qed25519._host import host
from qed25519._native import ffi, lib
from qed25519.prover.contract import Argument, Buffer, Contract, alias_partitions
from qed25519.prover.statement import on_curve
from qed25519.spec import edwards25519

PARAMETERS = 4                  # words that qed25519_bench_calls passes
SETS = 16                       # of buffers, for calls that do not wait for each other
WORD = 0x0123_4567_89AB_CDEF


def runs_here(contract: Contract) -> bool:
    """It is in the loaded library, and the CPU shows what it needs."""
    return bool(address_of(contract) != ffi.NULL and host().features.issuperset(contract.needs))


def address_of(contract: Contract) -> Any:
    return lib.qed25519_routine_address(contract.symbol.encode())


class Calls:
    """The loop over a routine's calls.  The sets of arguments take turns; each has buffers of its own, of which those
    are one that it maps to one name."""

    def __init__(self, contract: Contract, sets: Sequence[Mapping[str, str]]) -> None:
        if len(contract.parameters) > PARAMETERS:
            raise ValueError(f"{contract.path} takes {len(contract.parameters)} words; bench passes up to {PARAMETERS}")
        self.buffers = [{buffer.name: ffi.new("uint64_t[]", _words(contract, buffer)) for buffer in contract.buffers
                         if alias[buffer.name] == buffer.name} for alias in sets]
        self._address, self._sets = address_of(contract), len(sets)
        words: list[int] = []
        for alias, buffers in zip(sets, self.buffers, strict=True):
            own = [1 if isinstance(parameter, Argument) else int(ffi.cast("uintptr_t", buffers[alias[parameter.name]]))
                   for parameter in contract.parameters]
            words += [*own, *[0] * (PARAMETERS - len(own))]
        self._arguments = ffi.new("uint64_t[]", words)

    def __call__(self, calls: int) -> float:
        return lib.qed25519_bench_calls(self._address, self._arguments, self._sets, calls)


def _words(contract: Contract, buffer: Buffer) -> list[int]:
    """What a buffer holds at first: of a point that is asked for, the base point."""
    points = {name: value for names in filter(None, map(on_curve, contract.requires))
              for name, value in zip(names, edwards25519.B, strict=True)}
    return [points[part.name] >> 64 * index & 2**64 - 1 if part.name in points else WORD
            for part in buffer.parts for index in range(part.words)]


def waiting(contract: Contract) -> Calls | None:
    """Calls that wait for each other: as many inputs as may be are the output of the call before.  None where no input
    can be."""
    alias = alias_partitions(contract)[-1]              # the pattern with fewest buffers
    read = {alias[a.buffer] for a in contract.pointers if a.is_read}
    written = {alias[a.buffer] for a in contract.pointers if a.is_written}
    return Calls(contract, [alias]) if read & written else None


def independent(contract: Contract) -> Calls:
    """Calls with other buffers than the calls before."""
    return Calls(contract, [alias_partitions(contract)[0]] * SETS)
