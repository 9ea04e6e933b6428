// square: [z3 z2 z1 z0] = x² (mod p), short, for any x < 2^256; z may be l.
// Overwrites x, y_0, y_1, y_2, l, h, d and e.
//
// Subtractive Karatsuba on the upper level (karatsuba.h has the identity and its diagram), where
// m = (x_hi - x_lo)·(x_lo - x_hi) = -(x_hi - x_lo)² needs no sign: three squares of two words each. The square of a
// word is made of three products of 32 bits, which cost these cores less than the two halves of one of 64 bits.

#ifndef QED25519_KARATSUBA_SQUARE_H
#define QED25519_KARATSUBA_SQUARE_H

#include "karatsuba.h"
#include "reduce.h"

#define m_0 x5                  // -m over x_2 and x_3, which end with the difference
#define m_1 x6
#define m_2 x7
#define m_3 x8
#define v   x9
#define vw  w9
#define x_0w w3                 // the lower 32 bits
#define x_1w w4
#define x_2w w5
#define x_3w w6

.macro square name, z0, z1, z2, z3
    // [l_3 l_2 l_1 l_0] = x_lo²
    sqr128 l_0, l_1, l_2, l_3, x_0, x_1, x_0w, x_1w
CUT(low_\name)

    // [h_3 h_2 h_1 h_0] = x_hi²
    sqr128 h_0, h_1, h_2, h_3, x_2, x_3, x_2w, x_3w
CUT(high_\name)

    // [x_1 x_0] = |x_hi - x_lo|: both differences, then the one that did not borrow
    subs  d, x_0, x_2
    sbc   e, x_1, x_3
    subs  x_0, x_2, x_0
    sbcs  x_1, x_3, x_1
    csel  x_0, x_0, d, cs
    csel  x_1, x_1, e, cs
CUT(differences_\name)

    // [m_3 m_2 m_1 m_0] = (x_hi - x_lo)²
    sqr128 m_0, m_1, m_2, m_3, x_0, x_1, x_0w, x_1w
CUT(middle_\name)

    // [h_3 … h_0 l_3 … l_0] = x² + 2^128·(x_hi - x_lo)²
    sum_of_low_and_high

    // [h_3 … h_0 l_3 … l_0] = x²
    subs  l_2, l_2, m_0
    sbcs  l_3, l_3, m_1
    sbcs  h_0, h_0, m_2
    sbcs  h_1, h_1, m_3
    sbcs  h_2, h_2, xzr
    sbc   h_3, h_3, xzr
CUT(product_\name)
    reduce 38, \z0, \z1, \z2, \z3
.endm

// [r3 r2 r1 r0] = [a1 a0]² = a0² + 2^64·2·a0·a1 + 2^128·a1². Overwrites d, e, v.
.macro sqr128 r0, r1, r2, r3, a0, a1, a0w, a1w
    sqr64 \r0, \r1, \a0, \a0w
    sqr64 \r2, \r3, \a1, \a1w
    mul   d, \a0, \a1
    umulh e, \a0, \a1

    adds  d, d, d               // 2·a0·a1 has 129 bits: its top bit goes to r3
    adcs  e, e, e
    adc   \r3, \r3, xzr
    adds  \r1, \r1, d
    adcs  \r2, \r2, e
    adc   \r3, \r3, xzr
.endm

// [r1 r0] = a² = u² + 2^33·u·v + 2^64·v², for a = u + 2^32·v, where aw is u. Overwrites d, e, v.
.macro sqr64 r0, r1, a, aw
    lsr   v, \a, #32
    umull \r0, \aw, \aw
    umull e, \aw, vw
    umull \r1, vw, vw
    lsl   d, e, #33
    lsr   e, e, #31
    adds  \r0, \r0, d
    adc   \r1, \r1, e
.endm

#undef m_0
#undef m_1
#undef m_2
#undef m_3
#undef v
#undef vw
#undef x_0w
#undef x_1w
#undef x_2w
#undef x_3w

#endif
