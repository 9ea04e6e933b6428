// ge_madd.h: ge_madd's code after the landing pad, as a macro, ge_madd_code, for copies in other files; after the
// variant's product.h. No other name of a register is left behind, only macros.
//
// The sum of p = (X, Y, Z, T) and of the point that q = (y - x, y + x, 2·d·x·y) stands for (spec/edwards25519.py, madd):
//     A = (Y - X)·(y - x),  B = (Y + X)·(y + x),  C = T·(2·d·x·y),  D = 2·Z
//     E = B - A,  F = D - C,  G = D + C,  H = B + A
//     X = E·F,  Y = G·H,  Z = F·G,  T = E·H
// Coordinates, entries and products are short elements (short.h). Of a sum or difference, one operand is short; sums
// and differences go into products only. The order is such that a product waits for no product just before it.

#include "group.h"

#define entry x28               // q's: products overwrite x1

.macro ge_madd_code
    save_all
    mov   entry, x1
    mov   k38, #38

    // C in REST
    load  x0, 96, FIRST
    load  entry, 64, SECOND
    times C, REST
CUT(C)

    // The buffer: ·, Y + X, Z, ·
    load  x0, 32, FIRST
    load  x0, 0, SECOND
    add_short LOW, FIRST, SECOND, k38, temp
CUT(Y_plus_X)
    sub_short FIRST, FIRST, SECOND, k38, temp
CUT(Y_minus_X)
    load  entry, 0, SECOND
    store x0, 32, LOW
    times A, LOW
CUT(A)

    // The buffer: A, Y + X, F, G
    load  x0, 64, FIRST
    store x0, 0, LOW
    add_short FIRST, FIRST, FIRST, k38, temp
CUT(D)
    add_short SECOND, FIRST, REST, k38, temp
CUT(G)
    sub_short FIRST, FIRST, REST, k38, temp
CUT(F)
    store x0, 64, FIRST
    store x0, 96, SECOND

    // B in REST, F·G in LOW
    load  x0, 32, FIRST
    load  entry, 32, SECOND
    times B, REST
CUT(B)
    load  x0, 64, FIRST
    load  x0, 96, SECOND
    times Z_out, LOW
CUT(Z_out)

    // The buffer: E, H, F, G
    load  x0, 0, SECOND
    sub_short FIRST, REST, SECOND, k38, temp
CUT(E)
    add_short HIGH, REST, SECOND, k38, temp
CUT(H)
    store x0, 0, FIRST
    store x0, 32, HIGH

    coordinates
    restore_all
    ret
.endm

#undef entry
