"""x86_64/common/fe_invert/correct: val(z) = 1/val(x) mod p, in [0, p), and 0 for val(x) = 0 (mod p), for any x < 2^256.

The proof is that of proofs/inversion/batches.py.  The matrices and the negated low words are in the frame; for the
update of f and g the scaled matrix is in registers too.
"""

from qed25519.proofs.inversion.batches import inversion
from qed25519.proofs.inversion.layout import Layout

BASE = -392                                             # rsp in the loop, from rsp at entry

proof = inversion(Layout(
    f="r8", g="r9", i="r10", complemented=True, low_f="rsi", low_g="rdi",
    negated_f=BASE + 128, negated_g=BASE + 136,
    matrix=("rax", "rbx", "rcx", "rdx"), earlier=(BASE + 144, BASE + 152, BASE + 160, BASE + 168),
    composed=("rsi", "rax", "rdi", "rcx"), pending=(BASE + 176, BASE + 184, BASE + 192, BASE + 200),
    copies=("rbx", "r8", "r9", "rcx"),
    sums=("r11", "r12", "r13", "r14", "r15"), third="rbx", top=("rsi", "rdi"), twice_g="", lasting="r10 rbp",
    fw=BASE, gw=BASE + 32, dw=BASE + 64, ew=BASE + 96, kw=BASE + 208, nw=BASE + 248, tw=BASE + 280))
