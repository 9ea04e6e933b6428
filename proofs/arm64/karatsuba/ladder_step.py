"""arm64/karatsuba/ladder_step/correct: the four outputs are, modulo p, the spec's next x_2, z_2, x_3, z_3.

See proofs/ladder/step.py and proofs/karatsuba.py.
"""

from dataclasses import replace

from qed25519.proofs.arm64.common.product import FIRST, HIGH, LOW, REST, SECOND
from qed25519.proofs.arm64.karatsuba.product import INSIDE, registers
from qed25519.proofs.karatsuba import karatsuba_proof
from qed25519.proofs.ladder.step import VALUES

RESULTS = {"A": SECOND, "B": HIGH, "C": REST, "D": FIRST, "G": REST, "DA": REST, "FF": REST, "E": REST, "K": FIRST,
           "z2_out": REST, "sum": HIGH, "difference": LOW}

proof = karatsuba_proof(VALUES, registers(RESULTS), replace(INSIDE, elsewhere={"z2_out": "x23 x24"}))
