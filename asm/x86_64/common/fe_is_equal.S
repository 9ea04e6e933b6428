// fe_is_equal: r = 1 if x = y (mod p), else 0, for any x, y < 2^256.
/*contract
args      = { r = "return u64 rax", x = "in u64[4] rdi", y = "in u64[4] rsi" }
spec      = ["r = field.is_equal(x, y)"]
ensures   = ["r < 2"]
may_alias = ["x=y"]
secret    = ["x", "y"]
stack     = 0
needs     = []
*/

#include "asm.h"
#if defined(__x86_64__)
#include "fe_is_equal.h"

ROUTINE(x86_64_common_fe_is_equal)
    fe_is_equal_code
END(x86_64_common_fe_is_equal)

#endif
#include "asm_end.h"
