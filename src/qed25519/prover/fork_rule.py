"""The rule for cases: a stretch of code is run on numbers, once for every value of the bits of a word.  Trusted.

From the fork to where the cases meet the bits are constants, and so are addresses made of them.  Any other data may be
moved about there, and not computed with.  Afterwards a word that is the same in all cases is that; another is a new
variable, of which `Cases` says what it is in each.  This is a way to prove `correct`: that the course of the code does
not depend on the bits, nor its addresses but for a routine of public data, is another theorem, by a run without cases.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from qed25519.domains.concrete import Concrete, Undefined, UndefinedValue
from qed25519.domains.polynomial import Poly, as_poly
from qed25519.domains.theory import SHADOWS
from qed25519.isa.machine import Pointer, ReturnAddress, Values
from qed25519.prover.hints import Fork, ProofError
from qed25519.prover.symbols import bits_of

if TYPE_CHECKING:
    from qed25519.prover.correct import CorrectRun

Place = tuple[str, str | int]                   # ("", register), or a region and the offset of a word in it
Places = dict[Place, Any]
MOST_BITS = 6


@dataclass(frozen=True)
class Cases:
    """What a variable is: for each value of the bits, numbered low first, a polynomial."""

    bits: tuple[int, ...]
    values: tuple[Poly, ...]


class Data(Undefined):
    """A word that is no constant, as a case sees it."""

    def __init__(self, poly: Poly) -> None:
        super().__init__("data that the bits of the fork do not decide")
        self.poly = poly


def _as_data(value: Any) -> Any:
    """What a case sees of it, whichever its bits are."""
    if not isinstance(value, Poly):
        return value
    known = value.constant_value()
    return Data(value) if known is None else known


def apply_fork(run: CorrectRun, address: int, fork: Fork) -> int:
    """Run all cases from `address`; the address where they meet."""
    return _Forked(run, fork).apply(address)


class _Forked:
    def __init__(self, run: CorrectRun, fork: Fork) -> None:
        self.run, self.fork, self.machine = run, fork, run.machine
        value = self.machine.registers.get(fork.register)
        bits = bits_of(run.theory, value) if isinstance(value, Poly) else None
        if bits is None:
            self._refuse("it holds no word whose bits are known as variables")
        self.bits = tuple(index for bit in bits or () for index in bit.variables())
        if len(self.bits) > MOST_BITS:
            self._refuse(f"{len(self.bits)} bits, at most {MOST_BITS} are allowed")

    def _refuse(self, why: str) -> None:
        raise ProofError(f"{self.run.where}, the fork on {self.fork.register}: {why}")

    def apply(self, address: int) -> int:
        machine = self.machine
        targets = [there for there, label in self.run.routine.labels.items() if label == self.fork.until]
        if not targets:
            self._refuse(f"it is until {self.fork.until}, which is no label")
        known = self._places()
        given = {place: _as_data(value) for place, value in known.items()}
        decided = {place: value.poly for place, value in given.items()
                   if isinstance(value, Data) and not value.poly.variables().isdisjoint(self.bits)}
        symbolic, starts, ends = (machine.domain, machine.dom), list[Places](), list[Places]()
        machine.domain = Concrete()
        machine.dom = Values(machine.domain, machine.stop)
        for number in range(2 ** len(self.bits)):
            starts.append(given | self._in_case(decided, number))
            self._set(starts[-1])
            self._run_case(address, targets[0])
            ends.append(self._places())
        machine.domain, machine.dom = symbolic
        kept = {place: value for place, value in known.items() if all(
            place in end and end[place] is start[place] for start, end in zip(starts, ends, strict=True))}
        self._set({place: kept[place] if place in kept else self._merged(place, [end[place] for end in ends])
                   for place in ends[0] if all(place in end for end in ends)})
        return targets[0]

    def _in_case(self, decided: Mapping[Place, Poly], number: int) -> Places:
        """Those that are constants where the bits are that number."""
        case = {index: Poly.constant(number >> place & 1) for place, index in enumerate(self.bits)}
        values = {place: poly.substitute(case).constant_value() for place, poly in decided.items()}
        return {place: value for place, value in values.items() if value is not None}

    def _run_case(self, address: int, target: int) -> None:
        try:
            while address != target:
                address = self.machine.step(address)
                if self.machine.finished or (address != target and self.run.is_marked(address)):
                    self._refuse(f"a case comes to a cut, a copy or the return before {self.fork.until}")
        except UndefinedValue as error:
            self._refuse(f"a case computes with what it does not know: {error}")

    def _places(self) -> Places:
        found: Places = {("", name): value for name, value in self.machine.registers.items()}
        for region in self.machine.regions.values():
            found |= {(region.name, offset): value for offset, value in region.words.items()}
        return found

    def _set(self, places: Places) -> None:
        """Registers and memory; flags are unknown."""
        machine = self.machine
        words: dict[str, dict[int, Any]] = {region.name: {} for region in machine.regions.values()}
        for (name, where), value in places.items():
            if isinstance(where, int):
                words[name][where] = value
            else:
                machine.registers[where] = value
        for region in machine.regions.values():
            region.words = words[region.name]
        machine.undefine(*machine.flag_names)

    def _merged(self, place: Place, values: Sequence[Any]) -> Any:
        first = values[0]
        if all(value is first or value == first for value in values) and type(first) is not Undefined:
            return first.poly if isinstance(first, Data) else Poly.constant(first) if isinstance(first, int) else first
        if any(isinstance(value, (Pointer, ReturnAddress)) for value in values):
            self._refuse(f"the cases leave different pointers in {place[1]}")
        polys = [value.poly if isinstance(value, Data) else value for value in values]
        if not all(isinstance(value, (int, Poly)) for value in polys):
            return self.run.domain.unknown(f"{place[1]} after the fork")
        return self._chosen([as_poly(value) for value in polys])

    def _chosen(self, values: Sequence[Poly]) -> Poly:
        """A variable for the value of the case that the bits are in."""
        theory = self.run.theory
        numbers = [sum(theory.variables[index].shadow[s] << k for k, index in enumerate(self.bits))
                   for s in range(SHADOWS)]
        ranges = [self.run.domain.bounds(value) for value in values]
        index = theory.new(theory.fresh_name("case"), min(low for low, _ in ranges), max(high for _, high in ranges),
                           [values[number].evaluate(theory.at(s)) for s, number in enumerate(numbers)])
        self.run.cases[index] = Cases(self.bits, tuple(values))
        return Poly.variable(index)
