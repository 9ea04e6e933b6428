// sc_neg: z = -x mod l, the canonical value 0 <= z < l, for any x < 2^256.
/*contract
args      = { z = "out u64[4] x0", x = "in u64[4] x1" }
spec      = ["z = scalar.neg(x)"]
ensures   = ["z < l"]
may_alias = ["z=x"]
secret    = ["x"]
stack     = 0
needs     = []
*/

#include "asm.h"
#if defined(__aarch64__)
#include "scalar.h"

#define z   x0
#define x   x1
#define D0  0x812631a5cf5d3ed0  // [1 D1 D0] = 16·c
#define D1  0x4def9dea2f79cd65
#define LOW x9, x10, x11, x12

ROUTINE(arm64_common_sc_neg)
    load_words x2, x3, x4, x5, x
    constant x9, D0
    constant x10, D1
    mov   x11, #1

    // [x5 x12 x11 x10 x9] = 2^256 + 16·c - x = 16·l - x, above 0
    subs  x9, x9, x2
    sbcs  x10, x10, x3
    sbcs  x11, x11, x4
    ngcs  x12, x5
    cset  x5, cs
    reduce_scalar x5, LOW, x3, x4, x1, x2, x6, x7
    store_words z, LOW
    ret
END(arm64_common_sc_neg)

#endif
#include "asm_end.h"
