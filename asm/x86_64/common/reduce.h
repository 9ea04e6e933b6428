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

// [w3 w2 w1 w0] := [w3 w2 w1 w0] - y (mod p), for the four words at y. Changes fold.
// A borrow from 2^256 = 38 (mod p) is paid back by taking 38 away.
// After the first borrow the rest is at least 1; taking 38 from it may borrow once more. Then it is at least
// 2^256 - 37, so that another 38 come out of the low word alone.
.macro subtract w0, w1, w2, w3, y_words, fold
    // [w3 w2 w1 w0] - CF·2^256 = x - y
    sub \w0, [\y_words]
    sbb \w1, [\y_words + 8]
    sbb \w2, [\y_words + 16]
    sbb \w3, [\y_words + 24]

    // [w3 w2 w1 w0] - CF·2^256 = x - y (mod p)
    sbb \fold, \fold
    and \fold, 38
    sub \w0, \fold
    sbb \w1, 0
    sbb \w2, 0
    sbb \w3, 0

    // [w3 w2 w1 w0] = x - y (mod p): if CF, then w0 >= 2^64 - 37
    sbb \fold, \fold
    and \fold, 38
    sub \w0, \fold
.endm

// rax = 1 if [w3 w2 w1 w0] = 0, else 0. Changes w0 and w2.
.macro is_nought w0, w1, w2, w3
    or \w0, \w1
    or \w2, \w3
    or \w0, \w2
    mov eax, 0
    sub \w0, 1                  // borrows if and only if w0 = 0
    adc rax, 0
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
