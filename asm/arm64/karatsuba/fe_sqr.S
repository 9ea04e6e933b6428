// fe_sqr: z = x² (mod p), for any x < 2^256; z < 2^256, not always canonical.
/*contract
args      = { z = "out u64[4] x0", x = "in u64[4] x1" }
spec      = ["z = field.sqr(x) mod p"]
ensures   = ["z < 2^256"]
may_alias = ["z=x"]
secret    = ["x"]
stack     = 0
needs     = []
*/
// Subtractive Karatsuba on the upper level (karatsuba.h has the identity and its diagram), where
// m = (x_hi - x_lo)·(x_lo - x_hi) = -(x_hi - x_lo)² needs no sign: three squares of two words each. The square of a
// word is made of three products of 32 bits, which cost these cores less than the two halves of one of 64 bits.

#include "asm.h"
#if defined(__aarch64__)
#include "karatsuba.h"

#define m_0 x5                  // -m over x_2 and x_3, which end with the difference
#define m_1 x6
#define m_2 x7
#define m_3 x8
#define s   x1                  // over the pointer x, which ends where the words are loaded
#define t   x2
#define v   x9
#define vw  w9
#define x_0w w3                 // the lower 32 bits
#define x_1w w4
#define x_2w w5
#define x_3w w6

// [r1 r0] = a² = u² + 2^33·u·v + 2^64·v², for a = u + 2^32·v, where aw is u. Overwrites s, t, v.
.macro sqr64 r0, r1, a, aw
    lsr   v, \a, #32
    umull \r0, \aw, \aw
    umull t, \aw, vw
    umull \r1, vw, vw
    lsl   s, t, #33
    lsr   t, t, #31
    adds  \r0, \r0, s
    adc   \r1, \r1, t
.endm

// [r3 r2 r1 r0] = [a1 a0]² = a0² + 2^64·2·a0·a1 + 2^128·a1². Overwrites s, t, v.
.macro sqr128 r0, r1, r2, r3, a0, a1, a0w, a1w
    sqr64 \r0, \r1, \a0, \a0w
    sqr64 \r2, \r3, \a1, \a1w
    mul   s, \a0, \a1
    umulh t, \a0, \a1

    adds  s, s, s               // 2·a0·a1 has 129 bits: its top bit goes to r3
    adcs  t, t, t
    adc   \r3, \r3, xzr
    adds  \r1, \r1, s
    adcs  \r2, \r2, t
    adc   \r3, \r3, xzr
.endm

ROUTINE(arm64_karatsuba_fe_sqr)
    ldp   x_0, x_1, [x]
    ldp   x_2, x_3, [x, #16]

    // [l_3 l_2 l_1 l_0] = x_lo²
    sqr128 l_0, l_1, l_2, l_3, x_0, x_1, x_0w, x_1w
CUT(low)

    // [h_3 h_2 h_1 h_0] = x_hi²
    sqr128 h_0, h_1, h_2, h_3, x_2, x_3, x_2w, x_3w
CUT(high)

    // [x_1 x_0] = |x_hi - x_lo|: both differences, then the one that did not borrow
    subs  s, x_0, x_2
    sbc   t, x_1, x_3
    subs  x_0, x_2, x_0
    sbcs  x_1, x_3, x_1
    csel  x_0, x_0, s, cs
    csel  x_1, x_1, t, cs
CUT(differences)

    // [m_3 m_2 m_1 m_0] = (x_hi - x_lo)²
    sqr128 m_0, m_1, m_2, m_3, x_0, x_1, x_0w, x_1w
CUT(middle)

    // [h_3 … h_0 l_3 … l_0] = x² + 2^128·(x_hi - x_lo)²
    sum_of_low_and_high

    // [h_3 … h_0 l_3 … l_0] = x²
    subs  l_2, l_2, m_0
    sbcs  l_3, l_3, m_1
    sbcs  h_0, h_0, m_2
    sbcs  h_1, h_1, m_3
    sbcs  h_2, h_2, xzr
    sbc   h_3, h_3, xzr
CUT(product)

    // [l_3 l_2 l_1 l_0] = x² (mod p)
    reduce

    stp   l_0, l_1, [z]
    stp   l_2, l_3, [z, #16]
    ret
END(arm64_karatsuba_fe_sqr)

#endif
#include "asm_end.h"
