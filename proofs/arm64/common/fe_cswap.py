"""arm64/common/fe_cswap/correct: (x, y) becomes (y, x) where swap = 1, and stays where swap = 0.

In bit-vectors: for each value of the bit, every word at exit is a word at entry.
"""

from qed25519.prover.hints import Proof

proof = Proof("bitvectors")
