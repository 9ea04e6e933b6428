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
// A borrow from 2^256 = 38 (mod p) is paid back by taking 38 away.
// After the first borrow the rest is at least 1; taking 38 from it may borrow once more. Then it is at least
// 2^256 - 37, so that another 38 come out of the low word alone.

#include "asm.h"
#if defined(__x86_64__)

#define z    rdi
#define x    rsi
#define y    rdx
#define r0   rax
#define r1   rcx
#define r2   r8
#define r3   r9
#define fold r10
#include "reduce.h"

ROUTINE(x86_64_common_fe_sub)
    load_words r0, r1, r2, r3, x

    // [r3 r2 r1 r0] - CF·2^256 = x - y
    sub r0, [y]
    sbb r1, [y + 8]
    sbb r2, [y + 16]
    sbb r3, [y + 24]

    // [r3 r2 r1 r0] - CF·2^256 = x - y (mod p)
    sbb fold, fold
    and fold, 38
    sub r0, fold
    sbb r1, 0
    sbb r2, 0
    sbb r3, 0

    // [r3 r2 r1 r0] = x - y (mod p): if CF, then r0 >= 2^64 - 37
    sbb fold, fold
    and fold, 38
    sub r0, fold

    store_words z, r0, r1, r2, r3
    ret
END(x86_64_common_fe_sub)

#endif
#include "asm_end.h"
