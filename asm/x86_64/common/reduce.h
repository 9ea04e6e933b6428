// reduce.h: the last steps of a reduction. 2^255 = 19 (mod p). The including file first says which registers are
// r0, r1, r2 and r3.

// [r3 r2 r1 r0] := h·2^256 + [r3 r2 r1 r0] (mod p), for h < 2^58. The result is below 2^255 + 19·(2h + 1).
// With r3 below 2^63 the additions cannot carry out of it. Changes h and t.
.macro fold_top h t
    mov \t, r3
    shr \t, 63
    lea \h, [\t + 2*\h]         // h = ⌊(h·2^256 + [r3 r2 r1 r0]) / 2^255⌋
    lea \t, [\h + 8*\h]
    btr r3, 63
    lea \h, [\h + 2*\t]         // h = 19·⌊…⌋
    add r0, \h
    adc r1, 0
    adc r2, 0
    adc r3, 0
.endm

// [r3 r2 r1 r0] := [r3 r2 r1 r0] mod p, the canonical value. Changes s and t.
.macro canonicalize s t
    // u = [r3 r2 r1 r0] = v + 19 with v = x (mod p), v < 2^255 + 19 < 2p
    mov \s, r3
    shr \s, 63
    imul \s, \s, 19
    btr r3, 63
    add \s, 19
    add r0, \s
    adc r1, 0
    adc r2, 0
    adc r3, 0

    // v >= p if and only if u >= 2^255; then v - p = u - 2^255, else v = u - 19
    mov \s, r3
    shr \s, 63
    imul \s, \s, 19
    mov \t, 19
    sub \t, \s
    btr r3, 63
    sub r0, \t
    sbb r1, 0
    sbb r2, 0
    sbb r3, 0
.endm

.macro load_words src
    mov r0, [\src]
    mov r1, [\src + 8]
    mov r2, [\src + 16]
    mov r3, [\src + 24]
.endm

.macro store_words dst
    mov [\dst], r0
    mov [\dst + 8], r1
    mov [\dst + 16], r2
    mov [\dst + 24], r3
.endm
