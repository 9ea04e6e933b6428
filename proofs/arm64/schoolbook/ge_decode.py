"""arm64/schoolbook/ge_decode/correct: x, y, flags = spec.edwards25519.decode(encoding), for every encoding.

See proofs/decode/point.py.
"""

from qed25519.proofs.arm64.common.product import DECODE
from qed25519.proofs.decode.point import decode_proof

proof = decode_proof(DECODE)
