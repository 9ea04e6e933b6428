"""The concrete domain: a word is an int, a bit is 0 or 1.  It runs routines on numbers, for cosimulation and replay.

Something undefined is UNDEFINED; an operation that reads it is an error, so a routine that relies on it is found.
"""

from __future__ import annotations

from typing import Any


class UndefinedValue(Exception):
    """The code uses a value that the manuals or the ABI leave undefined."""


class Undefined:
    """What a manual leaves undefined.  It may be moved and stored, not computed with."""

    def __init__(self, why: str) -> None:
        self.why = why


def _known(x: Any) -> int:
    if isinstance(x, Undefined):
        raise UndefinedValue(f"{x.why} is used")
    value: int = x
    return value


class Concrete:
    """Domain over ints.  Words may also be Undefined."""

    def constant(self, value: int) -> Any:
        return value

    def constant_value(self, x: Any) -> int | None:
        return None if isinstance(x, Undefined) else x

    def unknown(self, why: str) -> Any:
        return Undefined(why)

    def bit(self, value: int) -> Any:
        return value

    def bit_value(self, b: Any) -> int | None:
        return None if isinstance(b, Undefined) else b

    def unknown_bit(self, why: str) -> Any:
        return Undefined(why)

    def add(self, x: Any, y: Any, carry: Any, width: int = 64) -> tuple[Any, Any]:
        total = _known(x) + _known(y) + _known(carry)
        return total % 2**width, total >> width

    def sub(self, x: Any, y: Any, borrow: Any, width: int = 64) -> tuple[Any, Any]:
        total = _known(x) - _known(y) - _known(borrow)
        return total % 2**width, -(total >> width)

    def mul(self, x: Any, y: Any) -> tuple[Any, Any]:
        product: int = _known(x) * _known(y)
        return product >> 64, product % 2**64

    def split(self, x: Any, k: int) -> tuple[Any, Any]:
        value = _known(x)
        return value >> k, value % 2**k

    def join(self, high: Any, low: Any, k: int) -> Any:
        return _known(high) * 2**k + _known(low)

    def and_(self, x: Any, y: Any) -> Any:
        return _known(x) & _known(y)

    def or_(self, x: Any, y: Any) -> Any:
        return _known(x) | _known(y)

    def xor(self, x: Any, y: Any) -> Any:
        return _known(x) ^ _known(y)

    def select(self, b: Any, x: Any, y: Any) -> Any:
        return x if _known(b) else y

    def is_zero(self, x: Any) -> Any:
        return int(_known(x) == 0)

    def parity(self, x: Any) -> Any:
        return 1 - (_known(x) & 255).bit_count() % 2

    def word(self, b: Any) -> Any:
        return _known(b)

    def low_bit(self, x: Any) -> Any:
        return _known(x) & 1

    def not_bit(self, b: Any) -> Any:
        return 1 - _known(b)

    def and_bit(self, a: Any, b: Any) -> Any:
        return _known(a) & _known(b)

    def or_bit(self, a: Any, b: Any) -> Any:
        return _known(a) | _known(b)

    def xor_bit(self, a: Any, b: Any) -> Any:
        return _known(a) ^ _known(b)
