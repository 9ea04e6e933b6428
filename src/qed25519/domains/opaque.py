"""The opaque domain: a word is a known constant or an unknown.  Every result that depends on an unknown is a new one.

There are no facts and no case splits here.  A run that ends in this domain has the same instructions and addresses
for all data, which is what the structural theorems (constant time, memory safety, ABI) say; but a routine of public
data may read at an address that depends on it.  For that an unknown has `choices`, where it is known that it is one of
few numbers: the five low bits of a word, 96 times these, ….
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from math import prod
from typing import Any

from qed25519.domains.concrete import Concrete

_CONCRETE = Concrete()
MOST_CHOICES = 64


class Unknown:
    """Data.  Two unknowns are equal only if they are the same object: a value moved about, never recomputed.
    It is one of `choices`, if there are any."""

    __slots__ = ("choices", "why")

    def __init__(self, why: str, choices: frozenset[int] = frozenset()) -> None:
        self.why = why
        self.choices = choices


def _lift(name: str, results: int) -> Callable[..., Any]:
    def operation(self: Opaque, *operands: Any, **options: Any) -> Any:
        if not any(isinstance(operand, Unknown) for operand in operands):
            return getattr(_CONCRETE, name)(*operands, **options)
        found = [frozenset[int]()] * results
        choices = [_choices(operand) for operand in operands]
        if 0 < prod(map(len, choices)) <= MOST_CHOICES:
            values = [getattr(_CONCRETE, name)(*chosen, **options) for chosen in product(*choices)]
            found = [frozenset(place) for place in (zip(*values, strict=True) if results > 1 else [values])]
        fresh = tuple(Unknown(name, one) for one in found)
        return fresh if results > 1 else fresh[0]

    return operation


def _choices(operand: Any) -> frozenset[int]:
    return operand.choices if isinstance(operand, Unknown) else frozenset([operand])


class Opaque:
    """Domain over int | Unknown."""

    def constant(self, value: int) -> Any:
        return value

    def constant_value(self, x: Any) -> int | None:
        return None if isinstance(x, Unknown) else x

    def unknown(self, why: str) -> Any:
        return Unknown(why)

    def bit(self, value: int) -> Any:
        return value

    def bit_value(self, b: Any) -> int | None:
        return None if isinstance(b, Unknown) else b

    def unknown_bit(self, why: str) -> Any:
        return Unknown(why)

    def choices(self, x: Any) -> frozenset[int]:
        """The few numbers that x is one of; none, if it may be any."""
        return _choices(x)

    def split(self, x: Any, k: int) -> tuple[Any, Any]:
        """Of a word of which nothing is known, the low part is below 2^k."""
        high, low = self._split(x, k)
        if not _choices(x) and 2**k <= MOST_CHOICES:
            low = Unknown("split", frozenset(range(2**k)))
        return high, low

    def and_(self, x: Any, y: Any) -> Any:
        """Of a word of which nothing is known and a small constant, the result is at most that."""
        result, constants = self._and(x, y), [one for one in (x, y) if not isinstance(one, Unknown)]
        if isinstance(result, Unknown) and not result.choices and constants and constants[0] < MOST_CHOICES:
            result = Unknown("and_", frozenset(range(constants[0] + 1)))
        return result

    add, sub, mul, _split = (_lift(name, 2) for name in ("add", "sub", "mul", "split"))
    join, _and, or_, xor = (_lift(name, 1) for name in ("join", "and_", "or_", "xor"))
    select, is_zero, parity, word, low_bit = (
        _lift(name, 1) for name in ("select", "is_zero", "parity", "word", "low_bit"))
    not_bit, and_bit, or_bit, xor_bit = (_lift(name, 1) for name in ("not_bit", "and_bit", "or_bit", "xor_bit"))
