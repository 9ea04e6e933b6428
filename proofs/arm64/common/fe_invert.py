"""arm64/common/fe_invert/correct: val(z) = 1/val(x) mod p, in [0, p), and 0 for val(x) = 0 (mod p), for any x < 2^256.

The proof is that of proofs/inversion/batches.py.  Matrices and negated low words are in registers, each in one place.
"""

from qed25519.proofs.inversion.batches import inversion
from qed25519.proofs.inversion.layout import Layout

BASE = -320                                             # sp in the loop, from sp at entry

proof = inversion(Layout(
    f="x7", g="x8", i="x9", complemented=False, low_f="x11", low_g="x10", negated_f="x14", negated_g="x15",
    matrix=("x16", "x17", "x19", "x20"), earlier=("x21", "x22", "x23", "x24"), composed=("x21", "x22", "x23", "x24"),
    pending=("x25", "x26", "x27", "x28"), copies=("x25", "x26", "x27", "x28"),
    sums=("x2", "x3", "x4", "x5", "x6"), third="x20", top=("x11", "x10"), twice_g="x10",
    lasting="x9 x14 x15 x21 x22 x23 x24 x25 x26 x27 x28",
    fw=BASE, gw=BASE + 32, dw=BASE + 64, ew=BASE + 96, kw=BASE + 128, nw=BASE + 168, tw=BASE + 200))
