// affine.h: the last steps of a routine that ends with a point: from extended to affine coordinates. After the variant's
// product.h, in a file with a copy of fe_invert.

#ifndef QED25519_ARM64_AFFINE_H
#define QED25519_ARM64_AFFINE_H

#include "reduce.h"
#include "short.h"

// x = X/Z and y = Y/Z, canonical, at `out`, a register, for X, Y, Z at sp + point. Changes the four words at sp + scratch.
.macro affine_coordinates point, scratch, out
    add   x0, sp, #(\scratch)
    add   x1, sp, #(\point+64)
    bl    LOCAL(fe_invert)
CUT(inverse)
    load  sp, \point, FIRST
    load  sp, \scratch, SECOND
    times x, LOW
CUT(x)
    canonicalize LOW, h_0, h_1
CUT(x_canonical)
    store \out, 0, LOW
    load  sp, \point+32, FIRST
    load  sp, \scratch, SECOND
    times y, LOW
CUT(y)
    canonicalize LOW, h_0, h_1
CUT(y_canonical)
    store \out, 32, LOW
.endm

#endif
