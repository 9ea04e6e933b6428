// fe_add: z = x + y (mod p), for any x, y < 2^256; z < 2^256, not always canonical.
/*contract
args      = { z = "out u64[4] x0", x = "in u64[4] x1", y = "in u64[4] x2" }
spec      = ["z = field.add(x, y) mod p"]
ensures   = ["z < 2^256"]
may_alias = ["z=x", "z=y", "x=y"]
secret    = ["x", "y"]
stack     = 0
needs     = []
*/
// 2^256 = 38 (mod p), so a carry out of the top word comes back as 38.
// x + y < 2^257, so after 38·carry the rest is below 2^256 - 2 + 38: it can carry once more, and is then below 38,
// where 38 more cannot leave the low word.

#include "asm.h"
#if defined(__aarch64__)
#include "reduce.h"

#define z    x0
#define x    x1
#define y    x2
#define x_0  x3
#define x_1  x4
#define x_2  x5
#define x_3  x6
#define y_0  x7
#define y_1  x8
#define y_2  x9
#define y_3  x10
#define k38  x11
#define fold x12

ROUTINE(arm64_common_fe_add)
    load_words x_0, x_1, x_2, x_3, x
    load_words y_0, y_1, y_2, y_3, y
    mov   k38, #38

    // C·2^256 + [x_3 x_2 x_1 x_0] = x + y
    adds  x_0, x_0, y_0
    adcs  x_1, x_1, y_1
    adcs  x_2, x_2, y_2
    adcs  x_3, x_3, y_3

    // C·2^256 + [x_3 x_2 x_1 x_0] = x + y (mod p)
    csel  fold, k38, xzr, cs
    adds  x_0, x_0, fold
    adcs  x_1, x_1, xzr
    adcs  x_2, x_2, xzr
    adcs  x_3, x_3, xzr

    // [x_3 x_2 x_1 x_0] = x + y (mod p): if C, then x_0 < 38
    csel  fold, k38, xzr, cs
    add   x_0, x_0, fold

    store_words z, x_0, x_1, x_2, x_3
    ret
END(arm64_common_fe_add)

#endif
#include "asm_end.h"
