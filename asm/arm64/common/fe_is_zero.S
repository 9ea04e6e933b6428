// fe_is_zero: r = 1 if x = 0 (mod p), else 0, for any x < 2^256.
/*contract
args      = { r = "return u64 x0", x = "in u64[4] x0" }
spec      = ["r = field.is_zero(x)"]
ensures   = ["r < 2"]
may_alias = []
secret    = ["x"]
stack     = 0
needs     = []
*/

#include "asm.h"
#if defined(__aarch64__)
#include "reduce.h"

#define r   x0
#define x   x0
#define x_0 x1
#define x_1 x2
#define x_2 x3
#define x_3 x4
#define s   x5
#define t   x6

ROUTINE(arm64_common_fe_is_zero)
    load_words x_0, x_1, x_2, x_3, x
    canonicalize x_0, x_1, x_2, x_3, s, t
    is_nought r, x_0, x_1, x_2, x_3
    ret
END(arm64_common_fe_is_zero)

#endif
#include "asm_end.h"
