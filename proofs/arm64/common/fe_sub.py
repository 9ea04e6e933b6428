"""arm64/common/fe_sub/correct: val(z) = val(x) - val(y) (mod p), for any x, y < 2^256; z < 2^256.

A borrow at the top word stands for -2^256 = -38 (mod p) and is taken off as 38, twice; the third time there is none,
since the second one leaves the words near 2^256.
"""

from qed25519.prover.hints import Proof

proof = Proof("integers")
