// fe_neg: z = -x (mod p), for any x < 2^256; z < 2^256, not always canonical.
/*contract
args      = { z = "out u64[4] rdi", x = "in u64[4] rsi" }
spec      = ["z = field.neg(x) mod p"]
ensures   = ["z < 2^256"]
may_alias = ["z=x"]
secret    = ["x"]
stack     = 0
needs     = []
*/
// z = 2p - x with 2p = 2^256 - 38. If x > 2p, the difference borrows 2^256 = 38 (mod p) and is at least 2^256 - 37,
// so that the 38 to pay back come out of the low word alone.

#include "asm.h"
#if defined(__x86_64__)
#include "reduce.h"

#define z    rdi
#define x    rsi
#define r0   rax
#define r1   rcx
#define r2   r8
#define r3   r9
#define fold r10

ROUTINE(x86_64_common_fe_neg)
    // [r3 r2 r1 r0] = 2p
    mov r0, -38
    mov r1, -1
    mov r2, -1
    mov r3, -1

    // [r3 r2 r1 r0] - CF·2^256 = 2p - x
    sub r0, [x]
    sbb r1, [x + 8]
    sbb r2, [x + 16]
    sbb r3, [x + 24]

    // [r3 r2 r1 r0] = -x (mod p): if CF, then r0 >= 2^64 - 37
    sbb fold, fold
    and fold, 38
    sub r0, fold

    store_words z, r0, r1, r2, r3
    ret
END(x86_64_common_fe_neg)

#endif
#include "asm_end.h"
