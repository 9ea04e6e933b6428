// fe_is_equal: r = 1 if x = y (mod p), else 0, for any x, y < 2^256.
/*contract
args      = { r = "return u64 x0", x = "in u64[4] x0", y = "in u64[4] x1" }
spec      = ["r = field.is_equal(x, y)"]
ensures   = ["r < 2"]
may_alias = ["x=y"]
secret    = ["x", "y"]
stack     = 0
needs     = []
*/

#include "asm.h"
#if defined(__aarch64__)
#include "reduce.h"

#define r   x0
#define x   x0
#define y   x1
#define x_0 x2
#define x_1 x3
#define x_2 x4
#define x_3 x5
#define y_0 x6
#define y_1 x7
#define y_2 x8
#define y_3 x9
#define s   x10
#define t   x11

ROUTINE(arm64_common_fe_is_equal)
    load_words x_0, x_1, x_2, x_3, x
    load_words y_0, y_1, y_2, y_3, y
    subtract x_0, x_1, x_2, x_3, y_0, y_1, y_2, y_3, s, t
    canonicalize x_0, x_1, x_2, x_3, s, t
    is_nought r, x_0, x_1, x_2, x_3
    ret
END(arm64_common_fe_is_equal)

#endif
#include "asm_end.h"
