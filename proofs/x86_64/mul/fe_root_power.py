"""x86_64/mul/fe_root_power/correct: val(z) = val(x)^((p - 5)/8) (mod p), for any x < 2^256; z < 2^256.

See proofs/decode/power.py.
"""

from qed25519.proofs.decode.power import Layout, power_proof
from qed25519.proofs.formula import Registers

FRAME = -224 + 8
proof = power_proof(Layout(X=FRAME + 32, S=FRAME + 64, S10=FRAME + 96, S50=FRAME + 128),
                    Registers(low="r8 r9 r10 r11", high="rcx rbx rbp r12", top=2**63 + 2**6 - 1))
