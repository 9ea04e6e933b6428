// reduce.h: the last steps of a reduction, and words in and out. 2^255 = 19 (mod p). Of any registers.

#ifndef QED25519_X86_64_REDUCE_H
#define QED25519_X86_64_REDUCE_H

// [w3 w2 w1 w0] := h·2^256 + [w3 w2 w1 w0] (mod p), for h < 2^58. The result is below 2^255 + 19·(2h + 1).
// With w3 below 2^63 the additions cannot carry out of it. Changes h and t.
.macro fold_top w0, w1, w2, w3, h, t
    mov \t, \w3
    shr \t, 63
    lea \h, [\t + 2*\h]         // h = ⌊(h·2^256 + [w3 w2 w1 w0]) / 2^255⌋
    lea \t, [\h + 8*\h]
    btr \w3, 63
    lea \h, [\h + 2*\t]         // h = 19·⌊…⌋
    add \w0, \h
    adc \w1, 0
    adc \w2, 0
    adc \w3, 0
.endm

// [w3 w2 w1 w0] := [w3 w2 w1 w0] mod p, the canonical value. Changes s and t.
.macro canonicalize w0, w1, w2, w3, s, t
    // u = [w3 w2 w1 w0] = v + 19 with v = x (mod p), v < 2^255 + 19 < 2p
    mov \s, \w3
    shr \s, 63
    imul \s, \s, 19
    btr \w3, 63
    add \s, 19
    add \w0, \s
    adc \w1, 0
    adc \w2, 0
    adc \w3, 0

    // v >= p if and only if u >= 2^255; then v - p = u - 2^255, else v = u - 19
    mov \s, \w3
    shr \s, 63
    imul \s, \s, 19
    mov \t, 19
    sub \t, \s
    btr \w3, 63
    sub \w0, \t
    sbb \w1, 0
    sbb \w2, 0
    sbb \w3, 0
.endm

.macro load_words w0, w1, w2, w3, src
    mov \w0, [\src]
    mov \w1, [\src + 8]
    mov \w2, [\src + 16]
    mov \w3, [\src + 24]
.endm

.macro store_words dst, w0, w1, w2, w3
    mov [\dst], \w0
    mov [\dst + 8], \w1
    mov [\dst + 16], \w2
    mov [\dst + 24], \w3
.endm

#endif
