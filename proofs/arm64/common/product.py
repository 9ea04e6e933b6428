"""Where code that is the same for both variants has its values: asm/arm64/common/product.h, ge_add.h, ge_double.h,
ge_decode.h, …."""

from qed25519.proofs.decode.point import Layout

FIRST, SECOND = "x3 x4 x5 x6", "x7 x8 x9 x19"
LOW, HIGH = "x11 x12 x13 x14", "x15 x16 x17 x10"
REST = "x23 x24 x25 x26"
TOP = 2**63 + 2**6 - 1          # the most that the upper word of a product is, reduced

ADD = {"Y_minus_X": FIRST, "Y_plus_X": LOW, "F": FIRST, "G": SECOND, "E": REST, "H": HIGH, "B": REST, "C": REST}
CACHED = {"y_minus_x": FIRST, "y_plus_x": LOW, "z2": SECOND}
DOUBLE = {"X_plus_Y": FIRST, "square": REST, "H": HIGH, "C": FIRST, "C_plus_A": FIRST, "F": FIRST, "G": SECOND,
          "E": REST}
BASE = {"Z_plus_Y": FIRST}

FRAME = -368
DECODE = Layout(V=FRAME + 64, B=FRAME + 128, T=FRAME + 160, is_root=FRAME + 240, on_curve=FRAME + 248,
                is_zero=FRAME + 256, words=LOW, bit="x2")
