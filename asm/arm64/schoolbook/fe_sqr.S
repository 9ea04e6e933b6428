// fe_sqr: z = x² (mod p), for any x < 2^256; z < 2^256, not always canonical.
/*contract
args      = { z = "out u64[4] x0", x = "in u64[4] x1" }
spec      = ["z = field.sqr(x) mod p"]
ensures   = ["z < 2^256"]
may_alias = ["z=x"]
secret    = ["x"]
stack     = 0
needs     = []
*/
// x² = Σ x_i²·2^(128i) + 2·Σ x_i·x_j·2^(64(i+j)), i < j: six products that are doubled, and four squares.
// Three of the six tile the words 1 to 6, two more the words 2 to 5, the last the words 3 and 4:
//
//   word      1           2           3           4           5           6
//             lo(x_0x_1)  hi(x_0x_1)  lo(x_0x_3)  hi(x_0x_3)  lo(x_2x_3)  hi(x_2x_3)
//   1st                   lo(x_0x_2)  hi(x_0x_2)  lo(x_1x_3)  hi(x_1x_3)  C
//   2nd                               lo(x_1x_2)  hi(x_1x_2)  C           C
//
// Neither sum carries out of word 6: it is at most half of x² < 2^512, from word 1 on.

#include "asm.h"
#if defined(__aarch64__)
#include "reduce.h"

#define z   x0
#define x   x1
#define x_0 x2
#define x_1 x3
#define x_2 x4
#define x_3 x5
#define r_0 x6
#define r_1 x7
#define r_2 x8
#define r_3 x9
#define r_4 x10
#define r_5 x11
#define r_6 x12
#define r_7 x13
#define s   x14
#define t   x15
#define u   x16

ROUTINE(arm64_schoolbook_fe_sqr)
    ldp   x_0, x_1, [x]
    ldp   x_2, x_3, [x, #16]

    mul   r_1, x_0, x_1
    umulh r_2, x_0, x_1
    mul   r_3, x_0, x_3
    umulh r_4, x_0, x_3
    mul   r_5, x_2, x_3
    umulh r_6, x_2, x_3

    mul   s, x_0, x_2
    umulh t, x_0, x_2
    adds  r_2, r_2, s
    adcs  r_3, r_3, t
    mul   s, x_1, x_3
    umulh t, x_1, x_3
    adcs  r_4, r_4, s
    adcs  r_5, r_5, t
    adc   r_6, r_6, xzr

    // 2^64·[r_6 … r_1] = Σ x_i·x_j·2^(64(i+j)), i < j
    mul   s, x_1, x_2
    umulh t, x_1, x_2
    adds  r_3, r_3, s
    adcs  r_4, r_4, t
    adcs  r_5, r_5, xzr
    adc   r_6, r_6, xzr
CUT(cross_products)

    // 2^64·[r_7 … r_1] = 2·Σ x_i·x_j·2^(64(i+j)), i < j
    adds  r_1, r_1, r_1
    adcs  r_2, r_2, r_2
    adcs  r_3, r_3, r_3
    adcs  r_4, r_4, r_4
    adcs  r_5, r_5, r_5
    adcs  r_6, r_6, r_6
    cset  r_7, cs

    // [r_7 … r_0] = x²: the squares tile the words 0 to 7
    mul   r_0, x_0, x_0
    umulh t, x_0, x_0
    adds  r_1, r_1, t
    mul   s, x_1, x_1
    umulh t, x_1, x_1
    adcs  r_2, r_2, s
    adcs  r_3, r_3, t
    mul   s, x_2, x_2
    umulh t, x_2, x_2
    adcs  r_4, r_4, s
    adcs  r_5, r_5, t
    mul   s, x_3, x_3
    umulh t, x_3, x_3
    adcs  r_6, r_6, s
    adc   r_7, r_7, t
CUT(product)

    // [r_3 r_2 r_1 r_0] = [r_7 … r_0] (mod p)
    reduce r_0, r_1, r_2, r_3, r_4, r_5, r_6, r_7, s, t, u

    stp   r_0, r_1, [z]
    stp   r_2, r_3, [z, #16]
    ret
END(arm64_schoolbook_fe_sqr)

#endif
#include "asm_end.h"
