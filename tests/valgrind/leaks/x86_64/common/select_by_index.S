// select_by_index: z = y if bit = 1, z = x if bit = 0; the addresses that are read tell bit.
/*contract
args.z    = "out u64[4] rdi"
args.bit  = "in u64 rsi"
args.x    = "in u64[4] rdx"
args.y    = "in u64[4] rdx+32"
requires  = ["bit < 2"]
spec      = ["z = field.select(bit, x, y)"]
may_alias = []
secret    = ["bit"]
stack     = 0
*/

#include "asm.h"
#if defined(__x86_64__)

ROUTINE(x86_64_common_select_by_index)
    shl rsi, 5
    .irp i, 0, 8, 16, 24
    mov rax, [rdx + rsi + \i]
    mov [rdi + \i], rax
    .endr
    ret
END(x86_64_common_select_by_index)

#endif
#include "asm_end.h"
