"""arm64/karatsuba/fe_sqr/correct: val(z) = val(x)^2 (mod p), for any x < 2^256; z < 2^256.

x_lo^2, x_hi^2 and (x_hi - x_lo)^2 are exact 256-bit squares; the last is that of the difference's absolute value.
x^2 is their sum as karatsuba.h says, without a carry at the top; then comes the reduction.
"""

from qed25519.prover.hints import Fact, Poly, Proof, State, equation, val

proof = Proof("integers")


def low_and_high(s: State) -> list[Fact]:
    """l = x_lo^2 and h = x_hi^2."""
    x = s["x"]
    return [Fact(equation(val(s.words("x11 x12 x13 x14")), val(x[:2]) * val(x[:2]))),
            Fact(equation(val(s.words("x15 x16 x17 x10")), val(x[2:]) * val(x[2:])))]


def difference(s: State) -> Poly:
    """x_hi - x_lo."""
    return val(s["x"][2:]) - val(s["x"][:2])


@proof.cut("low_xx")
def low(s: State) -> list[Fact]:
    """[l_3 l_2 l_1 l_0] = x_lo^2."""
    return [Fact(equation(val(s.words("x11 x12 x13 x14")), val(s["x"][:2]) * val(s["x"][:2])))]


@proof.cut("high_xx")
def high(s: State) -> list[Fact]:
    """[h_3 h_2 h_1 h_0] = x_hi^2."""
    return low_and_high(s)


@proof.cut("differences_xx")
def differences(s: State) -> list[Fact]:
    """[x_1 x_0]^2 = (x_hi - x_lo)^2."""
    absolute = val(s.words("x3 x4"))
    return [*low_and_high(s), Fact(equation(absolute * absolute, difference(s) * difference(s)), split=True)]


@proof.cut("middle_xx")
def middle(s: State) -> list[Fact]:
    """[m_3 m_2 m_1 m_0] = (x_hi - x_lo)^2."""
    return [*low_and_high(s), Fact(equation(val(s.words("x5 x6 x7 x8")), difference(s) * difference(s)))]


@proof.cut("product_xx")
def product(s: State) -> list[Fact]:
    """[h_3 … h_0 l_3 … l_0] = x^2."""
    words = val(s.words("x11 x12 x13 x14 x15 x16 x17 x10"))
    return [Fact(equation(words, val(s["x"]) * val(s["x"])))]
