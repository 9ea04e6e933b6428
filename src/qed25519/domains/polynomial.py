"""Polynomials with integer coefficients in numbered variables: the values of the integers domain.

A monomial is a sorted tuple of variable numbers, () for the constant; degree two and more only as opaque atoms.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Final

Monomial = tuple[int, ...]


class Poly:
    """An immutable polynomial; `terms` maps a monomial to its nonzero coefficient."""

    __slots__ = ("terms",)
    terms: Final[Mapping[Monomial, int]]

    def __init__(self, terms: Mapping[Monomial, int]) -> None:
        self.terms = terms

    @staticmethod
    def constant(value: int) -> Poly:
        return Poly({(): value} if value else {})

    @staticmethod
    def variable(index: int) -> Poly:
        return Poly({(index,): 1})

    def plus(self, other: Poly, factor: int = 1) -> Poly:
        """self + factor*other."""
        terms = dict(self.terms)
        for monomial, coefficient in other.terms.items():
            total = terms.get(monomial, 0) + factor * coefficient
            if total:
                terms[monomial] = total
            else:
                terms.pop(monomial, None)
        return Poly(terms)

    def __add__(self, other: Poly | int) -> Poly:
        return self.plus(as_poly(other))

    __radd__ = __add__

    def __sub__(self, other: Poly | int) -> Poly:
        return self.plus(as_poly(other), -1)

    def __rsub__(self, other: Poly | int) -> Poly:
        return as_poly(other).plus(self, -1)

    def __neg__(self) -> Poly:
        return Poly({monomial: -coefficient for monomial, coefficient in self.terms.items()})

    def __mul__(self, other: Poly | int) -> Poly:
        if isinstance(other, int):
            return Poly({m: other * c for m, c in self.terms.items()} if other else {})
        terms: dict[Monomial, int] = {}
        for m, c in self.terms.items():
            for n, d in other.terms.items():
                product = tuple(sorted(m + n))
                terms[product] = terms.get(product, 0) + c * d
        return Poly({m: c for m, c in terms.items() if c})

    __rmul__ = __mul__

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Poly) and self.terms == other.terms

    def __hash__(self) -> int:
        return hash(frozenset(self.terms.items()))

    def constant_value(self) -> int | None:
        """The value, if no variable occurs."""
        return self.terms.get((), 0) if all(m == () for m in self.terms) else None

    def variables(self) -> set[int]:
        return {index for monomial in self.terms for index in monomial}

    def substitute(self, values: Mapping[int, Poly]) -> Poly:
        """Every variable in `values` replaced."""
        if not any(index in values for monomial in self.terms for index in monomial):
            return self
        result = Poly({})
        for monomial, coefficient in self.terms.items():
            product = Poly({tuple(i for i in monomial if i not in values): coefficient})
            for index in monomial:
                if index in values:
                    product = product * values[index]
            result = result + product
        return result

    def quotient(self, divisor: int) -> Poly | None:
        """self / divisor, if it divides every coefficient."""
        if any(c % divisor for c in self.terms.values()):
            return None
        return Poly({m: c // divisor for m, c in self.terms.items()})

    def evaluate(self, value: Callable[[int], int]) -> int:
        """The value where variable i has value(i)."""
        total = 0
        for monomial, coefficient in self.terms.items():
            for index in monomial:
                coefficient *= value(index)
            total += coefficient
        return total


def as_poly(value: Poly | int) -> Poly:
    return value if isinstance(value, Poly) else Poly.constant(value)


def val(limbs: Iterable[Poly]) -> Poly:
    """The integer that 64-bit limbs, low first, stand for."""
    total = Poly({})
    for index, limb in enumerate(limbs):
        total = total.plus(limb, 1 << (64 * index))
    return total
