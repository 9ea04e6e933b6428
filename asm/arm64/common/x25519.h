// x25519.h: x25519's code up to its subroutines, after the variant's product.h.
//
// The clamped scalar is 2^254 + 8·n. Its bits go through the ladder from the top, k_254 first; a step begins with the
// swap that k_t and the bit before it ask for. The last three bits are 0, so no swap is left to do at the end.
// The result is x2/z2, and 0 where z2 is 0, as 1/0 is.

#include "frame.h"
#include "reduce.h"
#include "short.h"

// The frame, 8 bytes a word.
#define STATE  0                // x2, z2, x3, z3
#define X1     128
#define K      160              // the clamped scalar
#define FRAME  192
#define BELOW  320              // the stack of the subroutines

#define scalar x1
#define point  x2
#define t      x20
#define before x21              // the bit of the step before
#define out    x28

.macro x25519_code
    save_all_and_link
    sub   sp, sp, #FRAME
    .cfi_adjust_cfa_offset FRAME
    mov   out, x0

    // K = the scalar with its three low bits and the top bit cleared, and bit 254 set
    load  scalar, 0, FIRST
    and   a_0, a_0, #-8
    and   a_3, a_3, #0x3fffffffffffffff
    orr   a_3, a_3, #(1 << 62)
    store sp, K, FIRST

    // (x2:z2) = (1:0), x1 = the point's lower 255 bits, (x3:z3) = (x1:1)
    load  point, 0, FIRST
    and   a_3, a_3, #0x7fffffffffffffff
    store sp, X1, FIRST
    store sp, STATE+64, FIRST
    mov   a_0, #1
    store sp, STATE, a_0, xzr, xzr, xzr
    store sp, STATE+32, xzr, xzr, xzr, xzr
    store sp, STATE+96, a_0, xzr, xzr, xzr
    mov   before, #0
    mov   t, #254

LOCAL(step):
CUT(ladder)
    add   x9, sp, #K
    lsr   x10, t, #6
    ldr   x9, [x9, x10, lsl #3]
    lsr   x9, x9, t
    and   x9, x9, #1            // k_t
    eor   x2, before, x9
    mov   before, x9
CUT(bit)
    add   x0, sp, #STATE
    add   x1, sp, #X1
    bl    LOCAL(ladder_step)
    subs  t, t, #1
    b.cs  LOCAL(step)

    // z2 = 1/z2
    add   x0, sp, #(STATE+32)
    add   x1, sp, #(STATE+32)
    bl    LOCAL(fe_invert)

    // LOW = x2/z2, canonical
CUT(inverse)
    load  sp, STATE, FIRST
    load  sp, STATE+32, SECOND
    times quotient, LOW
CUT(quotient)
    canonicalize LOW, h_0, h_1
CUT(canonical)
    store out, 0, LOW

    wipe  BELOW, FRAME
    restore_all_and_link
    ret
.endm

#undef STATE
#undef X1
#undef K
#undef FRAME
#undef BELOW
#undef scalar
#undef point
#undef t
#undef before
#undef out
