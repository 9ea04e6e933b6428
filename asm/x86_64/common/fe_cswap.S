// fe_cswap: x and y change places if swap = 1, and stay if swap = 0.
/*contract
args      = { swap = "in u64 rdi", x = "inout u64[4] rsi", y = "inout u64[4] rdx" }
requires  = ["swap < 2"]
spec      = ["x = field.select(swap, x, y)", "y = field.select(swap, y, x)"]
ensures   = ["x < 2^256", "y < 2^256"]
may_alias = []
secret    = ["swap", "x", "y"]
stack     = 0
needs     = []
*/

#include "asm.h"
#if defined(__x86_64__)

#define swap rdi
#define x    rsi
#define y    rdx
#define xi   rax
#define yi   rcx
#define keep r8

// Needs CF = swap, and keeps it.
.macro cswap_word i
    mov xi, [x + 8*\i]
    mov yi, [y + 8*\i]
    mov keep, xi
    cmovc xi, yi
    cmovc yi, keep
    mov [x + 8*\i], xi
    mov [y + 8*\i], yi
.endm

ROUTINE(x86_64_common_fe_cswap)
    neg swap                    // CF = swap
    cswap_word 0
    cswap_word 1
    cswap_word 2
    cswap_word 3
    ret
END(x86_64_common_fe_cswap)

#endif
#include "asm_end.h"
