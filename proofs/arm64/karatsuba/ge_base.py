"""arm64/karatsuba/ge_base/correct: (x, y) = the affine coordinates of the scalar times the base point.

See proofs/group/base.py and proofs/karatsuba.py.
"""

from qed25519.proofs.arm64.common.product import FIRST
from qed25519.proofs.arm64.karatsuba.product import INSIDE, registers
from qed25519.proofs.group.base import ge_base_proof
from qed25519.proofs.group.comb import AFFINE, Layout
from qed25519.proofs.karatsuba import add_products

FRAME = -352
REGISTERS = registers({})
proof = ge_base_proof(Layout(point=FRAME, entry=FRAME + 128, scalar=FIRST, digit="x0"), REGISTERS)
add_products(proof, AFFINE, REGISTERS, INSIDE)
