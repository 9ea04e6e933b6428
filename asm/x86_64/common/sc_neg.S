// sc_neg: z = -x mod l, the canonical value 0 <= z < l, for any x < 2^256.
/*contract
args      = { z = "out u64[4] rdi", x = "in u64[4] rsi" }
spec      = ["z = scalar.neg(x)"]
ensures   = ["z < l"]
may_alias = ["z=x"]
secret    = ["x"]
stack     = 0
needs     = []
*/

#include "asm.h"
#if defined(__x86_64__)
#include "scalar.h"

#define z rdi
#define x rsi
#define D0 0x812631a5cf5d3ed0   // [1 D1 D0] = 16·c
#define D1 0x4def9dea2f79cd65

ROUTINE(x86_64_common_sc_neg)
    // [rsi r3 r2 r1 r0] = 2^256 + 16·c - x = 16·l - x, above 0
    mov r0, D0
    mov r1, D1
    mov r2, 1
    mov r3, 0
    mov ecx, 1
    sub r0, [x]
    sbb r1, [x + 8]
    sbb r2, [x + 16]
    sbb r3, [x + 24]
    sbb rcx, 0
    mov rsi, rcx
    reduce_scalar
    store_words z, r0, r1, r2, r3
    ret
END(x86_64_common_sc_neg)

#endif
#include "asm_end.h"
