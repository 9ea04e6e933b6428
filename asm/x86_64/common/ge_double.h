// ge_double.h: ge_double's and ge_double_projective's code after the landing pad, as macros, ge_double_code and
// ge_double_projective_code, for copies in other files; after the variant's product.h. No name of a register is left behind,
// only macros.
//
// The double of p = (X, Y, Z, T), whatever its T (spec/edwards25519.py, double); where the double is doubled again, its T
// is not computed:
//     A = X²,  B = Y²,  C = 2·Z²,  H = A + B,  E = H - (X + Y)²,  G = A - B,  F = C + G
//     X = E·F,  Y = G·H,  Z = F·G,  T = E·H
// Coordinates and products are short elements (short.h). Of a sum or difference one operand is short: F is Z² + Z² + A - B.

#include "short.h"

// The frame: four words each.
#define PA 0        // A
#define PB 32       // B
#define PE 64       // (X + Y)²   E
#define PF 96       // Z²         F
#define PG 128      // X + Y      G
#define PH 160      // H
#define FRAME 192

#define X    rdi
#define Y    rdi + 32
#define Z    rdi + 64
#define T    rdi + 96
#define LOW  r0, r1, r2, r3
#define HIGH r4, r5, r6, r7

.macro double_code with_t
    save_all
    sub rsp, FRAME
    .cfi_adjust_cfa_offset FRAME

    load_words LOW, X
    add_short LOW, Y, rax
CUT(X_plus_Y)
    store_words rsp + PG, LOW
    square rsp + PG
CUT(product_square)
    fold_product 38
CUT(square)
    store_words rsp + PE, LOW
    square Z
CUT(product_ZZ)
    fold_product 38
CUT(ZZ)
    store_words rsp + PF, LOW
    square X
CUT(product_A)
    fold_product 38
CUT(A)
    store_words rsp + PA, LOW
    square Y
CUT(product_B)
    fold_product 38
CUT(B)
    store_words rsp + PB, LOW

    add_short LOW, rsp + PA, rax
CUT(H)
    store_words rsp + PH, LOW
    sub_short LOW, rsp + PE, rax
CUT(E)
    store_words rsp + PE, LOW
    load_words LOW, rsp + PA
    sub_short LOW, rsp + PB, rax
CUT(G)
    store_words rsp + PG, LOW
    load_words LOW, rsp + PF
    add_short LOW, rsp + PF, rax
CUT(C)
    add_short LOW, rsp + PA, rax
CUT(C_plus_A)
    sub_short LOW, rsp + PB, rax
CUT(F)
    store_words rsp + PF, LOW

    multiply rsp + PE, rsp + PF
CUT(product_X_out)
    fold_product 38
CUT(X_out)
    store_words X, LOW
    multiply rsp + PG, rsp + PH
CUT(product_Y_out)
    fold_product 38
CUT(Y_out)
    store_words Y, LOW
    multiply rsp + PF, rsp + PG
CUT(product_Z_out)
    fold_product 38
CUT(Z_out)
    store_words Z, LOW
    .if \with_t
    multiply rsp + PE, rsp + PH
CUT(product_T_out)
    fold_product 38
CUT(T_out)
    store_words T, LOW
    .endif

    add rsp, FRAME
    .cfi_adjust_cfa_offset -FRAME
    restore_all
    ret
.endm

.macro ge_double_code
    double_code 1
.endm

.macro ge_double_projective_code
    double_code 0
.endm

#undef PA
#undef PB
#undef PE
#undef PF
#undef PG
#undef PH
#undef FRAME
#undef X
#undef Y
#undef Z
#undef T
#undef LOW
#undef HIGH
