// sc_muladd: z = (a·b + c) mod l, the canonical value 0 <= z < l, for any a, b, c < 2^256.
/*contract
args      = { z = "out u64[4] x0", a = "in u64[4] x1", b = "in u64[4] x2", c = "in u64[4] x3" }
spec      = ["z = scalar.muladd(a, b, c)"]
ensures   = ["z < l"]
may_alias = ["z=a", "z=b", "z=c", "a=b", "a=c", "b=c"]
secret    = ["a", "b", "c"]
stack     = 0
needs     = []
*/
// Row j of the product adds a·bj at weight 2^(64j), beginning with c for nothing.

#include "asm.h"
#if defined(__aarch64__)
#include "scalar.h"
#include "../schoolbook/multiply.h"

#define z   x0
#define a   x1
#define b   x2
#define c   x3
#define A   x3, x4, x5, x6      // over the pointer c
#define b_0 x7
#define b_1 x8
#define b_2 x1                  // over the pointers a and b
#define b_3 x2
#define LOW x9, x10, x11, x12
#define t   x17

ROUTINE(arm64_common_sc_muladd)
    load_words LOW, c
    load_words A, a
    load_words b_0, b_1, b_2, b_3, b

    // [x16 … x9] = a·b + c, below 2^512
    add_row b_0, A, x9, x10, x11, x12, x13, t
    add_row b_1, A, x10, x11, x12, x13, x14, t
    add_row b_2, A, x11, x12, x13, x14, x15, t
    add_row b_3, A, x12, x13, x14, x15, x16, t
CUT(sum)
    fold_scalar x5, LOW, x13, x14, x15, x16, x1, x2, x3, x4, x6, x7
    reduce_scalar x5, LOW, x3, x4, x1, x2, x6, x7
    store_words z, LOW
    ret
END(arm64_common_sc_muladd)

#endif
#include "asm_end.h"
