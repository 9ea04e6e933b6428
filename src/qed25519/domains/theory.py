"""What a run knows: variables with their ranges and shadow values, and the recorded constraints.

Every variable carries SHADOWS concrete values, those it takes on that many concrete inputs.  A constraint is checked
on all of them when it is recorded: one that is false there is an internal error, since it would prove everything.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from qed25519.domains.polynomial import Poly
from qed25519.isa.machine import MachineError

SHADOWS = 32
MOST_VARIABLES = 500_000      # ten times what the longest proof needs


class InternalError(Exception):
    """The prover contradicts itself; nothing that it says in this run counts."""


@dataclass(frozen=True, slots=True)
class Variable:
    """An integer variable with low <= value <= high, where a bound of None is absent, or a bit-vector one."""

    name: str
    low: int | None
    high: int | None
    shadow: tuple[int, ...]
    bits: int | None = None


@dataclass(frozen=True, slots=True)
class Compare:
    """poly = 0 or poly >= 0."""

    poly: Poly
    relation: str

    def holds(self, value: Callable[[int], int]) -> bool:
        number = self.poly.evaluate(value)
        return number == 0 if self.relation == "=" else number >= 0

    def substitute(self, values: Mapping[int, Poly]) -> Compare:
        return Compare(self.poly.substitute(values), self.relation)


def equal(left: Poly, right: Poly | int) -> Compare:
    return Compare(left - right, "=")


def at_least(left: Poly, right: Poly | int) -> Compare:
    return Compare(left - right, ">=")


def at_most(left: Poly, right: Poly | int) -> Compare:
    return Compare(right - left, ">=")


@dataclass(frozen=True, slots=True)
class Clause:
    """Where all of `given` hold, `then` holds.  The only shape of constraint, fact and goal over the integers."""

    then: Compare
    given: tuple[Compare, ...] = ()

    def holds(self, value: Callable[[int], int]) -> bool:
        return not all(part.holds(value) for part in self.given) or self.then.holds(value)

    def substitute(self, values: Mapping[int, Poly]) -> Clause:
        return Clause(self.then.substitute(values), tuple(part.substitute(values) for part in self.given))

    def variables(self) -> set[int]:
        return self.then.poly.variables().union(*(part.poly.variables() for part in self.given))


@dataclass(frozen=True, slots=True)
class BitVectorDefinition:
    """variable = term, where `term` is SMT-LIB text with {0}, {1}, … for the operands, words or constants."""

    variable: int
    term: str
    operands: tuple[int | str, ...]

    def variables(self) -> set[int]:
        return {self.variable, *(operand for operand in self.operands if isinstance(operand, int))}


@dataclass
class Theory:
    """Variables are global to a run and never renumbered; `constraints` are those known in the current segment."""

    variables: list[Variable] = field(default_factory=list)
    constraints: list[Clause | BitVectorDefinition] = field(default_factory=list)
    # Places where interval evaluation showed a carry to be impossible: poly <= bound (for `prove --strict`).
    elisions: list[Clause] = field(default_factory=list)
    remainders: dict[tuple[Poly, int], tuple[int, Clause]] = field(default_factory=dict)
    powers: dict[tuple[Poly, int, int], int] = field(default_factory=dict)
    indicators: dict[Poly, int] = field(default_factory=dict)
    functions: dict[tuple[str, tuple[Poly, ...]], int] = field(default_factory=dict)
    _names: set[str] = field(default_factory=set)
    _random: random.Random = field(default_factory=lambda: random.Random(25519))

    def new(self, name: str, low: int | None, high: int | None, shadow: Sequence[int], bits: int | None = None) -> int:
        """A fresh variable.  A name is registered once only; a shadow outside the range is an internal error."""
        if len(self.variables) >= MOST_VARIABLES:
            raise MachineError(f"the run made {MOST_VARIABLES:,} variables and did not end")
        if name in self._names:
            raise InternalError(f"the variable {name} is registered twice")
        if len(shadow) != SHADOWS:
            raise InternalError(f"{name} has {len(shadow)} shadow values, not {SHADOWS}")
        for number in shadow:
            if (low is not None and number < low) or (high is not None and number > high):
                raise InternalError(f"{name} is {number} on a concrete input, outside [{low}, {high}]")
        self._names.add(name)
        self.variables.append(Variable(name, low, high, tuple(shadow), bits))
        return len(self.variables) - 1

    def remainder(self, poly: Poly, modulus: int, bounds: tuple[int, int], define: bool = True) -> Poly:
        """The variable v of poly = modulus*q + v, 0 <= v < modulus; the same whenever the same is asked.  With `define`
        that equation is recorded."""
        if (poly, modulus) not in self.remainders:
            values = self.shadow(poly)
            q = self.new(self.fresh_name("specq"), bounds[0] // modulus, bounds[1] // modulus,
                         [value // modulus for value in values])
            v = self.new(self.fresh_name("specr"), 0, modulus - 1, [value % modulus for value in values])
            clause = Clause(equal(Poly.variable(v), poly - Poly.variable(q) * modulus))
            self.remainders[poly, modulus] = v, clause
        v, clause = self.remainders[poly, modulus]
        if define and not any(known is clause for known in self.constraints):
            self.record(clause)
        return Poly.variable(v)

    def power(self, poly: Poly, exponent: int, modulus: int) -> Poly:
        """A variable in [0, modulus) for poly^exponent modulo `modulus`; the same whenever the same is asked."""
        key = poly, exponent, modulus
        if key not in self.powers:
            values = [pow(value, exponent, modulus) for value in self.shadow(poly)]
            self.powers[key] = self.new(self.fresh_name("power"), 0, modulus - 1, values)
        return Poly.variable(self.powers[key])

    def indicator(self, poly: Poly) -> Poly:
        """A variable that is 1 where poly = 0, else 0, for a polynomial that is nowhere negative; the same whenever the
        same is asked.  What it is, is recorded."""
        if poly not in self.indicators:
            values = [int(value == 0) for value in self.shadow(poly)]
            self.indicators[poly] = self.new(self.fresh_name("specz"), 0, 1, values)
        for clause in self.meaning(poly):
            if clause not in self.constraints:
                self.record(clause)
        return Poly.variable(self.indicators[poly])

    def meaning(self, poly: Poly) -> tuple[Clause, Clause]:
        """What the indicator of poly is."""
        bit = Poly.variable(self.indicators[poly])
        return Clause(equal(poly, 0), (equal(bit, 1),)), Clause(at_least(poly, 1), (equal(bit, 0),))

    def atoms(self) -> set[int]:
        """The variables for what the spec computes."""
        return {*(v for v, _ in self.remainders.values()), *self.powers.values(), *self.indicators.values(),
                *self.functions.values()}

    def function(self, name: str, of: tuple[Poly, ...], high: int, compute: Callable[..., int]) -> Poly:
        """A variable in [0, high] for a function of these values; the same whenever the same is asked."""
        if (name, of) not in self.functions:
            values = [compute(*numbers) for numbers in zip(*map(self.shadow, of), strict=True)]
            self.functions[name, of] = self.new(self.fresh_name(name), 0, high, values)
        return Poly.variable(self.functions[name, of])

    def fresh_name(self, hint: str) -> str:
        """A name that no variable has."""
        return f"{hint}.{len(self.variables)}"

    def arbitrary(self, bits: int) -> tuple[int, ...]:
        """Shadow values for something that may be anything, from a fixed seed."""
        return tuple(self._random.getrandbits(bits) for _ in range(SHADOWS))

    def record(self, constraint: Clause | BitVectorDefinition) -> None:
        """Add a constraint that holds by definition or has an obligation of its own; check it on the shadows."""
        if isinstance(constraint, Clause):
            self.check(constraint, "a recorded constraint")
        self.constraints.append(constraint)

    def check(self, clause: Clause, what: str, case: Mapping[int, Poly] | None = None) -> None:
        """An internal error if the clause is false on a concrete input (one that meets the case)."""
        index = self.refuting_shadow(clause, case or {})
        if index is not None:
            raise InternalError(f"{what} is false on concrete input {index}: {self.show(clause)}")

    def at(self, shadow: int) -> Callable[[int], int]:
        """The variables' values on one concrete input."""
        return lambda index: self.variables[index].shadow[shadow]

    def refuting_shadow(self, clause: Clause, case: Mapping[int, Poly]) -> int | None:
        """The first concrete input that meets the case on which the clause is false."""
        for index in range(SHADOWS):
            meets = all(self.variables[i].shadow[index] == value.constant_value() for i, value in case.items())
            if meets and not clause.holds(self.at(index)):
                return index
        return None

    def product_range(self, monomial: Sequence[int]) -> tuple[int | None, int | None]:
        """The range of a product of variables: (None, None) where a factor has no range."""
        least = most = 1
        for index in monomial:
            low, high = self.variables[index].low, self.variables[index].high
            if low is None or high is None:
                return None, None
            corners = (least * low, least * high, most * low, most * high)
            least, most = min(corners), max(corners)
        return least, most

    def shadow(self, poly: Poly) -> list[int]:
        """The values of a polynomial on the concrete inputs."""
        return [poly.evaluate(self.at(index)) for index in range(SHADOWS)]

    def show_poly(self, poly: Poly) -> str:
        """For messages."""
        parts = []
        for monomial, coefficient in poly.terms.items():
            name = "*".join(self.variables[i].name for i in monomial)
            parts.append(str(coefficient) if not name else {1: "", -1: "-"}.get(coefficient, f"{coefficient}*") + name)
        return " + ".join(parts).replace("+ -", "- ") or "0"

    def show(self, clause: Clause) -> str:
        """For messages."""
        def one(part: Compare) -> str:
            return f"{self.show_poly(part.poly)} {part.relation} 0"
        given = " and ".join(one(part) for part in clause.given)
        return f"{given} implies {one(clause.then)}" if given else one(clause.then)
