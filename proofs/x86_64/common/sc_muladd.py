"""x86_64/common/sc_muladd/correct: val(z) = (val(a)*val(b) + val(c)) mod l, in [0, l), for any a, b, c < 2^256.

The columns add up to the 512-bit product exactly, and with c to a sum that is below 2^512, too.  Cut there; then it is
reduced as sc_reduce does it.
"""

from qed25519.proofs.scalars import divided, folded, product_plus_c, summed
from qed25519.prover.hints import Proof

proof = Proof("integers", direct=True)
summed(proof, product_plus_c, "r8 r9 r10 r11 rcx rbx rbp r12")
folded(proof, product_plus_c, "r8 r9 r10 r11", "rsi")
divided(proof, product_plus_c, "r8 r9 r10 r11", "rcx")
