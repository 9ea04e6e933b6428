"""arm64/schoolbook/ge_madd/correct: the four coordinates are, modulo p, those of spec.edwards25519.madd.

See proofs/group/points.py.
"""

from qed25519.proofs.arm64.common import product
from qed25519.proofs.arm64.schoolbook.product import registers
from qed25519.proofs.formula import formula_proof
from qed25519.proofs.group.points import MADD

proof = formula_proof(MADD, registers(product.ADD))
