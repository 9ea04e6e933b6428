"""arm64/common/fe_mul_small/correct: val(z) = val(x)*k (mod p), for any x < 2^256 and k < 2^17; z < 2^256.

One row of products, and the reduction of what lies above bit 255, which is short since k is; no carry is left over.
"""

from qed25519.prover.hints import Proof

proof = Proof("integers")
