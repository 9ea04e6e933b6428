// recode.h: digits of a scalar, signed and of five bits, and what sums of points begin with. Of any registers.
//
// With C = Σ 16·32^i over i = 0 … 50, a scalar m with m + C < 2^255 is Σ (e_i - 16)·32^i for the digits e_i of m + C to the
// base 32. It is enough that m < 2^253.

#ifndef QED25519_X86_64_RECODE_H
#define QED25519_X86_64_RECODE_H

#include "reduce.h"

.macro set_words w0, w1, w2, w3, low, others
    mov \w0, \low
    mov \w1, \others
    mov \w2, \others
    mov \w3, \others
.endm

// [w3 … w0] := [w3 … w0] + C. Changes s and t.
.macro add_offset w0, w1, w2, w3, s, t
    mov \s, 0x0842108421084210
    mov \t, 0x1084210842108421
    add \w0, \s
    adc \w1, \t
    mov \s, 0x2108421084210842
    mov \t, 0x4210842108421084
    adc \w2, \s
    adc \w3, \t
.endm

// [w3 … w0] := ⌊[w3 … w0] / 2^k⌋
.macro shift_right w0, w1, w2, w3, k
    shrd \w0, \w1, \k
    shrd \w1, \w2, \k
    shrd \w2, \w3, \k
    shr \w3, \k
.endm

// (X, Y, Z, T) at dst = (0, 1, 1, 0). Changes r0 … r3, rax, rcx.
.macro neutral_point dst
    mov eax, 0
    mov ecx, 1
    set_words r0, r1, r2, r3, rax, rax
    store_words \dst, r0, r1, r2, r3
    store_words \dst + 32, r0, r1, r2, r3
    store_words \dst + 64, r0, r1, r2, r3
    store_words \dst + 96, r0, r1, r2, r3
    mov [\dst + 32], rcx
    mov [\dst + 64], rcx
.endm

#endif
