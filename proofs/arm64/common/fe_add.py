"""arm64/common/fe_add/correct: val(z) = val(x) + val(y) (mod p), for any x, y < 2^256.

A carry out of the top word stands for 2^256 = 38 (mod p) and is added back as 38, twice; the third time there is
none, since the second one leaves less than 38 in the low word.
"""

from qed25519.prover.hints import Proof

proof = Proof("integers")
