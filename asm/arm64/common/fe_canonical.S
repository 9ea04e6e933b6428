// fe_canonical: z = x mod p, the canonical value 0 <= z < p, for any x < 2^256.
/*contract
args      = { z = "out u64[4] x0", x = "in u64[4] x1" }
spec      = ["z = field.canonical(x)"]
ensures   = ["z < p"]
may_alias = ["z=x"]
secret    = ["x"]
stack     = 0
needs     = []
*/

#include "asm.h"
#if defined(__aarch64__)
#include "reduce.h"

#define z   x0
#define x   x1
#define x_0 x2
#define x_1 x3
#define x_2 x4
#define x_3 x5
#define s   x6
#define t   x7

ROUTINE(arm64_common_fe_canonical)
    load_words x_0, x_1, x_2, x_3, x
    canonicalize x_0, x_1, x_2, x_3, s, t
    store_words z, x_0, x_1, x_2, x_3
    ret
END(arm64_common_fe_canonical)

#endif
#include "asm_end.h"
