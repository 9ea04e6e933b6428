"""x86_64/mul/ge_decode/correct: x, y, flags = spec.edwards25519.decode(encoding), for every encoding.

See proofs/decode/point.py.
"""

from qed25519.proofs.decode.point import Layout, decode_proof

FRAME = -320
proof = decode_proof(Layout(V=FRAME + 64, B=FRAME + 128, T=FRAME + 160, is_root=FRAME + 240,
                            on_curve=FRAME + 248, is_zero=FRAME + 256, words="r8 r9 r10 r11", bit="rax"))
