// sc_reduce: z = x mod l, the canonical value 0 <= z < l, for any x < 2^512.
/*contract
args      = { z = "out u64[4] rdi", x = "in u64[8] rsi" }
spec      = ["z = scalar.reduce(x)"]
ensures   = ["z < l"]
may_alias = []
secret    = ["x"]
stack     = 48
needs     = []
*/

#include "asm.h"
#if defined(__x86_64__)
#include "scalar.h"

#define z rdi
#define x rsi

ROUTINE(x86_64_common_sc_reduce)
    save_all
    load_words r0, r1, r2, r3, x
    load_words r4, r5, r6, r7, x + 32
    fold_scalar
    reduce_scalar
    store_words z, r0, r1, r2, r3
    restore_all
    ret
END(x86_64_common_sc_reduce)

#endif
#include "asm_end.h"
