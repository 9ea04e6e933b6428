// multiply: [r3 r2 r1 r0] = a·b (mod p), short, for any a, b < 2^256. Overwrites a, r4 to r7 and t;
// r5, r6, r7 may be b0, b1, b2.
//
// Schoolbook, for cores whose multipliers are wide (Neoverse V1 and V2, Apple M): 16 products a_i·b_j, row by row.
// Row j adds a·b_j at weight 2^(64j), the low words in one carry chain, then the high words in another; its top word
// is new in row j, and its carry-out is always 0, since a·b_j + 2^256 - 1 < 2^320.
//
//   weight    2^(64j)      …+64         …+128        …+192        …+256
//   1st       lo(a_0b_j)   lo(a_1b_j)   lo(a_2b_j)   lo(a_3b_j)   C
//   2nd                    hi(a_0b_j)   hi(a_1b_j)   hi(a_2b_j)   hi(a_3b_j) + C
//
// MUL and UMULH leave the flags alone, so each product is made where its chain wants it. One temporary is enough:
// these cores rename registers.

#ifndef QED25519_SCHOOLBOOK_MULTIPLY_H
#define QED25519_SCHOOLBOOK_MULTIPLY_H

#include "reduce.h"

.macro multiply name, a0, a1, a2, a3, b0, b1, b2, b3, r0, r1, r2, r3, r4, r5, r6, r7, t
    // [r4 r3 r2 r1 r0] = a·b0: in the first row the low words meet nothing, so one chain is enough
    mul   \r0, \a0, \b0
    umulh \r1, \a0, \b0
    mul   \t, \a1, \b0
    umulh \r2, \a1, \b0
    adds  \r1, \r1, \t
    mul   \t, \a2, \b0
    umulh \r3, \a2, \b0
    adcs  \r2, \r2, \t
    mul   \t, \a3, \b0
    umulh \r4, \a3, \b0
    adcs  \r3, \r3, \t
    adc   \r4, \r4, xzr

    // [r5 … r0] = a·[b1 b0], [r6 … r0] = a·[b2 b1 b0], [r7 … r0] = a·b
    add_row \b1, \a0, \a1, \a2, \a3, \r1, \r2, \r3, \r4, \r5, \t
    add_row \b2, \a0, \a1, \a2, \a3, \r2, \r3, \r4, \r5, \r6, \t
    add_row \b3, \a0, \a1, \a2, \a3, \r3, \r4, \r5, \r6, \r7, \t
CUT(product_\name)
    reduce 38, \r0, \r1, \r2, \r3, \r0, \r1, \r2, \r3, \r4, \r5, \r6, \r7, \a0, \a1, \t
.endm

// [r4 r3 r2 r1 r0] = [r3 r2 r1 r0] + a·b
.macro add_row b, a0, a1, a2, a3, r0, r1, r2, r3, r4, t
    mul   \t, \a0, \b
    adds  \r0, \r0, \t
    mul   \t, \a1, \b
    adcs  \r1, \r1, \t
    mul   \t, \a2, \b
    adcs  \r2, \r2, \t
    mul   \t, \a3, \b
    adcs  \r3, \r3, \t
    cset  \r4, cs

    umulh \t, \a0, \b
    adds  \r1, \r1, \t
    umulh \t, \a1, \b
    adcs  \r2, \r2, \t
    umulh \t, \a2, \b
    adcs  \r3, \r3, \t
    umulh \t, \a3, \b
    adc   \r4, \r4, \t
.endm

#endif
