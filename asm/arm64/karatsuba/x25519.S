// x25519: out = X25519(scalar, point), RFC 7748's function on strings of 32 bytes.
/*contract
args      = { out = "out u8[32] x0", scalar = "in u8[32] x1", point = "in u8[32] x2" }
spec      = ["out = curve25519.x25519(scalar, point)"]
may_alias = ["out=scalar", "out=point", "scalar=point"]
secret    = ["scalar", "point"]
stack     = 608
wipes     = true
needs     = []
*/

#include "asm.h"
#if defined(__aarch64__)
#include "../common/fe_invert.h"
#include "ladder_step.h"
#include "product.h"
#include "../common/x25519.h"

ROUTINE(arm64_karatsuba_x25519)
    x25519_code

LOCAL(ladder_step):
COPY(arm64_karatsuba_ladder_step)
    ladder_step_code

LOCAL(fe_invert):
COPY(arm64_common_fe_invert)
    fe_invert_code
END(arm64_karatsuba_x25519)

#endif
#include "asm_end.h"
