// group.h: what ge_madd and ge_double share: their last products; after the variant's product.h.
//
// Elements are kept in the buffer of X, Y, Z, T, once these have been read, so that the frame holds the caller's registers
// alone. A product is written only when the operands of the next are read, which need not wait for that.

#ifndef QED25519_ARM64_GROUP_H
#define QED25519_ARM64_GROUP_H

#include "frame.h"
#include "short.h"

// X = E·F, Y = G·H, Z = F·G, T = E·H: for E, H, F, G in the buffer in this order, E also in FIRST, and F·G in LOW.
.macro coordinates
    load  x0, 64, SECOND        // F
    store x0, 64, LOW
    times X_out, REST
CUT(X_out)
    load  x0, 96, FIRST         // G
    load  x0, 32, SECOND        // H
    times Y_out, LOW
CUT(Y_out)
    load  x0, 0, FIRST          // E
    load  x0, 32, SECOND        // H
    store x0, 0, REST
    store x0, 32, LOW
    times T_out, LOW
CUT(T_out)
    store x0, 96, LOW
.endm

#endif
