// scalar.h: numbers modulo l = 2^252 + c, the order of the base point. Of the registers of ../mul/product.h, and rsi.
//
// c has 125 bits, so E = 8·c is two full words: 8·l = 2^255 + E, and 2^256 = -2·E (mod l). With x = 2^256·h + g and
//     E·h = 2^256·u + v:     x = g - 2·E·h = g - 2·v - 2·2^256·u = g - 2·v + 4·E·u (mod l).
// Adding 2·(2^256 + 2·E) = 0 keeps it positive:
//     x = y (mod l),   y = g + 2·(2^256 - v) + 4·E·(u + 1) < 7·2^256.
// Then q = ⌊y / 2^252⌋ is ⌊y / l⌋ or one more: l·q = 2^252·q + c·q, where c·q < 2^132 is below l.

#ifndef QED25519_X86_64_SCALAR_H
#define QED25519_X86_64_SCALAR_H

#include "../mul/product.h"

#define C0 0x5812631a5cf5d3ed   // l = 2^252 + [C1 C0]
#define C1 0x14def9dea2f79cd6
#define L3 0x1000000000000000   // l = [L3 0 C1 C0]
#define E0 0xc09318d2e7ae9f68   // [E1 E0] = 8·[C1 C0]
#define E1 0xa6f7cef517bce6b2

// [w2 w1 w0] = E·by; w2 may be the word `by`.
.macro multiply_by_E w0, w1, w2, by
    mov lo, E0
    mul \by
    mov \w0, lo
    mov \w1, hi
    mov lo, E1
    mul \by
    add \w1, lo
    adc hi, 0
    mov \w2, hi
.endm

// [w2 w1 w0] = [w1 w0] + E·by, which is below 2^192; w2 may be the word `by`. Changes t2.
.macro add_multiple_of_E w0, w1, w2, by
    mov lo, E1
    mul \by
    add \w1, lo
    adc hi, 0
    mov t2, hi
    mov lo, E0
    mul \by
    add \w0, lo
    adc \w1, hi
    adc t2, 0
    mov \w2, t2
.endm

// [rsi r3 r2 r1 r0] = y, for x = [r7 … r0]. Changes all registers but rdi.
.macro fold_scalar
    // [r7 r6 r5 r4 t1 t0] = E·h, whose lower words are v, whose upper ones u
    multiply_by_E t0, t1, r4, r4
    add_multiple_of_E t1, r4, r5, r5
    add_multiple_of_E r4, r5, r6, r6
    add_multiple_of_E r5, r6, r7, r7

    // [r7 r6] = u + 1: u < E
    add r6, 1
    adc r7, 0

    // [rsi r3 r2 r1 r0] = g + 2·(2^256 - v)
    mov esi, 2
    add t0, t0
    adc t1, t1
    adc r4, r4
    adc r5, r5
    sbb rsi, 0
    sub r0, t0
    sbb r1, t1
    sbb r2, r4
    sbb r3, r5
    sbb rsi, 0

    // [r7 r6 t1 t0] = E·(u + 1)
    multiply_by_E t0, t1, r6, r6
    add_multiple_of_E t1, r6, r7, r7

    // [r4 r7 r6 t1 t0] = 4·E·(u + 1)
    mov r4, 0
    add t0, t0
    adc t1, t1
    adc r6, r6
    adc r7, r7
    adc r4, r4
    add t0, t0
    adc t1, t1
    adc r6, r6
    adc r7, r7
    adc r4, r4

    // [rsi r3 r2 r1 r0] = y
    add r0, t0
    adc r1, t1
    adc r2, r6
    adc r3, r7
    adc rsi, r4
CUT(folded)
.endm

// [r3 r2 r1 r0] := [rsi r3 r2 r1 r0] mod l, for a number below 7·2^256. Changes rcx.
.macro reduce_scalar
    // rsi = q = ⌊y / 2^252⌋,  [r3 r2 r1 r0] = y mod 2^252
    mov rax, r3
    shr rax, 60
    shl rsi, 4
    add rsi, rax
    shl r3, 4
    shr r3, 4

    // [r3 r2 r1 r0] - CF·2^256 = y - l·q, which is at least -c·q, and below 2^252
    mov lo, C0
    mul rsi
    sub r0, lo
    mov rcx, hi
    adc rcx, 0
    mov lo, C1
    mul rsi
    add rcx, lo
    adc hi, 0
    sub r1, rcx
    sbb r2, hi
    sbb r3, 0
    sbb rcx, rcx
CUT(divided)

    // [r3 r2 r1 r0] = y - l·q + l·CF
    mov lo, C0
    and lo, rcx
    mov hi, C1
    and hi, rcx
    mov rsi, L3
    and rsi, rcx
    add r0, lo
    adc r1, hi
    adc r2, 0
    adc r3, rsi
.endm

#endif
