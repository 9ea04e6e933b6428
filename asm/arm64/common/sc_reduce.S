// sc_reduce: z = x mod l, the canonical value 0 <= z < l, for any x < 2^512.
/*contract
args      = { z = "out u64[4] x0", x = "in u64[8] x1" }
spec      = ["z = scalar.reduce(x)"]
ensures   = ["z < l"]
may_alias = []
secret    = ["x"]
stack     = 0
needs     = []
*/

#include "asm.h"
#if defined(__aarch64__)
#include "scalar.h"

#define z   x0
#define x   x1
#define LOW x9, x10, x11, x12

ROUTINE(arm64_common_sc_reduce)
    load_words LOW, x
    ldp   x13, x14, [x, #32]
    ldp   x15, x16, [x, #48]
    fold_scalar x5, LOW, x13, x14, x15, x16, x1, x2, x3, x4, x6, x7
    reduce_scalar x5, LOW, x3, x4, x1, x2, x6, x7
    store_words z, LOW
    ret
END(arm64_common_sc_reduce)

#endif
#include "asm_end.h"
