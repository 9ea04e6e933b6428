// ge_double.h: ge_double's code after the landing pad, as a macro, ge_double_code, for copies in other files; after the
// variant's product.h. No other name of a register is left behind, only macros.
//
// The double of p = (X, Y, Z, T), whatever its T (spec/edwards25519.py, double):
//     A = X²,  B = Y²,  C = 2·Z²,  H = A + B,  E = H - (X + Y)²,  G = A - B,  F = C + G
//     X = E·F,  Y = G·H,  Z = F·G,  T = E·H
// Coordinates and products are short elements (short.h). Of a sum or difference one operand is short: F is Z² + Z² + A - B.

#include "group.h"

.macro ge_double_code
    save_all
    mov   k38, #38

    // The buffer: X, Y, Z², A; B in REST
    load  x0, 64, FIRST
    squared ZZ, LOW
CUT(ZZ)
    load  x0, 0, FIRST
    store x0, 64, LOW
    squared A, LOW
CUT(A)
    load  x0, 32, FIRST
    store x0, 96, LOW
    squared B, REST
CUT(B)

    // (X + Y)² in LOW
    load  x0, 0, FIRST
    load  x0, 32, SECOND
    add_short FIRST, FIRST, SECOND, k38, temp
CUT(X_plus_Y)
    squared square, LOW
CUT(square)

    // E in REST, H in HIGH, F in FIRST, G in SECOND
    load  x0, 64, FIRST
    load  x0, 96, SECOND
    add_short FIRST, FIRST, FIRST, k38, temp
CUT(C)
    add_short FIRST, FIRST, SECOND, k38, temp
CUT(C_plus_A)
    sub_short FIRST, FIRST, REST, k38, temp
CUT(F)
    add_short HIGH, REST, SECOND, k38, temp
CUT(H)
    sub_short SECOND, SECOND, REST, k38, temp
CUT(G)
    sub_short REST, HIGH, LOW, k38, temp
CUT(E)
    store x0, 0, REST
    store x0, 32, HIGH
    store x0, 64, FIRST
    store x0, 96, SECOND

    times Z_out, LOW
CUT(Z_out)
    load  x0, 0, FIRST
    coordinates
    restore_all
    ret
.endm
