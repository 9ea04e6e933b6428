"""x86_64/mul/x25519_base/correct: out = the u-coordinate of the clamped scalar times the base point.

See proofs/group/base.py.
"""

from qed25519.proofs.formula import Registers
from qed25519.proofs.group.base import x25519_base_proof
from qed25519.proofs.group.comb import Layout

FRAME = -320
LOW, HIGH, SECOND = "r8 r9 r10 r11", "rcx rbx rbp r12", "r12 r13 r14 r15"
proof = x25519_base_proof(Layout(point=FRAME, entry=FRAME + 128, scalar="r8 r9 r10 r11", digit="rsi"),
                   Registers(low=LOW, high=HIGH, others={"Z_plus_Y": SECOND}, kept=f"{LOW} {SECOND}",
                             top=2**63 + 2**6 - 1))
