// reduce: [z3 z2 z1 z0] = l + k·h (mod p), for l = [l3 l2 l1 l0], h = [h3 h2 h1 h0] and k < 2^17; the result is below
// 2^256, even below 2^255 + 38·(k + 1). Overwrites top, c and t; z may be l.
// A product l + 2^256·h is l + 38·h (mod p).
//
//   weight      1          2^64       2^128      2^192      2^256
//               l0         l1         l2         l3
//   1st         lo(k·h0)   lo(k·h1)   lo(k·h2)   lo(k·h3)   C
//   2nd                    hi(k·h0)   hi(k·h1)   hi(k·h2)   hi(k·h3) + C
//
// The sum is below (k + 1)·2^256, so top <= k. Then 2^255 = 19 (mod p) folds all that is above bit 254, top and the
// uppermost bit of word 3, which is at most 2k + 1: a number below 2^255 + 19·(2k + 1) remains, and the last carry is 0.

#ifndef QED25519_SCHOOLBOOK_REDUCE_H
#define QED25519_SCHOOLBOOK_REDUCE_H

.macro reduce name, k, z0, z1, z2, z3, l0, l1, l2, l3, h0, h1, h2, h3, top, c, t
    set_word \c, \k
    mul   \t, \h0, \c
    adds  \z0, \l0, \t
    mul   \t, \h1, \c
    adcs  \z1, \l1, \t
    mul   \t, \h2, \c
    adcs  \z2, \l2, \t
    mul   \t, \h3, \c
    adcs  \z3, \l3, \t
    cset  \top, cs

    umulh \t, \h0, \c
    adds  \z1, \z1, \t
    umulh \t, \h1, \c
    adcs  \z2, \z2, \t
    umulh \t, \h2, \c
    adcs  \z3, \z3, \t
    umulh \t, \h3, \c
    adc   \top, \top, \t        // [top z3 z2 z1 z0] = l + k·h, top <= k
CUT(folded_\name)

    mov   \c, #19
    extr  \top, \top, \z3, #63  // top = floor([top z3] / 2^63) <= 2k + 1
    and   \z3, \z3, #0x7fffffffffffffff
    mul   \top, \top, \c
    adds  \z0, \z0, \top
    adcs  \z1, \z1, xzr
    adcs  \z2, \z2, xzr
    adc   \z3, \z3, xzr
.endm

// word = k, a constant below 2^32
.macro set_word word, k
    mov   \word, #(\k & 0xffff)
.if \k >> 16
    movk  \word, #(\k >> 16), lsl #16
.endif
.endm

#endif
