// ge_cached: q = Y - X, Y + X, 2·d·T, 2·Z of a point in extended coordinates, as ge_add takes it.
/*contract
args.y_minus_x = "out u64[4] x0"
args.y_plus_x  = "out u64[4] x0+32"
args.t2d  = "out u64[4] x0+64"
args.z2   = "out u64[4] x0+96"
args.X    = "in u64[4] x1"
args.Y    = "in u64[4] x1+32"
args.Z    = "in u64[4] x1+64"
args.T    = "in u64[4] x1+96"
requires  = ["X < 2^255 + 2^198", "Z < 2^255 + 2^198"]
spec      = ["y_minus_x, y_plus_x, t2d, z2 = edwards25519.cached((X, Y, Z, T)) mod p"]
ensures   = ["t2d < 2^255 + 2^198"]
may_alias = []
secret    = ["X", "Y", "Z", "T"]
stack     = 80
wipes     = true
needs     = []
*/

#include "asm.h"
#if defined(__aarch64__)
#include "product.h"
#include "../common/ge_cached.h"

ROUTINE(arm64_karatsuba_ge_cached)
    ge_cached_code
END(arm64_karatsuba_ge_cached)

#endif
#include "asm_end.h"
