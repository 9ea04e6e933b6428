// fe_mul: z = x·y (mod p), for any x, y < 2^256; z < 2^256, not always canonical.
/*contract
args      = { z = "out u64[4] x0", x = "in u64[4] x1", y = "in u64[4] x2" }
spec      = ["z = field.mul(x, y) mod p"]
ensures   = ["z < 2^256"]
may_alias = ["z=x", "z=y", "x=y"]
secret    = ["x", "y"]
stack     = 0
needs     = []
*/
// The product and its reduction are in multiply.h. Only x0 to x17 are used, so nothing is saved.

#include "asm.h"
#if defined(__aarch64__)
#include "multiply.h"

#define z x0
#define x x1
#define y x2
#define X x3, x4, x5, x6
#define Y x7, x8, x1, x2        // over the pointers x and y, which end there
#define R x9, x10, x11, x12, x13, x14, x15, x16
#define t x17

ROUTINE(arm64_schoolbook_fe_mul)
    ldp   x3, x4, [x]
    ldp   x5, x6, [x, #16]
    ldp   x7, x8, [y]
    ldp   x1, x2, [y, #16]
    multiply xy, X, Y, R, t
    stp   x9, x10, [z]
    stp   x11, x12, [z, #16]
    ret
END(arm64_schoolbook_fe_mul)

#endif
#include "asm_end.h"
