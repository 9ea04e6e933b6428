"""arm64/common/fe_canonical/correct: val(z) = val(x) mod p, in [0, p), for any x < 2^256.

v = x (mod p) with v < 2^255 + 19 < 2p; then v + 19 has bit 255 exactly where v >= p, which says whether to subtract p.
"""

from qed25519.prover.hints import Proof

proof = Proof("integers")
