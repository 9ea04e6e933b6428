// fe_root_power: z = x^((p - 5)/8) (mod p), for any x < 2^256; z < 2^256, not always canonical.
/*contract
args      = { z = "out u64[4] x0", x = "in u64[4] x1" }
spec      = ["z = field.root_power(x) mod p"]
ensures   = ["z < 2^256"]
may_alias = []
secret    = ["x"]
stack     = 224
needs     = []
*/

#include "asm.h"
#if defined(__aarch64__)
#include "product.h"
#include "../common/fe_root_power.h"

ROUTINE(arm64_karatsuba_fe_root_power)
    fe_root_power_code
END(arm64_karatsuba_fe_root_power)

#endif
#include "asm_end.h"
