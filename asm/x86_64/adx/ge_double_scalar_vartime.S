// ge_double_scalar_vartime: (x, y) = a·P + b·B for P = (px, py), in affine coordinates, canonical.
/*contract
args.x    = "out u64[4] rdi"
args.y    = "out u64[4] rdi+32"
args.a    = "in u64[4] rsi"
args.px   = "in u64[4] rdx"
args.py   = "in u64[4] rdx+32"
args.b    = "in u64[4] rcx"
requires  = ["a < 2^253", "b < 2^253", "px < p", "py < p", "edwards25519.is_on_curve((px, py)) == 1"]
spec      = ["x, y = edwards25519.double_scalar(a, (px, py), b)"]
may_alias = []
secret    = []
stack     = 5768
needs     = ["bmi2", "adx"]
*/

#include "asm.h"
#if defined(__x86_64__)
#include "../common/fe_invert.h"
#include "product.h"
#include "../common/ge_add.h"
#include "../common/ge_cached.h"
#include "../common/ge_double.h"
#include "../common/ge_double_scalar_vartime.h"

    .p2align 6
LOCAL(base_multiples):
#include "base_multiples.h"

ROUTINE(x86_64_adx_ge_double_scalar_vartime)
    ge_double_scalar_vartime_code LOCAL(base_multiples)

LOCAL(ge_cached):
COPY(x86_64_adx_ge_cached)
    ge_cached_code

LOCAL(ge_add):
COPY(x86_64_adx_ge_add)
    ge_add_code

LOCAL(ge_madd):
COPY(x86_64_adx_ge_madd)
    ge_madd_code

LOCAL(ge_double):
COPY(x86_64_adx_ge_double)
    ge_double_code

LOCAL(ge_double_projective):
COPY(x86_64_adx_ge_double_projective)
    ge_double_projective_code

LOCAL(fe_invert):
COPY(x86_64_common_fe_invert)
    fe_invert_code
END(x86_64_adx_ge_double_scalar_vartime)

#endif
#include "asm_end.h"
