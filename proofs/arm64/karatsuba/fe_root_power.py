"""arm64/karatsuba/fe_root_power/correct: val(z) = val(x)^((p - 5)/8) (mod p), for any x < 2^256; z < 2^256.

See proofs/decode/power.py and proofs/karatsuba.py.
"""

from qed25519.proofs.arm64.karatsuba.product import INSIDE, registers
from qed25519.proofs.decode.power import PRODUCTS, Layout, power_proof
from qed25519.proofs.karatsuba import add_products

FRAME = -224
REGISTERS = registers({})
proof = power_proof(Layout(X=FRAME, S=FRAME + 32, S10=FRAME + 64, S50=FRAME + 96), REGISTERS)
add_products(proof, PRODUCTS, REGISTERS, INSIDE)
