"""arm64/karatsuba/ge_cached/correct: the results are, modulo p, those of spec.edwards25519.cached.

See proofs/group/points.py and proofs/karatsuba.py.
"""

from qed25519.proofs.arm64.common import product
from qed25519.proofs.arm64.karatsuba.product import INSIDE, registers
from qed25519.proofs.group.points import CACHED
from qed25519.proofs.karatsuba import karatsuba_proof

proof = karatsuba_proof(CACHED, registers(product.CACHED), INSIDE)
