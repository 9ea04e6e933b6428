"""arm64/schoolbook/ladder_step/correct: the four outputs are, modulo p, the spec's next x_2, z_2, x_3, z_3.

See proofs/ladder/step.py.
"""

from qed25519.proofs.formula import Registers
from qed25519.proofs.ladder.step import step_proof

G0, G1, G2 = "x3 x4 x5 x6", "x7 x8 x9 x10", "x11 x12 x13 x14"
G3, G4, G5 = "x15 x16 x17 x19", "x20 x21 x22 x23", "x24 x25 x26 x27"

RESULTS = {
    "A": G0, "B": G2, "C": G1, "D": G4, "F": G3, "G": G5, "DA": G3, "CB": G5, "FF": G1, "GG": G2, "difference": G0,
    "sum": G3, "difference2": G4, "x3_out": G0, "E": G0, "K": G3, "x2_out": G5, "z2_out": G5, "z3_out": G0}
UPPER_HALVES = {                       # of products, which have their lower half where their result will be
    "DA": "x2 x3 x4 x5", "CB": "x2 x11 x12 x13", "FF": G2, "GG": G4, "difference2": G5, "x3_out": G5,
    "x2_out": "x2 x11 x12 x13", "z2_out": "x2 x15 x16 x17", "z3_out": "x2 x7 x8 x9"}
PRODUCTS = {f"product_{label}": f"{RESULTS[label]} {upper}" for label, upper in UPPER_HALVES.items()}

proof = step_proof(Registers(top=2**63 + 2**6 - 1, others=RESULTS | PRODUCTS, kept=f"{G0} {G1} {G2} {G3} {G4} {G5} x2"))
