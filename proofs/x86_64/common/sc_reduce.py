"""x86_64/common/sc_reduce/correct: val(z) = val(x) mod l, in [0, l), for any x < 2^512.

The upper half is folded by 8*l = 2^255 + E, and what that leaves above 2^256 once more; then a quotient of seven bits
is exact or 1 too much.
"""

from qed25519.proofs.scalars import divided, folded, x
from qed25519.prover.hints import Proof

proof = Proof("integers", direct=True)
folded(proof, x, "r8 r9 r10 r11", "rsi")
divided(proof, x, "r8 r9 r10 r11", "rcx")
