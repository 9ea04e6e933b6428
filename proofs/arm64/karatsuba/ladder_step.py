"""arm64/karatsuba/ladder_step/correct: the four outputs are, modulo p, the spec's next x_2, z_2, x_3, z_3.

See proofs/ladder/step.py and proofs/ladder/karatsuba.py.
"""

from qed25519.proofs.formula import Registers
from qed25519.proofs.ladder.karatsuba import Inside, karatsuba_proof

X, Y, LOW, HIGH, REST = "x3 x4 x5 x6", "x7 x8 x9 x19", "x11 x12 x13 x14", "x15 x16 x17 x10", "x23 x24 x25 x26"

RESULTS = {"A": Y, "B": HIGH, "C": REST, "D": X, "G": REST, "DA": REST, "FF": REST, "E": REST, "K": X, "z2_out": REST,
           "sum": HIGH, "difference": LOW}

proof = karatsuba_proof(
    Registers(top=2**63 + 2**6 - 1, low=LOW, high=HIGH, others=RESULTS, kept=f"{X} {Y} {LOW} {HIGH} {REST} x20 x27",
              split=True),
    Inside(low=LOW, high=HIGH, middle="x5 x6 x9 x19", middle_of_square="x5 x6 x7 x8", difference="x3 x4",
           other_difference={"": "x7 x8", "z2_out": "x23 x24"}, sign="x20"))
