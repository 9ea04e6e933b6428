"""arm64/karatsuba/x25519/correct: out = spec.curve25519.x25519(scalar, point), for every scalar and point.

See proofs/ladder/exchange.py and proofs/karatsuba.py.
"""

from qed25519.proofs.arm64.karatsuba.product import INSIDE, registers
from qed25519.proofs.karatsuba import add_products
from qed25519.proofs.ladder.exchange import QUOTIENT, Layout, exchange_proof

FRAME = -288
REGISTERS = registers({})
proof = exchange_proof(Layout(state=FRAME, x1=FRAME + 128, swap="x2"), REGISTERS)
add_products(proof, QUOTIENT, REGISTERS, INSIDE)
