"""Symbolic values on which the spec's own code runs: integers as polynomials, elements of the field, strings.  Trusted.

A Symbol refuses whatever would make the spec's course depend on its value.  What it refused is kept in `refusals`, so
that a spec which catches the exception gains nothing by it.

With `classes` a Symbol stands for an element of the field, of which its polynomial is only one representative: then
it allows what respects classes modulo p, and no more: + - *, the canonical value, powers, and whether an element is 0,
which is asked of its canonical value.
"""

from __future__ import annotations

import importlib
import operator
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NoReturn

from qed25519.domains.polynomial import Poly, as_poly
from qed25519.domains.theory import Compare, Theory, at_least, equal
from qed25519.prover.contract import CONSTANTS

P = CONSTANTS["p"]


class StatementError(Exception):
    """The contract or the spec cannot be turned into a statement; the message says what stood in the way."""


@dataclass
class Meaning:
    """What the symbols of one evaluation share."""

    theory: Theory
    bounds: Callable[[Poly], tuple[int, int]]
    classes: bool = False        # they are elements of the field
    named: bool = False          # remainders are names only: what they are is left to the rule for classes
    refusals: list[str] = field(default_factory=list)

    def fail(self, message: str) -> NoReturn:
        self.refusals.append(message)
        raise StatementError(message)


class Symbol:
    """An integer of the spec as a polynomial.  `canonical`: it is a remainder modulo p, so among elements of the field
    the same integer for every representative."""

    def __init__(self, meaning: Meaning, poly: Poly, canonical: bool = False) -> None:
        self._meaning = meaning
        self.poly = poly
        self._canonical = canonical

    def _of(self, poly: Poly) -> Symbol:
        return Symbol(self._meaning, poly)

    def _fail(self, message: str) -> NoReturn:
        self._meaning.fail(message)

    def shadow(self, index: int) -> int:
        """The value on a concrete input."""
        return self.poly.evaluate(self._meaning.theory.at(index))

    # --- the ring --------------------------------------------------------------------------------------------------

    def _combine(self, other: object, function: Callable[[Poly, Poly], Poly]) -> Symbol:
        if isinstance(other, Symbol):
            return self._of(function(self.poly, other.poly))
        if type(other) is int:
            return self._of(function(self.poly, Poly.constant(other)))
        self._fail(f"the spec combines a symbolic value with {other!r}")

    def __add__(self, other: object) -> Symbol:
        return self._combine(other, operator.add)

    def __radd__(self, other: object) -> Symbol:
        return self._combine(other, operator.add)

    def __sub__(self, other: object) -> Symbol:
        return self._combine(other, operator.sub)

    def __rsub__(self, other: object) -> Symbol:
        return self._combine(other, lambda a, b: b - a)

    def __mul__(self, other: object) -> Symbol:
        return self._combine(other, operator.mul)

    def __rmul__(self, other: object) -> Symbol:
        return self._combine(other, operator.mul)

    def __neg__(self) -> Symbol:
        return self._of(-self.poly)

    def __mod__(self, modulus: object) -> Symbol:
        """The remainder v of poly = modulus*q + v, 0 <= v < modulus: v and q are new variables, unless poly is v."""
        if type(modulus) is not int or modulus <= 0:
            self._fail(f"the spec reduces a symbolic value modulo {modulus!r}: no positive integer")
        if self._meaning.classes and modulus != P:
            self._fail(f"the spec reduces an element of the field modulo {modulus}, not p")
        bits = bits_of(self._meaning.theory, self.poly)
        if bits is not None and modulus & (modulus - 1) == 0:
            return self._of(of_bits(bits[:modulus.bit_length() - 1]))
        low, high = bounds = self._meaning.bounds(self.poly)
        inside = low >= 0 and high < modulus
        theory = self._meaning.theory
        rest = self.poly if inside else theory.remainder(self.poly, modulus, bounds, not self._meaning.named)
        return Symbol(self._meaning, rest, canonical=modulus == P)

    def __pow__(self, exponent: object, modulus: object = None) -> Symbol:
        """A power modulo p, of a remainder.  x ** (p - 2) is the inverse, by Fermat, since p is prime (spec/primes.py);
        of any other power it is known only that it is one (see classes.py)."""
        if modulus != P or type(exponent) is not int or exponent < 1:
            self._fail(f"the spec raises a symbolic value to the power {exponent!r} modulo {modulus!r}: only constants "
                       "from 1 up, modulo p, are understood")
        if exponent == P - 2:
            return Inverse(self._meaning, self % P)
        return Symbol(self._meaning, self._meaning.theory.power((self % P).poly, exponent, P), canonical=True)

    def __rpow__(self, base: object) -> Symbol:
        """0 ** v is 1 where v = 0, else 0, for v >= 0; of an element of the field, for its canonical value."""
        if type(base) is not int or base != 0 or (self._meaning.classes and not self._canonical) \
                or not is_nowhere_negative(self._meaning.theory, self._meaning.bounds, self.poly):
            self._fail(f"the spec raises {base!r} to a symbolic power: only 0 ** v, v >= 0, is known, and among "
                       "elements of the field only of a canonical value")
        return self._of(self._meaning.theory.indicator(self.poly))

    # --- bits ------------------------------------------------------------------------------------------------------

    def _bits(self, what: str) -> list[Poly]:
        bits = None if self._meaning.classes else bits_of(self._meaning.theory, self.poly)
        if bits is None:
            self._fail(f"the spec {what} a symbolic value whose bits are not variables")
        return bits

    def __and__(self, other: object) -> Symbol:
        if type(other) is not int or other < 0:
            self._fail(f"the spec masks a symbolic value with {other!r}: only a constant is known")
        bits = self._bits("masks")
        return self._of(of_bits([bit if other >> i & 1 else Poly.constant(0) for i, bit in enumerate(bits)]))

    def __or__(self, other: object) -> Symbol:
        if type(other) is not int or other < 0:
            self._fail(f"the spec sets the bits {other!r} of a symbolic value: only a constant is known")
        bits = self._bits("sets bits of")
        bits += [Poly.constant(0)] * (other.bit_length() - len(bits))
        return self._of(of_bits([Poly.constant(1) if other >> i & 1 else bit for i, bit in enumerate(bits)]))

    def __xor__(self, other: object) -> Symbol:
        """Of two bits."""
        if self._meaning.classes:
            self._fail("the spec takes the exclusive or of elements of the field")
        bit = as_poly(other) if type(other) is int else other.poly if isinstance(other, Symbol) else None
        if bit is None or any(self._meaning.bounds(one) not in ((0, 1), (0, 0), (1, 1)) for one in (bit, self.poly)):
            self._fail("the spec takes the exclusive or of what is not shown to be two bits")
        return self._of(self.poly + bit - 2 * self.poly * bit)

    def __rshift__(self, count: object) -> Symbol:
        if type(count) is not int or count < 0:
            self._fail(f"the spec shifts a symbolic value by {count!r}: only a constant is known")
        return self._of(of_bits(self._bits("shifts")[count:]))

    def __lshift__(self, count: object) -> Symbol:
        if type(count) is not int or count < 0:
            self._fail(f"the spec shifts a symbolic value by {count!r}: only a constant is known")
        return self._of(self.poly * 2**count)

    __rand__, __ror__, __rxor__ = __and__, __or__, __xor__

    def to_bytes(self, length: object, byteorder: object) -> String:
        """As int.to_bytes: the string, for an integer that is shown to fit into it."""
        if self._meaning.classes:
            self._fail("the spec writes an element of the field as bytes")
        if type(length) is not int or byteorder != "little" or length < 1:
            self._fail(f"the spec writes a symbolic value as {length!r} bytes, {byteorder!r}: only little is known")
        low, high = self._meaning.bounds(self.poly)
        if low < 0 or high >= 256**length:
            self._fail(f"the spec writes a symbolic value, within [{low}, {high}], as {length} bytes")
        return String(self, length)

    # --- refusals --------------------------------------------------------------------------------------------------

    def _refuse(self, *_: object) -> NoReturn:
        self._fail("the spec branches on, compares, indexes with or hashes a symbolic value, or does what has no "
                   "meaning for a polynomial: its course would not depend on the input as the code's does")

    __bool__ = __index__ = __int__ = __lt__ = __le__ = __gt__ = __ge__ = _refuse
    __eq__ = __ne__ = _refuse
    __hash__ = _refuse
    __float__ = __complex__ = __round__ = __trunc__ = __floor__ = __ceil__ = __abs__ = __pos__ = __invert__ = _refuse
    __floordiv__ = __rfloordiv__ = __truediv__ = __rtruediv__ = __divmod__ = __rdivmod__ = __rmod__ = _refuse
    __rlshift__ = __rrshift__ = __len__ = __iter__ = __contains__ = __getitem__ = _refuse

    def __getattr__(self, name: str) -> NoReturn:
        self._fail(f"the spec asks a symbolic value for its {name}")

    def __repr__(self) -> str:
        return "a symbolic value"


class Inverse(Symbol):
    """The inverse modulo p of a remainder r modulo p: the only y in [0, p) with y*r = 1 (mod p), and 0 for r = 0.

    Standing alone on the right of an equation it is described by `relations`.  What is computed with it sees a new
    variable in [0, p), the same whenever the inverse of the same r is taken, of which no more is known.
    """

    def __init__(self, meaning: Meaning, of: Symbol) -> None:
        self._meaning = meaning
        self._canonical = True
        self.of = of

    @property
    def poly(self) -> Poly:  # type: ignore[override]
        return self._meaning.theory.power(self.of.poly, P - 2, P)

    def relations(self, left: Poly, modulus: int | None) -> list[tuple[Compare, int | None, tuple[Compare, ...]]]:
        """left is this number, or congruent to it modulo p: comparisons, their modulus, and what they are given."""
        r = self.of.poly
        found: list[tuple[Compare, int | None, tuple[Compare, ...]]] = [
            (equal(left * r, 1), P, (at_least(r, 1),)), (equal(left, 0), modulus, (equal(r, 0),))]
        if modulus is None:
            found += [(at_least(left, 0), None, ()), (at_least(as_poly(P - 1), left), None, ())]
        return found

    def is_this(self, number: int, shadow: int) -> bool:
        """Whether a number is this one on a concrete input."""
        r = self.of.shadow(shadow)
        return 0 <= number < P and (number * r % P == 1 if r else number == 0)


@dataclass(frozen=True, eq=False)
class String:
    """A string of `length` bytes, little-endian the integer `value`.  It can only be the right side of an equation."""

    value: Symbol
    length: int


def spec_function(module: str, function: str) -> Callable[..., Any]:
    """`field.mul` is the function `mul` of `qed25519.spec.field`."""
    try:
        found = getattr(importlib.import_module(f"qed25519.spec.{module}"), function)
    except (ImportError, AttributeError):
        raise StatementError(f"spec/{module}.py has no function {function}") from None
    result: Callable[..., Any] = found
    return result


# Functions of the spec that run on no symbol, with how many values in [0, p) each has: see group_rule.py.
BY_NAME = {"curve25519.scalar_times_base": 1, "edwards25519.scalar_times_base": 2, "edwards25519.double_scalar": 2}


def by_name(theory: Theory, function: str, *given: Any) -> tuple[Poly, ...]:
    """The values of a function of BY_NAME at polynomials, or tuples of such: variables of which no more is known."""
    compute = spec_function(*function.split("."))

    def value(place: int) -> Callable[..., int]:
        def one(*numbers: int) -> int:
            found = compute(*_with_leaves(given, iter(numbers)))
            number: int = found if isinstance(found, int) else found[place]
            return number
        return one

    return tuple(theory.function(f"{function} {place}", tuple(_leaves(given)), P - 1, value(place))
                 for place in range(BY_NAME[function]))


def symbolic_by_name(function: str, given: Sequence[Any]) -> Any:
    """The same at Symbols: a Symbol, or a tuple of them; None for another function, or where all is numbers."""
    leaves = list(_leaves(given))
    symbols = [one for one in leaves if isinstance(one, Symbol)]
    if function not in BY_NAME or not symbols:
        return None
    meaning = symbols[0]._meaning
    if meaning.classes:
        meaning.fail(f"the spec gives elements of the field to {function}")
    polys = iter(one.poly if isinstance(one, Symbol) else as_poly(one) for one in leaves)
    found = tuple(Symbol(meaning, one) for one in by_name(meaning.theory, function, *_with_leaves(given, polys)))
    return found if len(found) > 1 else found[0]


def _leaves(given: Any) -> Iterator[Any]:
    if isinstance(given, (tuple, list)):
        for one in given:
            yield from _leaves(one)
    else:
        yield given


def _with_leaves(given: Any, leaves: Iterator[Any]) -> Any:
    """The same tuples of other values."""
    return tuple(_with_leaves(one, leaves) for one in given) if isinstance(given, (tuple, list)) else next(leaves)


def is_nowhere_negative(theory: Theory, bounds: Callable[[Poly], tuple[int, int]], poly: Poly) -> bool:
    """By its variables' ranges; or it is what is left of such a number once its remainder is taken away."""
    if bounds(poly)[0] >= 0:
        return True
    return any(whole == poly + Poly.variable(v) and bounds(whole)[0] >= 0
               for (whole, _), (v, _) in theory.remainders.items())


def bits_of(theory: Theory, poly: Poly) -> list[Poly] | None:
    """The bits of a polynomial Σ 2^i·b_i, low first, where each b_i is a variable in [0, 1] or a constant bit; None
    for any other."""
    constant = poly.terms.get((), 0)
    if constant < 0:
        return None
    bits = [Poly.constant(constant >> i & 1) for i in range(constant.bit_length())]
    for monomial, coefficient in poly.terms.items():
        if monomial == ():
            continue
        place = coefficient.bit_length() - 1
        variable = theory.variables[monomial[0]]
        if len(monomial) != 1 or coefficient != 1 << max(place, 0) or (variable.low, variable.high) != (0, 1):
            return None
        bits += [Poly.constant(0)] * (place + 1 - len(bits))
        if bits[place].terms:
            return None
        bits[place] = Poly.variable(monomial[0])
    return bits


def of_bits(bits: list[Poly]) -> Poly:
    """Σ 2^i·b_i."""
    total = Poly.constant(0)
    for index, bit in enumerate(bits):
        total = total.plus(bit, 1 << index)
    return total
