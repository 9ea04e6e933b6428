// fe_sqr: z = x² (mod p), for any x < 2^256; z < 2^256, not always canonical. For any x86-64.
/*contract
args      = { z = "out u64[4] rdi", x = "in u64[4] rsi" }
spec      = ["z = field.sqr(x) mod p"]
ensures   = ["z < 2^256"]
may_alias = ["z=x"]
secret    = ["x"]
stack     = 40
needs     = []
*/
// x² = 2·C + D with the cross products C = Σ xi·xj·2^(64(i+j)), i < j, and the squares D = Σ xi²·2^(128i).
// C by columns, each product into three words; then C is doubled; then the squares come in from the low end,
// the carry of one added to the next, whose high half is at most 2^64 - 2 and takes it.

#include "asm.h"
#if defined(__x86_64__)
#include "product.h"

#define x rsi

// [w2 w1 w0] += xi·xj
.macro add_product w0 w1 w2 i j
    mov lo, [x + 8*\i]
    mul qword ptr [x + 8*\j]
    add \w0, lo
    adc \w1, hi
    adc \w2, 0
.endm

// hi:lo = xi²
.macro square i
    mov lo, [x + 8*\i]
    mul lo
.endm

ROUTINE(x86_64_mul_fe_sqr)
    save_all

    // [r6 … r1] = C / 2^64, the columns 1 to 5
    mov lo, [x]
    mul qword ptr [x + 8]
    mov r1, lo
    mov r2, hi
    mov r3, 0
    mov lo, [x]
    mul qword ptr [x + 16]
    add r2, lo
    adc r3, hi
    mov r4, 0
    mov r5, 0
    add_product r3, r4, r5, 0, 3
    add_product r3, r4, r5, 1, 2
    mov r6, 0
    add_product r4, r5, r6, 1, 3
    mov lo, [x + 16]
    mul qword ptr [x + 24]
    add r5, lo
    adc r6, hi

    // [r7 … r1] = 2·C / 2^64
    mov r7, 0
    add r1, r1
    adc r2, r2
    adc r3, r3
    adc r4, r4
    adc r5, r5
    adc r6, r6
    adc r7, 0

    // [r7 … r0] = 2·C + D
    square 0
    mov r0, lo
    mov c, hi
    square 1
    add r1, c
    adc lo, 0
    adc hi, 0
    add r2, lo
    adc r3, hi
    mov c, 0
    adc c, 0
    square 2
    add lo, c
    adc hi, 0
    add r4, lo
    adc r5, hi
    mov c, 0
    adc c, 0
    square 3
    add lo, c
    adc hi, 0
    add r6, lo
    adc r7, hi
CUT(product)

    // [r3 r2 r1 r0] = x² (mod p)
    fold_product rsi, r14
    store_words z, r0, r1, r2, r3
    restore_all
    ret
END(x86_64_mul_fe_sqr)

#endif
#include "asm_end.h"
