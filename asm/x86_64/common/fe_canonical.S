// fe_canonical: z = x mod p, the canonical value 0 <= z < p, for any x < 2^256.
/*contract
args      = { z = "out u64[4] rdi", x = "in u64[4] rsi" }
spec      = ["z = field.canonical(x)"]
ensures   = ["z < p"]
may_alias = ["z=x"]
secret    = ["x"]
stack     = 0
needs     = []
*/

#include "asm.h"
#if defined(__x86_64__)

#define z  rdi
#define x  rsi
#define r0 rax
#define r1 rcx
#define r2 r8
#define r3 r9
#include "reduce.h"

ROUTINE(x86_64_common_fe_canonical)
    load_words r0, r1, r2, r3, x
    canonicalize r0, r1, r2, r3, r10, r11
    store_words z, r0, r1, r2, r3
    ret
END(x86_64_common_fe_canonical)

#endif
#include "asm_end.h"
