// fe_mul: z = x·y (mod p), for any x, y < 2^256; z < 2^256, not always canonical.
/*contract
args      = { z = "out u64[4] x0", x = "in u64[4] x1", y = "in u64[4] x2" }
spec      = ["z = field.mul(x, y) mod p"]
ensures   = ["z < 2^256"]
may_alias = ["z=x", "z=y", "x=y"]
secret    = ["x", "y"]
stack     = 0
needs     = []
*/
// The code is in fe_mul.h, the product and its reduction in multiply.h. Only x0 to x17 are used, so nothing is saved.

#include "asm.h"
#if defined(__aarch64__)
#include "fe_mul.h"

ROUTINE(arm64_schoolbook_fe_mul)
    fe_mul_code
END(arm64_schoolbook_fe_mul)

#endif
#include "asm_end.h"
