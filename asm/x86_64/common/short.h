// short.h: sums and differences where one operand is short, and selection. Of any registers.
//
// A *short* element is below 2^255 + 2^198. Where the sum of any four words and a short element carries, the rest is
// below 2^255 + 2^198: the carry comes back as 38 and cannot carry again. Where the difference borrows, it is above
// 2^255 - 2^198 after the 2^256 that was borrowed, and 38 can be taken off once. Both are below 2^256, which is all
// that a product asks for.

#ifndef QED25519_X86_64_SHORT_H
#define QED25519_X86_64_SHORT_H

// [w3 w2 w1 w0] := [w3 w2 w1 w0] + the short element at src (mod p). Changes t.
.macro add_short w0, w1, w2, w3, src, t
    add \w0, [\src]
    adc \w1, [\src + 8]
    adc \w2, [\src + 16]
    adc \w3, [\src + 24]
    sbb \t, \t
    and \t, 38
    add \w0, \t
    adc \w1, 0
    adc \w2, 0
    adc \w3, 0
.endm

// [w3 w2 w1 w0] := [w3 w2 w1 w0] - the short element at src (mod p). Changes t.
.macro sub_short w0, w1, w2, w3, src, t
    sub \w0, [\src]
    sbb \w1, [\src + 8]
    sbb \w2, [\src + 16]
    sbb \w3, [\src + 24]
    sbb \t, \t
    and \t, 38
    sub \w0, \t
    sbb \w1, 0
    sbb \w2, 0
    sbb \w3, 0
.endm

// [w3 w2 w1 w0] := the words at src if ZF = 0, else as they are. Keeps ZF.
.macro move_words_if_nonzero w0, w1, w2, w3, src
    cmovnz \w0, [\src]
    cmovnz \w1, [\src + 8]
    cmovnz \w2, [\src + 16]
    cmovnz \w3, [\src + 24]
.endm

.macro move_words w0, w1, w2, w3, v0, v1, v2, v3
    mov \w0, \v0
    mov \w1, \v1
    mov \w2, \v2
    mov \w3, \v3
.endm

#endif
