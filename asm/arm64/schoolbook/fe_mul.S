// fe_mul: z = x·y (mod p), for any x, y < 2^256; z < 2^256, not always canonical.
/*contract
args      = { z = "out u64[4] x0", x = "in u64[4] x1", y = "in u64[4] x2" }
spec      = ["z = field.mul(x, y) mod p"]
ensures   = ["z < 2^256"]
may_alias = ["z=x", "z=y", "x=y"]
secret    = ["x", "y"]
stack     = 0
needs     = []
*/
// Schoolbook, for cores whose multipliers are wide (Neoverse V1 and V2, Apple M): 16 products x_i·y_j, row by row.
// Row j adds x·y_j at weight 2^(64j), the low words in one carry chain, then the high words in another; its top word
// is new in row j, and its carry-out is always 0, since x·y_j + 2^256 - 1 < 2^320.
//
//   weight    2^(64j)      …+64         …+128        …+192        …+256
//   1st       lo(x_0y_j)   lo(x_1y_j)   lo(x_2y_j)   lo(x_3y_j)   C
//   2nd                    hi(x_0y_j)   hi(x_1y_j)   hi(x_2y_j)   hi(x_3y_j) + C
//
// MUL and UMULH leave the flags alone, so each product is made where its chain wants it. One temporary is enough:
// these cores rename registers. Only x0 to x17 are used, so nothing is saved.

#include "asm.h"
#if defined(__aarch64__)
#include "reduce.h"

#define z   x0
#define x   x1
#define y   x2
#define x_0 x3
#define x_1 x4
#define x_2 x5
#define x_3 x6
#define y_0 x7
#define y_1 x8
#define y_2 x1                  // over the pointers x and y, which end there
#define y_3 x2
#define r_0 x9
#define r_1 x10
#define r_2 x11
#define r_3 x12
#define r_4 x13
#define r_5 x14
#define r_6 x15
#define r_7 x16
#define t   x17

// [a4 a3 a2 a1 a0] = [a3 a2 a1 a0] + x·yj
.macro add_row yj, a0, a1, a2, a3, a4
    mul   t, x_0, \yj
    adds  \a0, \a0, t
    mul   t, x_1, \yj
    adcs  \a1, \a1, t
    mul   t, x_2, \yj
    adcs  \a2, \a2, t
    mul   t, x_3, \yj
    adcs  \a3, \a3, t
    cset  \a4, cs

    umulh t, x_0, \yj
    adds  \a1, \a1, t
    umulh t, x_1, \yj
    adcs  \a2, \a2, t
    umulh t, x_2, \yj
    adcs  \a3, \a3, t
    umulh t, x_3, \yj
    adc   \a4, \a4, t
.endm

ROUTINE(arm64_schoolbook_fe_mul)
    ldp   x_0, x_1, [x]
    ldp   x_2, x_3, [x, #16]
    ldp   y_0, y_1, [y]
    ldp   y_2, y_3, [y, #16]

    // [r_4 r_3 r_2 r_1 r_0] = x·y_0: in the first row the low words meet nothing, so one chain is enough
    mul   r_0, x_0, y_0
    umulh r_1, x_0, y_0
    mul   t, x_1, y_0
    umulh r_2, x_1, y_0
    adds  r_1, r_1, t
    mul   t, x_2, y_0
    umulh r_3, x_2, y_0
    adcs  r_2, r_2, t
    mul   t, x_3, y_0
    umulh r_4, x_3, y_0
    adcs  r_3, r_3, t
    adc   r_4, r_4, xzr

    // [r_5 … r_0] = x·[y_1 y_0]
    add_row y_1, r_1, r_2, r_3, r_4, r_5

    // [r_6 … r_0] = x·[y_2 y_1 y_0]
    add_row y_2, r_2, r_3, r_4, r_5, r_6

    // [r_7 … r_0] = x·y
    add_row y_3, r_3, r_4, r_5, r_6, r_7
CUT(product)

    // [r_3 r_2 r_1 r_0] = [r_7 … r_0] (mod p)
    reduce r_0, r_1, r_2, r_3, r_4, r_5, r_6, r_7, y_0, y_1, t

    stp   r_0, r_1, [z]
    stp   r_2, r_3, [z, #16]
    ret
END(arm64_schoolbook_fe_mul)

#endif
#include "asm_end.h"
