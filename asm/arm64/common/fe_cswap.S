// fe_cswap: x and y change places if swap = 1, and stay if swap = 0.
/*contract
args      = { swap = "in u64 x0", x = "inout u64[4] x1", y = "inout u64[4] x2" }
requires  = ["swap < 2"]
spec      = ["x = field.select(swap, x, y)", "y = field.select(swap, y, x)"]
ensures   = ["x < 2^256", "y < 2^256"]
may_alias = []
secret    = ["swap", "x", "y"]
stack     = 0
needs     = []
*/

#include "asm.h"
#if defined(__aarch64__)
#include "reduce.h"

#define swap x0
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
#define keep x11

.macro cswap_word xi, yi
    mov   keep, \xi
    csel  \xi, \yi, \xi, ne
    csel  \yi, keep, \yi, ne
.endm

ROUTINE(arm64_common_fe_cswap)
    load_words x_0, x_1, x_2, x_3, x
    load_words y_0, y_1, y_2, y_3, y
    cmp   swap, #0              // ne: swap = 1
    cswap_word x_0, y_0
    cswap_word x_1, y_1
    cswap_word x_2, y_2
    cswap_word x_3, y_3
    store_words x, x_0, x_1, x_2, x_3
    store_words y, y_0, y_1, y_2, y_3
    ret
END(arm64_common_fe_cswap)

#endif
#include "asm_end.h"
