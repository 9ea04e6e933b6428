// batch.h: what fe_invert does between two batches of divsteps: f and g, and d and e, by the matrix of a batch.
// The including file's frame has the words FW, GW, DW, EW, NW, TW, KW, PU, PV, PQ, PR and TWO62 at [rsp + …].
//
// A matrix ((u, v), (q, r)) acts as ((U, V), (Q, R)) = 2^62 + 8·((u, v), (q, r)), entry by entry: |u| + |v| <= 2^59,
// so that 0 < U <= 2^63 and U + V <= 3·2^62, and two products and a carry fit 128 bits. Of the products comes
//     U·a + V·b = 8·(u·a + v·b) + 2^62·(a + b).

#define r0 r11
#define r1 r12
#define r2 r13
#define r3 r14
#define r4 r15
#define U  rbx
#define V  r8
#define Q  r9
#define R  rcx
#include "reduce.h"

.macro times_U
    mul U
.endm
.macro times_V
    mul V
.endm
.macro times_Q
    mul Q
.endm
.macro times_R
    mul R
.endm
.macro times_PU
    mul qword ptr [rsp + PU]
.endm
.macro times_PV
    mul qword ptr [rsp + PV]
.endm
.macro times_PQ
    mul qword ptr [rsp + PQ]
.endm
.macro times_PR
    mul qword ptr [rsp + PR]
.endm

// [c1 c0] = U·a + V·b, for words a and b in the frame
.macro column_0 c0, c1, times_u, times_v, a, b
    mov rax, [rsp + \a]
    \times_u
    mov \c0, rax
    mov \c1, rdx
    mov rax, [rsp + \b]
    \times_v
    add \c0, rax
    adc \c1, rdx
.endm

// [c1 c0] = c0 + U·a + V·b
.macro column c0, c1, times_u, times_v, a, b
    mov rax, [rsp + \a]
    \times_u
    add \c0, rax
    adc rdx, 0
    mov \c1, rdx
    mov rax, [rsp + \b]
    \times_v
    add \c0, rax
    adc \c1, rdx
.endm

// U, V, Q, R, also at PU, PV, PQ, PR, from ((rsi, rax), (rdi, rcx)) = -((u, v), (q, r))
.macro scale
    mov rdx, [rsp + TWO62]
    shl rsi, 3
    shl rax, 3
    mov U, rdx
    mov V, rdx
    sub U, rsi
    sub V, rax
    shl rdi, 3
    shl rcx, 3
    mov Q, rdx
    sub Q, rdi
    sub rdx, rcx
    mov R, rdx
    mov [rsp + PU], U
    mov [rsp + PV], V
    mov [rsp + PQ], Q
    mov [rsp + PR], R
.endm

// --- f and g: FW and GW hold f + 2^255 and g + 2^255, in (0, 2^256) -------------------------------------------------
// With x = FW, y = GW:  U·x + V·y - 2^255·(U + V) = 8·(u·f + v·g) + 2^62·(f + g) = 2^62·(f' + f + g), and with
// TW = x + y + 2^255 = f + g - 2^255 (mod 2^256) the new word is f' + 2^255 = (f' + f + g) - TW (mod 2^256).

// TW = FW + GW + 2^255 mod 2^256
.macro sum_f_g
    mov r3, 1 << 63
    add r3, [rsp + FW + 24]
    mov r0, [rsp + FW]
    mov r1, [rsp + FW + 8]
    mov r2, [rsp + FW + 16]
    add r0, [rsp + GW]
    adc r1, [rsp + GW + 8]
    adc r2, [rsp + GW + 16]
    adc r3, [rsp + GW + 24]
    store_words rsp + TW, r0, r1, r2, r3
.endm

// low = the low word of f'. For update_high: c0 = word 0 of f' + f + g, [c2 c1] = words 1 and 2 of U·x + V·y so far.
.macro update_low low, c0, c1, c2, times_u, times_v
    column_0 \c0, \c1, \times_u, \times_v, FW, GW
    column \c1, \c2, \times_u, \times_v, FW+8, GW+8
    shr \c0, 62
    lea \c0, [\c0 + 4*\c1]
    mov \low, \c0
    sub \low, [rsp + TW]
.endm

// [rsi c2 c1 c0] = f' + 2^255, from what update_low left
.macro update_high name, c0, c1, c2, u_word, v_word, times_u, times_v
    column \c2, rsi, \times_u, \times_v, FW+16, GW+16
    column rsi, rdi, \times_u, \times_v, FW+24, GW+24
    mov rax, [rsp + \u_word]
    add rax, [rsp + \v_word]
    shr rax, 1
    sub rdi, rax                // [rdi rsi c2 c1 …] = 2^62·(f' + f + g) (mod 2^320)
CUT(product_\name)
    shr \c1, 62
    lea \c1, [\c1 + 4*\c2]
    shr \c2, 62
    lea \c2, [\c2 + 4*rsi]
    shr rsi, 62
    lea rsi, [rsi + 4*rdi]      // [rsi c2 c1 c0] = f' + f + g (mod 2^256)
    sub \c0, [rsp + TW]
    sbb \c1, [rsp + TW + 8]
    sbb \c2, [rsp + TW + 16]
    sbb rsi, [rsp + TW + 24]
.endm

// --- d and e: DW and EW hold d and e mod p, below 2^255 + 2^69 ------------------------------------------------------
// The new d is 8·(u·d + v·e) = U·d + V·e - 2^62·(d + e). KW = C - 2^62·(d + e), C = (2^63 + 2^13)·p, is not negative.

// [r4 … r0] = d + e
.macro sum_d_e
    mov r0, [rsp + DW]
    mov r1, [rsp + DW + 8]
    mov r2, [rsp + DW + 16]
    mov r3, [rsp + DW + 24]
    mov r4, 0
    add r0, [rsp + EW]
    adc r1, [rsp + EW + 8]
    adc r2, [rsp + EW + 16]
    adc r3, [rsp + EW + 24]
    adc r4, 0
.endm

// hi = ⌊[hi lo] / 4⌋ mod 2^64
.macro quarter lo, hi
    mov rax, \lo
    shr rax, 2
    shl \hi, 62
    or \hi, rax
.endm

// KW = C - 2^62·[r4 … r0]; C = 2^318 + 2^268 - 19·2^63 - 19·2^13
.macro offset
    quarter r3, r4
    quarter r2, r3
    quarter r1, r2
    quarter r0, r1
    shl r0, 62
    mov rax, 0x7ffffffffffda000
    sub rax, r0
    mov [rsp + KW], rax
    mov rax, -10
    sbb rax, r1
    mov [rsp + KW + 8], rax
    mov rax, -1
    sbb rax, r2
    mov [rsp + KW + 16], rax
    mov rax, -1
    sbb rax, r3
    mov [rsp + KW + 24], rax
    mov rax, 0x4000000000000fff
    sbb rax, r4
    mov [rsp + KW + 32], rax
.endm

// [r3 … r0] = [r4 … r0] + KW (mod p), below 2^255 + 2^69: the sum is below 2^319, and what is above bit 254 below 2^64
.macro fold
    add r0, [rsp + KW]
    adc r1, [rsp + KW + 8]
    adc r2, [rsp + KW + 16]
    adc r3, [rsp + KW + 24]
    adc r4, [rsp + KW + 32]
    mov rax, r3
    mov edx, 19
    shr rax, 63
    lea rax, [rax + 2*r4]
    btr r3, 63
    mul rdx
    add r0, rax
    adc r1, rdx
    adc r2, 0
    adc r3, 0
.endm

.macro copy_words to, from
    mov rax, [rsp + \from]
    mov rdx, [rsp + \from + 8]
    mov [rsp + \to], rax
    mov [rsp + \to + 8], rdx
    mov rax, [rsp + \from + 16]
    mov rdx, [rsp + \from + 24]
    mov [rsp + \to + 16], rax
    mov [rsp + \to + 24], rdx
.endm
