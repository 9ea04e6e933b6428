// fe_sqr: z = x² (mod p), for any x < 2^256; z < 2^256, not always canonical.
/*contract
args      = { z = "out u64[4] x0", x = "in u64[4] x1" }
spec      = ["z = field.sqr(x) mod p"]
ensures   = ["z < 2^256"]
may_alias = ["z=x"]
secret    = ["x"]
stack     = 0
needs     = []
*/
// The square and its reduction are in square.h.

#include "asm.h"
#if defined(__aarch64__)
#include "square.h"

#define z x0
#define x x1
#define X x2, x3, x4, x5
#define R x6, x7, x8, x9, x10, x11, x12, x13
#define s x14
#define t x15

ROUTINE(arm64_schoolbook_fe_sqr)
    ldp   x2, x3, [x]
    ldp   x4, x5, [x, #16]
    square xx, X, R, s, t
    stp   x6, x7, [z]
    stp   x8, x9, [z, #16]
    ret
END(arm64_schoolbook_fe_sqr)

#endif
#include "asm_end.h"
