"""The cuts of what is reduced modulo l: asm/x86_64/common/scalar.h and asm/arm64/common/scalar.h.

Every product is a word times a constant, so all is linear.  `folded`: five words are congruent to the number, and the
uppermost is at most 6.  `divided`: four words, less 2^256 where the mask says that it was borrowed, are congruent to
it, too, and in [-l, l).  What then comes out is congruent and in [0, l): the remainder, for there is only one.
"""

from __future__ import annotations

from collections.abc import Callable

from qed25519.prover.hints import Fact, Poly, Proof, State, at_least, at_most, congruent, val
from qed25519.spec.primes import L

Value = Callable[[State], Poly]      # of the arguments


def x(s: State) -> Poly:
    return val(s["x"])


def minus_x(s: State) -> Poly:
    return -val(s["x"])


def product_plus_c(s: State) -> Poly:
    return val(s["a"]) * val(s["b"]) + val(s["c"])


def remainder(s: State, value: Value) -> Poly:
    """The spec's own, from the first cut that speaks of it on: what else is known of it is then forgotten."""
    return s.saved["remainder"] if "remainder" in s.saved else s.save("remainder", s.remainder(value(s), L))


def summed(proof: Proof, value: Value, words: str) -> None:
    """The number in these eight words, low first: congruent is enough from here on."""
    @proof.cut("sum")
    def add(s: State) -> list[Fact]:
        return [Fact(congruent(val(s.words(words)), remainder(s, value), L))]


def folded(proof: Proof, value: Value, words: str, top: str) -> None:
    """At most 7*2^256 in these words, low first, and this one."""
    @proof.cut("folded")
    def fold(s: State) -> list[Fact]:
        return [Fact(congruent(val([*s.words(words), s.bounded(top, 6)]), remainder(s, value), L))]


def divided(proof: Proof, value: Value, words: str, mask: str) -> None:
    """A number in these words, low first, from which 2^256 was borrowed where the mask is not 0."""
    @proof.cut("divided")
    def divide(s: State) -> list[Fact]:
        rest = val(s.words(words)) - s.mask(mask) * 2**256
        return [Fact(congruent(rest, remainder(s, value), L)), Fact(at_most(rest, L - 1)), Fact(at_least(rest, -L))]
