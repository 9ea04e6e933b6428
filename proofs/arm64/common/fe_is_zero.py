"""arm64/common/fe_is_zero/correct: r = 1 if val(x) = 0 (mod p), else 0, for any x < 2^256.

The canonical value is 0 exactly where the OR of its words is: max(a, b) <= a|b <= a + b.
"""

from qed25519.prover.hints import Proof

proof = Proof("integers")
