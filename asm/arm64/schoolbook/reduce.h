// reduce: [r3 r2 r1 r0] = [r7 … r0] (mod p), the result below 2^256. Overwrites top, c and t.
//
// First 2^256 = 38 (mod p) folds the upper four words:
//
//   weight      1          2^64       2^128      2^192      2^256
//               r0         r1         r2         r3
//   1st         lo(38r4)   lo(38r5)   lo(38r6)   lo(38r7)   C
//   2nd                    hi(38r4)   hi(38r5)   hi(38r6)   hi(38r7) + C
//
// The sum is below 39·2^256, so top <= 38. Then 2^255 = 19 (mod p) folds all that is above bit 254, top and the
// uppermost bit of r3, which is at most 77: a number below 2^255 + 77·19 remains, and the last carry is 0.

.macro reduce r0, r1, r2, r3, r4, r5, r6, r7, top, c, t
    mov   \c, #38
    mul   \t, \r4, \c
    adds  \r0, \r0, \t
    mul   \t, \r5, \c
    adcs  \r1, \r1, \t
    mul   \t, \r6, \c
    adcs  \r2, \r2, \t
    mul   \t, \r7, \c
    adcs  \r3, \r3, \t
    cset  \top, cs

    umulh \t, \r4, \c
    adds  \r1, \r1, \t
    umulh \t, \r5, \c
    adcs  \r2, \r2, \t
    umulh \t, \r6, \c
    adcs  \r3, \r3, \t
    umulh \t, \r7, \c
    adc   \top, \top, \t        // [top r3 r2 r1 r0] = [r7 … r0] (mod p), top <= 38
CUT(folded)

    mov   \c, #19
    extr  \top, \top, \r3, #63  // top = floor([top r3] / 2^63) <= 77
    and   \r3, \r3, #0x7fffffffffffffff
    mul   \top, \top, \c
    adds  \r0, \r0, \top
    adcs  \r1, \r1, xzr
    adcs  \r2, \r2, xzr
    adc   \r3, \r3, xzr
.endm
