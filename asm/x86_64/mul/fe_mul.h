// fe_mul.h: fe_mul's code after the landing pad, as a macro, fe_mul_code, for copies in other files. Of the names of
// registers only those are left that product.h has.

#include "product.h"

#define z rdi
#define x rsi
#define y r14

.macro fe_mul_code
    save_all
    mov y, rdx

    // [r7 … r0] = x·y
    multiply x, y
CUT(product)

    // [r3 r2 r1 r0] = x·y (mod p)
    fold_product 38
    store_words z, r0, r1, r2, r3
    restore_all
    ret
.endm

#undef z
#undef x
#undef y
