"""The interface between the instruction model and the meaning of a word: what every domain must offer.

A word W is an integer 0 <= x < 2^64, a bit B is 0 or 1.  Every operation below states an equation over the integers.
A domain that cannot express a result exactly returns one about which less is known, never one that is wrong.
With width = 32 the operands are below 2^32 and so is the result.
"""

from __future__ import annotations

from typing import Protocol, TypeVar

W = TypeVar("W")
B = TypeVar("B")


class Domain(Protocol[W, B]):
    """Operations on words and bits.  `where` texts are for messages and names only."""

    def constant(self, value: int) -> W: ...
    def constant_value(self, x: W) -> int | None:
        """The value of x where it is a known constant, else None."""
    def unknown(self, why: str) -> W:
        """A word about which nothing is known."""
    def bit(self, value: int) -> B: ...
    def bit_value(self, b: B) -> int | None: ...
    def unknown_bit(self, why: str) -> B: ...

    def add(self, x: W, y: W, carry: B, width: int = 64) -> tuple[W, B]:
        """(s, c) with s + 2^width*c = x + y + carry."""
    def sub(self, x: W, y: W, borrow: B, width: int = 64) -> tuple[W, B]:
        """(d, b) with d - 2^width*b = x - y - borrow."""
    def mul(self, x: W, y: W) -> tuple[W, W]:
        """(high, low) with low + 2^64*high = x*y."""
    def split(self, x: W, k: int) -> tuple[W, W]:
        """(h, l) with x = 2^k*h + l and l < 2^k, for a constant 0 <= k <= 64."""
    def join(self, high: W, low: W, k: int) -> W:
        """2^k*high + low, where low < 2^k and high < 2^(64-k) are known from split."""

    def and_(self, x: W, y: W) -> W: ...
    def or_(self, x: W, y: W) -> W: ...
    def xor(self, x: W, y: W) -> W: ...
    def select(self, b: B, x: W, y: W) -> W:
        """x where b = 1, y where b = 0."""
    def is_zero(self, x: W) -> B:
        """1 where x = 0, else 0."""
    def parity(self, x: W) -> B:
        """1 where the low eight bits of x hold an even number of ones (the x86 PF)."""

    def word(self, b: B) -> W:
        """The bit as a word, 0 or 1."""
    def low_bit(self, x: W) -> B:
        """x mod 2."""
    def not_bit(self, b: B) -> B: ...
    def and_bit(self, a: B, b: B) -> B: ...
    def or_bit(self, a: B, b: B) -> B: ...
    def xor_bit(self, a: B, b: B) -> B: ...
