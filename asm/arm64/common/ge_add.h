// ge_add.h: ge_add's and ge_madd's code after the landing pad, as macros, ge_add_code and ge_madd_code, for copies in other
// files; after the variant's product.h. No other name of a register is left behind, only macros.
//
// The sum of p = (X, Y, Z, T) and of the point that q stands for (spec/edwards25519.py, add_cached and madd):
//     A = (Y - X)·(y - x),  B = (Y + X)·(y + x),  C = T·(2·d·t),  D = Z·(2·z), or 2·Z where z is 1
//     E = B - A,  F = D - C,  G = D + C,  H = B + A
//     X = E·F,  Y = G·H,  Z = F·G,  T = E·H
// Coordinates and products are short elements (short.h); of q nothing is asked. Of a sum or difference, one operand is
// short; sums and differences go into products only. The order is such that a product waits for no product just before it.

#include "group.h"

#define entry x28               // q's: products overwrite x1

// with_z: q has a z of its own.
.macro sum_code with_z
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
    .if \with_z
    load  entry, 96, SECOND
    times D, LOW
    .else
    add_short LOW, FIRST, FIRST, k38, temp
    .endif
CUT(D)
    add_short SECOND, LOW, REST, k38, temp
CUT(G)
    sub_short FIRST, LOW, REST, k38, temp
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

    // E in REST; the buffer: ·, H, F, G
    load  x0, 0, SECOND
    add_short HIGH, REST, SECOND, k38, temp
CUT(H)
    sub_short REST, REST, SECOND, k38, temp
CUT(E)
    store x0, 32, HIGH

    coordinates 96, 1
    restore_all
    ret
.endm

.macro ge_add_code
    sum_code 1
.endm

.macro ge_madd_code
    sum_code 0
.endm

#undef entry
