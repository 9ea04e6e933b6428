// fe_is_equal: r = 1 if x = y (mod p), else 0, for any x, y < 2^256.
/*contract
args      = { r = "return u64 x0", x = "in u64[4] x0", y = "in u64[4] x1" }
spec      = ["r = field.is_equal(x, y)"]
ensures   = ["r < 2"]
may_alias = ["x=y"]
secret    = ["x", "y"]
stack     = 0
needs     = []
*/

#include "asm.h"
#if defined(__aarch64__)
#include "fe_is_equal.h"

ROUTINE(arm64_common_fe_is_equal)
    fe_is_equal_code
END(arm64_common_fe_is_equal)

#endif
#include "asm_end.h"
