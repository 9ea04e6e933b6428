// ge_double_scalar_vartime: (x, y) = a·P + b·B for P = (px, py), in affine coordinates, canonical.
/*contract
args.x    = "out u64[4] x0"
args.y    = "out u64[4] x0+32"
args.a    = "in u64[4] x1"
args.px   = "in u64[4] x2"
args.py   = "in u64[4] x2+32"
args.b    = "in u64[4] x3"
requires  = ["a < 2^253", "b < 2^253", "px < p", "py < p", "edwards25519.is_on_curve((px, py)) == 1"]
spec      = ["x, y = edwards25519.double_scalar(a, (px, py), b)"]
may_alias = []
secret    = []
stack     = 5712
needs     = []
*/

#include "asm.h"
#if defined(__aarch64__)
#include "../common/fe_invert.h"
#include "product.h"
#include "../common/ge_add.h"
#include "../common/ge_cached.h"
#include "../common/ge_double.h"
#include "../common/ge_double_scalar_vartime.h"

    .p2align 6
LOCAL(base_multiples):
#include "base_multiples.h"

ROUTINE(arm64_karatsuba_ge_double_scalar_vartime)
    ge_double_scalar_vartime_code LOCAL(base_multiples)

LOCAL(ge_cached):
COPY(arm64_karatsuba_ge_cached)
    ge_cached_code

LOCAL(ge_add):
COPY(arm64_karatsuba_ge_add)
    ge_add_code

LOCAL(ge_madd):
COPY(arm64_karatsuba_ge_madd)
    ge_madd_code

LOCAL(ge_double):
COPY(arm64_karatsuba_ge_double)
    ge_double_code

LOCAL(ge_double_projective):
COPY(arm64_karatsuba_ge_double_projective)
    ge_double_projective_code

LOCAL(fe_invert):
COPY(arm64_common_fe_invert)
    fe_invert_code
END(arm64_karatsuba_ge_double_scalar_vartime)

#endif
#include "asm_end.h"
