"""One arrival at a cut: the words that survive it, and what they were before.  Trusted.

A kept word gets a fresh variable, about which only the cut's facts are known afterwards.  `before` maps each fresh
variable to its value until now; facts are stated in the fresh ones and proved after this substitution.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from qed25519.domains.polynomial import Poly
from qed25519.domains.theory import Clause, at_least, at_most, equal
from qed25519.isa.machine import STACK, Pointer, ReturnAddress
from qed25519.prover.classes import P
from qed25519.prover.entry import MASK
from qed25519.prover.hints import Fact, Location, ProofError
from qed25519.prover.statement import FalseClaim, Relation
from qed25519.prover.symbols import is_nowhere_negative

if TYPE_CHECKING:
    from qed25519.prover.correct import CorrectRun
    from qed25519.prover.divstep_rule import DivstepRule
    from qed25519.prover.group_rule import GroupRule

Place = tuple[str, str | int]      # ("", register), or a region and the offset of a word in it


@dataclass
class Cut:
    """What a cut function is given (see hints.State), and what it asked for."""

    run: CorrectRun
    label: str
    visit: int
    entry: dict[str, Sequence[Poly]]
    before: dict[int, Poly] = field(default_factory=dict)
    kept: dict[Place, Poly] = field(default_factory=dict)
    definitions: list[Clause] = field(default_factory=list)
    claims: list[Fact] = field(default_factory=list)
    lasting: list[Clause] = field(default_factory=list)
    signs: list[tuple[Poly, Poly]] = field(default_factory=list)
    lasting_signs: list[tuple[Poly, Poly]] = field(default_factory=list)
    held: set[str] | None = None
    releases: bool = False
    over: bool = False               # its function has returned: what is claimed from now on would never be proved

    def __getitem__(self, argument: str) -> Sequence[Poly]:
        return self.entry[argument]

    @property
    def saved(self) -> dict[str, Poly]:
        return self.run.saved

    @property
    def group(self) -> GroupRule:
        return self.run.group

    @property
    def divsteps(self) -> DivstepRule:
        return self.run.divsteps

    def save(self, name: str, value: Poly) -> Poly:
        self.run.saved[name] = value
        return value

    def words(self, registers: str) -> list[Poly]:
        return [self._word(("", name)) for name in registers.split()]

    def frame(self, offset: int, count: int) -> list[Poly]:
        return [self._word(self._place(offset + 8 * index)) for index in range(count)]

    def as_it_is(self, offset: int, count: int) -> list[Poly]:
        """The frame's words as they are: of use where the cut holds them."""
        words = [self.run.machine.regions[STACK].words.get(offset + 8 * index) for index in range(count)]
        if not all(isinstance(word, Poly) for word in words):
            raise ProofError(f"the cut {self.label} names words at {offset}, which are no data there")
        return [word for word in words if isinstance(word, Poly)]

    def memory(self, argument: str) -> list[Poly]:
        found = next((a for a in self.run.routine.contract.pointers if a.name == argument), None)
        if found is None:
            raise ProofError(f"the cut {self.label} names {argument}, which is no buffer")
        return [self._word((self.run.pattern[argument], 8 * index)) for index in range(found.words)]

    def mask(self, location: Location) -> Poly:
        place = self._place(location)
        bit = self._value(place).quotient(MASK)
        if bit is None:
            raise ProofError(f"the cut {self.label} takes {location} for a mask, which it is not")
        variable = self._fresh(place, bit, 0, 1)
        self.kept[place] = variable * MASK
        return variable

    def bounded(self, location: Location, high: int) -> Poly:
        place = self._place(location)
        self.kept[place] = self._ranged(place, self._value(place), 0, high)
        return self.kept[place]

    def signed(self, location: Location, hold: bool = False, bound: int = 2**63) -> Poly:
        """The word is S + 2^64*b, where b = 1 if S < 0, else 0."""
        place = self._place(location)
        value = self._value(place)
        bit = self.run.domain.split(value, 63)[0]
        signed = value - bit * 2**64
        sign = self._fresh(place, bit, 0, 1)
        if bound == 2**63:
            self.kept[place] = self._fresh(place, value, 0, MASK)
            number = self.kept[place] - sign * 2**64
        else:
            number = self._ranged(place, signed, -bound, bound)
            self.kept[place] = number + sign * 2**64
        known = self.lasting if hold else self.definitions
        known += [Clause(at_most(number, -1), (equal(sign, 1),)), Clause(at_least(number, 0), (equal(sign, 0),))]
        (self.lasting_signs if hold else self.signs).append((self.kept[place], sign))
        return number

    def halves(self, location: Location, k: int) -> tuple[Poly, Poly]:
        if type(k) is not int or not 0 <= k <= 64:
            raise ProofError(f"the cut {self.label} takes {location} apart at the bit {k!r}")
        place = self._place(location)
        upper, lower = self.run.domain.split(self._value(place), k)
        high, low = self._fresh(place, upper, 0, 2 ** (64 - k) - 1), self._fresh(place, lower, 0, 2**k - 1)
        self.kept[place] = high * 2**k + low
        return high, low

    def unsigned(self, location: Location) -> Poly:
        place = self._place(location)
        if place not in self.kept:
            raise ProofError(f"the cut {self.label} names no word at {show(place)}")
        return self.kept[place]

    def _ranged(self, place: Place, value: Poly, low: int, high: int) -> Poly:
        """A fresh variable whose range is proved as a fact."""
        for shadow, number in enumerate(self.run.theory.shadow(value)):
            if not low <= number <= high:
                raise FalseClaim(f"{self.label}, {show(place)} in [{low}, {high}]", shadow)
        variable = self._fresh(place, value, low, high)
        self._claim(Relation(">=", variable, Poly.constant(low)))
        self._claim(Relation(">=", Poly.constant(high), variable))
        return variable

    def _claim(self, relation: Relation, split: bool = False, direct: bool = False) -> None:
        """A fact to prove after those that the function gives."""
        if self.over:
            raise ProofError(f"the cut {self.label} is over")
        self.claims.append(Fact(relation, split, forget=True, direct=direct))

    def element(self, value: Poly, function: Callable[..., Poly], *of: Poly, exact: bool = False, split: bool = False,
                direct: bool = False) -> None:
        """A class follows from the classes of others (see classes.py), by a congruence that is proved as a fact."""
        integer, element = self.run.classes.applied(function, of)
        for shadow, difference in enumerate(self.run.theory.shadow(value - integer)):
            if difference % P or (exact and difference):
                raise FalseClaim(f"{self.label}, the class of {self.run.theory.show_poly(value)}", shadow)
        self._claim(Relation("=", value, integer, None if exact else P), split, direct)
        self.run.classes.learn(value, element)

    def name(self, value: Poly) -> None:
        """V ≡ R, and R ≡ v, its remainder modulo p: V ≡ v."""
        element = self.run.classes.of(value)
        name = self.run.theory.remainder(element, P, self.run.domain.bounds(element), define=False)
        self.run.classes.learn(value, name)

    def power(self, value: Poly) -> None:
        """V ≡ b^e·b^f: V ≡ b^(e + f)."""
        self.run.classes.name_power(value)

    def exactly(self, value: Poly) -> Poly:
        """V ≡ v, a variable that is in [0, p) by its range: V = v where V is in [0, p), which is proved as facts."""
        element = self.run.classes.of(value)
        if element not in map(Poly.variable, self.run.theory.atoms()):
            raise ProofError(f"the cut {self.label}: {self.run.theory.show_poly(element)} is no variable of the spec")
        low, high = self.run.domain.bounds(element)
        if low < 0 or high >= P:
            raise ProofError(f"the cut {self.label}: {self.run.theory.show_poly(element)} is in [{low}, {high}], not "
                             "shown to be canonical")
        self._claim(Relation(">=", value, Poly.constant(0)))
        self._claim(Relation(">=", Poly.constant(P - 1), value))
        self.lasting.append(Clause(equal(value, element)))
        return element

    def bits(self, location: Location, count: int = 64) -> Poly:
        """Bit i of the value until now, for each i; that nothing is above them is proved by its bounds, as a fact."""
        place = self._place(location)
        value, total = self._value(place), Poly.constant(0)
        for index in range(count):
            above, bit = self.run.domain.split(value, 1)
            fresh = self._fresh(place, bit, 0, 1)
            total, value = total.plus(fresh, 1 << index), above
        self._claim(Relation("=", self._fresh(place, value, 0, MASK), Poly.constant(0)))
        self.kept[place] = total
        return total

    def remainder(self, poly: Poly, modulus: int) -> Poly:
        """The spec's variable for poly modulo `modulus`; poly is made of the spec's values."""
        if type(modulus) is not int or modulus < 1 or not self._is_of_the_spec(poly):
            raise ProofError(f"the cut {self.label} asks for a remainder of what is no entry value")
        variable = self.run.theory.remainder(poly, modulus, self.run.domain.bounds(poly))
        self.definitions.append(self.run.theory.remainders[poly, modulus][1])
        return variable

    def indicator(self, poly: Poly) -> Poly:
        """The spec's variable that is 1 where poly is 0, else 0."""
        if not self._is_of_the_spec(poly):
            raise ProofError(f"the cut {self.label} asks whether that is 0 which is no entry value")
        if not is_nowhere_negative(self.run.theory, self.run.domain.bounds, poly):
            raise ProofError(f"the cut {self.label} asks whether that is 0 which is not shown to be nowhere negative")
        variable = self.run.theory.indicator(poly)
        self.definitions += self.run.theory.meaning(poly)
        return variable

    def _is_of_the_spec(self, poly: Poly) -> bool:
        """Made of entry values, and of variables for what the spec computes."""
        return type(poly) is Poly and poly.is_proper(len(self.run.theory.variables)) and all(
            index < self.run.entry_variables for index in poly.variables() - self.run.theory.atoms())

    def hold(self, registers: str = "") -> None:
        self.held = {*registers.split()}

    def release(self) -> None:
        self.releases = True

    def after(self, place: Place, value: Any) -> Any:
        """What the place holds from here on.

        A value that is held is still what it was, a polynomial in variables that denote what they did.
        """
        if place in self.kept:
            return self.kept[place]
        if self.held is not None and (place[0] or place[1] in self.held):
            return value
        return self.forgotten(value)

    def forgotten(self, value: Any) -> Any:
        """Pointers, constants and words made only of entry values stay; anything else is unknown from here on."""
        if isinstance(value, (Pointer, ReturnAddress)) \
                or all(index < self.run.entry_variables for index in value.variables()):
            return value
        return self.run.domain.new("forgotten", MASK, self.run.theory.shadow(value))

    def _word(self, place: Place) -> Poly:
        value = self._value(place)
        low, high = self.run.domain.bounds(value)
        if low < 0 or high > MASK:
            raise ProofError(f"the cut {self.label} names {show(place)}, which intervals do not show to be a word")
        self.kept[place] = self._fresh(place, value, 0, MASK)
        return self.kept[place]

    def _place(self, location: Location) -> Place:
        if type(location) not in (str, int):
            raise ProofError(f"the cut {self.label} names {location!r}, which is no register and no offset")
        return ("", location) if isinstance(location, str) else (STACK, location)

    def _value(self, place: Place) -> Poly:
        if place in self.kept:
            raise ProofError(f"the cut {self.label} names {show(place)} twice")
        region, where = place
        machine = self.run.machine
        value = machine.registers.get(str(where)) if region == "" else machine.regions[region].words.get(int(where))
        if not isinstance(value, Poly):
            raise ProofError(f"the cut {self.label} names {show(place)}, which holds no data word there")
        return value

    def _fresh(self, place: Place, value: Poly, low: int, high: int) -> Poly:
        if type(low) is not int or type(high) is not int:
            raise ProofError(f"the cut {self.label} gives {show(place)} the bounds [{low!r}, {high!r}]")
        theory = self.run.theory
        name = theory.fresh_name(f"{self.label}.{show(place)}")
        index = theory.new(name, low, high, theory.shadow(value))
        self.before[index] = value
        return Poly.variable(index)


def show(place: Place) -> str:
    """A place for a message."""
    region, where = place
    return f"{region}[{where}]" if region else str(where)
