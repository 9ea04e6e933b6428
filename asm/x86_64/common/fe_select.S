// fe_select: z = y if bit = 1, z = x if bit = 0.
/*contract
args      = { z = "out u64[4] rdi", bit = "in u64 rsi", x = "in u64[4] rdx", y = "in u64[4] rcx" }
requires  = ["bit < 2"]
spec      = ["z = field.select(bit, x, y)"]
ensures   = ["z < 2^256"]
may_alias = ["z=x", "z=y", "x=y"]
secret    = ["bit", "x", "y"]
stack     = 0
needs     = []
*/

#include "asm.h"
#if defined(__x86_64__)

#define z   rdi
#define bit rsi
#define x   rdx
#define y   rcx
#define r0  rax
#define r1  r8
#define r2  r9
#define r3  r10
#include "reduce.h"

ROUTINE(x86_64_common_fe_select)
    load_words r0, r1, r2, r3, x
    neg bit                     // CF = bit
    cmovc r0, [y]
    cmovc r1, [y + 8]
    cmovc r2, [y + 16]
    cmovc r3, [y + 24]
    store_words z, r0, r1, r2, r3
    ret
END(x86_64_common_fe_select)

#endif
#include "asm_end.h"
