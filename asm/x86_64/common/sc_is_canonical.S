// sc_is_canonical: ok = 1 if x < l, else 0, for any x < 2^256.
/*contract
args      = { ok = "return u64 rax", x = "in u64[4] rdi" }
spec      = ["ok = scalar.is_canonical(x)"]
ensures   = ["ok < 2"]
may_alias = []
secret    = ["x"]
stack     = 0
needs     = []
*/

#include "asm.h"
#if defined(__x86_64__)
#include "scalar.h"

#define x rdi

ROUTINE(x86_64_common_sc_is_canonical)
    // - CF·2^256 <= x - l < 2^256 - CF·2^256
    load_words r0, r1, r2, r3, x
    mov rcx, C0
    mov rdx, C1
    mov rsi, L3
    mov eax, 0
    sub r0, rcx
    sbb r1, rdx
    sbb r2, 0
    sbb r3, rsi
    adc rax, 0
    ret
END(x86_64_common_sc_is_canonical)

#endif
#include "asm_end.h"
