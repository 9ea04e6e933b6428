"""arm64/common/sc_muladd/correct: val(z) = (val(a)*val(b) + val(c)) mod l, in [0, l), for any a, b, c < 2^256.

Four rows of products, which begin with c, add up to the 512-bit sum: the top carry is 0.  Cut there; then it is
reduced as sc_reduce does it.
"""

from qed25519.proofs.scalars import divided, folded, product_plus_c, summed
from qed25519.prover.hints import Proof

proof = Proof("integers", direct=True)
summed(proof, product_plus_c, "x9 x10 x11 x12 x13 x14 x15 x16")
folded(proof, product_plus_c, "x9 x10 x11 x12", "x5")
divided(proof, product_plus_c, "x9 x10 x11 x12", "x7")
