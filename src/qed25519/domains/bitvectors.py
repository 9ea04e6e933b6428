"""The bitvectors domain: a word is an int or a 64-bit SMT variable, a bit an int or a 1-bit one; for masks and selects.

Every operation defines a new variable by an SMT-LIB term over its operands.  A product of two words is a fresh
unknown: z3 is never given a 64 x 64 bit multiplication as bits.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from qed25519.domains.concrete import Concrete
from qed25519.domains.theory import BitVectorDefinition, Theory

_CONCRETE = Concrete()


@dataclass(frozen=True, slots=True)
class Term:
    """The variable of this number in the theory, `bits` wide."""

    index: int
    bits: int


def literal(value: int, bits: int) -> str:
    return f"(_ bv{value} {bits})"


class BitVectors:
    """Domain over int | Term."""

    def __init__(self, theory: Theory) -> None:
        self.theory = theory

    def _shadow(self, x: Any) -> tuple[int, ...]:
        return self.theory.variables[x.index].shadow if isinstance(x, Term) else (x,) * 32

    def _define(self, name: str, term: str, bits: int, operands: list[tuple[Any, int]],
                meaning: Callable[..., int]) -> Any:
        """The word or bit that `term` says, with {0}, {1}, … for the operands of these widths."""
        if not any(isinstance(x, Term) for x, _ in operands):
            return meaning(*(x for x, _ in operands))
        shadow = [meaning(*values) for values in zip(*(self._shadow(x) for x, _ in operands), strict=True)]
        index = self.theory.new(self.theory.fresh_name(name), 0, 2**bits - 1, shadow, bits)
        written = tuple(x.index if isinstance(x, Term) else literal(x, width) for x, width in operands)
        self.theory.record(BitVectorDefinition(index, term, written))
        return Term(index, bits)

    def constant(self, value: int) -> Any:
        return value

    def constant_value(self, x: Any) -> int | None:
        return None if isinstance(x, Term) else x

    def unknown(self, why: str) -> Any:
        return Term(self.theory.new(self.theory.fresh_name("any"), 0, 2**64 - 1, self.theory.arbitrary(64), 64), 64)

    def bit(self, value: int) -> Any:
        return value

    def bit_value(self, b: Any) -> int | None:
        return None if isinstance(b, Term) else b

    def unknown_bit(self, why: str) -> Any:
        return Term(self.theory.new(self.theory.fresh_name("anybit"), 0, 1, self.theory.arbitrary(1), 1), 1)

    # --- arithmetic ----------------------------------------------------------------------------------------------

    def add(self, x: Any, y: Any, carry: Any, width: int = 64) -> tuple[Any, Any]:
        return self._sum("bvadd", x, y, carry, width, lambda a, b, c: a + b + c)

    def sub(self, x: Any, y: Any, borrow: Any, width: int = 64) -> tuple[Any, Any]:
        return self._sum("bvsub", x, y, borrow, width, lambda a, b, c: a - b - c)

    def _sum(self, op: str, x: Any, y: Any, carry: Any, width: int,
             meaning: Callable[[int, int, int], int]) -> tuple[Any, Any]:
        """Both results from one 65-bit sum; with operands below 2^32 its bit 32 is the carry or borrow."""
        wide = f"({op} ({op} ((_ zero_extend 1) {{0}}) ((_ zero_extend 1) {{1}})) ((_ zero_extend 64) {{2}}))"
        low = f"((_ extract {width - 1} 0) {wide})"
        operands = [(x, 64), (y, 64), (carry, 1)]
        total = self._define(op, f"((_ zero_extend {64 - width}) {low})" if width < 64 else low, 64, operands,
                             lambda a, b, c: meaning(a, b, c) % 2**width)
        out = self._define("c", f"((_ extract {width} {width}) {wide})", 1, operands,
                           lambda a, b, c: abs(meaning(a, b, c) >> width) & 1)
        return total, out

    def mul(self, x: Any, y: Any) -> tuple[Any, Any]:
        if isinstance(x, Term) or isinstance(y, Term):
            products = [a * b for a, b in zip(self._shadow(x), self._shadow(y), strict=True)]
            return (self._word("hi", [product >> 64 for product in products]),
                    self._word("lo", [product % 2**64 for product in products]))
        return _CONCRETE.mul(x, y)

    def _word(self, name: str, shadow: list[int]) -> Term:
        return Term(self.theory.new(self.theory.fresh_name(name), 0, 2**64 - 1, shadow, 64), 64)

    def split(self, x: Any, k: int) -> tuple[Any, Any]:
        if k >= 64:
            return 0, x
        return (self._define("h", f"(bvlshr {{0}} {literal(k, 64)})", 64, [(x, 64)], lambda a: a >> k),
                self._define("l", f"(bvand {{0}} {literal(2**k - 1, 64)})", 64, [(x, 64)], lambda a: a % 2**k))

    def join(self, high: Any, low: Any, k: int) -> Any:
        return self._define("join", f"(bvor (bvshl {{0}} {literal(k, 64)}) {{1}})", 64, [(high, 64), (low, 64)],
                            lambda a, b: a * 2**k % 2**64 | b)

    # --- bits ----------------------------------------------------------------------------------------------------

    def and_(self, x: Any, y: Any) -> Any:
        return self._define("and", "(bvand {0} {1})", 64, [(x, 64), (y, 64)], _CONCRETE.and_)

    def or_(self, x: Any, y: Any) -> Any:
        return self._define("or", "(bvor {0} {1})", 64, [(x, 64), (y, 64)], _CONCRETE.or_)

    def xor(self, x: Any, y: Any) -> Any:
        return self._define("xor", "(bvxor {0} {1})", 64, [(x, 64), (y, 64)], _CONCRETE.xor)

    def select(self, b: Any, x: Any, y: Any) -> Any:
        if not isinstance(b, Term):
            return x if b else y
        bits = max(value.bits if isinstance(value, Term) else 1 for value in (x, y)) \
            if isinstance(x, Term) or isinstance(y, Term) else 64
        return self._define("sel", "(ite (= {0} (_ bv1 1)) {1} {2})", bits, [(b, 1), (x, bits), (y, bits)],
                            _CONCRETE.select)

    def is_zero(self, x: Any) -> Any:
        return self._define("z", "(ite (= {0} (_ bv0 64)) (_ bv1 1) (_ bv0 1))", 1, [(x, 64)], _CONCRETE.is_zero)

    def parity(self, x: Any) -> Any:
        bits = " ".join(f"((_ extract {i} {i}) {{0}})" for i in range(8))
        return self._define("parity", f"(bvnot (bvxor {bits}))", 1, [(x, 64)], _CONCRETE.parity)

    def word(self, b: Any) -> Any:
        return self._define("word", "((_ zero_extend 63) {0})", 64, [(b, 1)], _CONCRETE.word)

    def low_bit(self, x: Any) -> Any:
        return self._define("bit", "((_ extract 0 0) {0})", 1, [(x, 64)], _CONCRETE.low_bit)

    def not_bit(self, b: Any) -> Any:
        return self._define("not", "(bvnot {0})", 1, [(b, 1)], _CONCRETE.not_bit)

    def and_bit(self, a: Any, b: Any) -> Any:
        return self._define("and", "(bvand {0} {1})", 1, [(a, 1), (b, 1)], _CONCRETE.and_bit)

    def or_bit(self, a: Any, b: Any) -> Any:
        return self._define("or", "(bvor {0} {1})", 1, [(a, 1), (b, 1)], _CONCRETE.or_bit)

    def xor_bit(self, a: Any, b: Any) -> Any:
        return self._define("xor", "(bvxor {0} {1})", 1, [(a, 1), (b, 1)], _CONCRETE.xor_bit)
