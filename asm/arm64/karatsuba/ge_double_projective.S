// ge_double_projective: p := 2·p, for a point p in projective coordinates.
/*contract
args.X    = "inout u64[4] x0"
args.Y    = "inout u64[4] x0+32"
args.Z    = "inout u64[4] x0+64"
requires  = ["X < 2^255 + 2^198", "Y < 2^255 + 2^198", "Z < 2^255 + 2^198"]
spec      = ["X, Y, Z = edwards25519.double_projective((X, Y, Z)) mod p"]
ensures   = ["X < 2^255 + 2^198", "Y < 2^255 + 2^198", "Z < 2^255 + 2^198"]
may_alias = []
secret    = ["X", "Y", "Z"]
stack     = 80
wipes     = true
needs     = []
*/

#include "asm.h"
#if defined(__aarch64__)
#include "product.h"
#include "../common/ge_double.h"

ROUTINE(arm64_karatsuba_ge_double_projective)
    ge_double_projective_code
END(arm64_karatsuba_ge_double_projective)

#endif
#include "asm_end.h"
