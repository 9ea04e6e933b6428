// ladder_step: one step of the Montgomery ladder, the swap before it included.
/*contract
args.x2   = "inout u64[4] rdi"
args.z2   = "inout u64[4] rdi+32"
args.x3   = "inout u64[4] rdi+64"
args.z3   = "inout u64[4] rdi+96"
args.x1   = "in u64[4] rsi"
args.swap = "in u64 rdx"
requires  = ["swap < 2", "x2 < 2^255 + 2^198", "z2 < 2^255 + 2^198", "x3 < 2^255 + 2^198", "z3 < 2^255 + 2^198"]
spec      = ["x2, z2, x3, z3 = curve25519.swap_and_step(swap, x1, x2, z2, x3, z3) mod p"]
ensures   = ["x2 < 2^255 + 2^198", "z2 < 2^255 + 2^198", "x3 < 2^255 + 2^198", "z3 < 2^255 + 2^198"]
secret    = ["x2", "z2", "x3", "z3", "x1", "swap"]
stack     = 240
needs     = ["bmi2", "adx"]
*/

#include "asm.h"
#if defined(__x86_64__)
#include "product.h"

ROUTINE(x86_64_adx_ladder_step)
#define LADDER_STEP_IN_PLACE
#include "../common/ladder_step.h"
END(x86_64_adx_ladder_step)

#endif
#include "asm_end.h"
