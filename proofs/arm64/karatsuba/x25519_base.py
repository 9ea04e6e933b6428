"""arm64/karatsuba/x25519_base/correct: out = the u-coordinate of the clamped scalar times the base point.

See proofs/group/base.py and proofs/karatsuba.py.
"""

from qed25519.proofs.arm64.common.product import BASE, FIRST
from qed25519.proofs.arm64.karatsuba.product import INSIDE, registers
from qed25519.proofs.group.base import QUOTIENT, x25519_base_proof
from qed25519.proofs.group.comb import Layout
from qed25519.proofs.karatsuba import add_products

FRAME = -352
REGISTERS = registers(BASE)
proof = x25519_base_proof(Layout(point=FRAME, entry=FRAME + 128, scalar=FIRST, digit="x0"), REGISTERS)
add_products(proof, QUOTIENT, REGISTERS, INSIDE)
