// fe_mul.h: fe_mul's code after the landing pad, as a macro, fe_mul_code, for copies in other files. Of the names of
// registers only those are left that multiply.h has.

#include "multiply.h"

#define z x0
#define x x1
#define y x2
#define X x3, x4, x5, x6
#define Y x7, x8, x1, x2        // over the pointers x and y, which end there
#define R x9, x10, x11, x12, x13, x14, x15, x16
#define t x17

.macro fe_mul_code
    ldp   x3, x4, [x]
    ldp   x5, x6, [x, #16]
    ldp   x7, x8, [y]
    ldp   x1, x2, [y, #16]
    multiply xy, X, Y, R, t
    stp   x9, x10, [z]
    stp   x11, x12, [z, #16]
    ret
.endm

#undef z
#undef x
#undef y
#undef X
#undef Y
#undef R
#undef t
