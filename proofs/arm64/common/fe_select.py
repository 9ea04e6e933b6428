"""arm64/common/fe_select/correct: val(z) = val(x) where bit = 0, val(y) where bit = 1.

In bit-vectors: for each value of the bit, every word at exit is a word at entry.
"""

from qed25519.prover.hints import Proof

proof = Proof("bitvectors")
