// batch.h: what fe_invert does between two batches of divsteps: f and g, and d and e, by the matrix of a batch.
// The including file's frame has the words FW, GW, DW, EW, NW, TW and KW at [sp + …]; before this file it includes
// reduce.h, and divstep.h, which names other registers.
//
// A matrix ((u, v), (q, r)) acts as ((U, V), (Q, R)) = 2^62 + 8·((u, v), (q, r)), entry by entry: |u| + |v| <= 2^59,
// so that 0 < U <= 2^63 and U + V <= 3·2^62, and two products and a carry fit 128 bits. Of the products comes
//     U·a + V·b = 8·(u·a + v·b) + 2^62·(a + b).

#define r_0 x2
#define r_1 x3
#define r_2 x4
#define r_3 x5
#define r_4 x6
#define PU  x25                 // the pending matrix, as 2^62 + 8·u, …
#define PV  x26
#define PQ  x27
#define PR  x28
#define lo  x16                 // where u, v, q and r are, between the steps
#define hi  x17
#define a   x19
#define last_word x20

.macro copy_words to, from
    ldp   lo, hi, [sp, #\from]
    stp   lo, hi, [sp, #\to]
    ldp   lo, hi, [sp, #\from+16]
    stp   lo, hi, [sp, #\to+16]
.endm

// [c1 c0] = w1·x + w2·y, for words x and y in the frame
.macro column_0 c0, c1, w1, w2, x_at, y_at
    ldr   a, [sp, #\x_at]
    mul   \c0, \w1, a
    umulh \c1, \w1, a
    ldr   a, [sp, #\y_at]
    mul   lo, \w2, a
    umulh hi, \w2, a
    adds  \c0, \c0, lo
    adc   \c1, \c1, hi
.endm

// [c1 c0] = c0 + w1·x + w2·y
.macro column c0, c1, w1, w2, x_at, y_at
    ldr   a, [sp, #\x_at]
    mul   lo, \w1, a
    umulh hi, \w1, a
    adds  \c0, \c0, lo
    adc   \c1, hi, xzr
    ldr   a, [sp, #\y_at]
    mul   lo, \w2, a
    umulh hi, \w2, a
    adds  \c0, \c0, lo
    adc   \c1, \c1, hi
.endm

// PU, PV, PQ, PR from ((MU, MV), (MQ, MR)) = -((u, v), (q, r))
.macro scale
    sub   PU, TWO62, MU, lsl #3
    sub   PV, TWO62, MV, lsl #3
    sub   PQ, TWO62, MQ, lsl #3
    sub   PR, TWO62, MR, lsl #3
.endm

// --- f and g: FW and GW hold f + 2^255 and g + 2^255, in (0, 2^256) -------------------------------------------------
// With x = FW, y = GW:  U·x + V·y - 2^255·(U + V) = 8·(u·f + v·g) + 2^62·(f + g) = 2^62·(f' + f + g), and with
// TW = x + y + 2^255 = f + g - 2^255 (mod 2^256) the new word is f' + 2^255 = (f' + f + g) - TW (mod 2^256).

// TW = FW + GW + 2^255 mod 2^256
.macro sum_f_g
    ldp   r_0, r_1, [sp, #FW]
    ldp   r_2, r_3, [sp, #FW+16]
    ldp   lo, hi, [sp, #GW]
    mov   a, #0x8000000000000000
    add   r_3, r_3, a
    adds  r_0, r_0, lo
    adcs  r_1, r_1, hi
    ldp   lo, hi, [sp, #GW+16]
    adcs  r_2, r_2, lo
    adc   r_3, r_3, hi
    store_words sp, r_0, r_1, r_2, r_3, TW
.endm

// low = the low word of f'. For update_high: c0 = word 0 of f' + f + g, [c2 c1] = words 1 and 2 of U·x + V·y so far.
.macro update_low low, c0, c1, c2, w1, w2
    column_0 \c0, \c1, \w1, \w2, FW, GW
    column \c1, \c2, \w1, \w2, FW+8, GW+8
    ldr   a, [sp, #TW]
    extr  \c0, \c1, \c0, #62
    sub   \low, \c0, a
.endm

// [s c2 c1 c0] = f' + 2^255, from what update_low left
.macro update_high name, c0, c1, c2, w1, w2
    column \c2, s, \w1, \w2, FW+16, GW+16
    column s, t, \w1, \w2, FW+24, GW+24
    add   lo, \w1, \w2
    sub   t, t, lo, lsr #1      // [t s c2 c1 …] = 2^62·(f' + f + g) (mod 2^320)
CUT(product_\name)
    extr  \c1, \c2, \c1, #62
    extr  \c2, s, \c2, #62
    extr  s, t, s, #62          // [s c2 c1 c0] = f' + f + g (mod 2^256)
    ldp   lo, hi, [sp, #TW]
    subs  \c0, \c0, lo
    sbcs  \c1, \c1, hi
    ldp   lo, hi, [sp, #TW+16]
    sbcs  \c2, \c2, lo
    sbc   s, s, hi
.endm

// --- d and e: DW and EW hold d and e mod p, below 2^255 + 2^69 ------------------------------------------------------
// The new d is 8·(u·d + v·e) = U·d + V·e - 2^62·(d + e). KW = C - 2^62·(d + e), C = (2^63 + 2^13)·p, is not negative.

// [r_4 … r_0] = d + e
.macro sum_d_e
    ldp   r_0, r_1, [sp, #DW]
    ldp   lo, hi, [sp, #EW]
    ldp   r_2, r_3, [sp, #DW+16]
    adds  r_0, r_0, lo
    adcs  r_1, r_1, hi
    ldp   lo, hi, [sp, #EW+16]
    adcs  r_2, r_2, lo
    adcs  r_3, r_3, hi
    cset  r_4, cs
.endm

// KW = C - 2^62·[r_4 … r_0]; C = 2^318 + 2^268 - 19·2^63 - 19·2^13
.macro offset
    extr  r_4, r_4, r_3, #2     // [r_4 … r_0] = 2^62·[r_4 … r_0]
    extr  r_3, r_3, r_2, #2
    extr  r_2, r_2, r_1, #2
    extr  r_1, r_1, r_0, #2
    lsl   r_0, r_0, #62
    constant lo, 0x7ffffffffffda000
    mov   hi, #-10
    subs  r_0, lo, r_0
    mov   lo, #-1
    sbcs  r_1, hi, r_1
    sbcs  r_2, lo, r_2
    mov   hi, #0xfff
    sbcs  r_3, lo, r_3
    movk  hi, #0x4000, lsl #48
    sbc   r_4, hi, r_4
    store_words sp, r_0, r_1, r_2, r_3, KW
    str   r_4, [sp, #KW+32]
.endm

// [r_3 … r_0] = [r_4 … r_0] + KW (mod p), below 2^255 + 2^69: the sum is below 2^319, what is above bit 254 below 2^64
.macro fold
    ldp   lo, hi, [sp, #KW]
    ldr   a, [sp, #KW+32]
    adds  r_0, r_0, lo
    adcs  r_1, r_1, hi
    ldp   lo, hi, [sp, #KW+16]
    adcs  r_2, r_2, lo
    adcs  r_3, r_3, hi
    adc   r_4, r_4, a
    mov   a, #19
    extr  hi, r_4, r_3, #63
    and   r_3, r_3, #0x7fffffffffffffff
    mul   lo, hi, a
    umulh hi, hi, a
    adds  r_0, r_0, lo
    adcs  r_1, r_1, hi
    adcs  r_2, r_2, xzr
    adc   r_3, r_3, xzr
.endm
