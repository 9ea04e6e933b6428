// fe_mul: z = x·y (mod p), for any x, y < 2^256; z < 2^256, not always canonical.
/*contract
args      = { z = "out u64[4] x0", x = "in u64[4] x1", y = "in u64[4] x2" }
spec      = ["z = field.mul(x, y) mod p"]
ensures   = ["z < 2^256"]
may_alias = ["z=x", "z=y", "x=y"]
secret    = ["x", "y"]
stack     = 32
needs     = []
*/
// Subtractive Karatsuba, two levels, for cores whose multipliers are narrow (Neoverse N1, Cortex-A): 9 products of
// words instead of 16. karatsuba.h has the identity, its diagram and the sign convention. Both levels use it:
// for x = x_lo + 2^128·x_hi, and in each of the three products for a = a0 + 2^64·a1.

#include "asm.h"
#if defined(__aarch64__)
#include "karatsuba.h"

#define y   x2
#define y_0 x7
#define y_1 x8
#define y_2 x9
#define y_3 x19
#define d   x1                  // over the pointers x and y, which end where the words are loaded
#define e   x2
#define m_0 x5                  // |m| over x_2 x_3 y_2 y_3, which end with the differences
#define m_1 x6
#define m_2 x9
#define m_3 x19
#define sign x20                // of m on the upper level
#define s   x21                 // of m on the lower level
#define t   x22

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

ROUTINE(arm64_karatsuba_fe_mul)
    stp   x19, x20, [sp, #-32]!
    stp   x21, x22, [sp, #16]
    .cfi_adjust_cfa_offset 32
    .cfi_rel_offset x19, 0
    .cfi_rel_offset x20, 8
    .cfi_rel_offset x21, 16
    .cfi_rel_offset x22, 24

    ldp   x_0, x_1, [x]
    ldp   y_0, y_1, [y]
    ldp   x_2, x_3, [x, #16]
    ldp   y_2, y_3, [y, #16]

    // [l_3 l_2 l_1 l_0] = x_lo·y_lo
    mul128 l_0, l_1, l_2, l_3, x_0, x_1, y_0, y_1
CUT(low)

    // [h_3 h_2 h_1 h_0] = x_hi·y_hi
    mul128 h_0, h_1, h_2, h_3, x_2, x_3, y_2, y_3
CUT(high)

    // [x_1 x_0] = |x_hi - x_lo|, [y_1 y_0] = |y_lo - y_hi|: both differences, then the one that did not borrow.
    // sign = that of m = (x_hi - x_lo)·(y_lo - y_hi)
    subs  d, x_0, x_2
    sbc   e, x_1, x_3
    subs  x_0, x_2, x_0
    sbcs  x_1, x_3, x_1
    csetm sign, cc
    csel  x_0, x_0, d, cs
    csel  x_1, x_1, e, cs

    subs  d, y_2, y_0
    sbc   e, y_3, y_1
    subs  y_0, y_0, y_2
    sbcs  y_1, y_1, y_3
    cinv  sign, sign, cc
    csel  y_0, y_0, d, cs
    csel  y_1, y_1, e, cs
CUT(differences)

    // [m_3 m_2 m_1 m_0] = |m|
    mul128 m_0, m_1, m_2, m_3, x_0, x_1, y_0, y_1
CUT(middle)

    // [h_3 … h_0 l_3 … l_0] = x·y - 2^128·m
    sum_of_low_and_high

    // [h_3 … h_0 l_3 … l_0] = x·y
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
CUT(product)

    // [l_3 l_2 l_1 l_0] = x·y (mod p)
    reduce

    stp   l_0, l_1, [z]
    stp   l_2, l_3, [z, #16]
    ldp   x21, x22, [sp, #16]
    ldp   x19, x20, [sp], #32
    ret
END(arm64_karatsuba_fe_mul)

#endif
#include "asm_end.h"
