"""The rule for points: which multiple of the base point B some coordinates stand for.  Trusted.

Of four integers (X, Y, Z, T) it is known that they represent n·B in extended coordinates modulo p, for an integer
polynomial n in the run's variables; of three, that they are y - x, y + x, 2·d·x·y of such a point.  That the formulas
of spec/edwards25519.py add such points is proved by the theorems `formulas/...`, which are cited; that some code
computes the formulas is shown by the classes of its results (classes.py).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from qed25519.domains.polynomial import Poly
from qed25519.domains.theory import Theory
from qed25519.prover.classes import Classes, P
from qed25519.prover.fork_rule import Cases
from qed25519.prover.hints import Fact, ProofError
from qed25519.prover.statement import Relation
from qed25519.prover.symbols import Meaning, Symbol, scalar_times_base, spec_function

Values = Sequence[Poly]


@dataclass
class GroupRule:
    """`points` and `entries` map classes modulo p to n; `facts` are to be proved at the current cut, which rests on the
    claims `cited`."""

    theory: Theory
    bounds: Callable[[Poly], tuple[int, int]]
    classes: Classes
    cases: Mapping[int, Cases]
    points: dict[tuple[Poly, ...], Poly] = field(default_factory=dict)
    entries: dict[tuple[Poly, ...], Poly] = field(default_factory=dict)
    facts: list[Fact] = field(default_factory=list)
    cited: set[str] = field(default_factory=set)

    def neutral(self, point: Values) -> None:
        """The constants (0, 1, 1, 0) represent 0·B."""
        point = tuple(point)
        if [value.constant_value() for value in point] != [0, 1, 1, 0]:
            raise ProofError("these are not the coordinates (0, 1, 1, 0) of the neutral point")
        self.points[self._classes(point, 4)] = Poly.constant(0)

    def entry(self, entry: Values, n: Poly) -> None:
        """Three values that are constants in each case of a fork stand for n·B: computed by the spec in each case."""
        entry = tuple(entry)
        bits = {self.cases[index].bits for value in entry for index in value.variables() if index in self.cases}
        if len(bits) != 1 or not all(index in self.cases for value in entry for index in value.variables()):
            raise ProofError("an entry is made of words that one fork selects")
        (chosen,) = bits
        for number in range(2 ** len(chosen)):
            case = {index: Poly.constant(number >> place & 1) for place, index in enumerate(chosen)}
            multiple = n.substitute(case).constant_value()
            if multiple is None:
                raise ProofError("an entry's multiple of B depends on more than the bits that select it")
            found = [value.evaluate(self._in_case(number)) for value in entry]
            if [(value - right) % P for value, right in zip(found, precomputed(multiple), strict=True)] != [0, 0, 0]:
                raise ProofError(f"an entry is not {multiple}·B where the bits are {number:#b}")
        self.entries[self._classes(entry, 3)] = n

    def _in_case(self, number: int) -> Callable[[int], int]:
        return lambda index: self.cases[index].values[number]

    def madd(self, point: Values, entry: Values, result: Values) -> None:
        """The result's classes are those that the spec's madd gives: it represents the sum."""
        point, entry, result = tuple(point), tuple(entry), tuple(result)
        p, q = self._symbols(point, 4), self._symbols(entry, 3)
        n = self._known(self.points, point, 4) + self._known(self.entries, entry, 3)
        self._computed(result, edwards("madd")(p, q), n)
        self.cited.add("formulas/extended/madd")

    def double(self, point: Values, result: Values) -> None:
        """The result's classes are those that the spec's double gives: it represents twice the point."""
        point, result = tuple(point), tuple(result)
        n = self._known(self.points, point, 4)
        self._computed(result, edwards("double")(self._symbols(point, 4)), 2 * n)
        self.cited.add("formulas/extended/double")

    def u_coordinate(self, point: Values, value: Poly, k: Poly) -> None:
        """A value of the class (Z + Y)/(Z - Y) is, modulo p, what the ladder computes from k and the base point: the
        point is n·B, n = k is a fact to prove, and 0 <= k < 2^255."""
        point = tuple(point)
        n = self._known(self.points, point, 4)
        expected = edwards("u_coordinate")(edwards("Extended")(*self._symbols(point, 4)))
        if not isinstance(expected, Symbol) or self.classes.identities(value, expected.poly) is None:
            raise ProofError("the value is not (Z + Y)/(Z - Y) of the point")
        low, high = self.bounds(k)
        if low < 0 or high >= 2**255:
            raise ProofError("the scalar is not shown to be within [0, 2^255)")
        self.facts.append(Fact(Relation("=", n, k), forget=True, direct=True))
        self.cited.add("formulas/base_point")
        self.classes.learn(value, scalar_times_base(self.theory, k))

    def rename(self, point: Values) -> None:
        """Let variables be the classes of a point's coordinates from here on."""
        point = tuple(point)
        n = self._known(self.points, point, 4)
        for value in point:
            element = self.classes.of(value)
            self.classes.learn(value, self.theory.remainder(element, P, self.bounds(element), define=False))
        self.points[self._classes(point, 4)] = n

    def _symbols(self, values: Values, count: int) -> list[Symbol]:
        meaning = Meaning(self.theory, self.bounds, classes=True, named=True)
        return [Symbol(meaning, one) for one in self._classes(values, count)]

    def _classes(self, values: Values, count: int) -> tuple[Poly, ...]:
        if len(values) != count:
            raise ProofError(f"{count} values are expected, not {len(values)}")
        return tuple(self.classes.of(value) for value in values)

    def _known(self, table: Mapping[tuple[Poly, ...], Poly], values: Values, count: int) -> Poly:
        found = table.get(self._classes(values, count))
        if found is None:
            raise ProofError("of these values it is not known which multiple of B they stand for")
        return found

    def _computed(self, result: Values, expected: Sequence[object], n: Poly) -> None:
        for value, one in zip(result, expected, strict=True):
            if not isinstance(one, Symbol) or self.classes.identities(value, one.poly) is None:
                raise ProofError("a coordinate is not what the spec's formula gives")
        self.points[self._classes(result, 4)] = n


def edwards(name: str) -> Any:
    """What spec/edwards25519.py has under this name."""
    return spec_function("edwards25519", name)


@cache
def precomputed(n: int) -> tuple[int, ...]:
    """y - x, y + x, 2·d·x·y of n·B."""
    x, y = multiple(abs(n))
    return tuple(edwards("precomputed")(edwards("Affine")(-x if n < 0 else x, y)))


@cache
def multiple(n: int) -> tuple[int, int]:
    """n·B for n >= 0, by doubling and adding."""
    total: tuple[int, int] = edwards("NEUTRAL")
    if n > 0:
        total = edwards("sum_affine")(multiple(n // 2), multiple(n // 2))
    return edwards("sum_affine")(total, edwards("B")) if n % 2 else total

