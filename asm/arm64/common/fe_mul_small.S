// fe_mul_small: z = x·k (mod p), for any x < 2^256 and k < 2^17; z < 2^256, not always canonical.
/*contract
args      = { z = "out u64[4] x0", x = "in u64[4] x1", k = "in u64 x2" }
requires  = ["k < 2^17"]
spec      = ["z = field.mul_small(x, k) mod p"]
ensures   = ["z < 2^256"]
may_alias = ["z=x"]
secret    = ["x", "k"]
stack     = 0
needs     = []
*/
//   weight    2^0        2^64       2^128      2^192      2^256
//             lo(k·x_0)  lo(k·x_1)  lo(k·x_2)  lo(k·x_3)  C
//                        hi(k·x_0)  hi(k·x_1)  hi(k·x_2)  hi(k·x_3) + C

#include "asm.h"
#if defined(__aarch64__)
#include "reduce.h"

#define z   x0
#define x   x1
#define k   x2
#define x_0 x3
#define x_1 x4
#define x_2 x5
#define x_3 x6
#define r_0 x7
#define r_1 x8
#define r_2 x9
#define r_3 x10
#define top x11
#define t   x12

ROUTINE(arm64_common_fe_mul_small)
    load_words x_0, x_1, x_2, x_3, x

    // [top r_3 r_2 r_1 r_0] = x·k
    mul   r_0, x_0, k
    umulh r_1, x_0, k
    mul   t, x_1, k
    umulh r_2, x_1, k
    adds  r_1, r_1, t
    mul   t, x_2, k
    umulh r_3, x_2, k
    adcs  r_2, r_2, t
    mul   t, x_3, k
    umulh top, x_3, k
    adcs  r_3, r_3, t
    adc   top, top, xzr

    // [r_3 r_2 r_1 r_0] = x·k (mod p), as top < 2^17
    fold_top r_0, r_1, r_2, r_3, top, t
    store_words z, r_0, r_1, r_2, r_3
    ret
END(arm64_common_fe_mul_small)

#endif
#include "asm_end.h"
