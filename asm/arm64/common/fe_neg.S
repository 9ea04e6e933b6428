// fe_neg: z = -x (mod p), for any x < 2^256; z < 2^256, not always canonical.
/*contract
args      = { z = "out u64[4] x0", x = "in u64[4] x1" }
spec      = ["z = field.neg(x) mod p"]
ensures   = ["z < 2^256"]
may_alias = ["z=x"]
secret    = ["x"]
stack     = 0
needs     = []
*/
// z = 2p - x with 2p = 2^256 - 38. If x > 2p, the difference borrows 2^256 = 38 (mod p) and is at least 2^256 - 37,
// so that the 38 to pay back come out of the low word alone.

#include "asm.h"
#if defined(__aarch64__)
#include "reduce.h"

#define z    x0
#define x    x1
#define x_0  x2
#define x_1  x3
#define x_2  x4
#define x_3  x5
#define r_0  x6
#define r_1  x7
#define k38  x8
#define fold x9

ROUTINE(arm64_common_fe_neg)
    load_words x_0, x_1, x_2, x_3, x
    mov   r_0, #-38
    mov   r_1, #-1              // [r_1 r_1 r_1 r_0] = 2p
    mov   k38, #38

    // [x_3 x_2 x_1 x_0] - (1 - C)·2^256 = 2p - x
    subs  x_0, r_0, x_0
    sbcs  x_1, r_1, x_1
    sbcs  x_2, r_1, x_2
    sbcs  x_3, r_1, x_3

    // [x_3 x_2 x_1 x_0] = -x (mod p): if C = 0, then x_0 >= 2^64 - 37
    csel  fold, xzr, k38, cs
    sub   x_0, x_0, fold

    store_words z, x_0, x_1, x_2, x_3
    ret
END(arm64_common_fe_neg)

#endif
#include "asm_end.h"
