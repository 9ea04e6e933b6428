// ladder_step.h: ladder_step's code after the landing pad, as a macro, ladder_step_code, for copies in other files.
// ladder_step.S has it in place, so that each instruction has a line. No name of a register is left behind, only macros.
// The formulas are in common/ladder.h.

#include "multiply.h"
#include "square.h"
#include "../common/ladder.h"

// Six elements have registers; F and G wait in the buffer, where x2 and z2 were.
#define G0   x3, x4, x5, x6
#define G1   x7, x8, x9, x10
#define G2   x11, x12, x13, x14
#define G3   x15, x16, x17, x19
#define G4   x20, x21, x22, x23
#define G5   x24, x25, x26, x27
#define swap x2
#define s    x2                 // over the swap, after the selection
#define t    x28

#if !defined(LADDER_STEP_IN_PLACE)
.macro ladder_step_code
#endif
    save_all

    // A, B, C, D in G0, G2, G1, G4
    load  x0, 0, G0
    load  x0, 32, G1
    load  x0, 64, G5
    load  x0, 96, G3
    mov   t, #38
    sub_short G2, G0, G1, t, x20
CUT(B)
    add_short G0, G0, G1, t, x20
CUT(A)
    sub_short G4, G5, G3, t, x7
CUT(D)
    add_short G1, G5, G3, t, x15
CUT(C)

    select_if swap, G3, G1, G0
CUT(F)
    store x0, 0, G3
    select_if swap, G5, G4, G2
CUT(G)
    store x0, 32, G5

    // D·A in G3, C·B in G5
    multiply DA, G4, G0, G3, s, x3, x4, x5, t
CUT(DA)
    multiply CB, G1, G2, G5, s, x11, x12, x13, t
CUT(CB)

    // F² in G1, G² in G2
    load  x0, 0, G0
    square FF, G0, G1, G2, s, t
CUT(FF)
    load  x0, 32, G0
    square GG, G0, G2, G4, s, t
CUT(GG)

    // C·B - D·A in G0, C·B + D·A in G3
    mov   s, #38
    sub_short G0, G5, G3, s, t
CUT(difference)
    add_short G3, G5, G3, s, t
CUT(sum)

    // (C·B - D·A)² in G4
    square difference2, G0, G4, G5, s, t
CUT(difference2)
    square x3_out, G3, G0, G5, s, t
CUT(x3_out)
    store x0, 64, G0

    // E in G0, K in G3
    mov   s, #38
    sub_short G0, G1, G2, s, t
CUT(E)
    reduce 121666, G3, G2, G0, s, t, x24
CUT(K)

    // x1 in G1
    multiply x2_out, G1, G2, G5, s, x11, x12, x13, t
CUT(x2_out)
    load  x1, 0, G1
    store x0, 0, G5
    multiply z2_out, G0, G3, G5, s, x15, x16, x17, t
CUT(z2_out)
    store x0, 32, G5
    multiply z3_out, G4, G1, G0, s, x7, x8, x9, t
CUT(z3_out)
    store x0, 96, G0

    restore_all
    ret
#if !defined(LADDER_STEP_IN_PLACE)
.endm
#endif

#undef G0
#undef G1
#undef G2
#undef G3
#undef G4
#undef G5
#undef swap
#undef s
#undef t
