// group.h: what ge_add, ge_madd and ge_double share: their last products; after the variant's product.h.
//
// Elements are kept in the buffer of X, Y, Z, T, once these have been read, so that the frame holds the caller's registers
// alone. A product is written only when the operands of the next are read, which need not wait for that.

#ifndef QED25519_ARM64_GROUP_H
#define QED25519_ARM64_GROUP_H

#include "frame.h"
#include "short.h"

// X = E·F, Y = G·H, Z = F·G, and T = E·H where with_t is 1: for E in REST, H at 32 and F at 64 in the buffer, G at g, which
// is 0 or 96, and F·G in LOW.
.macro coordinates g, with_t
    move  FIRST, REST           // E
    load  x0, 64, SECOND        // F
    store x0, 64, LOW
    times X_out, LOW
CUT(X_out)
    load  x0, \g, FIRST         // G
    load  x0, 32, SECOND        // H
    store x0, 0, LOW
    times Y_out, LOW
CUT(Y_out)
    .if \with_t
    move  FIRST, REST           // E
    load  x0, 32, SECOND        // H
    store x0, 32, LOW
    times T_out, LOW
CUT(T_out)
    store x0, 96, LOW
    .else
    store x0, 32, LOW
    .endif
.endm

#endif
