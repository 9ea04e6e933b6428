// fe_mul.h: fe_mul's code after the landing pad, as a macro, fe_mul_code, for copies in other files. Of the names of
// registers only those are left that multiply.h has.

#include "multiply.h"

#define z x0
#define x x1                    // d and e are over the pointers x and y, which end where the words are loaded
#define y x2

.macro fe_mul_code
    stp   x19, x20, [sp, #-32]!
    stp   x21, x22, [sp, #16]
    .cfi_adjust_cfa_offset 32
    .cfi_rel_offset x19, 0
    .cfi_rel_offset x20, 8
    .cfi_rel_offset x21, 16
    .cfi_rel_offset x22, 24

    ldp   x_0, x_1, [x]
    ldp   y_0, y_1, [y]
    ldp   x_2, x_3, [x, #16]
    ldp   y_2, y_3, [y, #16]
    multiply xy, y_0, y_1, y_2, y_3, l_0, l_1, l_2, l_3
    stp   l_0, l_1, [z]
    stp   l_2, l_3, [z, #16]

    ldp   x21, x22, [sp, #16]
    ldp   x19, x20, [sp], #32
    ret
.endm

#undef z
#undef x
#undef y
