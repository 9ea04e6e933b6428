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
#define x x1                    // d is over the pointer x, which ends where the words are loaded

ROUTINE(arm64_karatsuba_fe_sqr)
    ldp   x_0, x_1, [x]
    ldp   x_2, x_3, [x, #16]
    square xx, l_0, l_1, l_2, l_3
    stp   l_0, l_1, [z]
    stp   l_2, l_3, [z, #16]
    ret
END(arm64_karatsuba_fe_sqr)

#endif
#include "asm_end.h"
