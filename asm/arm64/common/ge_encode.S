// ge_encode: out = the 32 bytes of the point (x, y): y, and on top the lowest bit of x. For canonical x and y.
/*contract
args.out  = "out u8[32] x0"
args.x    = "in u64[4] x1"
args.y    = "in u64[4] x1+32"
requires  = ["x < p", "y < p"]
spec      = ["out = edwards25519.encode((x, y))"]
may_alias = []
secret    = ["x", "y"]
stack     = 0
needs     = []
*/

#include "asm.h"
#if defined(__aarch64__)
#include "reduce.h"

#define out x0
#define x   x1
#define x_0 x2
#define y_0 x3
#define y_1 x4
#define y_2 x5
#define y_3 x6

ROUTINE(arm64_common_ge_encode)
    ldr   x_0, [x]
    ldp   y_0, y_1, [x, #32]
    ldp   y_2, y_3, [x, #48]
    add   y_3, y_3, x_0, lsl #63        // y_3 < 2^63
    store_words out, y_0, y_1, y_2, y_3
    ret
END(arm64_common_ge_encode)

#endif
#include "asm_end.h"
