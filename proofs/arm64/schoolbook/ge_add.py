"""arm64/schoolbook/ge_add/correct: the results are, modulo p, those of spec.edwards25519.add_cached.

See proofs/group/points.py.
"""

from qed25519.proofs.arm64.common import product
from qed25519.proofs.arm64.schoolbook.product import registers
from qed25519.proofs.formula import formula_proof
from qed25519.proofs.group.points import ADD

proof = formula_proof(ADD, registers(product.ADD))
