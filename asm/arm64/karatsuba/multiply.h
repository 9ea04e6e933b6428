// multiply: [z3 z2 z1 z0] = x·b (mod p), short, for any x, b < 2^256; z may be l, b may be y.
// Overwrites x, y, b0, b1, l, h, d, e and x20 to x22.
//
// Subtractive Karatsuba, two levels, for cores whose multipliers are narrow (Neoverse N1, Cortex-A): 9 products of
// words instead of 16. karatsuba.h has the identity, its diagram and the sign convention. Both levels use it:
// for x = x_lo + 2^128·x_hi, and in each of the three products for a = a0 + 2^64·a1.

#ifndef QED25519_KARATSUBA_MULTIPLY_H
#define QED25519_KARATSUBA_MULTIPLY_H

#include "karatsuba.h"
#include "reduce.h"

#define m_0 x5                  // |m| over x_2 x_3 y_2 y_3, which end with the differences
#define m_1 x6
#define m_2 x9
#define m_3 x19
#define sign x20                // of m on the upper level
#define s   x21                 // of m on the lower level
#define t   x22

.macro multiply name, b0, b1, b2, b3, z0, z1, z2, z3
    // [l_3 l_2 l_1 l_0] = x_lo·b_lo
    mul128 l_0, l_1, l_2, l_3, x_0, x_1, \b0, \b1
CUT(low_\name)

    // [h_3 h_2 h_1 h_0] = x_hi·b_hi
    mul128 h_0, h_1, h_2, h_3, x_2, x_3, \b2, \b3
CUT(high_\name)

    // [x_1 x_0] = |x_hi - x_lo|, [\b1 \b0] = |b_lo - b_hi|: both differences, then the one that did not borrow.
    // sign = that of m = (x_hi - x_lo)·(b_lo - b_hi)
    subs  d, x_0, x_2
    sbc   e, x_1, x_3
    subs  x_0, x_2, x_0
    sbcs  x_1, x_3, x_1
    csetm sign, cc
    csel  x_0, x_0, d, cs
    csel  x_1, x_1, e, cs

    subs  d, \b2, \b0
    sbc   e, \b3, \b1
    subs  \b0, \b0, \b2
    sbcs  \b1, \b1, \b3
    cinv  sign, sign, cc
    csel  \b0, \b0, d, cs
    csel  \b1, \b1, e, cs
CUT(differences_\name)

    // [m_3 m_2 m_1 m_0] = |m|
    mul128 m_0, m_1, m_2, m_3, x_0, x_1, \b0, \b1
CUT(middle_\name)

    // [h_3 … h_0 l_3 … l_0] = x·b - 2^128·m
    sum_of_low_and_high

    // [h_3 … h_0 l_3 … l_0] = x·b
    eor   m_0, m_0, sign
    eor   m_1, m_1, sign
    eor   m_2, m_2, sign
    eor   m_3, m_3, sign
    cmn   sign, #1
    adcs  l_2, l_2, m_0
    adcs  l_3, l_3, m_1
    adcs  h_0, h_0, m_2
    adcs  h_1, h_1, m_3
    adcs  h_2, h_2, sign
    adc   h_3, h_3, sign
CUT(product_\name)
    reduce 38, \z0, \z1, \z2, \z3
.endm

// [r3 r2 r1 r0] = [a1 a0]·[b1 b0]. Overwrites d, e, s, t.
.macro mul128 r0, r1, r2, r3, a0, a1, b0, b1
    mul   \r0, \a0, \b0         // [r1 r0] = l
    umulh \r1, \a0, \b0
    mul   \r2, \a1, \b1         // [r3 r2] = h
    umulh \r3, \a1, \b1

    subs  d, \a1, \a0           // d = |a1 - a0|, e = |b0 - b1|, s = the sign of m
    cneg  d, d, cc
    csetm s, cc
    subs  e, \b0, \b1
    cneg  e, e, cc
    cinv  s, s, cc

    mul   t, d, e               // [e t] = |m|
    umulh e, d, e

    adds  \r2, \r2, \r1         // [r3 r2] = q
    adc   \r3, \r3, xzr
    adds  \r1, \r0, \r2         // [r3 r2 r1 r0] = l0 + B·(l0 + q) + B²·q
    adcs  \r2, \r2, \r3
    adc   \r3, \r3, xzr

    eor   t, t, s
    eor   e, e, s
    cmn   s, #1
    adcs  \r1, \r1, t
    adcs  \r2, \r2, e
    adc   \r3, \r3, s
.endm

#undef m_0
#undef m_1
#undef m_2
#undef m_3
#undef sign
#undef s
#undef t

#endif
