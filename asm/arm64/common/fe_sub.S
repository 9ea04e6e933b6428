// fe_sub: z = x - y (mod p), for any x, y < 2^256; z < 2^256, not always canonical.
/*contract
args      = { z = "out u64[4] x0", x = "in u64[4] x1", y = "in u64[4] x2" }
spec      = ["z = field.sub(x, y) mod p"]
ensures   = ["z < 2^256"]
may_alias = ["z=x", "z=y", "x=y"]
secret    = ["x", "y"]
stack     = 0
needs     = []
*/

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
#define y_2 x9
#define y_3 x10
#define s   x11
#define t   x12

ROUTINE(arm64_common_fe_sub)
    load_words x_0, x_1, x_2, x_3, x
    load_words y_0, y_1, y_2, y_3, y
    subtract x_0, x_1, x_2, x_3, y_0, y_1, y_2, y_3, s, t
    store_words z, x_0, x_1, x_2, x_3
    ret
END(arm64_common_fe_sub)

#endif
#include "asm_end.h"
