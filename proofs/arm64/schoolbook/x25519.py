"""arm64/schoolbook/x25519/correct: out = spec.curve25519.x25519(scalar, point), for every scalar and point.

See proofs/ladder/exchange.py.
"""

from qed25519.proofs.arm64.schoolbook.product import registers
from qed25519.proofs.ladder.exchange import Layout, exchange_proof

FRAME = -288
proof = exchange_proof(Layout(state=FRAME, x1=FRAME + 128, swap="x2"), registers({}))
