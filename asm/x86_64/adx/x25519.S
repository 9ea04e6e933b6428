// x25519: out = X25519(scalar, point), RFC 7748's function on strings of 32 bytes.
/*contract
args      = { out = "out u8[32] rdi", scalar = "in u8[32] rsi", point = "in u8[32] rdx" }
spec      = ["out = curve25519.x25519(scalar, point)"]
may_alias = ["out=scalar", "out=point", "scalar=point"]
secret    = ["scalar", "point"]
stack     = 648
wipes     = true
needs     = ["bmi2", "adx"]
*/

#include "asm.h"
#if defined(__x86_64__)
#include "../common/fe_invert.h"
#include "product.h"
#include "../common/ladder_step.h"
#include "../common/x25519.h"

ROUTINE(x86_64_adx_x25519)
    x25519_code

LOCAL(ladder_step):
COPY(x86_64_adx_ladder_step)
    ladder_step_code

LOCAL(fe_invert):
COPY(x86_64_common_fe_invert)
    fe_invert_code
END(x86_64_adx_x25519)

#endif
#include "asm_end.h"
