"""arm64/karatsuba/ge_double_scalar_vartime/correct: (x, y) = the affine coordinates of a·P + b·B.

See proofs/group/double_scalar.py and proofs/karatsuba.py.
"""

from qed25519.proofs.arm64.common.product import FIRST
from qed25519.proofs.arm64.karatsuba.product import INSIDE, registers
from qed25519.proofs.group.comb import AFFINE, Layout
from qed25519.proofs.group.double_scalar import XY, Places, double_scalar_proof
from qed25519.proofs.karatsuba import add_products

FRAME = -5392
REGISTERS = registers({})
proof = double_scalar_proof(Layout(point=FRAME, entry=FRAME + 128, scalar=FIRST, digit="x20"),
                            Places(neutral=FRAME + 1072 + 16 * 128, digit_of_a="x20", digit_of_b="x20"), REGISTERS)
add_products(proof, {**XY, **AFFINE}, REGISTERS, INSIDE)
