"""The rule for points: for which multiples of the base point B, and of a given point P, coordinates stand.  Trusted.

Of four integers (X, Y, Z, T) it is known that they represent b·B + a·P in extended coordinates modulo p, for integer
polynomials a and b in the run's variables, which are kept as one polynomial n = b + a·g with a variable g that means
nothing else; of three, (X, Y, Z), that some T goes with them.  Of an entry it is known that it is what the spec's
`precomputed` or `cached` gives for such a point.  That the formulas of spec/edwards25519.py add such points is proved
by the theorems `formulas/...`, which are cited; that some code computes the formulas is shown by the classes of its
results (classes.py).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from qed25519.domains.polynomial import Poly, as_poly
from qed25519.domains.theory import Theory
from qed25519.prover.classes import Classes, P
from qed25519.prover.fork_rule import Cases
from qed25519.prover.hints import Fact, ProofError
from qed25519.prover.statement import Relation
from qed25519.prover.symbols import Meaning, Symbol, by_name, spec_function

Values = Sequence[Poly]


@dataclass
class GroupRule:
    """`points` and `entries` map classes modulo p to n, points also those of X, Y, Z alone; `names` are the spec's
    variables for arguments; `conditions` are pairs of arguments that are the coordinates of a point, by the contract;
    `facts` are to be proved at the current cut, which rests on the claims `cited`."""

    theory: Theory
    bounds: Callable[[Poly], tuple[int, int]]
    classes: Classes
    cases: Mapping[int, Cases]
    names: Mapping[Poly, Poly] = field(default_factory=dict)
    conditions: Sequence[tuple[Poly, Poly]] = ()
    points: dict[tuple[Poly, ...], Poly] = field(default_factory=dict)
    entries: dict[tuple[Poly, ...], Poly] = field(default_factory=dict)
    given: tuple[Poly, Poly, Poly] | None = None        # the point P, and g
    facts: list[Fact] = field(default_factory=list)
    cited: set[str] = field(default_factory=set)

    def neutral(self, point: Values) -> None:
        """The constants (0, 1, 1, 0) represent 0·B."""
        point = tuple(point)
        if [value.constant_value() for value in point] != [0, 1, 1, 0]:
            raise ProofError("these are not the coordinates (0, 1, 1, 0) of the neutral point")
        self._know(point, Poly.constant(0))

    def given_point(self, x: Poly, y: Poly, point: Values) -> None:
        """Values of the classes (x, y, 1, x·y) represent P, for arguments x and y that are a point by the contract."""
        if self.given is not None or (x, y) not in self.conditions:
            raise ProofError("the point that is given is one, and the contract says that it is on the curve")
        meaning = self._meaning()
        values = [Symbol(meaning, self.classes.of(value)) for value in (x, y)]
        self._computed(tuple(point), edwards("extended")(edwards("Affine")(*values)), self._give(x, y))

    def _give(self, x: Poly, y: Poly) -> Poly:
        g = Poly.variable(self.theory.new("P", None, None, self.theory.arbitrary(64)))
        self.given = x, y, g
        return g

    @property
    def generator(self) -> Poly:
        """g: the multiple 1 of the point P."""
        return self._given_point()[2]

    def _given_point(self) -> tuple[Poly, Poly, Poly]:
        if self.given is None:
            raise ProofError("no point P is given")
        return self.given

    def cached(self, point: Values, entry: Values) -> None:
        """The entry's classes are those that the spec's `cached` gives for the point."""
        point, entry = tuple(point), tuple(entry)
        n = self._known(self.points, point, 4)
        self._is(entry, edwards("cached")(self._symbols(point, 4)))
        self.entries[self._classes(entry, 4)] = n

    def negated(self, entry: Values, result: Values) -> None:
        """The result's classes are those that the spec's `negative_cached` gives for the entry."""
        entry, result = tuple(entry), tuple(result)
        n = self._known(self.entries, entry, 4)
        self._is(result, edwards("negative_cached")(edwards("Cached")(*self._symbols(entry, 4))))
        self.entries[self._classes(result, 4)] = -n
        self.cited.add("formulas/extended/cached")

    def neutral_entry(self, entry: Values) -> None:
        """The constants (1, 1, 0, 2) are what `cached` gives for (0, 1, 1, 0)."""
        entry = tuple(entry)
        if [value.constant_value() for value in entry] != [1, 1, 0, 2]:
            raise ProofError("these are not the words (1, 1, 0, 2) for the neutral point")
        self.entries[self._classes(entry, 4)] = Poly.constant(0)

    def selected(self, entry: Values, n: Poly) -> None:
        """Four values that a fork selects among the words of known entries stand for n, as those do in each case."""
        entry = tuple(entry)
        for number, case in self._every_case(entry):
            here = [value.substitute({index: self.cases[index].values[number] for index in value.variables()
                                      if index in self.cases}) for value in entry]
            if self._known(self.entries, here, 4) != n.substitute(case):
                raise ProofError(f"an entry is not {self.theory.show_poly(n)} where the bits are {number:#b}")
        self.entries[self._classes(entry, 4)] = n

    def _every_case(self, entry: Values) -> Iterator[tuple[int, dict[int, Poly]]]:
        """The values of the bits that an entry is selected by, as numbers and as constants."""
        bits = {self.cases[index].bits for value in entry for index in value.variables() if index in self.cases}
        if len(bits) != 1 or not all(index in self.cases for value in entry for index in value.variables()):
            raise ProofError("an entry is made of words that one fork selects")
        (chosen,) = bits
        for number in range(2 ** len(chosen)):
            yield number, {index: Poly.constant(number >> place & 1) for place, index in enumerate(chosen)}

    def entry(self, entry: Values, n: Poly) -> None:
        """Three values that are constants in each case of a fork stand for n·B: computed by the spec in each case."""
        entry = tuple(entry)
        for number, case in self._every_case(entry):
            multiple = n.substitute(case).constant_value()
            if multiple is None:
                raise ProofError("an entry's multiple of B depends on more than the bits that select it")
            found = [value.evaluate(self._in_case(number)) for value in entry]
            if [(value - right) % P for value, right in zip(found, precomputed(multiple), strict=True)] != [0, 0, 0]:
                raise ProofError(f"an entry is not {multiple}·B where the bits are {number:#b}")
        self.entries[self._classes(entry, 3)] = n

    def _in_case(self, number: int) -> Callable[[int], int]:
        def value(index: int) -> int:
            constant = self.cases[index].values[number].constant_value()
            if constant is None:
                raise ProofError("an entry that is compared with the spec's is no constant")
            return constant
        return value

    def add(self, point: Values, entry: Values, result: Values) -> None:
        """The result's classes are those that the spec's add_cached gives: it represents the sum."""
        point, entry, result = tuple(point), tuple(entry), tuple(result)
        n = self._known(self.points, point, 4) + self._known(self.entries, entry, 4)
        self._computed(result, edwards("add_cached")(self._symbols(point, 4), self._symbols(entry, 4)), n)
        self.cited.add("formulas/extended/cached")

    def madd(self, point: Values, entry: Values, result: Values) -> None:
        """The result's classes are those that the spec's madd gives: it represents the sum."""
        point, entry, result = tuple(point), tuple(entry), tuple(result)
        p, q = self._symbols(point, 4), self._symbols(entry, 3)
        n = self._known(self.points, point, 4) + self._known(self.entries, entry, 3)
        self._computed(result, edwards("madd")(p, q), n)
        self.cited.add("formulas/extended/madd")

    def double(self, point: Values, result: Values) -> None:
        """The result's classes are those that the spec's double gives, or double_projective for three coordinates: it
        represents twice the point, of which T does not matter."""
        point, result = tuple(point)[:3], tuple(result)
        x, y, z = self._symbols(point, 3)
        n = self._known(self.points, point, 3)
        expected = edwards("double")((x, y, z, 0)) if len(result) == 4 else edwards("double_projective")((x, y, z))
        self._computed(result, expected, 2 * n)
        self.cited.add("formulas/extended/double")

    def u_coordinate(self, point: Values, value: Poly, k: Poly) -> None:
        """A value of the class (Z + Y)/(Z - Y) is, modulo p, what the ladder computes from k and the base point: the
        point is n·B, n = k is a fact to prove, and 0 <= k < 2^255."""
        point = tuple(point)
        n = self._known(self.points, point, 4)
        expected = edwards("u_coordinate")(edwards("Extended")(*self._symbols(point, 4)))
        if not isinstance(expected, Symbol) or self.classes.identities(value, expected.poly) is None:
            raise ProofError("the value is not (Z + Y)/(Z - Y) of the point")
        self._multiple(n, k, 255)
        self.cited.add("formulas/base_point")
        self.classes.learn(value, by_name(self.theory, "curve25519.scalar_times_base", k)[0])

    def scalar_times_base(self, point: Values, x: Poly, y: Poly, k: Poly) -> None:
        """Values of the classes X/Z and Y/Z are, modulo p, the coordinates of k·B: the point is n·B, n = k is a fact to
        prove, and 0 <= k < 2^256."""
        n = self._affine(tuple(point), x, y)
        self._multiple(n, k, 256)
        self.cited.add("formulas/scalar_times_base")
        found = by_name(self.theory, "edwards25519.scalar_times_base", self.names.get(k, k))
        for value, one in zip((x, y), found, strict=True):
            self.classes.learn(value, one)

    def double_scalar(self, point: Values, x: Poly, y: Poly, a: Poly, b: Poly) -> None:
        """Values of the classes X/Z and Y/Z are, modulo p, the coordinates of a·P + b·B: likewise."""
        n = self._affine(tuple(point), x, y)
        px, py, g = self._given_point()
        of_p, of_b = coefficient(n, g), n.substitute({index: Poly.constant(0) for index in g.variables()})
        if n != of_b + of_p * g:
            raise ProofError("the multiple of P is no polynomial in the run's variables")
        self._multiple(of_p, a, 256)
        self._multiple(of_b, b, 256)
        self.cited.add("formulas/double_scalar")
        a, px, py, b = (self.names.get(value, value) for value in (a, px, py, b))
        found = by_name(self.theory, "edwards25519.double_scalar", a, (px, py), b)
        for value, one in zip((x, y), found, strict=True):
            self.classes.learn(value, one)

    def _multiple(self, n: Poly, k: Poly, bits: int) -> None:
        low, high = self.bounds(k)
        if low < 0 or high >= 2**bits:
            raise ProofError(f"the scalar is not shown to be within [0, 2^{bits})")
        self.facts.append(Fact(Relation("=", n, k), forget=True, direct=True))

    def _affine(self, point: Values, x: Poly, y: Poly) -> Poly:
        n = self._known(self.points, point, 4)
        self._is((x, y), edwards("affine")(edwards("Extended")(*self._symbols(point, 4))))
        return n

    def rename(self, point: Values) -> None:
        """Let variables be the classes of a point's coordinates from here on, of four or of X, Y, Z."""
        point = tuple(point)
        n = self._known(self.points, point, len(point))
        self._name(point)
        self._know(point, n)

    def rename_entry(self, entry: Values) -> None:
        """Likewise of an entry's four words."""
        entry = tuple(entry)
        n = self._known(self.entries, entry, 4)
        self._name(entry)
        self.entries[self._classes(entry, 4)] = n

    def _name(self, values: Values) -> None:
        for value in values:
            element = self.classes.of(value)
            self.classes.learn(value, self.theory.remainder(element, P, self.bounds(element), define=False))

    def _know(self, point: Values, n: Poly) -> None:
        self.points[self._classes(point, len(point))] = n
        self.points[self._classes(point[:3], 3)] = n

    def _meaning(self) -> Meaning:
        return Meaning(self.theory, self.bounds, classes=True, named=True)

    def _symbols(self, values: Values, count: int) -> list[Symbol]:
        meaning = self._meaning()
        return [Symbol(meaning, one) for one in self._classes(values, count)]

    def _classes(self, values: Values, count: int) -> tuple[Poly, ...]:
        if len(values) != count:
            raise ProofError(f"{count} values are expected, not {len(values)}")
        return tuple(self.classes.of(value) for value in values)

    def _known(self, table: Mapping[tuple[Poly, ...], Poly], values: Values, count: int) -> Poly:
        found = table.get(self._classes(values, count))
        if found is None:
            raise ProofError("of these values it is not known which multiple they stand for")
        return found

    def _computed(self, result: Values, expected: Sequence[object], n: Poly) -> None:
        self._is(result, expected)
        self._know(result, n)

    def _is(self, values: Values, expected: Sequence[object]) -> None:
        """The classes of the values are what the spec computes."""
        if len(values) != len(expected):
            raise ProofError(f"{len(expected)} values are expected, not {len(values)}")
        for value, one in zip(values, expected, strict=True):
            poly = as_poly(one) if type(one) is int else one.poly if isinstance(one, Symbol) else None
            if poly is None or self.classes.identities(value, poly) is None:
                raise ProofError("a value is not what the spec's formula gives")


def coefficient(n: Poly, g: Poly) -> Poly:
    """Of a polynomial that is linear in a variable, what that is multiplied by."""
    (index,) = g.variables()
    return Poly({tuple(other for other in monomial if other != index): coefficient
                 for monomial, coefficient in n.terms.items() if index in monomial})


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

