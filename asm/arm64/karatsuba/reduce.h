// reduce: [z3 z2 z1 z0] = l + k·h (mod p), for l = [l_3 l_2 l_1 l_0], h = [h_3 h_2 h_1 h_0] and k < 2^17. For k = 38 that
// is the product l + 2^256·h, since 2^256 = 38 (mod p). z may be l, x or y. Overwrites x, y_0, y_1, l and h.
//
// Each half of a product of 64-bit words costs these cores three cycles, a product of 32-bit words only one. So the words
// of h are cut in halves, h_i = a_i + 2^32·b_i, and so are the products k·b_i = s_i + 2^32·t_i.
// Before the lower words are summed it is known what is above bit 254: with
//     u = ⌊(l_3 + k·h_3) / 2^63⌋,  w = (l_3 + k·h_3) mod 2^63
// the number is [w l_2 l_1 l_0] + k·[h_2 h_1 h_0] + 2^255·u, and 2^255 = 19 (mod p).
//
//   weight      1              2^64           2^128          2^192
//               l_0            l_1            l_2            w
//   1st         k·a_0 + 19·u   k·a_1 + t_0    k·a_2 + t_1    t_2 + C
//   2nd         2^32·s_0       2^32·s_1       2^32·s_2       C
//
// u <= 2k + 1, so the terms of the first line are words. The upper word of the result is at most 2^63 - 1 + (k - 1) + 2:
// no carry leaves it, and for k = 38 the result is below 2^255 + 2^198, which makes it a *short* element.

#ifndef QED25519_KARATSUBA_REDUCE_H
#define QED25519_KARATSUBA_REDUCE_H

#include "karatsuba.h"

#define h_0w w15                // the lower 32 bits
#define h_1w w16
#define h_2w w17
#define h_3w w10
#define b_0  x3
#define b_1  x4
#define b_2  x5
#define b_3  x6
#define b_0w w3
#define b_1w w4
#define b_2w w5
#define b_3w w6
#define c    w7
#define t    x8
#define u    x6

.macro reduce k, z0, z1, z2, z3
    mov   c, #(\k & 0xffff)
.if \k >> 16
    movk  c, #(\k >> 16), lsl #16
.endif
    lsr   b_3, h_3, #32
    lsr   b_0, h_0, #32
    lsr   b_1, h_1, #32
    lsr   b_2, h_2, #32
    umull b_3, b_3w, c          // b_i = k·b_i
    umull h_3, h_3w, c
    umull b_0, b_0w, c
    umull b_1, b_1w, c
    umull b_2, b_2w, c

    // w in l_3, 19·u in u
    lsl   t, b_3, #32
    lsr   b_3, b_3, #32
    adds  l_3, l_3, h_3
    adc   b_3, b_3, xzr
    adds  l_3, l_3, t
    adc   u, b_3, xzr
    lsr   t, l_3, #63
    and   l_3, l_3, #0x7fffffffffffffff
    add   u, t, u, lsl #1
    add   t, u, u, lsl #1
    add   u, t, u, lsl #4

    // the first line in h_0, h_1, h_2, t
    umaddl h_0, h_0w, c, u
    lsr   t, b_0, #32
    umaddl h_1, h_1w, c, t
    lsr   t, b_1, #32
    umaddl h_2, h_2w, c, t
    lsr   t, b_2, #32
    lsl   b_0, b_0, #32
    lsl   b_1, b_1, #32
    lsl   b_2, b_2, #32

    adds  l_0, l_0, h_0
    adcs  l_1, l_1, h_1
    adcs  l_2, l_2, h_2
    adc   l_3, l_3, t
    adds  \z0, l_0, b_0
    adcs  \z1, l_1, b_1
    adcs  \z2, l_2, b_2
    adc   \z3, l_3, xzr
.endm

#undef h_0w
#undef h_1w
#undef h_2w
#undef h_3w
#undef b_0
#undef b_1
#undef b_2
#undef b_3
#undef b_0w
#undef b_1w
#undef b_2w
#undef b_3w
#undef c
#undef t
#undef u

#endif
