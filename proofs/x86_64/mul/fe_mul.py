"""x86_64/mul/fe_mul/correct: val(z) = val(x)*val(y) (mod p), for any x, y < 2^256; z < 2^256.

The columns add up to the 512-bit product exactly, no carry leaves a third word.  Cut there: the reduction
needs to know of the eight words only that they are the product, and folds them by 2^256 = 38 and 2^255 = 19 (mod p).
"""

from qed25519.prover.hints import Fact, Proof, State, equation, val

proof = Proof("integers")


@proof.cut("product")
def product(s: State) -> list[Fact]:
    """[r7 … r0] = x*y."""
    return [Fact(equation(val(s.words("r8 r9 r10 r11 rcx rbx rbp r12")), val(s["x"]) * val(s["y"])))]
