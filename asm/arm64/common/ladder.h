// ladder.h: what the ladder_step of both variants shares: the formulas and the selection.
//
// The swap of two points is a selection here: of the two products D·A and C·B it only exchanges the names, and neither
// their sum nor the square of their difference minds.
//
//     A = x2 + z2,  B = x2 - z2,  C = x3 + z3,  D = x3 - z3
//     F = swap ? C : A,  G = swap ? D : B
//     x3 = (C·B + D·A)²,  z3 = x1·(C·B - D·A)²
//     E = F² - G²,  x2 = F²·G²,  z2 = E·K,  where K = G² + 121666·E = F² + 121665·E
//
// x2, z2, x3, z3 and products are short elements (short.h); sums, differences and K are not, and go into products only.
// The buffer of x2, z2, x3 and z3 is read at the start, then keeps what has no register. So the frame holds the caller's
// registers alone, and leaves no secret.

#ifndef QED25519_LADDER_H
#define QED25519_LADDER_H

#include "frame.h"
#include "short.h"

// z = a if bit is not 0, else b
.macro select_if bit, z0, z1, z2, z3, a0, a1, a2, a3, b0, b1, b2, b3
    cmp   \bit, #0
    csel  \z0, \a0, \b0, ne
    csel  \z1, \a1, \b1, ne
    csel  \z2, \a2, \b2, ne
    csel  \z3, \a3, \b3, ne
.endm

#endif
