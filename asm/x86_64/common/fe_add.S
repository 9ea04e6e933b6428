// fe_add: z = x + y (mod p), for any x, y < 2^256; z < 2^256, not always canonical.
/*contract
args      = { z = "out u64[4] rdi", x = "in u64[4] rsi", y = "in u64[4] rdx" }
spec      = ["z = field.add(x, y) mod p"]
ensures   = ["z < 2^256"]
may_alias = ["z=x", "z=y", "x=y"]
secret    = ["x", "y"]
stack     = 0
needs     = []
*/
// 2^256 = 38 (mod p), so a carry out of the top word comes back as 38.
// x + y < 2^257, so after 38·carry the rest is below 2^256 - 2 + 38: it can carry once more, and is then below 38,
// where 38 more cannot leave the low word.

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

ROUTINE(x86_64_common_fe_add)
    load_words r0, r1, r2, r3, x

    // CF·2^256 + [r3 r2 r1 r0] = x + y
    add r0, [y]
    adc r1, [y + 8]
    adc r2, [y + 16]
    adc r3, [y + 24]

    // CF·2^256 + [r3 r2 r1 r0] = x + y (mod p)
    sbb fold, fold
    and fold, 38
    add r0, fold
    adc r1, 0
    adc r2, 0
    adc r3, 0

    // [r3 r2 r1 r0] = x + y (mod p): if CF, then r0 < 38
    sbb fold, fold
    and fold, 38
    add r0, fold

    store_words z, r0, r1, r2, r3
    ret
END(x86_64_common_fe_add)

#endif
#include "asm_end.h"
