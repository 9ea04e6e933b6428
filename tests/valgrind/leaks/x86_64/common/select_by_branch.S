// select_by_branch: z = y if bit = 1, z = x if bit = 0; the jump taken tells bit.
/*contract
args      = { z = "out u64[4] rdi", bit = "in u64 rsi", x = "in u64[4] rdx", y = "in u64[4] rcx" }
requires  = ["bit < 2"]
spec      = ["z = field.select(bit, x, y)"]
may_alias = []
secret    = ["bit"]
stack     = 0
*/

#include "asm.h"
#if defined(__x86_64__)

ROUTINE(x86_64_common_select_by_branch)
    test rsi, rsi
    jz .Lx
    mov rdx, rcx
.Lx:
    .irp i, 0, 8, 16, 24
    mov rax, [rdx + \i]
    mov [rdi + \i], rax
    .endr
    ret
END(x86_64_common_select_by_branch)

#endif
#include "asm_end.h"
