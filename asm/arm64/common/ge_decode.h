// ge_decode.h: ge_decode's code up to its subroutines, as a macro, ge_decode_code; after the variant's product.h.
//
// On the curve x² = u/v for u = y² - 1 and v = d·y² + 1, where v is never 0. With r = u·v³·(u·v⁷)^((p - 5)/8),
//     v·r² = u·(u·v⁷)^((p - 1)/4),
// and if u/v is a square, the power is 1 or -1: then r or √-1·r is a root of it (RFC 8032, section 5.1.3; docs/formulas.md,
// section 8). If it is no square, neither is. So one root is computed by the first comparison, and the second, v·x² = u,
// tells whether it is one.

#include "frame.h"
#include "reduce.h"
#include "short.h"

// The frame, 8 bytes a word.
#define Y        0              // y, canonical
#define U        32             // y² - 1
#define V        64             // d·y² + 1
#define A        96             // u·v³, then the root
#define B        128            // u·v⁷, then r
#define T        160
#define C        192            // a constant
#define SIGN     224            // bit 255 of the encoding
#define BELOW_P  232            // 1 where the other bits are below p
#define IS_ROOT  240            // 1 where v·r² = u
#define ON_CURVE 248            // 1 where v·x² = u
#define IS_ZERO  256            // 1 where x = 0
#define FRAME    272

#define encoding x1
#define bit      x2
#define sign     x9
#define out      x28

// [to] = [a]·[b]
.macro mul_in_frame to, a, b
    add   x0, sp, #\to
    add   x1, sp, #\a
    add   x2, sp, #\b
    bl    LOCAL(fe_mul)
.endm

// [at] = 1 if [a] = [b], else 0
.macro compare at, a, b
    add   x0, sp, #\a
    add   x1, sp, #\b
    bl    LOCAL(fe_is_equal)
    str   x0, [sp, #\at]
.endm

// C = [w3 w2 w1 w0]
.macro constant_in_frame w0, w1, w2, w3
    constant a_0, \w0
    constant a_1, \w1
    constant a_2, \w2
    constant a_3, \w3
    store sp, C, FIRST
.endm

// LOW := the words at place if `flag` is 1, else as they are. Changes SECOND.
.macro take_if flag, place
    load  sp, \place, SECOND
    cmp   \flag, #0
    csel  l_0, b_0, l_0, ne
    csel  l_1, b_1, l_1, ne
    csel  l_2, b_2, l_2, ne
    csel  l_3, b_3, l_3, ne
.endm

.macro ge_decode_code
    save_all_and_link
    sub   sp, sp, #FRAME
    .cfi_adjust_cfa_offset FRAME
    mov   out, x0

    // SIGN·2^255 + LOW = the encoding
    load  encoding, 0, LOW
    lsr   sign, l_3, #63
    str   sign, [sp, #SIGN]
    and   l_3, l_3, #0x7fffffffffffffff
CUT(lower)

    // BELOW_P = 1 where 2^255 is not in LOW + 19
    adds  bit, l_0, #19
    adcs  bit, l_1, xzr
    adcs  bit, l_2, xzr
    adc   bit, l_3, xzr
    lsr   bit, bit, #63
    eor   bit, bit, #1
CUT(below_p)
    str   bit, [sp, #BELOW_P]
    canonicalize LOW, h_0, h_1
CUT(y)
    store sp, Y, LOW

    // U = y² - 1: a borrow leaves 2^256 - 1, from which 38 can be taken
    mul_in_frame T, Y, Y
    load  sp, T, LOW
    mov   h_0, #38
    subs  l_0, l_0, #1
    sbcs  l_1, l_1, xzr
    sbcs  l_2, l_2, xzr
    sbcs  l_3, l_3, xzr
    csel  h_0, xzr, h_0, cs
    sub   l_0, l_0, h_0
CUT(u)
    store sp, U, LOW

    // V = d·y² + 1: a carry leaves 0, to which 38 can be added
    constant_in_frame 0x75eb4dca135978a3, 0x00700a4d4141d8ab, 0x8cc740797779e898, 0x52036cee2b6ffe73
    mul_in_frame V, T, C
    load  sp, V, LOW
    mov   h_0, #38
    adds  l_0, l_0, #1
    adcs  l_1, l_1, xzr
    adcs  l_2, l_2, xzr
    adcs  l_3, l_3, xzr
    csel  h_0, h_0, xzr, cs
    add   l_0, l_0, h_0
CUT(v)
    store sp, V, LOW

    // A = u·v³, B = u·v³·(u·v⁷)^((p - 5)/8), T = √-1·B
    mul_in_frame T, V, V
    mul_in_frame A, T, V
    mul_in_frame A, A, U
    mul_in_frame T, T, T
    mul_in_frame B, A, T
    add   x0, sp, #T
    add   x1, sp, #B
    bl    LOCAL(fe_root_power)
    mul_in_frame B, T, A
    mul_in_frame T, B, B
    mul_in_frame T, T, V
    compare IS_ROOT, T, U
    constant_in_frame 0xc4ee1b274a0ea0b0, 0x2f431806ad2fe478, 0x2b4d00993dfbd7a7, 0x2b8324804fc1df0b
    mul_in_frame T, B, C

    // A = B if it is a root, else T; canonical
    load  sp, T, LOW
    ldr   bit, [sp, #IS_ROOT]
    take_if bit, B
CUT(selected)
    canonicalize LOW, h_0, h_1
CUT(root)
    store sp, A, LOW

    // ON_CURVE = 1 where v·A² = u, IS_ZERO = 1 where A = 0
    mul_in_frame T, A, A
    mul_in_frame T, T, V
    compare ON_CURVE, T, U
    store sp, C, xzr, xzr, xzr, xzr
    compare IS_ZERO, A, C

    // x = A if its parity is SIGN, else -A: p - A, and 0 for p
    load  sp, A, FIRST
    and   bit, a_0, #1
CUT(parity)
    ldr   sign, [sp, #SIGN]
    eor   bit, bit, sign
CUT(opposite)
    load  sp, A, FIRST
    mov   l_0, #-19
    mov   l_1, #-1
    mov   l_2, #-1
    mov   l_3, #0x7fffffffffffffff
    subs  l_0, l_0, a_0
    sbcs  l_1, l_1, a_1
    sbcs  l_2, l_2, a_2
    sbc   l_3, l_3, a_3
CUT(negative)
    eor   bit, bit, #1
    take_if bit, A
CUT(signed)
    canonicalize LOW, h_0, h_1
CUT(x)
    store out, 0, LOW
    load  sp, Y, LOW
    store out, 32, LOW

    // ON_CURVE, and twice whether BELOW_P = 1 and not IS_ZERO = SIGN = 1
    ldr   bit, [sp, #IS_ZERO]
    ldr   sign, [sp, #SIGN]
    and   bit, bit, sign
    eor   bit, bit, #1
    ldr   x9, [sp, #BELOW_P]
    and   bit, bit, x9
CUT(is_canonical)
    ldr   x0, [sp, #ON_CURVE]
    add   x0, x0, bit, lsl #1
    add   sp, sp, #FRAME
    .cfi_adjust_cfa_offset -FRAME
    restore_all_and_link
    ret
.endm

#undef Y
#undef U
#undef V
#undef A
#undef B
#undef T
#undef C
#undef SIGN
#undef BELOW_P
#undef IS_ROOT
#undef ON_CURVE
#undef IS_ZERO
#undef FRAME
#undef encoding
#undef bit
#undef sign
#undef out
