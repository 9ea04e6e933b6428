"""x86_64/adx/ge_double_scalar_vartime/correct: (x, y) = the affine coordinates of a·P + b·B.

See proofs/group/double_scalar.py.
"""

from qed25519.proofs.formula import Registers
from qed25519.proofs.group.comb import Layout
from qed25519.proofs.group.double_scalar import Places, double_scalar_proof

FRAME = -5368
proof = double_scalar_proof(Layout(point=FRAME, entry=FRAME + 128, scalar="r8 r9 r10 r11", digit="rbp"),
                            Places(neutral=FRAME + 1096 + 16 * 128, digit_of_a="rbp", digit_of_b="rbp"),
                            Registers(low="r8 r9 r10 r11", high="r12 r13 r14 r15", top=2**63 + 2**6 - 1))
