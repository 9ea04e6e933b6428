"""x86_64/mul/ladder_step/correct: the four outputs are, modulo p, the spec's next x_2, z_2, x_3, z_3.

See proofs/ladder/step.py.
"""

from qed25519.proofs.formula import Registers
from qed25519.proofs.ladder.step import step_proof

proof = step_proof(Registers(low="r8 r9 r10 r11", high="rcx rbx rbp r12", top=2**63 + 2**6 - 1))
