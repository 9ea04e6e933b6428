// ge_madd: p := p + q, for a point p in extended coordinates and q given as y - x, y + x, 2·d·x·y.
/*contract
args.X    = "inout u64[4] x0"
args.Y    = "inout u64[4] x0+32"
args.Z    = "inout u64[4] x0+64"
args.T    = "inout u64[4] x0+96"
args.y_minus_x = "in u64[4] x1"
args.y_plus_x  = "in u64[4] x1+32"
args.t2d  = "in u64[4] x1+64"
requires  = ["X < 2^255 + 2^198", "Y < 2^255 + 2^198", "Z < 2^255 + 2^198", "T < 2^255 + 2^198"]
spec      = ["X, Y, Z, T = edwards25519.madd((X, Y, Z, T), (y_minus_x, y_plus_x, t2d)) mod p"]
ensures   = ["X < 2^255 + 2^198", "Y < 2^255 + 2^198", "Z < 2^255 + 2^198", "T < 2^255 + 2^198"]
may_alias = []
secret    = ["X", "Y", "Z", "T", "y_minus_x", "y_plus_x", "t2d"]
stack     = 80
wipes     = true
needs     = []
*/

#include "asm.h"
#if defined(__aarch64__)
#include "product.h"
#include "../common/ge_add.h"

ROUTINE(arm64_schoolbook_ge_madd)
    ge_madd_code
END(arm64_schoolbook_ge_madd)

#endif
#include "asm_end.h"
