"""What one certificate gives, as lemmas in linear real arithmetic: a second check, which shares no code with check.py.

The sets and their letters are those of induction.py.  `Hull` takes a certificate and a starting set: f is fixed and g
anywhere from 0 to `g_max`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple

from qed25519.proofs.divstep.check import reach
from qed25519.prover.lemmas import Lemma

BRANCHES = {                                       # new f, twice the new g
    "up0": ("f", "g"),
    "up1": ("f", "g + f"),
    "swap": ("g", "g - f"),
}


class Formula(NamedTuple):
    """For f and g below 2^b, (numerator·b + constant)/denominator steps are enough, rounded down."""

    numerator: int
    denominator: int
    constant: int

    def steps(self, bits: int) -> int:
        return (self.numerator * bits + self.constant) // self.denominator


HALF = Formula(129, 56, 73)
CLASSIC = Formula(99, 35, 70)
ORIGIN = {"X": 0, "Y": 0}


def q(value: int | Fraction) -> str:
    """A number as a lemma writes it."""
    value = Fraction(value)
    return f"({value.numerator}/{value.denominator})" if value.denominator > 1 else f"({value})"


@dataclass(frozen=True)
class Hull:
    """A certificate, checked or not, and a starting set."""

    certificate: dict[str, Any]
    f: int
    g_max: int

    @property
    def e(self) -> int:
        return {"1/2": 0, "1": 1}[self.certificate["start"]]

    @cached_property
    def c(self) -> Fraction:
        """1/alpha"""
        return 1 / Fraction(*self.certificate["alpha"])

    def within(self, polygon: int, x: str, y: str) -> str:
        """(x, y) is in H[polygon]."""
        h = self.certificate["scale"]
        return " and ".join(f"-{h} <= ({a})*{x} + ({b})*{y} <= {h}" for a, b in self.certificate["strips"][polygon])

    def below(self, polygon: int, x: str, y: str) -> str:
        """(x, y) is on the lower side of every strip.  Where this holds for the images of a symmetric set under a
        linear map, the opposites are on the upper side, and so all images are within."""
        h = self.certificate["scale"]
        return " and ".join(f"({a})*{x} + ({b})*{y} <= {h}" for a, b in self.certificate["strips"][polygon])

    def top(self, polygon: int, row: tuple[int, int]) -> Fraction:
        """The greatest row·(x, y) on the polygon, or something above: a guess that `reaches` proves."""
        strips: list[list[int]] = self.certificate["strips"][polygon]
        pairs = [k for k, (a, b) in enumerate(strips)
                 if a * strips[(k + 1) % len(strips)][1] != b * strips[(k + 1) % len(strips)][0]]
        return int(self.certificate["scale"]) * min(Fraction(*reach(strips, k, row)) for k in pairs)

    @cached_property
    def y_max(self) -> Fraction:
        return self.top(0, (0, 1))

    @cached_property
    def x_max(self) -> Fraction:
        return self.top(0, (1, 0))

    @cached_property
    def u(self) -> Fraction:
        """The starting set is in u·W_0."""
        return max(Fraction(max(abs(a * self.f), abs(a * self.f + b * self.g_max)), self.certificate["scale"])
                   for a, b in self.certificate["strips"][0])

    def state(self, i: int, size: Fraction) -> tuple[int, tuple[str, str]]:
        """Polygon, and definitions of f and g, for the states in size·W_i."""
        if i == -1:
            return 1, (f"f = {q(size)}*X", f"g = {q(size)}*Y")
        if i >= 0:
            return 0, (f"f = {q(size * self.c**i)}*X", f"g = {q(size * self.c**i / 2**i)}*Y")
        k = -i - self.e
        return 0, (f"f = {q(size * self.c**(k + 1) / 2**k)}*Y",
                   f"g = {q(size * self.c**(k + 1) / 2)}*({q(Fraction(1, 2**k))}*Y - X)")

    # --- the certificate ------------------------------------------------------------------------------------

    def inclusions(self) -> Iterator[Lemma]:
        """The eight, or seven, that induction.py leaves."""
        steps = [(i, -i - self.e, "swap") for i in range(2 - self.e)]
        steps += [(i, i + 1, branch) for i in (-1, -2) for branch in ("up0", "up1")]
        for i, i1, branch in steps:
            polygon, state = self.state(i, self.c)
            f1, twice_g1 = BRANCHES[branch]
            yield Lemma(f"{branch} from W_{i} stays in alpha·W_{i1}", logic="QF_LRA", at=ORIGIN,
                        given=(self.within(polygon, "X", "Y"),),
                        where=(*state, f"f1 = {f1}", f"g1 = ({twice_g1})/2"),
                        goal=self.below(0 if i1 == 0 else 1, "f1", "g1"))
        for branch, sign in ("up0", "+"), ("up1", "-"):
            yield Lemma(f"{branch} from W_-3 stays in alpha·W_-2, seen in H0", logic="QF_LRA", at=ORIGIN,
                        given=(self.within(0, "X", "Y"),),
                        where=(f"X1 = {q(self.c**2 / 2)}*(X {sign} {q(Fraction(1, 2 ** (3 - self.e)))}*Y)",
                               f"Y1 = {q(self.c**2 / 2)}*Y"),
                        goal=self.below(0, "X1", "Y1"))

    def alpha(self) -> Lemma:
        c = q(self.c)
        return Lemma("1/2 < alpha^2 < 1", goal=f"1 < {c} and {c}*{c} < 2", logic="QF_LRA")

    def reaches(self, polygon: int, row: tuple[int, int]) -> Lemma:
        """`top` is right."""
        form = " + ".join(f"({a})*{name}" for a, name in zip(row, "XY", strict=True) if a)
        return Lemma(f"the greatest |{form}| on H{polygon}", logic="QF_LRA", at=ORIGIN,
                     given=(self.within(polygon, "X", "Y"),), goal=f"{form} <= {q(self.top(polygon, row))}")

    def beginning(self) -> Lemma:
        return Lemma("the starting set is in u·W_0", logic="QF_LRA", at={"g": 0}, given=(f"0 <= g <= {self.g_max}",),
                     where=(f"X = {q(self.f / self.u)}/1", f"Y = {q(1 / self.u)}*g"), goal=self.within(0, "X", "Y"))

    def sound(self) -> list[Lemma]:
        """Every state after m steps is in u·alpha^m·W_i."""
        return [self.alpha(), self.beginning(), *self.inclusions(), self.reaches(0, (0, 1))]

    def finished(self, steps: int) -> Lemma:
        """What induction.ends asks for."""
        small = self.u * self.y_max / self.c ** (steps - self.e)
        return Lemma(f"u·(greatest y of H0)·alpha^{steps - self.e} < 1", goal=f"{q(small)} < 1", logic="QF_LRA")

    # --- every size -----------------------------------------------------------------------------------------

    def every_size(self, formula: Formula) -> Iterator[Lemma]:
        """For the Hull with f = g_max = 1.  With T(b, n) = (2^b·u·y_max)^d·alpha^n, T(b, m·d) < 1 means that
        2^b·u·y_max·alpha^m < 1; T(0, k) < 1, and going from b to b + 1 and n to n + numerator does not raise it."""
        n, d, constant = formula
        k = constant - d + 1
        small = self.u * self.y_max * self.c**self.e
        yield Lemma("f and g, divided by 2^b, are in u·W_0", logic="QF_LRA", at={"f": 1, "g": 0},
                    given=("0 <= g <= f <= 1",), where=(f"X = {q(1 / self.u)}*f", f"Y = {q(1 / self.u)}*g"),
                    goal=self.within(0, "X", "Y"))
        yield Lemma(f"2^{d}·alpha^{n} <= 1", goal=f"{2**d} <= {q(self.c**n)}", logic="QF_LRA")
        yield Lemma(f"(u·y_max{'/alpha' if self.e else ''})^{d}·alpha^{k} < 1",
                    goal=f"{q(small**d / self.c**k)} < 1", logic="QF_LRA")
        yield Lemma("so T does not grow", given=("0 < T < 1", "0 < factor <= 1"), goal="T*factor < 1",
                    at={"T": Fraction(1, 2), "factor": 1})
        yield Lemma("a power is below 1 only if the base is", given=("z >= 1", "power >= 1"), goal="z*power >= 1",
                    at={"z": 2, "power": 4})
        yield Lemma(f"m = floor(({n}·b + {constant})/{d}) steps: m·{d} >= {n}·b + {k}", logic="QF_LIA",
                    integers=("b",), given=("b >= 0",), where=(f"m = ({n}*b + {constant}) // {d}",),
                    goal=f"m*{d} >= {n}*b + {k}", at={"b": 255})

    # --- integer points -------------------------------------------------------------------------------------

    def size_after(self, steps: int) -> Fraction:
        """u·alpha^steps, rounded up to short numerals."""
        bits = 40 - (self.u / self.c**steps).__ceil__().bit_length()
        return Fraction((self.u / self.c**steps * Fraction(2)**bits).__ceil__()) / Fraction(2)**bits

    def rounded(self, steps: int) -> Lemma:
        return Lemma(f"u·alpha^{steps} is at most the size used below", logic="QF_LRA",
                     goal=f"{q(self.u / self.c**steps)} <= {q(self.size_after(steps))}")

    def last_with(self, height: Fraction) -> int:
        """The greatest k >= 0 with height·(2·alpha)^-k >= 1, or -1."""
        k = -1
        while height * (self.c / 2) ** (k + 1) >= 1:
            k += 1
        return k

    def unit_f(self, steps: int) -> Iterator[Lemma]:
        """After so many steps, |f| = 1 or g = 0: no state has |f| >= 3 and |g| >= 1."""
        size = self.size_after(steps)
        yield self.rounded(steps)
        most = self.last_with(size * self.y_max)
        yield self.vanishing(f"i > {most}: |g| < 1", size * self.y_max, most + 1, 1)
        least = max(1, self.last_with(size * self.y_max * self.c / 3)) + self.e
        yield self.vanishing(f"i < -{least}: |f| < 3", size * self.y_max * self.c, least + 1 - self.e, 3)
        for i in range(-least, most + 1):
            polygon, state = self.state(i, size)
            yield Lemma(f"i = {i}: |f| < 3 or |g| < 1", logic="QF_LRA", at=ORIGIN, where=state,
                        given=(self.within(polygon, "X", "Y"),), goal="abs(f) < 3 or abs(g) < 1")

    def sizes(self, steps: int, bits: int) -> Iterator[Lemma]:
        """After so many steps, |f| and |g| are below 2^bits in every state with |f| >= 1 and |g| >= 1."""
        size, c, limit = self.size_after(steps), self.c, 2**bits
        y, x = size * self.y_max, size * self.x_max
        yield self.rounded(steps)
        yield self.reaches(0, (1, 0))
        most = self.last_with(y)
        yield self.vanishing(f"i > {most}: |g| < 1", y, most + 1, 1)
        yield self.under(f"0 <= i <= {most}: |f|, greatest for the greatest i", x * c**most, limit)
        yield self.under("i >= 0: |g|, greatest for i = 0", y, limit)
        for name, row in ("f", (1, 0)), ("g", (0, 1)):
            yield self.reaches(1, row)
            yield self.under(f"i = -1: |{name}|", size * self.top(1, row), limit)
        last, first = self.last_with(y * c), 2 - self.e
        yield self.vanishing(f"i = -k - {self.e}, k > {last}: |f| < 1", y * c, last + 1, 1)
        yield self.under(f"k >= {first}: |f|, greatest for the least k", y * c * (c / 2) ** first, limit)
        row = (2**first, -1)                           # X - t·Y is between its values for t = 0 and t = 2^-first
        yield self.reaches(0, row)
        widest = size * max(self.x_max, self.top(0, row) / 2**first)
        yield self.under(f"{first} <= k <= {last}: |g|, greatest for the greatest k",
                         widest * c ** (last + 1) / 2, limit)

    def under(self, what: str, height: Fraction, limit: int) -> Lemma:
        return Lemma(what, goal=f"{q(height)} < {limit}", logic="QF_LRA")

    def vanishing(self, what: str, height: Fraction, k: int, limit: int) -> Lemma:
        """height·(2·alpha)^-k < limit, and so it is for greater k."""
        return Lemma(what, goal=f"{q(height * (self.c / 2) ** k)} < {limit}", logic="QF_LRA")
