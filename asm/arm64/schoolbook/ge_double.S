// ge_double: p := 2·p, for a point p in extended coordinates; its T is only written.
/*contract
args.X    = "inout u64[4] x0"
args.Y    = "inout u64[4] x0+32"
args.Z    = "inout u64[4] x0+64"
args.T    = "inout u64[4] x0+96"
requires  = ["X < 2^255 + 2^198", "Y < 2^255 + 2^198", "Z < 2^255 + 2^198"]
spec      = ["X, Y, Z, T = edwards25519.double((X, Y, Z, T)) mod p"]
ensures   = ["X < 2^255 + 2^198", "Y < 2^255 + 2^198", "Z < 2^255 + 2^198", "T < 2^255 + 2^198"]
may_alias = []
secret    = ["X", "Y", "Z", "T"]
stack     = 80
wipes     = true
needs     = []
*/

#include "asm.h"
#if defined(__aarch64__)
#include "product.h"
#include "../common/ge_double.h"

ROUTINE(arm64_schoolbook_ge_double)
    ge_double_code
END(arm64_schoolbook_ge_double)

#endif
#include "asm_end.h"
