"""x86_64/mul/ge_base/correct: (x, y) = the affine coordinates of the scalar times the base point.

See proofs/group/base.py.
"""

from qed25519.proofs.formula import Registers
from qed25519.proofs.group.base import ge_base_proof
from qed25519.proofs.group.comb import Layout

FRAME = -320
proof = ge_base_proof(Layout(point=FRAME, entry=FRAME + 128, scalar="r8 r9 r10 r11", digit="rsi"),
                      Registers(low="r8 r9 r10 r11", high="rcx rbx rbp r12", top=2**63 + 2**6 - 1))
