// fe_root_power.h: fe_root_power's code after the landing pad, as a macro, for copies in other files; after the variant's
// product.h.
//
// (p - 5)/8 = 2^252 - 3. With e(n) = 2^n - 1, a power x^e(m) becomes x^e(m + n) by n squarings and one product:
//     e(m)·2^n + e(n) = e(m + n).
// The chain is e(1), e(2), e(4), e(5), e(10), e(20), e(40), e(50), e(100), e(200), e(250); two squarings and x are left.

#include "frame.h"
#include "reduce.h"
#include "short.h"

// The frame, 8 bytes a word.
#define X     0                 // x
#define S     32                // an earlier power, each time another
#define S10   64                // x^e(10)
#define S50   96                // x^e(50)
#define FRAME 128

#define out   x23
#define by    x27
#define count x28

// FIRST := FIRST^(2^n)·[by]; `keep` is where FIRST is kept before
.macro raise n, by_words, keep=-1
.if \keep >= 0
    store sp, \keep, FIRST
.endif
    mov   count, #\n
    add   by, sp, #\by_words
    bl    LOCAL(raise)
.endm

.macro move_low_to_first
    mov   a_0, l_0
    mov   a_1, l_1
    mov   a_2, l_2
    mov   a_3, l_3
.endm

.macro fe_root_power_code
    save_all_and_link
    sub   sp, sp, #FRAME
    .cfi_adjust_cfa_offset FRAME
    mov   out, x0
    load  x1, 0, FIRST
CUT(start)
    raise 1, X, X               // x^e(2)
    raise 2, S, S               // x^e(4)
    raise 1, X                  // x^e(5)
    raise 5, S, S               // x^e(10)
    raise 10, S10, S10          // x^e(20)
    raise 20, S, S              // x^e(40)
    raise 10, S10               // x^e(50)
    raise 50, S50, S50          // x^e(100)
    raise 100, S, S             // x^e(200)
    raise 50, S50               // x^e(250)
    raise 2, X                  // x^(4·e(250) + 1)
    store out, 0, FIRST
    add   sp, sp, #FRAME
    .cfi_adjust_cfa_offset -FRAME
    restore_all_and_link
    ret

    // FIRST := FIRST^(2^count)·[by]
LOCAL(raise):
LOCAL(square):
    squared square, LOW
CUT(square)
    move_low_to_first
    subs  count, count, #1
    b.ne  LOCAL(square)
CUT(factors)
    load  by, 0, SECOND
    times raised, LOW
CUT(raised)
    move_low_to_first
    ret
.endm

#undef X
#undef S
#undef S10
#undef S50
#undef FRAME
#undef out
#undef by
#undef count
