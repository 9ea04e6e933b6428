"""arm64/common/fe_neg/correct: val(z) = -val(x) (mod p), for any x < 2^256; z < 2^256.

2p - x borrows only for x > 2p, where the words are near 2^256: then 38 less in the low word borrows nothing more.
"""

from qed25519.prover.hints import Proof

proof = Proof("integers")
