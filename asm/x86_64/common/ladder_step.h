// ladder_step.h: ladder_step's code after the landing pad, as a macro, ladder_step_code, for copies in other files. It
// stands after the variant's product.h. ladder_step.S has it in place, so that each instruction has a line. No name of
// a register is left behind, only macros.
//
// The swap of two points is a selection here: of the two products D·A and C·B it only exchanges the names, and neither
// their sum nor the square of their difference minds.
//     A = x2 + z2,  B = x2 - z2,  C = x3 + z3,  D = x3 - z3
//     F = swap ? C : A,  G = swap ? D : B
//     x3 = (D·A + C·B)²,  z3 = x1·(D·A - C·B)²
//     E = F² - G²,  x2 = F²·G²,  z2 = E·K,  where K = G² + 121666·E = F² + 121665·E
//
// x2, z2, x3, z3 and the results of `fold_product 38` are short elements (short.h); sums, differences and K are not,
// and go into products only. Where that can be, a product does not wait for the one just before it: of 80 orders this
// one took the fewest cycles (245 a step on Golden Cove with MULX, 285 with MUL).

#include "short.h"

// The frame: four words each.
//             holds     then        then
#define PA 0        // A         D·A         F²
#define PB 32       // B         G²
#define PC 64       // C         D·A + C·B
#define PD 96       // D         C·B - D·A   its square
#define PF 128      // F         E
#define PG 160      // G         K
#define FRAME 192

#define X2   rdi
#define Z2   rdi + 32
#define X3   rdi + 64
#define Z3   rdi + 96
#define X1   rsi
#define swap rdx
#define LOW  r0, r1, r2, r3
#define HIGH r4, r5, r6, r7

.macro copy_low_to_high
    mov r4, r0
    mov r5, r1
    mov r6, r2
    mov r7, r3
.endm

// [r3 r2 r1 r0] = the words at b if swap = 1, else those at a
.macro select_words name a b
    load_words LOW, \a
    test swap, swap
    move_words_if_nonzero LOW, \b
CUT(\name)
.endm

// [r3 r2 r1 r0] = the product of the elements at a and b
.macro product name a b
    multiply \a, \b
CUT(product_\name)
    fold_product 38
CUT(\name)
.endm

// [r3 r2 r1 r0] = the square of the element at a
.macro square_of name a
    square \a
CUT(product_\name)
    fold_product 38
CUT(\name)
.endm

#if !defined(LADDER_STEP_IN_PLACE)
.macro ladder_step_code
#endif
    save_all
    sub rsp, FRAME
    .cfi_adjust_cfa_offset FRAME

    load_words LOW, X2
    copy_low_to_high
    add_short LOW, Z2, rax
CUT(A)
    store_words rsp + PA, LOW
    sub_short HIGH, Z2, rax
CUT(B)
    store_words rsp + PB, HIGH

    load_words LOW, X3
    copy_low_to_high
    add_short LOW, Z3, rax
CUT(C)
    store_words rsp + PC, LOW
    sub_short HIGH, Z3, rax
CUT(D)
    store_words rsp + PD, HIGH

    select_words F, rsp + PA, rsp + PC
    store_words rsp + PF, LOW
    select_words G, rsp + PB, rsp + PD
    store_words rsp + PG, LOW

    product DA, rsp + PD, rsp + PA
    store_words rsp + PA, LOW
    product CB, rsp + PC, rsp + PB

    copy_low_to_high
    add_short LOW, rsp + PA, rax
CUT(sum)
    store_words rsp + PC, LOW
    sub_short HIGH, rsp + PA, rax
CUT(difference)
    store_words rsp + PD, HIGH

    square_of FF, rsp + PF
    store_words rsp + PA, LOW
    square_of GG, rsp + PG
    store_words rsp + PB, LOW

    load_words HIGH, rsp + PA
    sub_short HIGH, rsp + PB, rax
CUT(E)
    store_words rsp + PF, HIGH
    fold_product 121666
CUT(K)
    store_words rsp + PG, LOW

    square_of difference2, rsp + PD
    store_words rsp + PD, LOW
    product x2_out, rsp + PA, rsp + PB
    store_words X2, LOW
    product z3_out, X1, rsp + PD
    store_words Z3, LOW
    product z2_out, rsp + PF, rsp + PG
    store_words Z2, LOW
    square_of x3_out, rsp + PC
    store_words X3, LOW

    add rsp, FRAME
    .cfi_adjust_cfa_offset -FRAME
    restore_all
    ret
#if !defined(LADDER_STEP_IN_PLACE)
.endm
#endif

#undef PA
#undef PB
#undef PC
#undef PD
#undef PF
#undef PG
#undef FRAME
#undef X2
#undef Z2
#undef X3
#undef Z3
#undef X1
#undef swap
#undef LOW
#undef HIGH
