"""More cuts for products by Karatsuba's identity: inside each, as proofs/arm64/karatsuba/fe_mul.py has them.

For factors x = x_lo + 2^128*x_hi and y, or x alone: the words of x_lo*y_lo, of x_hi*y_hi, and of the absolute value of
m = (x_hi - x_lo)*(y_lo - y_hi).  The last cut, at the whole product, is that of formula.py.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from qed25519.proofs.formula import Registers, Value, add_values, known_words, mul
from qed25519.prover.hints import Fact, Poly, Proof, State, equation, val


@dataclass(frozen=True)
class Inside:
    """The registers inside the products: four words each, two of each difference, and the word of m's sign.
    `elsewhere` has the second difference of single products."""

    low: str
    high: str
    middle: str
    middle_of_square: str
    difference: str
    other_difference: str
    sign: str
    elsewhere: Mapping[str, str] = field(default_factory=dict)


def karatsuba_proof(values: Mapping[str, Value], registers: Registers, inside: Inside) -> Proof:
    """All cuts of a routine that computes a formula."""
    proof = Proof("integers", classes=True)
    add_values(proof, values, registers)
    add_products(proof, values, registers, inside)
    return proof


def add_products(proof: Proof, values: Mapping[str, Value], registers: Registers, inside: Inside) -> None:
    """The cuts inside the products among some values, whose own cuts the proof has."""
    for label, value in values.items():
        if value.place == "both":
            add_cuts(proof, label.removeprefix("product_"), value.of, value.function is mul, registers.kept, inside)


def add_cuts(proof: Proof, name: str, of: tuple[str | int, ...], signed: bool, kept: str, inside: Inside) -> None:
    """The four cuts inside one product; `of` are its factors, one if it is a square."""

    def factors(s: State) -> tuple[list[Poly], list[Poly]]:
        return known_words(s, of[0]), known_words(s, of[-1])

    @proof.cut(f"low_{name}")
    def low(s: State) -> list[Fact]:
        """[l_3 l_2 l_1 l_0] = x_lo*y_lo."""
        s.hold(kept)
        x, y = factors(s)
        return [held(val(s.words(inside.low)), val(x[:2]) * val(y[:2]))]

    @proof.cut(f"high_{name}")
    def high(s: State) -> list[Fact]:
        """[h_3 h_2 h_1 h_0] = x_hi*y_hi."""
        s.hold(kept)
        x, y = factors(s)
        return [held(val(s.words(inside.high)), val(x[2:]) * val(y[2:]))]

    @proof.cut(f"differences_{name}")
    def differences(s: State) -> list[Fact]:
        """(1 - 2s)*[x_1 x_0]*[y_1 y_0] = m, or [x_1 x_0]^2 = -m."""
        s.hold(kept)
        x, y = factors(s)
        m = (val(x[2:]) - val(x[:2])) * (val(y[:2]) - val(y[2:]))
        first = val(s.words(inside.difference))
        second = val(s.words(inside.elsewhere.get(name, inside.other_difference))) if signed else first
        absolute = s.save("absolute", first * second)
        return [held((1 - 2 * s.mask(inside.sign)) * absolute if signed else -absolute, m)]

    @proof.cut(f"middle_{name}")
    def middle(s: State) -> list[Fact]:
        """[m_3 m_2 m_1 m_0] = |m|."""
        s.hold(kept)
        return [held(val(s.words(inside.middle if signed else inside.middle_of_square)), s.saved["absolute"])]


def held(left: Poly, right: Poly) -> Fact:
    """left = right, shown for each value of the signs, and known until the product is."""
    return Fact(equation(left, right), split=True, hold=True)
