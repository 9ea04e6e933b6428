// fe_select: z = y if bit = 1, z = x if bit = 0.
/*contract
args      = { z = "out u64[4] x0", bit = "in u64 x1", x = "in u64[4] x2", y = "in u64[4] x3" }
requires  = ["bit < 2"]
spec      = ["z = field.select(bit, x, y)"]
ensures   = ["z < 2^256"]
may_alias = ["z=x", "z=y", "x=y"]
secret    = ["bit", "x", "y"]
stack     = 0
needs     = []
*/

#include "asm.h"
#if defined(__aarch64__)
#include "reduce.h"

#define z   x0
#define bit x1
#define x   x2
#define y   x3
#define x_0 x4
#define x_1 x5
#define x_2 x6
#define x_3 x7
#define y_0 x8
#define y_1 x9
#define y_2 x10
#define y_3 x11

ROUTINE(arm64_common_fe_select)
    load_words x_0, x_1, x_2, x_3, x
    load_words y_0, y_1, y_2, y_3, y
    cmp   bit, #0
    csel  x_0, y_0, x_0, ne
    csel  x_1, y_1, x_1, ne
    csel  x_2, y_2, x_2, ne
    csel  x_3, y_3, x_3, ne
    store_words z, x_0, x_1, x_2, x_3
    ret
END(arm64_common_fe_select)

#endif
#include "asm_end.h"
