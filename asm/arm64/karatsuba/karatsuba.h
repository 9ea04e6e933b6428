// karatsuba.h: what fe_mul and fe_sqr share: the identity, the registers' names, the last sums, the reduction mod p.
//
// Both levels use one identity. Let B = 2^64 or 2^128, l = x0·y0 = l0 + B·l1, h = x1·y1, m = (x1 - x0)·(y0 - y1),
// and q = l1 + h, which is below B², since l1 <= B - 2 and h <= (B - 1)². Then
//
//   (x0 + B·x1)·(y0 + B·y1) = l + B·(l + h + m) + B²·h
//                           = l0 + B·(l0 + q) + B²·q + B·m
//
//   weight    1      B      B²     B³
//             l0     l0     q0     q1
//   1st              q0     q1     C               C the carries: the sum is below B⁴, as is
//   2nd             ±m0    ±m1    ±0               the product, so that nothing leaves the top
//
// |m| is the product of two absolute differences. Its sign s is a word, 0 for + and 2^64 - 1 for -, and -m is made
// as ~m + 1 with its sign extension: EOR with s in each word, and C = 1 from `cmn s, #1` into the sum.
// Arm's C after a subtraction says that NO borrow left the top: here cc is "less", cs "not less".

#define z    x0
#define x    x1
#define x_0  x3
#define x_1  x4
#define x_2  x5
#define x_3  x6
#define l_0  x11                // l = x_lo·y_lo, later the low half of the whole product
#define l_1  x12
#define l_2  x13
#define l_3  x14
#define h_0  x15                // h = x_hi·y_hi, later the high half
#define h_1  x16
#define h_2  x17
#define h_3  x10
#define h_0w w15
#define h_1w w16
#define h_2w w17
#define h_3w w10

// [h_3 h_2 h_1 h_0 l_3 l_2 l_1 l_0] = l0 + B·(l0 + q) + B²·q with B = 2^128: the product but for B·m.
.macro sum_of_low_and_high
    adds  h_0, h_0, l_2         // [h_3 h_2 h_1 h_0] = q
    adcs  h_1, h_1, l_3
    adcs  h_2, h_2, xzr
    adc   h_3, h_3, xzr

    adds  l_2, l_0, h_0
    adcs  l_3, l_1, h_1
    adcs  h_0, h_0, h_2
    adcs  h_1, h_1, h_3
    adcs  h_2, h_2, xzr
    adc   h_3, h_3, xzr
.endm

// reduce: [l_3 l_2 l_1 l_0] = [h_3 h_2 h_1 h_0 l_3 l_2 l_1 l_0] (mod p), the result below 2^256.
//
// First 2^256 = 38 (mod p) folds the upper four words. Each half of a product of 64-bit words costs these cores three
// or four cycles, a product of 32-bit words only one. So the words are cut in halves, h_i = u_i + 2^32·v_i:
//
//   weight    1            2^64         2^128        2^192        2^256
//             l_0          l_1          l_2          l_3
//   1st       38u_0        38u_1        38u_2        38u_3        C
//   2nd       2^32·[38v_3 38v_2 38v_1 38v_0], in five words     + C
//
// The sum is below 39·2^256, so top <= 38. Then 2^255 = 19 (mod p) folds all that is above bit 254, top and the
// uppermost bit of l_3, which is at most 77: a number below 2^255 + 77·19 remains, and the last carry is 0.

#define v_0  x3
#define v_1  x4
#define v_2  x5
#define v_3  x6
#define v_0w w3
#define v_1w w4
#define v_2w w5
#define v_3w w6
#define c    w7
#define top  x8
#define topw w8

.macro reduce
    mov   c, #38
    lsr   v_0, h_0, #32
    lsr   v_1, h_1, #32
    lsr   v_2, h_2, #32
    lsr   v_3, h_3, #32
    umull h_0, h_0w, c          // h_i = 38·u_i
    umull h_1, h_1w, c
    umull h_2, h_2w, c
    umull h_3, h_3w, c
    umull v_0, v_0w, c          // v_i = 38·v_i
    umull v_1, v_1w, c
    umull v_2, v_2w, c
    umull v_3, v_3w, c

    adds  l_0, l_0, h_0
    adcs  l_1, l_1, h_1
    adcs  l_2, l_2, h_2
    adcs  l_3, l_3, h_3
    lsr   top, v_3, #32
    adc   top, top, xzr

    extr  v_3, v_3, v_2, #32
    extr  v_2, v_2, v_1, #32
    extr  v_1, v_1, v_0, #32
    lsl   v_0, v_0, #32
    adds  l_0, l_0, v_0
    adcs  l_1, l_1, v_1
    adcs  l_2, l_2, v_2
    adcs  l_3, l_3, v_3
    adc   top, top, xzr         // [top l_3 l_2 l_1 l_0] = [h_3 … h_0 l_3 … l_0] (mod p), top <= 38
CUT(folded)

    mov   c, #19
    extr  top, top, l_3, #63    // top = floor([top l_3] / 2^63) <= 77
    and   l_3, l_3, #0x7fffffffffffffff
    umull top, topw, c
    adds  l_0, l_0, top
    adcs  l_1, l_1, xzr
    adcs  l_2, l_2, xzr
    adc   l_3, l_3, xzr
.endm
