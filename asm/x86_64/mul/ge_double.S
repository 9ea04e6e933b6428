// ge_double: p := 2·p, for a point p in extended coordinates; its T is only written. For any x86-64.
/*contract
args.X    = "inout u64[4] rdi"
args.Y    = "inout u64[4] rdi+32"
args.Z    = "inout u64[4] rdi+64"
args.T    = "inout u64[4] rdi+96"
requires  = ["X < 2^255 + 2^198", "Y < 2^255 + 2^198", "Z < 2^255 + 2^198"]
spec      = ["X, Y, Z, T = edwards25519.double((X, Y, Z, T)) mod p"]
ensures   = ["X < 2^255 + 2^198", "Y < 2^255 + 2^198", "Z < 2^255 + 2^198", "T < 2^255 + 2^198"]
may_alias = []
secret    = ["X", "Y", "Z", "T"]
stack     = 240
needs     = []
*/

#include "asm.h"
#if defined(__x86_64__)
#include "product.h"
#include "../common/ge_double.h"

ROUTINE(x86_64_mul_ge_double)
    ge_double_code
END(x86_64_mul_ge_double)

#endif
#include "asm_end.h"
