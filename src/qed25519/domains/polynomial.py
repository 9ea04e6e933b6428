"""Polynomials with integer coefficients in numbered variables: the values of the integers domain.

A monomial is a sorted tuple of variable numbers, () for the constant; degree two and more only as opaque atoms.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import NoReturn, final

Monomial = tuple[int, ...]


@final
class Poly:
    """An immutable polynomial; `terms` maps a monomial to its nonzero coefficient.

    A proof file has the prover's own ones in its hands, and the prover keeps those that it makes: so no later change
    of one has any effect, and nothing else passes for one."""

    __slots__ = ("_terms",)
    _terms: dict[Monomial, int]

    def __init__(self, terms: Mapping[Monomial, int]) -> None:
        _set_terms(self, dict(terms))

    def __init_subclass__(cls) -> NoReturn:
        raise TypeError("a polynomial has no kinds")

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError("a polynomial does not change")

    @property
    def terms(self) -> Mapping[Monomial, int]:
        return MappingProxyType(self._terms)

    @staticmethod
    def constant(value: int) -> Poly:
        return _made({(): value} if value else {})

    @staticmethod
    def variable(index: int) -> Poly:
        return _made({(index,): 1})

    def plus(self, other: Poly, factor: int = 1) -> Poly:
        """self + factor*other."""
        terms = dict(self._terms)
        for monomial, coefficient in other._terms.items():
            total = terms.get(monomial, 0) + factor * coefficient
            if total:
                terms[monomial] = total
            else:
                terms.pop(monomial, None)
        return _made(terms)

    def __add__(self, other: Poly | int) -> Poly:
        return self.plus(as_poly(other))

    __radd__ = __add__

    def __sub__(self, other: Poly | int) -> Poly:
        return self.plus(as_poly(other), -1)

    def __rsub__(self, other: Poly | int) -> Poly:
        return as_poly(other).plus(self, -1)

    def __neg__(self) -> Poly:
        return _made({monomial: -coefficient for monomial, coefficient in self._terms.items()})

    def __mul__(self, other: Poly | int) -> Poly:
        if isinstance(other, int):
            return _made({m: other * c for m, c in self._terms.items()} if other else {})
        terms: dict[Monomial, int] = {}
        for m, c in self._terms.items():
            for n, d in other._terms.items():
                product = tuple(sorted(m + n))
                terms[product] = terms.get(product, 0) + c * d
        return _made({m: c for m, c in terms.items() if c})

    __rmul__ = __mul__

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Poly) and self._terms == other._terms

    def __hash__(self) -> int:
        return hash(frozenset(self._terms.items()))

    def constant_value(self) -> int | None:
        """The value, if no variable occurs."""
        return self._terms.get((), 0) if all(m == () for m in self._terms) else None

    def variables(self) -> set[int]:
        return {index for monomial in self._terms for index in monomial}

    def is_proper(self, variables: int) -> bool:
        """It is made of integers and of variables below this number, as those are that the prover makes."""
        return all(type(c) is int and c for c in self._terms.values()) and all(
            type(i) is int and 0 <= i < variables for m in self._terms for i in m) and all(
            m == tuple(sorted(m)) for m in self._terms)

    def substitute(self, values: Mapping[int, Poly]) -> Poly:
        """Every variable in `values` replaced."""
        if not any(index in values for monomial in self._terms for index in monomial):
            return self
        result = _made({})
        for monomial, coefficient in self._terms.items():
            product = _made({tuple(i for i in monomial if i not in values): coefficient})
            for index in monomial:
                if index in values:
                    product = product * values[index]
            result = result + product
        return result

    def quotient(self, divisor: int) -> Poly | None:
        """self / divisor, if it divides every coefficient."""
        if any(c % divisor for c in self._terms.values()):
            return None
        return _made({m: c // divisor for m, c in self._terms.items()})

    def evaluate(self, value: Callable[[int], int]) -> int:
        """The value where variable i has value(i)."""
        total = 0
        for monomial, coefficient in self._terms.items():
            for index in monomial:
                coefficient *= value(index)
            total += coefficient
        return total


_new, _set_terms = object.__new__, Poly._terms.__set__  # type: ignore[attr-defined, misc]


def _made(terms: dict[Monomial, int]) -> Poly:
    """A polynomial with these terms, of which nobody else knows."""
    poly = _new(Poly)
    _set_terms(poly, terms)
    return poly


def as_poly(value: Poly | int) -> Poly:
    return value if isinstance(value, Poly) else Poly.constant(value)


def val(limbs: Iterable[Poly]) -> Poly:
    """The integer that 64-bit limbs, low first, stand for."""
    total = _made({})
    for index, limb in enumerate(limbs):
        total = total.plus(limb, 1 << (64 * index))
    return total
