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

#define x  rdi
#define y  rsi
#define r0 rdx
#define r1 rcx
#define r2 r8
#define r3 r9
#include "reduce.h"

ROUTINE(x86_64_common_fe_is_equal)
    load_words r0, r1, r2, r3, x
    subtract r0, r1, r2, r3, y, r10
    canonicalize r0, r1, r2, r3, r10, r11
    is_nought r0, r1, r2, r3
    ret
END(x86_64_common_fe_is_equal)

#endif
#include "asm_end.h"
