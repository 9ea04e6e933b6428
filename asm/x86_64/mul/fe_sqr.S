// fe_sqr: z = x² (mod p), for any x < 2^256; z < 2^256, not always canonical. For any x86-64.
/*contract
args      = { z = "out u64[4] rdi", x = "in u64[4] rsi" }
spec      = ["z = field.sqr(x) mod p"]
ensures   = ["z < 2^256"]
may_alias = ["z=x"]
secret    = ["x"]
stack     = 48
needs     = []
*/

#include "asm.h"
#if defined(__x86_64__)
#include "product.h"

#define z rdi
#define x rsi

ROUTINE(x86_64_mul_fe_sqr)
    save_all

    // [r7 … r0] = x²
    square x
CUT(product)

    // [r3 r2 r1 r0] = x² (mod p)
    fold_product 38
    store_words z, r0, r1, r2, r3
    restore_all
    ret
END(x86_64_mul_fe_sqr)

#endif
#include "asm_end.h"
