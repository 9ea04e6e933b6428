// ge_add.h: ge_add's and ge_madd's code after the landing pad, as macros, ge_add_code and ge_madd_code, for copies in other
// files; after the variant's product.h. No name of a register is left behind, only macros.
//
// The sum of p = (X, Y, Z, T) and of the point that q stands for (spec/edwards25519.py, add_cached and madd):
//     A = (Y - X)·(y - x),  B = (Y + X)·(y + x),  C = T·(2·d·t),  D = Z·(2·z), or 2·Z where z is 1
//     E = B - A,  F = D - C,  G = D + C,  H = B + A
//     X = E·F,  Y = G·H,  Z = F·G,  T = E·H
// Coordinates and products are short elements (short.h); of q nothing is asked. Of a sum or difference, one operand is
// short; sums and differences go into products only.

#include "short.h"

// The frame: four words each.
#define PA 0        // Y - X     A     F
#define PB 32       // Y + X     E
#define PC 64       // D         G
#define PD 96       // H
#define FRAME 128

#define X    rdi
#define Y    rdi + 32
#define Z    rdi + 64
#define T    rdi + 96
#define Y_MINUS_X rsi
#define Y_PLUS_X  rsi + 32
#define T2D  rsi + 64
#define Z2   rsi + 96
#define LOW  r0, r1, r2, r3
#define HIGH r4, r5, r6, r7

// with_z: q has a z of its own.
.macro sum_code with_z
    save_all
    sub rsp, FRAME
    .cfi_adjust_cfa_offset FRAME

    load_words LOW, Y
    move_words HIGH, LOW
    sub_short LOW, X, rax
CUT(Y_minus_X)
    store_words rsp + PA, LOW
    add_short HIGH, X, rax
CUT(Y_plus_X)
    store_words rsp + PB, HIGH
    .if \with_z
    multiply Z, Z2
CUT(product_D)
    fold_product 38
    .else
    load_words LOW, Z
    add_short LOW, Z, rax
    .endif
CUT(D)
    store_words rsp + PC, LOW

    multiply rsp + PA, Y_MINUS_X
CUT(product_A)
    fold_product 38
CUT(A)
    store_words rsp + PA, LOW
    multiply rsp + PB, Y_PLUS_X
CUT(product_B)
    fold_product 38
CUT(B)
    move_words HIGH, LOW
    sub_short LOW, rsp + PA, rax
CUT(E)
    store_words rsp + PB, LOW
    add_short HIGH, rsp + PA, rax
CUT(H)
    store_words rsp + PD, HIGH

    multiply T, T2D
CUT(product_C)
    fold_product 38
CUT(C)
    store_words T, LOW
    load_words HIGH, rsp + PC
    load_words LOW, rsp + PC
    sub_short LOW, T, rax
CUT(F)
    store_words rsp + PA, LOW
    add_short HIGH, T, rax
CUT(G)
    store_words rsp + PC, HIGH

    multiply rsp + PB, rsp + PA
CUT(product_X_out)
    fold_product 38
CUT(X_out)
    store_words X, LOW
    multiply rsp + PC, rsp + PD
CUT(product_Y_out)
    fold_product 38
CUT(Y_out)
    store_words Y, LOW
    multiply rsp + PA, rsp + PC
CUT(product_Z_out)
    fold_product 38
CUT(Z_out)
    store_words Z, LOW
    multiply rsp + PB, rsp + PD
CUT(product_T_out)
    fold_product 38
CUT(T_out)
    store_words T, LOW

    add rsp, FRAME
    .cfi_adjust_cfa_offset -FRAME
    restore_all
    ret
.endm

.macro ge_add_code
    sum_code 1
.endm

.macro ge_madd_code
    sum_code 0
.endm

#undef PA
#undef PB
#undef PC
#undef PD
#undef FRAME
#undef X
#undef Y
#undef Z
#undef T
#undef Y_MINUS_X
#undef Y_PLUS_X
#undef T2D
#undef Z2
#undef LOW
#undef HIGH
