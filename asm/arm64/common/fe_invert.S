// fe_invert: z = 1/x mod p, the canonical value, for any x < 2^256; z = 0 if x = 0 (mod p).
/*contract
args      = { z = "out u64[4] x0", x = "in u64[4] x1" }
spec      = ["z = field.invert(x)"]
ensures   = ["z < p"]
may_alias = ["z=x"]
secret    = ["x"]
stack     = 320
needs     = []
*/

#include "asm.h"
#if defined(__aarch64__)

ROUTINE(arm64_common_fe_invert)
#define FE_INVERT_IN_PLACE
#include "fe_invert.h"
END(arm64_common_fe_invert)

#endif
#include "asm_end.h"
