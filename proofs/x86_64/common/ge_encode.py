"""x86_64/common/ge_encode/correct: out = spec.edwards25519.encode((x, y)), for any x, y < p.

Both are their own remainders modulo p, so the lowest bit of x0 is the parity, and it is added where y has no bit.
"""

from qed25519.prover.hints import Proof

proof = Proof("integers")
