// ge_base: (x, y) = scalar·B, in affine coordinates, canonical.
/*contract
args.x    = "out u64[4] x0"
args.y    = "out u64[4] x0+32"
args.scalar = "in u64[4] x1"
requires  = ["scalar < 2^253"]
spec      = ["x, y = edwards25519.scalar_times_base(scalar)"]
may_alias = []
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
#include "../common/ge_base.h"

    .p2align 6
LOCAL(base_table):
#include "base_table.h"

ROUTINE(arm64_karatsuba_ge_base)
    ge_base_code LOCAL(base_table)

LOCAL(ge_madd):
COPY(arm64_karatsuba_ge_madd)
    ge_madd_code

LOCAL(fe_invert):
COPY(arm64_common_fe_invert)
    fe_invert_code
END(arm64_karatsuba_ge_base)

#endif
#include "asm_end.h"
