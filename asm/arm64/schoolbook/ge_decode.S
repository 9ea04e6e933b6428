// ge_decode: x, y and flags from 32 bytes: bit 0 where there is a point with this y, bit 1 where the encoding is canonical.
/*contract
args.x        = "out u64[4] x0"
args.y        = "out u64[4] x0+32"
args.encoding = "in u8[32] x1"
args.flags    = "return u64 x0"
spec      = ["x, y, flags = edwards25519.decode(encoding)"]
ensures   = ["x < p", "y < p", "flags < 4"]
may_alias = []
secret    = ["encoding"]
stack     = 592
needs     = []
*/

#include "asm.h"
#if defined(__aarch64__)
#include "../common/fe_is_equal.h"
#include "fe_mul.h"
#include "product.h"
#include "../common/fe_root_power.h"
#include "../common/ge_decode.h"

ROUTINE(arm64_schoolbook_ge_decode)
    ge_decode_code

LOCAL(fe_mul):
COPY(arm64_schoolbook_fe_mul)
    fe_mul_code

LOCAL(fe_is_equal):
COPY(arm64_common_fe_is_equal)
    fe_is_equal_code

LOCAL(fe_root_power):
COPY(arm64_schoolbook_fe_root_power)
    fe_root_power_code
END(arm64_schoolbook_ge_decode)

#endif
#include "asm_end.h"
