// karatsuba.h: what products and squares share: the identity, the registers' names, the last sums.
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

#ifndef QED25519_KARATSUBA_H
#define QED25519_KARATSUBA_H

#define x_0  x3                 // x and y, the factors
#define x_1  x4
#define x_2  x5
#define x_3  x6
#define y_0  x7
#define y_1  x8
#define y_2  x9
#define y_3  x19
#define l_0  x11                // l = x_lo·y_lo, later the low half of the whole product
#define l_1  x12
#define l_2  x13
#define l_3  x14
#define h_0  x15                // h = x_hi·y_hi, later the high half
#define h_1  x16
#define h_2  x17
#define h_3  x10
#define d    x1                 // temporaries
#define e    x2

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

#endif
