"""x86_64/adx/ge_add/correct: the results are, modulo p, those of spec.edwards25519.add_cached.

See proofs/group/points.py.
"""

from qed25519.proofs.formula import Registers, formula_proof
from qed25519.proofs.group.points import ADD

proof = formula_proof(ADD, Registers(low="r8 r9 r10 r11", high="r12 r13 r14 r15", top=2**63 + 2**6 - 1))
