// recode.h: digits of a scalar, signed and of five bits, and what sums of points begin with. Of any registers.
//
// With C = Σ 16·32^i over i = 0 … 50, a scalar m with m + C < 2^255 is Σ (e_i - 16)·32^i for the digits e_i of m + C to the
// base 32. It is enough that m < 2^253.

#ifndef QED25519_ARM64_RECODE_H
#define QED25519_ARM64_RECODE_H

#include "reduce.h"
#include "short.h"

// [w3 w2 w1 w0] = value, a small one
.macro constant_words w0, w1, w2, w3, value
    mov   \w0, #\value
    mov   \w1, #0
    mov   \w2, #0
    mov   \w3, #0
.endm

// [w3 w2 w1 w0] = [v3 v2 v1 v0], any words
.macro constants w0, w1, w2, w3, v0, v1, v2, v3
    constant \w0, \v0
    constant \w1, \v1
    constant \w2, \v2
    constant \w3, \v3
.endm

// [w3 w2 w1 w0] := [w3 w2 w1 w0] + C. Changes t.
.macro add_offset w0, w1, w2, w3, t0, t1, t2, t3
    constants \t0, \t1, \t2, \t3, 0x0842108421084210, 0x1084210842108421, 0x2108421084210842, 0x4210842108421084
    adds  \w0, \w0, \t0
    adcs  \w1, \w1, \t1
    adcs  \w2, \w2, \t2
    adc   \w3, \w3, \t3
.endm

// [w3 w2 w1 w0] := ⌊[w3 w2 w1 w0] / 2^k⌋
.macro shift_right w0, w1, w2, w3, k
    extr  \w0, \w1, \w0, #\k
    extr  \w1, \w2, \w1, #\k
    extr  \w2, \w3, \w2, #\k
    lsr   \w3, \w3, #\k
.endm

// (X, Y, Z, T) at [at + offset] = (0, 1, 1, 0). Changes t.
.macro neutral_point at, offset, t
    mov   \t, #1
    store \at, \offset, xzr, xzr, xzr, xzr
    store \at, \offset+32, \t, xzr, xzr, xzr
    store \at, \offset+64, \t, xzr, xzr, xzr
    store \at, \offset+96, xzr, xzr, xzr, xzr
.endm

#endif
