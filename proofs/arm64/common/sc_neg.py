"""arm64/common/sc_neg/correct: val(z) = -val(x) mod l, in [0, l), for any x < 2^256.

16*l - x is above 0 and below 2*2^256; a quotient of five bits is exact or 1 too much.
"""

from qed25519.proofs.scalars import divided, minus_x
from qed25519.prover.hints import Proof

proof = Proof("integers", direct=True)
divided(proof, minus_x, "x9 x10 x11 x12", "x7")
