"""arm64/schoolbook/fe_mul/correct: val(z) = val(x)*val(y) (mod p), for any x, y < 2^256; z < 2^256.

Four rows of products, their low and high halves in two chains, add up to the 512-bit product: the top carry is 0.
Cut there: the reduction needs of the eight words only that they are the product.
"""

from qed25519.prover.hints import Fact, Proof, State, equation, val

proof = Proof("integers")


@proof.cut("product_xy")
def product(s: State) -> list[Fact]:
    """[r_7 … r_0] = x*y."""
    return [Fact(equation(val(s.words("x9 x10 x11 x12 x13 x14 x15 x16")), val(s["x"]) * val(s["y"])))]
