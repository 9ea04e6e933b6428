"""arm64/karatsuba/ge_madd/correct: the four coordinates are, modulo p, those of spec.edwards25519.madd.

See proofs/group/points.py and proofs/karatsuba.py.
"""

from qed25519.proofs.arm64.common import product
from qed25519.proofs.arm64.karatsuba.product import INSIDE, registers
from qed25519.proofs.group.points import MADD
from qed25519.proofs.karatsuba import karatsuba_proof

proof = karatsuba_proof(MADD, registers(product.ADD), INSIDE)
