"""arm64/schoolbook/fe_sqr/correct: val(z) = val(x)^2 (mod p), for any x < 2^256; z < 2^256.

The cross products are added once, doubled, and the squares added, without a carry at the top.
Cut there: the reduction needs of the eight words only that they are the square.
"""

from qed25519.prover.hints import Fact, Proof, State, equation, val

proof = Proof("integers")


@proof.cut("product_xx")
def product(s: State) -> list[Fact]:
    """[r_7 … r_0] = x*x."""
    return [Fact(equation(val(s.words("x6 x7 x8 x9 x10 x11 x12 x13")), val(s["x"]) * val(s["x"])))]
