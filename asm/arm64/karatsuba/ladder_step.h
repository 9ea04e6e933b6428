// ladder_step.h: ladder_step's code after the landing pad, as a macro, ladder_step_code, for copies in other files.
// ladder_step.S has it in place, so that each instruction has a line. No name of a register is left behind, only macros.
// The formulas are in common/ladder.h.

#include "multiply.h"
#include "square.h"
#include "../common/ladder.h"

// X and Y are the factors of a product, LOW and HIGH its halves (karatsuba.h). One element more has registers, REST; the
// others wait in the buffer. An operand is loaded before the last result is stored: then it need not wait for that.
#define X     x_0, x_1, x_2, x_3
#define Y     y_0, y_1, y_2, y_3
#define LOW   l_0, l_1, l_2, l_3
#define HIGH  h_0, h_1, h_2, h_3
#define REST  r_0, r_1, r_2, r_3
#define r_0   x23
#define r_1   x24
#define r_2   x25
#define r_3   x26
#define k38   x27
#define point x28               // x1's: the products overwrite x1 and x2
#define swap  x2
#define t     x22

#if !defined(LADDER_STEP_IN_PLACE)
.macro ladder_step_code
#endif
    save_all
    mov   point, x1
    mov   k38, #38

    // A in Y, B in HIGH, C in REST, D in X
    load  x0, 0, X
    load  x0, 32, Y
    sub_short HIGH, X, Y, k38, t
CUT(B)
    add_short Y, X, Y, k38, t
CUT(A)
    load  x0, 64, X
    load  x0, 96, LOW
    add_short REST, X, LOW, k38, t
CUT(C)
    sub_short X, X, LOW, k38, t
CUT(D)

    // The buffer: F, G, C, B
    select_if swap, LOW, REST, Y
CUT(F)
    store x0, 0, LOW
    store x0, 64, REST
    select_if swap, REST, X, HIGH
CUT(G)
    store x0, 32, REST
    store x0, 96, HIGH

    // C·B + D·A in HIGH, C·B - D·A in LOW
    multiply DA, Y, REST
CUT(DA)
    load  x0, 64, X
    load  x0, 96, Y
    multiply CB, Y, LOW
CUT(CB)
    add_short HIGH, LOW, REST, k38, t
CUT(sum)
    sub_short LOW, LOW, REST, k38, t
CUT(difference)

    // The buffer: F², G², C·B + D·A, C·B - D·A; E in REST
    load  x0, 0, X
    store x0, 64, HIGH
    store x0, 96, LOW
    square FF, REST
CUT(FF)
    load  x0, 32, X
    store x0, 0, REST
    square GG, LOW
CUT(GG)
    load  x0, 96, X
    store x0, 32, LOW
    sub_short REST, REST, LOW, k38, t
CUT(E)

    // The buffer: F², G², x3, (C·B - D·A)²
    square difference2, LOW
CUT(difference2)
    load  x0, 64, X
    store x0, 96, LOW
    square x3_out, LOW
CUT(x3_out)
    store x0, 64, LOW

    // K in X, z2 in REST
    load  x0, 32, LOW
    mov   h_0, r_0
    mov   h_1, r_1
    mov   h_2, r_2
    mov   h_3, r_3
    reduce 121666, X
CUT(K)
    multiply z2_out, REST, REST
CUT(z2_out)

    load  x0, 0, X
    load  x0, 32, Y
    multiply x2_out, Y, LOW
CUT(x2_out)
    load  point, 0, X
    load  x0, 96, Y
    store x0, 0, LOW
    store x0, 32, REST
    multiply z3_out, Y, LOW
CUT(z3_out)
    store x0, 96, LOW

    restore_all
    ret
#if !defined(LADDER_STEP_IN_PLACE)
.endm
#endif

#undef X
#undef Y
#undef LOW
#undef HIGH
#undef REST
#undef r_0
#undef r_1
#undef r_2
#undef r_3
#undef k38
#undef point
#undef swap
#undef t
#undef x_0
#undef x_1
#undef x_2
#undef x_3
#undef y_0
#undef y_1
#undef y_2
#undef y_3
#undef l_0
#undef l_1
#undef l_2
#undef l_3
#undef h_0
#undef h_1
#undef h_2
#undef h_3
#undef d
#undef e
