// fe_mul: z = x·y (mod p), for any x, y < 2^256; z < 2^256, not always canonical. For any x86-64.
/*contract
args      = { z = "out u64[4] rdi", x = "in u64[4] rsi", y = "in u64[4] rdx" }
spec      = ["z = field.mul(x, y) mod p"]
ensures   = ["z < 2^256"]
may_alias = ["z=x", "z=y", "x=y"]
secret    = ["x", "y"]
stack     = 48
needs     = []
*/

#include "asm.h"
#if defined(__x86_64__)
#include "fe_mul.h"

ROUTINE(x86_64_mul_fe_mul)
    fe_mul_code
END(x86_64_mul_fe_mul)

#endif
#include "asm_end.h"
