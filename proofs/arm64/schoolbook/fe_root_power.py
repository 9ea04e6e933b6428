"""arm64/schoolbook/fe_root_power/correct: val(z) = val(x)^((p - 5)/8) (mod p), for any x < 2^256; z < 2^256.

See proofs/decode/power.py.
"""

from qed25519.proofs.arm64.schoolbook.product import registers
from qed25519.proofs.decode.power import Layout, power_proof

FRAME = -224
proof = power_proof(Layout(X=FRAME, S=FRAME + 32, S10=FRAME + 64, S50=FRAME + 96), registers({}))
