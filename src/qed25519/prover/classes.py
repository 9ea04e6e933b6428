"""What is known of integers modulo p: V ≡ R, where R is a polynomial in the spec's variables.  Trusted.

Three rules.  If V ≡ f(V1, …, Vn) for a polynomial f with integer coefficients (a fact that the solver proves), and each
Vi ≡ Ri, then V ≡ f(R1, …, Rn).  If R is a product of powers of one variable, V ≡ the variable for that power modulo p.
And V ≡ E follows from V ≡ R if R - E is p times a polynomial, for each value of the bits in it, once names in E are
replaced by what they name modulo p: a remainder modulo p by its dividend.

So the machine's words are compared with the spec's polynomials, and 256-bit products never reach the solver.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import prod

from qed25519.domains.polynomial import Poly
from qed25519.domains.theory import InternalError, Theory
from qed25519.prover.contract import CONSTANTS

P = CONSTANTS["p"]
DEPTH = 3           # how deep names are replaced
MOST_BITS = 4
MOST_TERMS = 20_000


@dataclass
class Classes:
    """`known` maps an integer polynomial V to R with V ≡ R (mod p)."""

    theory: Theory
    known: dict[Poly, Poly] = field(default_factory=dict)

    def of(self, value: Poly) -> Poly:
        """A polynomial that the value is congruent to; the value itself, if no other is known."""
        return self.known.get(value, value)

    def learn(self, value: Poly, element: Poly) -> None:
        """V ≡ R, which is proved elsewhere."""
        if not all(type(one) is Poly and one.is_proper(len(self.theory.variables)) for one in (value, element)):
            raise ValueError("no polynomial with integer coefficients in the run's variables")
        pairs = zip(self.theory.shadow(value), self.theory.shadow(element), strict=True)
        if any((v - r) % P for v, r in pairs):
            raise InternalError(f"{self.theory.show_poly(value)} is not congruent to {self.theory.show_poly(element)}")
        self.known[value] = element

    def applied(self, function: Callable[..., Poly], of: Sequence[Poly]) -> tuple[Poly, Poly]:
        """f(V1, …) and f(R1, …), for a function that is a polynomial: it is run once, on placeholders."""
        places = {-1 - index: value for index, value in enumerate(of)}
        result = function(*map(Poly.variable, places))
        if any(type(one) is not Poly for one in (result, *of)) or not result.variables() <= set(places) \
                or any(type(coefficient) is not int for coefficient in result.terms.values()):
            raise ValueError("an element is not given as a polynomial in others")
        return result.substitute(places), result.substitute({k: self.of(value) for k, value in places.items()})

    def name_power(self, value: Poly) -> None:
        """V ≡ R = v1·…·vn, where each vi is one variable b, or stands for b^e modulo p: V ≡ b^(e1 + … + en)."""
        known = self.of(value)
        if len(known.terms) != 1 or list(known.terms.values()) != [1]:
            raise ValueError(f"{self.theory.show_poly(known)} is no product of powers")
        powers = {variable: (base, exponent) for (base, exponent, modulus), variable in self.theory.powers.items()
                  if modulus == P}
        factors = [powers.get(index, (Poly.variable(index), 1)) for monomial in known.terms for index in monomial]
        bases = {base for base, _ in factors}
        if len(bases) != 1:
            raise ValueError(f"{self.theory.show_poly(known)} has powers of more than one base")
        self.learn(value, self.theory.power(bases.pop(), sum(exponent for _, exponent in factors), P))

    def identities(self, value: Poly, claimed: Poly) -> list[Identity] | None:
        """What shows that the value is congruent to what is claimed: identities between polynomials; None if nothing
        is found."""
        known, names = self.of(value), self._names()
        for _ in range(DEPTH + 1):
            found = list(self._by_cases(known, claimed))
            if all(found):
                return [identity for identity in found if identity]
            if expanded(claimed, names) > MOST_TERMS:
                return None
            claimed = claimed.substitute({v: names[v] for v in claimed.variables() if v in names})
        return None

    def _by_cases(self, known: Poly, claimed: Poly) -> Iterator[Identity | None]:
        bits = sorted(index for index in known.variables() | claimed.variables()
                      if (self.theory.variables[index].low, self.theory.variables[index].high) == (0, 1))
        if len(bits) > MOST_BITS:
            yield None
            return
        for number in range(2 ** len(bits)):
            case = {index: Poly.constant(number >> place & 1) for place, index in enumerate(bits)}
            left, right = known.substitute(case), claimed.substitute(case)
            quotient = (left - right).quotient(P)
            yield None if quotient is None else Identity(case, left, right, quotient)

    def _names(self) -> Mapping[int, Poly]:
        return {variable: poly for (poly, modulus), (variable, _) in self.theory.remainders.items() if modulus == P}


def expanded(poly: Poly, names: Mapping[int, Poly]) -> int:
    """At most how many terms the polynomial has once names are replaced."""
    return sum(prod(len(names[index].terms) for index in monomial if index in names) for monomial in poly.terms)


@dataclass(frozen=True)
class Identity:
    """left - right = p·quotient, as polynomials, where the bits have these values."""

    case: Mapping[int, Poly]
    left: Poly
    right: Poly
    quotient: Poly
