// sc_is_canonical: ok = 1 if x < l, else 0, for any x < 2^256.
/*contract
args      = { ok = "return u64 x0", x = "in u64[4] x0" }
spec      = ["ok = scalar.is_canonical(x)"]
ensures   = ["ok < 2"]
may_alias = []
secret    = ["x"]
stack     = 0
needs     = []
*/

#include "asm.h"
#if defined(__aarch64__)
#include "scalar.h"

#define ok  x0
#define x   x0

ROUTINE(arm64_common_sc_is_canonical)
    load_words x1, x2, x3, x4, x
    constant x5, C0
    constant x6, C1
    mov   x7, #L3
    subs  x1, x1, x5
    sbcs  x2, x2, x6
    sbcs  x3, x3, xzr
    sbcs  x4, x4, x7
    cset  ok, cc                // a borrow
    ret
END(arm64_common_sc_is_canonical)

#endif
#include "asm_end.h"
