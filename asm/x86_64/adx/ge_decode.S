// ge_decode: x, y and flags from 32 bytes: bit 0 where there is a point with this y, bit 1 where the encoding is canonical.
/*contract
args.x        = "out u64[4] rdi"
args.y        = "out u64[4] rdi+32"
args.encoding = "in u8[32] rsi"
args.flags    = "return u64 rax"
spec      = ["x, y, flags = edwards25519.decode(encoding)"]
ensures   = ["x < p", "y < p", "flags < 4"]
may_alias = []
secret    = ["encoding"]
stack     = 552
needs     = ["bmi2", "adx"]
*/

#include "asm.h"
#if defined(__x86_64__)
#include "../common/fe_is_equal.h"
#include "fe_mul.h"
#include "../common/fe_root_power.h"
#include "../common/short.h"
#include "../common/ge_decode.h"

ROUTINE(x86_64_adx_ge_decode)
    ge_decode_code

LOCAL(fe_mul):
COPY(x86_64_adx_fe_mul)
    fe_mul_code

LOCAL(fe_is_equal):
COPY(x86_64_common_fe_is_equal)
    fe_is_equal_code

LOCAL(fe_root_power):
COPY(x86_64_adx_fe_root_power)
    fe_root_power_code
END(x86_64_adx_ge_decode)

#endif
#include "asm_end.h"
