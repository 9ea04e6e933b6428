"""The integers domain: a word is a polynomial, linear but for opaque products, with bounds; a carry is a 0/1 variable.

Every operation records its defining equation over the integers.  Where bounds show that no carry can leave, there is
no new variable; that interval evaluation (`bounds`) is trusted, and `prove --strict` emits each use as an obligation:
each interval, and each carry left out, both from the ranges of the variables alone.
"""

from __future__ import annotations

from math import gcd

from qed25519.domains.polynomial import Poly
from qed25519.domains.theory import Clause, InternalError, Theory, at_least, at_most, equal

ZERO = Poly.constant(0)
ONE = Poly.constant(1)


class Integers:
    """Domain over polynomials in the variables of a theory."""

    def __init__(self, theory: Theory) -> None:
        self.theory = theory
        self.intervals: dict[Poly, tuple[int, int]] | None = None    # those in use, once somebody wants to know
        self._splits: dict[tuple[Poly, int], tuple[Poly, Poly]] = {}

    # --- bounds and fresh variables --------------------------------------------------------------------------------

    def bounds(self, poly: Poly) -> tuple[int, int]:
        """low <= poly <= high, from the ranges of the variables; noted in `intervals`."""
        interval = self.interval(poly)
        if self.intervals is not None:
            self.intervals[poly] = interval
        return interval

    def interval(self, poly: Poly) -> tuple[int, int]:
        """low <= poly <= high, from the ranges of the variables."""
        low = high = 0
        for monomial, coefficient in poly.terms.items():
            least, most = self.theory.product_range(monomial)
            if least is None or most is None:
                raise InternalError(f"no interval for {self.theory.show_poly(poly)}")
            low += coefficient * (least if coefficient > 0 else most)
            high += coefficient * (most if coefficient > 0 else least)
        return low, high

    def new(self, hint: str, high: int, shadow: list[int]) -> Poly:
        """A fresh variable in [0, high]."""
        return Poly.variable(self.theory.new(self.theory.fresh_name(hint), 0, high, shadow))

    def forget(self) -> None:
        """At a cut: remembered splits belong to the segment before it."""
        self._splits.clear()

    def know_sign(self, word: Poly, sign: Poly) -> None:
        """The word is S + 2^64*sign, where sign is 1 for S < 0 and 0 else: so the sign is its top bit."""
        self._splits[word, 63] = sign, word - sign * 2**63

    def _elide(self, poly: Poly, below: int) -> None:
        self.theory.elisions.append(Clause(at_most(poly, below - 1)))

    # --- constants and unknowns ------------------------------------------------------------------------------------

    def constant(self, value: int) -> Poly:
        return Poly.constant(value)

    def constant_value(self, x: Poly) -> int | None:
        return x.constant_value()

    def unknown(self, why: str) -> Poly:
        return self.new("any", 2**64 - 1, list(self.theory.arbitrary(64)))

    def bit(self, value: int) -> Poly:
        return Poly.constant(value)

    def bit_value(self, b: Poly) -> int | None:
        return b.constant_value()

    def unknown_bit(self, why: str) -> Poly:
        return self.new("anybit", 1, list(self.theory.arbitrary(1)))

    # --- arithmetic --------------------------------------------------------------------------------------------------

    def add(self, x: Poly, y: Poly, carry: Poly, width: int = 64) -> tuple[Poly, Poly]:
        total = x + y + carry
        high, low = self._split(total, width, "c", "s")
        return low, high

    def sub(self, x: Poly, y: Poly, borrow: Poly, width: int = 64) -> tuple[Poly, Poly]:
        total, base = x - y - borrow, 2**width
        known = total.constant_value()
        if known is not None:
            return Poly.constant(known % base), Poly.constant(int(known < 0))
        low, high = self.bounds(total)
        if low >= 0:
            self._elide(-total, 1)
            return total, ZERO
        if low >= -1 and high <= 0:        # total = -t for a bit t: the borrow is t, the difference is 2^width*t - t
            return -total * (base - 1), -total
        values = self.theory.shadow(total)
        out = self.new("b", 1, [int(value < 0) for value in values])
        difference = self.new("d", base - 1, [value % base for value in values])
        self.theory.record(Clause(equal(difference, total + out * base)))
        return difference, out

    def mul(self, x: Poly, y: Poly) -> tuple[Poly, Poly]:
        return self._split(x * y, 64, "hi", "lo")

    def split(self, x: Poly, k: int) -> tuple[Poly, Poly]:
        return self._split(x, k, "h", "l")

    def _split(self, x: Poly, k: int, high_hint: str, low_hint: str) -> tuple[Poly, Poly]:
        """(h, l) with x = 2^k*h + l and 0 <= l < 2^k.  Terms that 2^k divides go to h if the rest is in [0, 2^k)."""
        base = 2**k
        divided = Poly({m: c for m, c in x.terms.items() if c % base == 0})
        rest = x - divided
        low, high = self.bounds(rest)
        if low >= 0 and high < base:
            self._elide(rest, base)
            return divided.quotient(base) or ZERO, rest
        value = x.constant_value()
        if value is not None:
            return Poly.constant(value // base), Poly.constant(value % base)
        at = self._values_on_bit(x)
        if at is not None:
            bit, (high0, low0), (high1, low1) = at[0], divmod(at[1], base), divmod(at[2], base)
            return bit * (high1 - high0) + high0, bit * (low1 - low0) + low0
        if (x, k) not in self._splits:
            values = self.theory.shadow(x)
            upper = self.new(high_hint, self.bounds(x)[1] // base, [v // base for v in values])
            lower = self.new(low_hint, base - 1, [v % base for v in values])
            self.theory.record(Clause(equal(lower, x - upper * base)))
            self._splits[x, k] = upper, lower
        return self._splits[x, k]

    def _values_on_bit(self, x: Poly) -> tuple[Poly, int, int] | None:
        """(b, x at b = 0, x at b = 1) if x is a function of one bit: then so is all that is computed from it."""
        if len(x.variables()) != 1:
            return None
        (index,) = x.variables()
        if not self._is_bit(Poly.variable(index)):
            return None
        return Poly.variable(index), x.evaluate(lambda _: 0), x.evaluate(lambda _: 1)

    def join(self, high: Poly, low: Poly, k: int) -> Poly:
        shifted: Poly = high * 2**k
        return shifted + low

    # --- bitwise -----------------------------------------------------------------------------------------------------

    def _mask_bit(self, x: Poly) -> Poly | None:
        """The bit b with x = (2^64 - 1)*b, if x has that shape."""
        bit = x.quotient(2**64 - 1)
        return bit if bit is not None and self._is_bit(bit) else None

    def _is_bit(self, x: Poly) -> bool:
        low, high = self.bounds(x)
        return low >= 0 and high <= 1

    def and_(self, x: Poly, y: Poly) -> Poly:
        constants = x.constant_value(), y.constant_value()
        if constants[0] is not None and constants[1] is not None:
            return Poly.constant(constants[0] & constants[1])
        if x.constant_value() is not None:
            x, y = y, x
        for word, other in ((x, y), (y, x)):
            bit = self._mask_bit(other)
            if bit is not None:
                return self.select(bit, word, ZERO)
        for word, other in ((x, y), (y, x)):
            if other.constant_value() is None and self._is_bit(other):
                return self.select(other, self.low_bit(word), ZERO)
        mask = y.constant_value()
        if mask is not None and (2**64 - mask) & (2**64 - 1 - mask) == 0:     # 2^64 - 2^k: all but the low k bits
            return x - self.split(x, (2**64 - mask).bit_length() - 1)[1]
        if mask is not None:                                                  # 2^a*(2^b - 1): b bits above the low a
            above = (mask & -mask).bit_length() - 1
            ones = mask >> above
            if ones & (ones + 1) == 0:
                low: Poly = self.split(self.split(x, above)[0], ones.bit_length())[1] * 2**above
                return low
        values = [a & b for a, b in zip(self.theory.shadow(x), self.theory.shadow(y), strict=True)]
        result = self.new("and", 2**64 - 1, values)
        self.theory.record(Clause(at_most(result, x)))
        self.theory.record(Clause(at_most(result, y)))
        return result

    def or_(self, x: Poly, y: Poly) -> Poly:
        """max(x, y) <= x|y <= x + y; the sum itself where 2^k divides one side and the other is below it."""
        if x == y or y == ZERO:
            return x
        for upper, lower in ((x, y), (y, x)):
            low, high = self.bounds(lower)
            if low >= 0 and upper.quotient(2 ** high.bit_length()) is not None:
                return upper + lower
        values = [a | b for a, b in zip(self.theory.shadow(x), self.theory.shadow(y), strict=True)]
        result = self.new("or", 2**64 - 1, values)
        for clause in (at_least(result, x), at_least(result, y), at_most(result, x + y)):
            self.theory.record(Clause(clause))
        return result

    def xor(self, x: Poly, y: Poly) -> Poly:
        """|x - y| <= x^y <= x + y; exact where one side is all zeros or all ones, also as a mask of a bit."""
        for word, other in ((x, y), (y, x)):
            bit = self._mask_bit(other)
            if bit is not None:
                return self.select(bit, 2**64 - 1 - word, word)
        if x == y:
            return ZERO
        if self._is_bit(x) and self._is_bit(y):
            return self.xor_bit(x, y)
        values = [a ^ b for a, b in zip(self.theory.shadow(x), self.theory.shadow(y), strict=True)]
        result = self.new("xor", 2**64 - 1, values)
        for clause in (at_least(result, x - y), at_least(result, y - x), at_most(result, x + y)):
            self.theory.record(Clause(clause))
        return result

    # --- selection and bits --------------------------------------------------------------------------------------

    def select(self, b: Poly, x: Poly, y: Poly) -> Poly:
        """x where b = 1, y where b = 0; linear where x - y is constant."""
        known, difference = b.constant_value(), (x - y).constant_value()
        if known is not None:
            return x if known else y
        if difference is not None:
            return y + b * difference
        x_bit, y_bit = self._mask_bit(x), self._mask_bit(y)
        if x_bit is not None and y_bit is not None:
            return self.select(b, x_bit, y_bit) * (2**64 - 1)
        flags, xs, ys = self.theory.shadow(b), self.theory.shadow(x), self.theory.shadow(y)
        high = max(self.bounds(x)[1], self.bounds(y)[1])
        result = self.new("sel", high, [p if f else q for f, p, q in zip(flags, xs, ys, strict=True)])
        self.theory.record(Clause(equal(result, x), (equal(b, 1),)))
        self.theory.record(Clause(equal(result, y), (equal(b, 0),)))
        return result

    def is_zero(self, x: Poly) -> Poly:
        common = gcd(*x.terms.values())
        x = x if common < 2 else x.quotient(common) or x
        low, high = self.bounds(x)
        if low > 0:
            return ZERO
        if high <= 1:
            return 1 - x
        result = self.new("z", 1, [int(value == 0) for value in self.theory.shadow(x)])
        self.theory.record(Clause(equal(x, 0), (equal(result, 1),)))
        self.theory.record(Clause(at_least(x, 1), (equal(result, 0),)))
        return result

    def parity(self, x: Poly) -> Poly:
        return self.unknown_bit("parity")

    def word(self, b: Poly) -> Poly:
        return b

    def low_bit(self, x: Poly) -> Poly:
        return self.split(x, 1)[1]

    def not_bit(self, b: Poly) -> Poly:
        return 1 - b

    def and_bit(self, a: Poly, b: Poly) -> Poly:
        return self.select(a, b, ZERO)

    def or_bit(self, a: Poly, b: Poly) -> Poly:
        return self.select(a, ONE, b)

    def xor_bit(self, a: Poly, b: Poly) -> Poly:
        return self.select(a, 1 - b, b)


