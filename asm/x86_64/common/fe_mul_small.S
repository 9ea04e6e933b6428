// fe_mul_small: z = x·k (mod p), for any x < 2^256 and k < 2^17; z < 2^256, not always canonical.
/*contract
args      = { z = "out u64[4] rdi", x = "in u64[4] rsi", k = "in u64 rdx" }
requires  = ["k < 2^17"]
spec      = ["z = field.mul_small(x, k) mod p"]
ensures   = ["z < 2^256"]
may_alias = ["z=x"]
secret    = ["x", "k"]
stack     = 0
needs     = []
*/
//   weight 2^64^   0      1      2      3      4
//   k·x0         lo(kx0) hi(kx0)
//   k·x1           ·    lo(kx1) hi(kx1)
//   k·x2           ·      ·    lo(kx2) hi(kx2)
//   k·x3           ·      ·      ·    lo(kx3) hi(kx3)
// A high half is at most k - 1: it takes the carry of the low half before it without a carry of its own.

#include "asm.h"
#if defined(__x86_64__)

#define z  rdi
#define x  rsi
#define k  rcx
#define r0 r8
#define r1 r9
#define r2 r10
#define r3 r11
#define lo rax
#define hi rdx
#include "reduce.h"

ROUTINE(x86_64_common_fe_mul_small)
    mov k, rdx

    // [hi r3 r2 r1 r0] = x·k
    mov lo, [x]
    mul k
    mov r0, lo
    mov r1, hi
    mov lo, [x + 8]
    mul k
    add r1, lo
    adc hi, 0
    mov r2, hi
    mov lo, [x + 16]
    mul k
    add r2, lo
    adc hi, 0
    mov r3, hi
    mov lo, [x + 24]
    mul k
    add r3, lo
    adc hi, 0
CUT(product)

    // [r3 r2 r1 r0] = x·k (mod p), as hi < 2^17
    fold_top r0, r1, r2, r3, hi, lo
    store_words z, r0, r1, r2, r3
    ret
END(x86_64_common_fe_mul_small)

#endif
#include "asm_end.h"
