// ge_double.h: ge_double's and ge_double_projective's code after the landing pad, as macros, ge_double_code and
// ge_double_projective_code, for copies in other files; after the variant's product.h. No other name of a register is left
// behind, only macros.
//
// The double of p = (X, Y, Z, T), whatever its T (spec/edwards25519.py, double); where the double is doubled again, its T
// is not computed:
//     A = X²,  B = Y²,  C = 2·Z²,  H = A + B,  E = H - (X + Y)²,  G = A - B,  F = C + G
//     X = E·F,  Y = G·H,  Z = F·G,  T = E·H
// Coordinates and products are short elements (short.h). Of a sum or difference one operand is short: F is Z² + Z² + A - B.

#include "group.h"

.macro double_code with_t
    save_all
    mov   k38, #38

    // (X + Y)² in REST
    load  x0, 0, FIRST
    load  x0, 32, SECOND
    add_short FIRST, FIRST, SECOND, k38, temp
CUT(X_plus_Y)
    squared square, REST
CUT(square)

    // The buffer: A, Y, Z²; B in LOW
    load  x0, 64, FIRST
    squared ZZ, LOW
CUT(ZZ)
    load  x0, 0, FIRST
    store x0, 64, LOW
    squared A, LOW
CUT(A)
    load  x0, 32, FIRST
    store x0, 0, LOW
    squared B, LOW
CUT(B)

    // E in REST, F in FIRST, G in SECOND; the buffer: G, H, F
    load  x0, 64, FIRST
    load  x0, 0, SECOND
    add_short FIRST, FIRST, FIRST, k38, temp
CUT(C)
    add_short FIRST, FIRST, SECOND, k38, temp
CUT(C_plus_A)
    sub_short FIRST, FIRST, LOW, k38, temp
CUT(F)
    add_short HIGH, LOW, SECOND, k38, temp
CUT(H)
    sub_short SECOND, SECOND, LOW, k38, temp
CUT(G)
    sub_short REST, HIGH, REST, k38, temp
CUT(E)
    store x0, 0, SECOND
    store x0, 32, HIGH
    store x0, 64, FIRST

    times Z_out, LOW
CUT(Z_out)
    coordinates 0, \with_t
    restore_all
    ret
.endm

.macro ge_double_code
    double_code 1
.endm

.macro ge_double_projective_code
    double_code 0
.endm
