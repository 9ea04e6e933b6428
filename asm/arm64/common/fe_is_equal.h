// fe_is_equal.h: fe_is_equal's code after the landing pad, as a macro, fe_is_equal_code, for copies in other files. No name
// of a register is left behind, only macros.

#include "reduce.h"

#define r   x0
#define x   x0
#define y   x1
#define x_0 x2
#define x_1 x3
#define x_2 x4
#define x_3 x5
#define y_0 x6
#define y_1 x7
#define y_2 x8
#define y_3 x9
#define s   x10
#define t   x11

.macro fe_is_equal_code
    load_words x_0, x_1, x_2, x_3, x
    load_words y_0, y_1, y_2, y_3, y
    subtract x_0, x_1, x_2, x_3, y_0, y_1, y_2, y_3, s, t
    canonicalize x_0, x_1, x_2, x_3, s, t
    is_nought r, x_0, x_1, x_2, x_3
    ret
.endm

#undef r
#undef x
#undef y
#undef x_0
#undef x_1
#undef x_2
#undef x_3
#undef y_0
#undef y_1
#undef y_2
#undef y_3
#undef s
#undef t
