// reduce: [z3 z2 z1 z0] = l + k·h (mod p), for l = [l_3 l_2 l_1 l_0], h = [h_3 h_2 h_1 h_0] and k < 2^17; the result is
// below 2^256, even below 2^255 + 38·(k + 1). Overwrites x, y_0, y_1 and h; z may be l, x or y.
// A product l + 2^256·h is l + 38·h (mod p).
//
// Each half of a product of 64-bit words costs these cores three cycles, a product of 32-bit words only one. So the
// words of h are cut in halves, h_i = u_i + 2^32·v_i:
//
//   weight    1            2^64         2^128        2^192        2^256
//             l_0          l_1          l_2          l_3
//   1st       k·u_0        k·u_1        k·u_2        k·u_3        C
//   2nd       2^32·[k·v_3 k·v_2 k·v_1 k·v_0], in five words     + C
//
// The sum is below (k + 1)·2^256, so top <= k. Then 2^255 = 19 (mod p) folds all that is above bit 254, top and the
// uppermost bit of word 3, which is at most 2k + 1: a number below 2^255 + 19·(2k + 1) remains, and the last carry is 0.

#ifndef QED25519_KARATSUBA_REDUCE_H
#define QED25519_KARATSUBA_REDUCE_H

#include "karatsuba.h"

#define h_0w w15                // the lower 32 bits
#define h_1w w16
#define h_2w w17
#define h_3w w10
#define v_0  x3
#define v_1  x4
#define v_2  x5
#define v_3  x6
#define v_0w w3
#define v_1w w4
#define v_2w w5
#define v_3w w6
#define c    w7
#define top  x8
#define topw w8

.macro reduce name, k, z0, z1, z2, z3
    mov   c, #(\k & 0xffff)
.if \k >> 16
    movk  c, #(\k >> 16), lsl #16
.endif
    lsr   v_0, h_0, #32
    lsr   v_1, h_1, #32
    lsr   v_2, h_2, #32
    lsr   v_3, h_3, #32
    umull h_0, h_0w, c          // h_i = k·u_i
    umull h_1, h_1w, c
    umull h_2, h_2w, c
    umull h_3, h_3w, c
    umull v_0, v_0w, c          // v_i = k·v_i
    umull v_1, v_1w, c
    umull v_2, v_2w, c
    umull v_3, v_3w, c

    adds  l_0, l_0, h_0
    adcs  l_1, l_1, h_1
    adcs  l_2, l_2, h_2
    adcs  l_3, l_3, h_3
    lsr   top, v_3, #32
    adc   top, top, xzr

    extr  v_3, v_3, v_2, #32
    extr  v_2, v_2, v_1, #32
    extr  v_1, v_1, v_0, #32
    lsl   v_0, v_0, #32
    adds  l_0, l_0, v_0
    adcs  l_1, l_1, v_1
    adcs  l_2, l_2, v_2
    adcs  l_3, l_3, v_3
    adc   top, top, xzr         // [top l_3 l_2 l_1 l_0] = l + k·h, top <= k
CUT(folded_\name)

    mov   c, #19
    extr  top, top, l_3, #63    // top = floor([top l_3] / 2^63) <= 2k + 1
    and   l_3, l_3, #0x7fffffffffffffff
    umull top, topw, c
    adds  \z0, l_0, top
    adcs  \z1, l_1, xzr
    adcs  \z2, l_2, xzr
    adc   \z3, l_3, xzr
.endm

#undef c
#undef top
#undef topw

#endif
