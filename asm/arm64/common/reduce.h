// reduce.h: the last steps of a reduction, differences, constants, and words in and out. 2^255 = 19 (mod p). Of any registers.

#ifndef QED25519_ARM64_REDUCE_H
#define QED25519_ARM64_REDUCE_H

// [w3 w2 w1 w0] := h·2^256 + [w3 w2 w1 w0] (mod p), for h < 2^58. The result is below 2^255 + 19·(2h + 1).
// With w3 below 2^63 the additions cannot carry out of it. Changes h and t.
.macro fold_top w0, w1, w2, w3, h, t
    mov   \t, #19
    extr  \h, \h, \w3, #63      // h = floor((h·2^256 + [w3 w2 w1 w0]) / 2^255)
    and   \w3, \w3, #0x7fffffffffffffff
    mul   \h, \h, \t
    adds  \w0, \w0, \h
    adcs  \w1, \w1, xzr
    adcs  \w2, \w2, xzr
    adc   \w3, \w3, xzr
.endm

// [w3 w2 w1 w0] := [w3 w2 w1 w0] mod p, the canonical value. Changes s and t.
.macro canonicalize w0, w1, w2, w3, s, t
    // u = [w3 w2 w1 w0] = v + 19 with v = x (mod p), v < 2^255 + 19 < 2p
    mov   \t, #19
    lsr   \s, \w3, #63
    and   \w3, \w3, #0x7fffffffffffffff
    madd  \s, \s, \t, \t
    adds  \w0, \w0, \s
    adcs  \w1, \w1, xzr
    adcs  \w2, \w2, xzr
    adc   \w3, \w3, xzr

    // v >= p if and only if u >= 2^255; then v - p = u - 2^255, else v = u - 19
    lsr   \s, \w3, #63
    and   \w3, \w3, #0x7fffffffffffffff
    msub  \s, \s, \t, \t
    subs  \w0, \w0, \s
    sbcs  \w1, \w1, xzr
    sbcs  \w2, \w2, xzr
    sbc   \w3, \w3, xzr
.endm

// [a3 a2 a1 a0] := [a3 a2 a1 a0] - [b3 b2 b1 b0] (mod p). Changes s and t.
// A borrow from 2^256 = 38 (mod p) is paid back by taking 38 away.
// After the first borrow the rest is at least 1; taking 38 from it may borrow once more. Then it is at least
// 2^256 - 37, so that another 38 come out of the low word alone.
.macro subtract a0, a1, a2, a3, b0, b1, b2, b3, s, t
    // [a3 a2 a1 a0] - (1 - C)·2^256 = a - b
    mov   \s, #38
    subs  \a0, \a0, \b0
    sbcs  \a1, \a1, \b1
    sbcs  \a2, \a2, \b2
    sbcs  \a3, \a3, \b3

    // [a3 a2 a1 a0] - (1 - C)·2^256 = a - b (mod p)
    csel  \t, xzr, \s, cs
    subs  \a0, \a0, \t
    sbcs  \a1, \a1, xzr
    sbcs  \a2, \a2, xzr
    sbcs  \a3, \a3, xzr

    // [a3 a2 a1 a0] = a - b (mod p): if C = 0, then a0 >= 2^64 - 37
    csel  \t, xzr, \s, cs
    sub   \a0, \a0, \t
.endm

// r = 1 if [w3 w2 w1 w0] = 0, else 0. Changes w0 and w2.
.macro is_nought r, w0, w1, w2, w3
    orr   \w0, \w0, \w1
    orr   \w2, \w2, \w3
    orr   \w0, \w0, \w2
    cmp   \w0, #0
    cset  \r, eq
.endm

// word = value, any 64-bit constant
.macro constant word, value
    movz  \word, #((\value) & 0xffff)
    movk  \word, #(((\value) >> 16) & 0xffff), lsl #16
    movk  \word, #(((\value) >> 32) & 0xffff), lsl #32
    movk  \word, #(((\value) >> 48) & 0xffff), lsl #48
.endm

.macro load_words w0, w1, w2, w3, src
    ldp   \w0, \w1, [\src]
    ldp   \w2, \w3, [\src, #16]
.endm

.macro store_words dst, w0, w1, w2, w3, at=0
    stp   \w0, \w1, [\dst, #\at]
    stp   \w2, \w3, [\dst, #\at+16]
.endm

#endif
