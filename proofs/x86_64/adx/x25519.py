"""x86_64/adx/x25519/correct: out = spec.curve25519.x25519(scalar, point), for every scalar and point.

See proofs/ladder/exchange.py.
"""

from qed25519.proofs.formula import Registers
from qed25519.proofs.ladder.exchange import Layout, exchange_proof

FRAME = -248
proof = exchange_proof(Layout(state=FRAME, x1=FRAME + 128, swap="rdx"),
                       Registers(low="r8 r9 r10 r11", high="r12 r13 r14 r15", top=2**63 + 2**6 - 1))
