"""The rule for cases: a stretch of code is run on numbers, once for every value of the bits of a word.  Trusted.

From the fork to where the cases meet the bits are constants, and so are addresses made of them.  Any other data may be
moved about there, and not computed with.  Afterwards a word that is the same in all cases is that; another is a new
variable, of which `Cases` says what it is in each.  This is a way to prove `correct`: that the course of the code does
not depend on the bits, nor its addresses but for a routine of public data, is another theorem, by a run without cases.
"""

from __future__ import annotations

from collections.abc import Sequence
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

Places = dict[tuple[str, str | int], Any]       # ("", register), or a region and the offset of a word in it
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
        before = {place: Data(value) if isinstance(value, Poly) and value.constant_value() is None else value
                  for place, value in self._places().items()}
        symbolic, ends = (machine.domain, machine.dom), list[Places]()
        machine.domain = Concrete()
        machine.dom = Values(machine.domain, machine.stop)
        for number in range(2 ** len(self.bits)):
            case = {index: Poly.constant(number >> place & 1) for place, index in enumerate(self.bits)}
            self._set({place: self._in_case(value, case) for place, value in before.items()})
            self._run_case(address, targets[0])
            ends.append(self._places())
        machine.domain, machine.dom = symbolic
        self._set({place: self._merged(place, [end[place] for end in ends])
                   for place in ends[0] if all(place in end for end in ends)})
        return targets[0]

    def _in_case(self, value: Any, case: dict[int, Poly]) -> Any:
        poly = value.poly if isinstance(value, Data) else value
        if not isinstance(poly, Poly):
            return value
        known = poly.substitute(case).constant_value()
        return value if known is None else known

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
        for region in machine.regions.values():
            region.words = {int(where): value for (name, where), value in places.items() if name == region.name}
        machine.registers.update({str(where): value for (name, where), value in places.items() if name == ""})
        machine.undefine(*machine.flag_names)

    def _merged(self, place: tuple[str, str | int], values: Sequence[Any]) -> Any:
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
