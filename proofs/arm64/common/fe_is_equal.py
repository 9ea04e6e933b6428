"""arm64/common/fe_is_equal/correct: r = 1 if val(x) = val(y) (mod p), else 0, for any x, y < 2^256.

x - y (mod p) is 0 exactly where its canonical value is, and that exactly where the OR of its words is.
"""

from qed25519.prover.hints import Proof

proof = Proof("integers")
