"""arm64/schoolbook/ge_cached/correct: the results are, modulo p, those of spec.edwards25519.cached.

See proofs/group/points.py.
"""

from qed25519.proofs.arm64.common import product
from qed25519.proofs.arm64.schoolbook.product import registers
from qed25519.proofs.formula import formula_proof
from qed25519.proofs.group.points import CACHED

proof = formula_proof(CACHED, registers(product.CACHED))
