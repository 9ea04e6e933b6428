// ge_encode: out = the 32 bytes of the point (x, y): y, and on top the lowest bit of x. For canonical x and y.
/*contract
args.out  = "out u8[32] rdi"
args.x    = "in u64[4] rsi"
args.y    = "in u64[4] rsi+32"
requires  = ["x < p", "y < p"]
spec      = ["out = edwards25519.encode((x, y))"]
may_alias = []
secret    = ["x", "y"]
stack     = 0
needs     = []
*/

#include "asm.h"
#if defined(__x86_64__)
#include "reduce.h"

#define out rdi
#define x   rsi
#define y   rsi + 32
#define r0  rax
#define r1  rcx
#define r2  rdx
#define r3  r8
#define bit r9

ROUTINE(x86_64_common_ge_encode)
    load_words r0, r1, r2, r3, y
    mov bit, [x]
    shl bit, 63
    add r3, bit                 // r3 < 2^63
    store_words out, r0, r1, r2, r3
    ret
END(x86_64_common_ge_encode)

#endif
#include "asm_end.h"
