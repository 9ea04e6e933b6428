"""The opaque domain: a word is a known constant or an unknown.  Every result that depends on an unknown is a new one.

There are no facts and no case splits here.  A run that ends in this domain has the same instructions and addresses
for all data, which is what the structural theorems (constant time, memory safety, ABI) say.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from qed25519.domains.concrete import Concrete

_CONCRETE = Concrete()


class Unknown:
    """Data.  Two unknowns are equal only if they are the same object: a value moved about, never recomputed."""

    __slots__ = ("why",)

    def __init__(self, why: str) -> None:
        self.why = why


def _lift(name: str, results: int) -> Callable[..., Any]:
    def operation(self: Opaque, *operands: Any, **options: Any) -> Any:
        if not any(isinstance(operand, Unknown) for operand in operands):
            return getattr(_CONCRETE, name)(*operands, **options)
        fresh = tuple(Unknown(name) for _ in range(results))
        return fresh if results > 1 else fresh[0]

    return operation


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

    add, sub, mul, split = (_lift(name, 2) for name in ("add", "sub", "mul", "split"))
    join, and_, or_, xor = (_lift(name, 1) for name in ("join", "and_", "or_", "xor"))
    select, is_zero, parity, word, low_bit = (
        _lift(name, 1) for name in ("select", "is_zero", "parity", "word", "low_bit"))
    not_bit, and_bit, or_bit, xor_bit = (_lift(name, 1) for name in ("not_bit", "and_bit", "or_bit", "xor_bit"))
