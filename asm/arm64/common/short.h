// short.h: sums and differences where one operand is short, and words moved, in and out. Of any registers.
//
// A *short* element is below 2^255 + 2^198, as the results of products are. A sum or a difference is below 2^256, which is
// all that a product asks for.

#ifndef QED25519_ARM64_SHORT_H
#define QED25519_ARM64_SHORT_H

// z = a + b (mod p), for any a and a short b; c38 holds 38, z may be a or b. Where the sum carries, the carry comes back as
// 38, since 2^256 = 38, and cannot carry again: what is left of the sum is below 2^255 + 2^198. Changes t.
.macro add_short z0, z1, z2, z3, a0, a1, a2, a3, b0, b1, b2, b3, c38, t
    adds  \z0, \a0, \b0
    adcs  \z1, \a1, \b1
    adcs  \z2, \a2, \b2
    adcs  \z3, \a3, \b3
    csel  \t, \c38, xzr, cs
    adds  \z0, \z0, \t
    adcs  \z1, \z1, xzr
    adcs  \z2, \z2, xzr
    adc   \z3, \z3, xzr
.endm

// z = a - b (mod p), likewise. Where the difference borrows, it is at least 2^255 - 2^198 after that, and 38 can be taken
// off once.
.macro sub_short z0, z1, z2, z3, a0, a1, a2, a3, b0, b1, b2, b3, c38, t
    subs  \z0, \a0, \b0
    sbcs  \z1, \a1, \b1
    sbcs  \z2, \a2, \b2
    sbcs  \z3, \a3, \b3
    csel  \t, \c38, xzr, cc
    subs  \z0, \z0, \t
    sbcs  \z1, \z1, xzr
    sbcs  \z2, \z2, xzr
    sbc   \z3, \z3, xzr
.endm

// z = a
.macro move z0, z1, z2, z3, a0, a1, a2, a3
    mov   \z0, \a0
    mov   \z1, \a1
    mov   \z2, \a2
    mov   \z3, \a3
.endm

.macro load at, offset, z0, z1, z2, z3
    ldp   \z0, \z1, [\at, #\offset]
    ldp   \z2, \z3, [\at, #\offset+16]
.endm

.macro store at, offset, z0, z1, z2, z3
    stp   \z0, \z1, [\at, #\offset]
    stp   \z2, \z3, [\at, #\offset+16]
.endm

#endif
