// fe_mul: z = x·y (mod p), for any x, y < 2^256; z < 2^256, not always canonical.
/*contract
args      = { z = "out u64[4] rdi", x = "in u64[4] rsi", y = "in u64[4] rdx" }
spec      = ["z = field.mul(x, y) mod p"]
ensures   = ["z < 2^256"]
may_alias = ["z=x", "z=y", "x=y"]
secret    = ["x", "y"]
stack     = 56
needs     = ["bmi2", "adx"]
*/

#include "asm.h"
#if defined(__x86_64__)
#include "product.h"

#define z rdi
#define x rsi
#define y rdi

ROUTINE(x86_64_adx_fe_mul)
    save_all
    push z
    .cfi_adjust_cfa_offset 8
    mov y, rdx

    // [r7 … r0] = x·y
    multiply x, y
CUT(product)

    // [r3 r2 r1 r0] = x·y (mod p)
    fold_product 38
    pop z
    .cfi_adjust_cfa_offset -8
    store_words z, r0, r1, r2, r3
    restore_all
    ret
END(x86_64_adx_fe_mul)

#endif
#include "asm_end.h"
