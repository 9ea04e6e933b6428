// product.h: the registers of a 512-bit product [r7 … r0], and its reduction to 256 bits by MUL.

#define z  rdi
#define r0 r8
#define r1 r9
#define r2 r10
#define r3 r11
#define r4 rcx
#define r5 rbx
#define r6 rbp
#define r7 r12
#define lo rax                  // MUL writes hi:lo = lo·operand
#define hi rdx
#define c  r13

#include "../common/reduce.h"

.macro save_all
    SAVE rbx
    SAVE rbp
    SAVE r12
    SAVE r13
    SAVE r14
.endm

.macro restore_all
    RESTORE r14
    RESTORE r13
    RESTORE r12
    RESTORE rbp
    RESTORE rbx
.endm

// [r3 r2 r1 r0] := [r7 … r0] (mod p), below 2^255 + 1463. Changes l1 and l2, two more registers.
//   38·r4         lo   r4
//   38·r5              l1   r5
//   38·r6                   l2   r6
//   38·r7                        lo   hi
// 38·r4 goes in at once; its r4 <= 37 takes the carry. The sum [hi r3 r2 r1 r0] is below 39·2^256, so hi <= 38.
.macro fold_product l1 l2
    mov c, 38
    mov lo, r4
    mul c
    add r0, lo
    adc hi, 0
    mov r4, hi
    mov lo, r5
    mul c
    mov \l1, lo
    mov r5, hi
    mov lo, r6
    mul c
    mov \l2, lo
    mov r6, hi
    mov lo, r7
    mul c
    add r1, \l1
    adc r2, \l2
    adc r3, lo
    adc hi, 0
    add r1, r4
    adc r2, r5
    adc r3, r6
    adc hi, 0
    fold_top r0, r1, r2, r3, hi, lo
.endm
