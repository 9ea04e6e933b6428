// fe_mul: z = x·y (mod p), for any x, y < 2^256; z < 2^256, not always canonical.
/*contract
args      = { z = "out u64[4] x0", x = "in u64[4] x1", y = "in u64[4] x2" }
spec      = ["z = field.mul(x, y) mod p"]
ensures   = ["z < 2^256"]
may_alias = ["z=x", "z=y", "x=y"]
secret    = ["x", "y"]
stack     = 32
needs     = []
*/
// The product and its reduction are in multiply.h.

#include "asm.h"
#if defined(__aarch64__)
#include "multiply.h"

#define z x0
#define x x1                    // d and e are over the pointers x and y, which end where the words are loaded
#define y x2

ROUTINE(arm64_karatsuba_fe_mul)
    stp   x19, x20, [sp, #-32]!
    stp   x21, x22, [sp, #16]
    .cfi_adjust_cfa_offset 32
    .cfi_rel_offset x19, 0
    .cfi_rel_offset x20, 8
    .cfi_rel_offset x21, 16
    .cfi_rel_offset x22, 24

    ldp   x_0, x_1, [x]
    ldp   y_0, y_1, [y]
    ldp   x_2, x_3, [x, #16]
    ldp   y_2, y_3, [y, #16]
    multiply xy, y_0, y_1, y_2, y_3, l_0, l_1, l_2, l_3
    stp   l_0, l_1, [z]
    stp   l_2, l_3, [z, #16]

    ldp   x21, x22, [sp, #16]
    ldp   x19, x20, [sp], #32
    ret
END(arm64_karatsuba_fe_mul)

#endif
#include "asm_end.h"
