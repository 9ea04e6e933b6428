// fe_is_equal.h: fe_is_equal's code after the landing pad, as a macro, fe_is_equal_code, for copies in other files. No name
// of a register is left behind, only macros.

#include "reduce.h"

#define x  rdi
#define y  rsi
#define r0 rdx
#define r1 rcx
#define r2 r8
#define r3 r9

.macro fe_is_equal_code
    load_words r0, r1, r2, r3, x
    subtract r0, r1, r2, r3, y, r10
    canonicalize r0, r1, r2, r3, r10, r11
    is_nought r0, r1, r2, r3
    ret
.endm

#undef x
#undef y
#undef r0
#undef r1
#undef r2
#undef r3
