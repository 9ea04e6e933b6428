"""x86_64/common/sc_is_canonical/correct: ok = 1 if val(x) < l, else 0, for any x < 2^256.

x - l borrows exactly where x < l, which is where x is its own remainder.
"""

from qed25519.prover.hints import Proof

proof = Proof("integers")
