// fe_is_zero: r = 1 if x = 0 (mod p), else 0, for any x < 2^256.
/*contract
args      = { r = "return u64 rax", x = "in u64[4] rdi" }
spec      = ["r = field.is_zero(x)"]
ensures   = ["r < 2"]
may_alias = []
secret    = ["x"]
stack     = 0
needs     = []
*/

#include "asm.h"
#if defined(__x86_64__)

#define x  rdi
#define r0 rdx
#define r1 rcx
#define r2 r8
#define r3 r9
#include "reduce.h"

ROUTINE(x86_64_common_fe_is_zero)
    load_words r0, r1, r2, r3, x
    canonicalize r0, r1, r2, r3, r10, r11
CUT(canonical)
    is_nought r0, r1, r2, r3
    ret
END(x86_64_common_fe_is_zero)

#endif
#include "asm_end.h"
