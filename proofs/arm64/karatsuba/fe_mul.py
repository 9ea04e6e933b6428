"""arm64/karatsuba/fe_mul/correct: val(z) = val(x)*val(y) (mod p), for any x, y < 2^256; z < 2^256.

Each 128-bit product is split on the signs of its two differences, where |a|*|b| is a linear combination of products.
With m = (x_hi - x_lo)*(y_lo - y_hi), given as a sign and |m|, the sum of the parts is x*y; then comes the reduction.
"""

from qed25519.prover.hints import Fact, Poly, Proof, State, equation, val

proof = Proof("integers")


def low_and_high(s: State) -> list[Fact]:
    """l = x_lo*y_lo and h = x_hi*y_hi."""
    x, y = s["x"], s["y"]
    return [Fact(equation(val(s.words("x11 x12 x13 x14")), val(x[:2]) * val(y[:2]))),
            Fact(equation(val(s.words("x15 x16 x17 x10")), val(x[2:]) * val(y[2:])))]


def middle_product(s: State) -> Poly:
    """m = (x_hi - x_lo)*(y_lo - y_hi)."""
    x, y = s["x"], s["y"]
    return (val(x[2:]) - val(x[:2])) * (val(y[:2]) - val(y[2:]))


@proof.cut("low_xy")
def low(s: State) -> list[Fact]:
    """[l_3 l_2 l_1 l_0] = x_lo*y_lo."""
    return [Fact(equation(val(s.words("x11 x12 x13 x14")), val(s["x"][:2]) * val(s["y"][:2])), split=True)]


@proof.cut("high_xy")
def high(s: State) -> list[Fact]:
    """[h_3 h_2 h_1 h_0] = x_hi*y_hi."""
    low_fact, high_fact = low_and_high(s)
    return [low_fact, Fact(high_fact.relation, split=True)]


def signed_product(s: State) -> tuple[Poly, list[Fact]]:
    """a = [x_1 x_0]*[y_1 y_0], and (1 - 2s)*a = m, where s is the bit of the sign word; where x is y, so are these."""
    sign, x, y = s.mask("x20"), val(s.words("x3 x4")), val(s.words("x7 x8"))
    same = [Fact(equation(x, y), split=True)] if s["x"] == s["y"] else []
    return x * y, [Fact(equation((1 - 2 * sign) * (x * y), middle_product(s)), split=True), *same]


@proof.cut("differences_xy")
def differences(s: State) -> list[Fact]:
    """(1 - 2s)*[x_1 x_0]*[y_1 y_0] = m."""
    _, signed = signed_product(s)
    return [*low_and_high(s), *signed]


@proof.cut("middle_xy")
def middle(s: State) -> list[Fact]:
    """[m_3 m_2 m_1 m_0] = [x_1 x_0]*[y_1 y_0]."""
    absolute, signed = signed_product(s)
    kept = [Fact(fact.relation) for fact in signed]
    return [*low_and_high(s), *kept, Fact(equation(val(s.words("x5 x6 x9 x19")), absolute), split=True)]


@proof.cut("product_xy")
def product(s: State) -> list[Fact]:
    """[h_3 … h_0 l_3 … l_0] = x*y."""
    words = val(s.words("x11 x12 x13 x14 x15 x16 x17 x10"))
    return [Fact(equation(words, val(s["x"]) * val(s["y"])), split=True)]
