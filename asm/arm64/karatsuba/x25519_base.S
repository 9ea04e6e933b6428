// x25519_base: out = X25519(scalar, 9), the public key of a scalar of 32 bytes.
/*contract
args      = { out = "out u8[32] x0", scalar = "in u8[32] x1" }
spec      = ["out = curve25519.encode_u_coordinate(curve25519.scalar_times_base(curve25519.decode_scalar25519(scalar)))"]
may_alias = ["out=scalar"]
secret    = ["scalar"]
stack     = 672
wipes     = true
needs     = []
*/

#include "asm.h"
#if defined(__aarch64__)
#include "../common/fe_invert.h"
#include "product.h"
#include "../common/ge_add.h"
#include "../common/ge_double.h"
#include "../common/x25519_base.h"

    .p2align 6
LOCAL(base_table):
#include "base_table.h"

ROUTINE(arm64_karatsuba_x25519_base)
    x25519_base_code LOCAL(base_table)

LOCAL(ge_madd):
COPY(arm64_karatsuba_ge_madd)
    ge_madd_code

LOCAL(ge_double):
COPY(arm64_karatsuba_ge_double)
    ge_double_code

LOCAL(fe_invert):
COPY(arm64_common_fe_invert)
    fe_invert_code
END(arm64_karatsuba_x25519_base)

#endif
#include "asm_end.h"
