// product.h: 512-bit products [r7 … r0] of four words by four, and their reduction to 256 bits, by MUL.

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
#define t0 r13
#define t1 r14
#define t2 r15

#include "../common/reduce.h"

.macro save_all
    SAVE rbx
    SAVE rbp
    SAVE r12
    SAVE r13
    SAVE r14
    SAVE r15
.endm

.macro restore_all
    RESTORE r15
    RESTORE r14
    RESTORE r13
    RESTORE r12
    RESTORE rbp
    RESTORE rbx
.endm

// [w2 w1 w0] += the product of the words at u and v
.macro add_product w0 w1 w2 u v
    mov lo, [\u]
    mul qword ptr [\v]
    add \w0, lo
    adc \w1, hi
    adc \w2, 0
.endm

// [r7 … r0] = a·b, for four words each at a and b.
// Column k adds the products ai·bj with i + j = k to [r(k+2) r(k+1) r(k)]; r(k) is then final.
//   weight 2^64^    k    k+1   k+2
//   before         r(k) r(k+1)  0
//   each ai·bj      lo    hi   carry
// The columns 0 … k are together below 2^(64(k+3)), so no carry leaves r(k+2).
.macro multiply a b
    // column 0
    mov lo, [\a]
    mul qword ptr [\b]
    mov r0, lo
    mov r1, hi

    // column 1
    mov lo, [\a]
    mul qword ptr [\b + 8]
    mov r2, hi
    mov r3, 0
    add r1, lo
    adc r2, 0
    add_product r1, r2, r3, \a + 8, \b

    // column 2
    mov r4, 0
    add_product r2, r3, r4, \a, \b + 16
    add_product r2, r3, r4, \a + 8, \b + 8
    add_product r2, r3, r4, \a + 16, \b

    // column 3
    mov r5, 0
    add_product r3, r4, r5, \a, \b + 24
    add_product r3, r4, r5, \a + 8, \b + 16
    add_product r3, r4, r5, \a + 16, \b + 8
    add_product r3, r4, r5, \a + 24, \b

    // column 4
    mov r6, 0
    add_product r4, r5, r6, \a + 8, \b + 24
    add_product r4, r5, r6, \a + 16, \b + 16
    add_product r4, r5, r6, \a + 24, \b + 8

    // column 5
    mov r7, 0
    add_product r5, r6, r7, \a + 16, \b + 24
    add_product r5, r6, r7, \a + 24, \b + 16

    // column 6
    mov lo, [\a + 24]
    mul qword ptr [\b + 24]
    add r6, lo
    adc r7, hi
.endm

// [r7 … r0] = a², for four words at a. Changes t0, t1 and t2.
// a² = 2·C + D with the cross products C = Σ ai·aj·2^(64(i+j)), i < j, and the squares D = Σ ai²·2^(128i). MUL writes
// the carry, so the chain that adds D keeps it once in a register, and has the last two squares ready to go on.
//   weight 2^64^   0    1    2    3    4    5    6    7
//   a0·(a1 a2 a3)  ·    r1   r2   r3   r4
//   a1·(a2 a3)     ·    ·    ·   lo12 hi12
//                  ·    ·    ·    ·   lo13 hi13
//   a2·a3          ·    ·    ·    ·    ·   lo23 hi23
//   C doubled      ·    C1   C2   C3   C4   C5   C6   CF
//   D             lo00 hi00 lo11 hi11 lo22 hi22 lo33 hi33
.macro square a
    // [r4 r3 r2 r1] = a0·(a1 + 2^64 a2 + 2^128 a3), at weight 2^64
    mov lo, [\a]
    mul qword ptr [\a + 8]
    mov r1, lo
    mov r2, hi
    mov lo, [\a]
    mul qword ptr [\a + 16]
    mov r3, hi
    add r2, lo
    adc r3, 0
    mov lo, [\a]
    mul qword ptr [\a + 24]
    mov r4, hi
    add r3, lo
    adc r4, 0

    // [r6 r5 hi lo] = a1·(a2 + 2^64 a3) + 2^128 a2·a3, at weight 2^192
    mov lo, [\a + 8]
    mul qword ptr [\a + 24]
    mov t0, lo
    mov t1, hi
    mov lo, [\a + 16]
    mul qword ptr [\a + 24]
    mov r5, lo
    mov r6, hi
    mov lo, [\a + 8]
    mul qword ptr [\a + 16]
    add hi, t0
    adc r5, t1
    adc r6, 0

    // [r6 … r1] = C / 2^64; C < 2^511, so no carry leaves r6 and 2·C fits
    add r3, lo
    adc r4, hi
    adc r5, 0
    adc r6, 0

    // [r7 … r1] = 2·C / 2^64
    mov r7, 0
    add r1, r1
    adc r2, r2
    adc r3, r3
    adc r4, r4
    adc r5, r5
    adc r6, r6
    adc r7, 0

    // CF·2^256 + [r7 … r0] = 2·C + a0² + 2^128 a1², t0 = -CF
    mov lo, [\a]
    mul lo
    mov r0, lo
    mov t0, hi
    mov lo, [\a + 8]
    mul lo
    add r1, t0
    adc r2, lo
    adc r3, hi
    sbb t0, t0

    // [r7 … r0] = 2·C + D
    mov lo, [\a + 16]
    mul lo
    mov t1, lo
    mov t2, hi
    mov lo, [\a + 24]
    mul lo
    neg t0                      // CF
    adc r4, t1
    adc r5, t2
    adc r6, lo
    adc r7, hi
.endm

// [r3 r2 r1 r0] := [r3 r2 r1 r0] + k·[r7 r6 r5 r4] (mod p), below 2^255 + 2^198 for k = 38 (where it is the product
// [r7 … r0], since 2^256 = 38), and below 2^256 for any k < 2^50. Changes t0 and t1. It waits for no lower words to see
// what is above bit 254: with
//     u = ⌊(r3 + k·r7) / 2^63⌋,  r3' = (r3 + k·r7) mod 2^63
// the number is [r3' r2 r1 r0] + k·[r6 r5 r4] + 2^255·u, and 2^255·u = 19·u.
//   before         r0   r1   r2   r3'
//   k·r4           lo   r4
//   k·r5                t1   r5
//   k·r6                     lo   hi
//   19·u           r7
// k·r4 goes in at once; its upper word, below k, takes the carry. r3' < 2^63 and hi < k, so no carry leaves r3.
.macro fold_product k
    mov t0, \k
    mov lo, r7
    mul t0
    add r3, lo
    adc hi, 0
    shl r3, 1
    adc hi, hi                  // u
    shr r3, 1
    imul r7, hi, 19
    mov lo, r4
    mul t0
    add r0, lo
    adc hi, 0
    mov r4, hi
    mov lo, r5
    mul t0
    mov t1, lo
    mov r5, hi
    mov lo, r6
    mul t0
    add t1, r4
    adc lo, r5
    adc hi, 0
    add r0, r7
    adc r1, t1
    adc r2, lo
    adc r3, hi
.endm
