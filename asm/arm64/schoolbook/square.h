// square: [r3 r2 r1 r0] = a² (mod p), short, for any a < 2^256. Overwrites a, r4 to r7, s and t.
//
// a² = Σ a_i²·2^(128i) + 2·Σ a_i·a_j·2^(64(i+j)), i < j: six products that are doubled, and four squares.
// Three of the six tile the words 1 to 6, two more the words 2 to 5, the last the words 3 and 4:
//
//   word      1           2           3           4           5           6
//             lo(a_0a_1)  hi(a_0a_1)  lo(a_0a_3)  hi(a_0a_3)  lo(a_2a_3)  hi(a_2a_3)
//   1st                   lo(a_0a_2)  hi(a_0a_2)  lo(a_1a_3)  hi(a_1a_3)  C
//   2nd                               lo(a_1a_2)  hi(a_1a_2)  C           C
//
// Neither sum carries out of word 6: it is at most half of a² < 2^512, from word 1 on.

#ifndef QED25519_SCHOOLBOOK_SQUARE_H
#define QED25519_SCHOOLBOOK_SQUARE_H

#include "reduce.h"

.macro square name, a0, a1, a2, a3, r0, r1, r2, r3, r4, r5, r6, r7, s, t
    mul   \r1, \a0, \a1
    umulh \r2, \a0, \a1
    mul   \r3, \a0, \a3
    umulh \r4, \a0, \a3
    mul   \r5, \a2, \a3
    umulh \r6, \a2, \a3

    mul   \s, \a0, \a2
    umulh \t, \a0, \a2
    adds  \r2, \r2, \s
    adcs  \r3, \r3, \t
    mul   \s, \a1, \a3
    umulh \t, \a1, \a3
    adcs  \r4, \r4, \s
    adcs  \r5, \r5, \t
    adc   \r6, \r6, xzr

    // 2^64·[r6 … r1] = Σ a_i·a_j·2^(64(i+j)), i < j
    mul   \s, \a1, \a2
    umulh \t, \a1, \a2
    adds  \r3, \r3, \s
    adcs  \r4, \r4, \t
    adcs  \r5, \r5, xzr
    adc   \r6, \r6, xzr
CUT(cross_products_\name)

    // 2^64·[r7 … r1] = 2·Σ a_i·a_j·2^(64(i+j)), i < j
    adds  \r1, \r1, \r1
    adcs  \r2, \r2, \r2
    adcs  \r3, \r3, \r3
    adcs  \r4, \r4, \r4
    adcs  \r5, \r5, \r5
    adcs  \r6, \r6, \r6
    cset  \r7, cs

    // [r7 … r0] = a²: the squares tile the words 0 to 7
    mul   \r0, \a0, \a0
    umulh \t, \a0, \a0
    adds  \r1, \r1, \t
    mul   \s, \a1, \a1
    umulh \t, \a1, \a1
    adcs  \r2, \r2, \s
    adcs  \r3, \r3, \t
    mul   \s, \a2, \a2
    umulh \t, \a2, \a2
    adcs  \r4, \r4, \s
    adcs  \r5, \r5, \t
    mul   \s, \a3, \a3
    umulh \t, \a3, \a3
    adcs  \r6, \r6, \s
    adc   \r7, \r7, \t
CUT(product_\name)
    reduce 38, \r0, \r1, \r2, \r3, \r0, \r1, \r2, \r3, \r4, \r5, \r6, \r7, \a0, \a1, \t
.endm

#endif
