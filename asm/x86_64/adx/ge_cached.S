// ge_cached: q = Y - X, Y + X, 2·d·T, 2·Z of a point in extended coordinates, as ge_add takes it.
/*contract
args.y_minus_x = "out u64[4] rdi"
args.y_plus_x  = "out u64[4] rdi+32"
args.t2d  = "out u64[4] rdi+64"
args.z2   = "out u64[4] rdi+96"
args.X    = "in u64[4] rsi"
args.Y    = "in u64[4] rsi+32"
args.Z    = "in u64[4] rsi+64"
args.T    = "in u64[4] rsi+96"
requires  = ["X < 2^255 + 2^198", "Z < 2^255 + 2^198"]
spec      = ["y_minus_x, y_plus_x, t2d, z2 = edwards25519.cached((X, Y, Z, T)) mod p"]
ensures   = ["t2d < 2^255 + 2^198"]
may_alias = []
secret    = ["X", "Y", "Z", "T"]
stack     = 80
needs     = ["bmi2", "adx"]
*/

#include "asm.h"
#if defined(__x86_64__)
#include "product.h"
#include "../common/ge_cached.h"

ROUTINE(x86_64_adx_ge_cached)
    ge_cached_code
END(x86_64_adx_ge_cached)

#endif
#include "asm_end.h"
