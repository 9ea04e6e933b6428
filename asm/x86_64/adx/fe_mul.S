// fe_mul: z = x·y (mod p), for any x, y < 2^256; z < 2^256, not always canonical.
/*contract
args      = { z = "out u64[4] rdi", x = "in u64[4] rsi", y = "in u64[4] rdx" }
spec      = ["z = field.mul(x, y) mod p"]
ensures   = ["z < 2^256"]
may_alias = ["z=x", "z=y", "x=y"]
secret    = ["x", "y"]
stack     = 48
needs     = ["bmi2", "adx"]
*/
// Row j adds y·xj at weight 2^(64j) to what the rows before it left in r0 … r(j+3), and makes the word r(j+4).
//   weight 2^64^     j        j+1      j+2      j+3      j+4
//   before         r(j)     r(j+1)   r(j+2)   r(j+3)     ·
//   CF chain       lo(y0xj) lo(y1xj) lo(y2xj) lo(y3xj)  CF
//   OF chain         ·      hi(y0xj) hi(y1xj) hi(y2xj) hi(y3xj)+OF
// The sum of rows 0 … j is below 2^(64(j+5)), so no carry leaves r(j+4).
// The rows go by x, so that a chain of products in which z becomes the next x waits for one word at a time. Of each
// pair ADOX goes first, since the next ADOX and the next ADCX both wait for it: 44 cycles instead of 49 if z = x = y.

#include "asm.h"
#if defined(__x86_64__)
#include "product.h"

#define z rdi
#define x rsi
#define y rbp

.macro row j w0 w1 w2 w3 w4
    mov rdx, [x + 8*\j]
    clear_chains
    mulx hi, lo, [y]
    adox \w1, hi
    adcx \w0, lo
    mulx hi, lo, [y + 8]
    adox \w2, hi
    adcx \w1, lo
    mulx hi, lo, [y + 16]
    adox \w3, hi
    adcx \w2, lo
    mulx \w4, lo, [y + 24]
    adox \w4, zero
    adcx \w3, lo
    adcx \w4, zero
.endm

ROUTINE(x86_64_adx_fe_mul)
    save_all
    mov y, rdx

    // [r4 r3 r2 r1 r0] = y·x0
    mov rdx, [x]
    mulx r1, r0, [y]
    mulx r2, r5, [y + 8]
    mulx r3, r6, [y + 16]
    mulx r4, r7, [y + 24]
    add r1, r5
    adc r2, r6
    adc r3, r7
    adc r4, 0

    // [r5 … r0] = y·(x0 + 2^64 x1)
    row 1, r1, r2, r3, r4, r5
    // [r6 … r0] = y·(x0 + 2^64 x1 + 2^128 x2)
    row 2, r2, r3, r4, r5, r6
    // [r7 … r0] = y·x
    row 3, r3, r4, r5, r6, r7
CUT(product)

    // [r3 r2 r1 r0] = y·x (mod p)
    fold_product
    store_words z, r0, r1, r2, r3
    restore_all
    ret
END(x86_64_adx_fe_mul)

#endif
#include "asm_end.h"
