// fe_sub: z = x - y (mod p), for any x, y < 2^256; z < 2^256, not always canonical.
/*contract
args      = { z = "out u64[4] rdi", x = "in u64[4] rsi", y = "in u64[4] rdx" }
spec      = ["z = field.sub(x, y) mod p"]
ensures   = ["z < 2^256"]
may_alias = ["z=x", "z=y", "x=y"]
secret    = ["x", "y"]
stack     = 0
needs     = []
*/

#include "asm.h"
#if defined(__x86_64__)
#include "reduce.h"

#define z    rdi
#define x    rsi
#define y    rdx
#define r0   rax
#define r1   rcx
#define r2   r8
#define r3   r9
#define fold r10

ROUTINE(x86_64_common_fe_sub)
    load_words r0, r1, r2, r3, x
    subtract r0, r1, r2, r3, y, fold
    store_words z, r0, r1, r2, r3
    ret
END(x86_64_common_fe_sub)

#endif
#include "asm_end.h"
