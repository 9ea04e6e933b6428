"""arm64/schoolbook/x25519_base/correct: out = the u-coordinate of the clamped scalar times the base point.

See proofs/group/base.py.
"""

from qed25519.proofs.arm64.common.product import BASE, FIRST
from qed25519.proofs.arm64.schoolbook.product import registers
from qed25519.proofs.group.base import x25519_base_proof
from qed25519.proofs.group.comb import Layout

FRAME = -352
proof = x25519_base_proof(Layout(point=FRAME, entry=FRAME + 128, scalar=FIRST, digit="x0"), registers(BASE))
