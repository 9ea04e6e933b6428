// reduce: [z3 z2 z1 z0] = l + k·h (mod p), for l = [l3 l2 l1 l0], h = [h3 h2 h1 h0] and k < 2^17; z may be l.
// For k = 38 that is the product l + 2^256·h, since 2^256 = 38 (mod p). Overwrites u, c and t.
//
// Before the lower words are summed it is known what is above bit 254: with
//     u = ⌊(l3 + k·h3) / 2^63⌋,  w = (l3 + k·h3) mod 2^63
// the number is [w l2 l1 l0] + k·[h2 h1 h0] + 2^255·u, and 2^255 = 19 (mod p).
//
//   weight      1          2^64       2^128      2^192
//               l0         l1         l2         w
//   1st         lo(k·h0)   lo(k·h1)   lo(k·h2)   C
//   2nd         19·u       hi(k·h0)   hi(k·h1)   hi(k·h2) + C
//
// u <= 2k + 1, so 19·u is a word. The upper word of the result is at most 2^63 - 1 + (k - 1) + 2: no carry leaves it, and
// for k = 38 the result is below 2^255 + 2^198, which makes it a *short* element.

#ifndef QED25519_SCHOOLBOOK_REDUCE_H
#define QED25519_SCHOOLBOOK_REDUCE_H

.macro reduce k, z0, z1, z2, z3, l0, l1, l2, l3, h0, h1, h2, h3, u, c, t
    set_word \c, \k
    mul   \t, \h3, \c
    umulh \u, \h3, \c
    adds  \z3, \l3, \t
    adc   \u, \u, xzr
    lsr   \t, \z3, #63
    and   \z3, \z3, #0x7fffffffffffffff
    add   \u, \t, \u, lsl #1
    add   \t, \u, \u, lsl #1    // 19·u
    add   \u, \t, \u, lsl #4

    mul   \t, \h0, \c
    adds  \z0, \l0, \t
    mul   \t, \h1, \c
    adcs  \z1, \l1, \t
    mul   \t, \h2, \c
    adcs  \z2, \l2, \t
    adc   \z3, \z3, xzr
    adds  \z0, \z0, \u
    umulh \t, \h0, \c
    adcs  \z1, \z1, \t
    umulh \t, \h1, \c
    adcs  \z2, \z2, \t
    umulh \t, \h2, \c
    adc   \z3, \z3, \t
.endm

// word = k, a constant below 2^32
.macro set_word word, k
    mov   \word, #(\k & 0xffff)
.if \k >> 16
    movk  \word, #(\k >> 16), lsl #16
.endif
.endm

#endif
