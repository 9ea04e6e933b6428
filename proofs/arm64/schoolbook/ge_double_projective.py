"""arm64/schoolbook/ge_double_projective/correct: the results are those of edwards25519.double_projective, mod p.

See proofs/group/points.py.
"""

from qed25519.proofs.arm64.common import product
from qed25519.proofs.arm64.schoolbook.product import registers
from qed25519.proofs.formula import formula_proof
from qed25519.proofs.group.points import DOUBLE_PROJECTIVE

proof = formula_proof(DOUBLE_PROJECTIVE, registers(product.DOUBLE))
