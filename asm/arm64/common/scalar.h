// scalar.h: numbers modulo l = 2^252 + c, the order of the base point. Of any registers.
//
// c has 125 bits, so E = 8·c is two full words: 8·l = 2^255 + E, and 2^256 = -2·E (mod l). With x = 2^256·h + g and
//     E·h = 2^256·u + v:     x = g - 2·E·h = g - 2·v - 2·2^256·u = g - 2·v + 4·E·u (mod l).
// Adding 2·(2^256 + 2·E) = 0 keeps it positive:
//     x = y (mod l),   y = g + 2·(2^256 - v) + 4·E·(u + 1) < 7·2^256.
// Then q = ⌊y / 2^252⌋ is ⌊y / l⌋ or one more: l·q = 2^252·q + c·q, where c·q < 2^132 is below l.

#ifndef QED25519_ARM64_SCALAR_H
#define QED25519_ARM64_SCALAR_H

#include "reduce.h"

#define C0 0x5812631a5cf5d3ed   // l = 2^252 + [C1 C0]
#define C1 0x14def9dea2f79cd6
#define L3 0x1000000000000000   // l = [L3 0 C1 C0]
#define E0 0xc09318d2e7ae9f68   // [E1 E0] = 8·[C1 C0]
#define E1 0xa6f7cef517bce6b2

// [w2 w1 w0] = [k1 k0]·by; w2 may be the word `by`. Changes t.
.macro multiply_word w0, w1, w2, by, k0, k1, t
    mul   \w0, \by, \k0
    umulh \w1, \by, \k0
    mul   \t, \by, \k1
    adds  \w1, \w1, \t
    umulh \t, \by, \k1
    adc   \w2, \t, xzr
.endm

// [w2 w1 w0] = [w1 w0] + [k1 k0]·by, which is below 2^192; w2 may be the word `by`. Changes s and t.
.macro add_multiple w0, w1, w2, by, k0, k1, s, t
    mul   \t, \by, \k1
    umulh \s, \by, \k1
    adds  \w1, \w1, \t
    adc   \s, \s, xzr
    mul   \t, \by, \k0
    adds  \w0, \w0, \t
    umulh \t, \by, \k0
    adcs  \w1, \w1, \t
    adc   \w2, \s, xzr
.endm

// [top r3 r2 r1 r0] = y, for x = [r7 … r0]. Overwrites all the registers.
.macro fold_scalar top, r0, r1, r2, r3, r4, r5, r6, r7, v0, v1, e0, e1, s, t
    constant \e0, E0
    constant \e1, E1

    // [r7 r6 r5 r4 v1 v0] = E·h, whose lower words are v, whose upper ones u
    multiply_word \v0, \v1, \r4, \r4, \e0, \e1, \t
    add_multiple \v1, \r4, \r5, \r5, \e0, \e1, \s, \t
    add_multiple \r4, \r5, \r6, \r6, \e0, \e1, \s, \t
    add_multiple \r5, \r6, \r7, \r7, \e0, \e1, \s, \t

    // [r7 r6] = u + 1: u < E
    adds  \r6, \r6, #1
    adc   \r7, \r7, xzr

    // [top r3 r2 r1 r0] = g + 2·(2^256 - v)
    mov   \s, #2
    adds  \v0, \v0, \v0
    adcs  \v1, \v1, \v1
    adcs  \r4, \r4, \r4
    adcs  \r5, \r5, \r5
    cset  \t, cs
    subs  \r0, \r0, \v0
    sbcs  \r1, \r1, \v1
    sbcs  \r2, \r2, \r4
    sbcs  \r3, \r3, \r5
    sbc   \top, \s, \t

    // [r7 r6 v1 v0] = E·(u + 1)
    multiply_word \v0, \v1, \r6, \r6, \e0, \e1, \t
    add_multiple \v1, \r6, \r7, \r7, \e0, \e1, \s, \t

    // [s r7 r6 v1 v0] = 4·E·(u + 1)
    lsr   \s, \r7, #62
    extr  \r7, \r7, \r6, #62
    extr  \r6, \r6, \v1, #62
    extr  \v1, \v1, \v0, #62
    lsl   \v0, \v0, #2

    // [top r3 r2 r1 r0] = y
    adds  \r0, \r0, \v0
    adcs  \r1, \r1, \v1
    adcs  \r2, \r2, \r6
    adcs  \r3, \r3, \r7
    adc   \top, \top, \s
CUT(folded)
.endm

// [r3 r2 r1 r0] := [q r3 r2 r1 r0] mod l, for a number y below 7·2^256. Overwrites all the registers.
.macro reduce_scalar q, r0, r1, r2, r3, c0, c1, p0, p1, p2, t
    constant \c0, C0
    constant \c1, C1

    // q = ⌊y / 2^252⌋,  [r3 r2 r1 r0] = y mod 2^252
    extr  \q, \q, \r3, #60
    and   \r3, \r3, #(L3 - 1)

    // [p2 p1 p0] = c·q
    multiply_word \p0, \p1, \p2, \q, \c0, \c1, \t

    // [r3 r2 r1 r0] - (1 - C)·2^256 = y - l·q, which is at least -c·q, and below 2^252
    subs  \r0, \r0, \p0
    sbcs  \r1, \r1, \p1
    sbcs  \r2, \r2, \p2
    sbcs  \r3, \r3, xzr
    csetm \t, cc
CUT(divided)

    // [r3 r2 r1 r0] = y - l·q + l·(1 - C)
    and   \c0, \c0, \t
    and   \c1, \c1, \t
    and   \t, \t, #L3
    adds  \r0, \r0, \c0
    adcs  \r1, \r1, \c1
    adcs  \r2, \r2, xzr
    adc   \r3, \r3, \t
.endm

#endif
