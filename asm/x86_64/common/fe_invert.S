// fe_invert: z = 1/x mod p, the canonical value, for any x < 2^256; z = 0 if x = 0 (mod p).
/*contract
args      = { z = "out u64[4] rdi", x = "in u64[4] rsi" }
spec      = ["z = field.invert(x)"]
ensures   = ["z < p"]
may_alias = ["z=x"]
secret    = ["x"]
stack     = 392
needs     = []
*/

#include "asm.h"
#if defined(__x86_64__)

ROUTINE(x86_64_common_fe_invert)
#define FE_INVERT_IN_PLACE
#include "fe_invert.h"
END(x86_64_common_fe_invert)

#endif
#include "asm_end.h"
