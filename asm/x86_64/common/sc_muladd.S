// sc_muladd: z = (a·b + c) mod l, the canonical value 0 <= z < l, for any a, b, c < 2^256.
/*contract
args      = { z = "out u64[4] rdi", a = "in u64[4] rsi", b = "in u64[4] rdx", c = "in u64[4] rcx" }
spec      = ["z = scalar.muladd(a, b, c)"]
ensures   = ["z < l"]
may_alias = ["z=a", "z=b", "z=c", "a=b", "a=c", "b=c"]
secret    = ["a", "b", "c"]
stack     = 48
needs     = []
*/

#include "asm.h"
#if defined(__x86_64__)
#include "scalar.h"

#define z rdi
#define a rsi
#define b r13
#define c r14

ROUTINE(x86_64_common_sc_muladd)
    save_all
    mov b, rdx
    mov c, rcx

    // [r7 … r0] = a·b
    multiply a, b

    // [r7 … r0] = a·b + c, below 2^512
    add r0, [c]
    adc r1, [c + 8]
    adc r2, [c + 16]
    adc r3, [c + 24]
    adc r4, 0
    adc r5, 0
    adc r6, 0
    adc r7, 0
CUT(sum)
    fold_scalar
    reduce_scalar
    store_words z, r0, r1, r2, r3
    restore_all
    ret
END(x86_64_common_sc_muladd)

#endif
#include "asm_end.h"
