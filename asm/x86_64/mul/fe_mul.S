// fe_mul: z = x·y (mod p), for any x, y < 2^256; z < 2^256, not always canonical. For any x86-64.
/*contract
args      = { z = "out u64[4] rdi", x = "in u64[4] rsi", y = "in u64[4] rdx" }
spec      = ["z = field.mul(x, y) mod p"]
ensures   = ["z < 2^256"]
may_alias = ["z=x", "z=y", "x=y"]
secret    = ["x", "y"]
stack     = 40
needs     = []
*/
// Column k adds the products xi·yj with i + j = k to [r(k+2) r(k+1) r(k)]; r(k) is then final.
//   weight 2^64^    k    k+1   k+2
//   before         r(k) r(k+1)  0
//   each xi·yj      lo    hi   carry
// The columns 0 … k are together below 2^(64(k+3)), so no carry leaves r(k+2).

#include "asm.h"
#if defined(__x86_64__)
#include "product.h"

#define x  rsi
#define y  r14

// [w2 w1 w0] += xi·yj
.macro add_product w0 w1 w2 i j
    mov lo, [x + 8*\i]
    mul qword ptr [y + 8*\j]
    add \w0, lo
    adc \w1, hi
    adc \w2, 0
.endm

ROUTINE(x86_64_mul_fe_mul)
    save_all
    mov y, rdx

    // column 0
    mov lo, [x]
    mul qword ptr [y]
    mov r0, lo
    mov r1, hi

    // column 1
    mov r2, 0
    mov r3, 0
    add_product r1, r2, r3, 0, 1
    add_product r1, r2, r3, 1, 0

    // column 2
    mov r4, 0
    add_product r2, r3, r4, 0, 2
    add_product r2, r3, r4, 1, 1
    add_product r2, r3, r4, 2, 0

    // column 3
    mov r5, 0
    add_product r3, r4, r5, 0, 3
    add_product r3, r4, r5, 1, 2
    add_product r3, r4, r5, 2, 1
    add_product r3, r4, r5, 3, 0

    // column 4
    mov r6, 0
    add_product r4, r5, r6, 1, 3
    add_product r4, r5, r6, 2, 2
    add_product r4, r5, r6, 3, 1

    // column 5
    mov r7, 0
    add_product r5, r6, r7, 2, 3
    add_product r5, r6, r7, 3, 2

    // column 6: [r7 … r0] = x·y
    mov lo, [x + 24]
    mul qword ptr [y + 24]
    add r6, lo
    adc r7, hi
CUT(product)

    // [r3 r2 r1 r0] = x·y (mod p)
    fold_product rsi, r14
    store_words z, r0, r1, r2, r3
    restore_all
    ret
END(x86_64_mul_fe_mul)

#endif
#include "asm_end.h"
