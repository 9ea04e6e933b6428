"""x86_64/mul/ge_add/correct: the results are, modulo p, those of spec.edwards25519.add_cached.

See proofs/group/points.py.
"""

from qed25519.proofs.formula import Registers, formula_proof
from qed25519.proofs.group.points import ADD

proof = formula_proof(ADD, Registers(low="r8 r9 r10 r11", high="rcx rbx rbp r12", top=2**63 + 2**6 - 1))
