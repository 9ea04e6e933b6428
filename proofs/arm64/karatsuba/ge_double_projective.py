"""arm64/karatsuba/ge_double_projective/correct: the results are those of edwards25519.double_projective, mod p.

See proofs/group/points.py and proofs/karatsuba.py.
"""

from qed25519.proofs.arm64.common import product
from qed25519.proofs.arm64.karatsuba.product import INSIDE, registers
from qed25519.proofs.group.points import DOUBLE_PROJECTIVE
from qed25519.proofs.karatsuba import karatsuba_proof

proof = karatsuba_proof(DOUBLE_PROJECTIVE, registers(product.DOUBLE), INSIDE)
