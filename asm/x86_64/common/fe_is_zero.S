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

#define r  rax
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

    // r0 = 0 if and only if x = 0 (mod p)
    or r0, r1
    or r2, r3
    or r0, r2

    // subtracting 1 from r0 borrows if and only if r0 = 0
    mov eax, 0
    sub r0, 1
    adc r, 0
    ret
END(x86_64_common_fe_is_zero)

#endif
#include "asm_end.h"
