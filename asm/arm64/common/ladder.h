// ladder.h: what the ladder_step of both variants shares: the formulas, sums and differences, the frame.
//
// The swap of two points is a selection here: of the two products D·A and C·B it only exchanges the names, and neither
// their sum nor the square of their difference minds.
//
//     A = x2 + z2,  B = x2 - z2,  C = x3 + z3,  D = x3 - z3
//     F = swap ? C : A,  G = swap ? D : B
//     x3 = (C·B + D·A)²,  z3 = x1·(C·B - D·A)²
//     E = F² - G²,  x2 = F²·G²,  z2 = E·K,  where K = G² + 121666·E = F² + 121665·E
//
// A *short* element is below 2^255 + 2^198, as x2, z2, x3, z3 and products are; sums, differences and K are not, and go
// into products only.
//
// The buffer of x2, z2, x3 and z3 is read at the start, then keeps what has no register. So the frame holds the caller's
// registers alone, and leaves no secret.

#ifndef QED25519_LADDER_H
#define QED25519_LADDER_H

// z = a + b (mod p), for short a and b; k38 holds 38, z may be a or b. Where the sum carries, the carry comes back as 38,
// since 2^256 = 38, and cannot carry again: what is left of a sum below 2^256 + 2^199 is below 2^199. Changes t.
.macro add_short z0, z1, z2, z3, a0, a1, a2, a3, b0, b1, b2, b3, k38, t
    adds  \z0, \a0, \b0
    adcs  \z1, \a1, \b1
    adcs  \z2, \a2, \b2
    adcs  \z3, \a3, \b3
    csel  \t, \k38, xzr, cs
    adds  \z0, \z0, \t
    adcs  \z1, \z1, xzr
    adcs  \z2, \z2, xzr
    adc   \z3, \z3, xzr
.endm

// z = a - b (mod p), likewise. Where the difference borrows, it is above 2^255 - 2^198 after that, and 38 can be taken
// off once.
.macro sub_short z0, z1, z2, z3, a0, a1, a2, a3, b0, b1, b2, b3, k38, t
    subs  \z0, \a0, \b0
    sbcs  \z1, \a1, \b1
    sbcs  \z2, \a2, \b2
    sbcs  \z3, \a3, \b3
    csel  \t, \k38, xzr, cc
    subs  \z0, \z0, \t
    sbcs  \z1, \z1, xzr
    sbcs  \z2, \z2, xzr
    sbc   \z3, \z3, xzr
.endm

// z = a if bit is not 0, else b
.macro select_if bit, z0, z1, z2, z3, a0, a1, a2, a3, b0, b1, b2, b3
    cmp   \bit, #0
    csel  \z0, \a0, \b0, ne
    csel  \z1, \a1, \b1, ne
    csel  \z2, \a2, \b2, ne
    csel  \z3, \a3, \b3, ne
.endm

.macro load at, offset, z0, z1, z2, z3
    ldp   \z0, \z1, [\at, #\offset]
    ldp   \z2, \z3, [\at, #\offset+16]
.endm

.macro store at, offset, z0, z1, z2, z3
    stp   \z0, \z1, [\at, #\offset]
    stp   \z2, \z3, [\at, #\offset+16]
.endm

.macro save_all
    stp   x19, x20, [sp, #-80]!
    stp   x21, x22, [sp, #16]
    stp   x23, x24, [sp, #32]
    stp   x25, x26, [sp, #48]
    stp   x27, x28, [sp, #64]
    .cfi_adjust_cfa_offset 80
    .cfi_rel_offset x19, 0
    .cfi_rel_offset x20, 8
    .cfi_rel_offset x21, 16
    .cfi_rel_offset x22, 24
    .cfi_rel_offset x23, 32
    .cfi_rel_offset x24, 40
    .cfi_rel_offset x25, 48
    .cfi_rel_offset x26, 56
    .cfi_rel_offset x27, 64
    .cfi_rel_offset x28, 72
.endm

.macro restore_all
    ldp   x21, x22, [sp, #16]
    ldp   x23, x24, [sp, #32]
    ldp   x25, x26, [sp, #48]
    ldp   x27, x28, [sp, #64]
    ldp   x19, x20, [sp], #80
    .cfi_adjust_cfa_offset -80
    .cfi_restore x19
    .cfi_restore x20
    .cfi_restore x21
    .cfi_restore x22
    .cfi_restore x23
    .cfi_restore x24
    .cfi_restore x25
    .cfi_restore x26
    .cfi_restore x27
    .cfi_restore x28
.endm

#endif
