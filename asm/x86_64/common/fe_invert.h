// fe_invert.h: fe_invert's code after the landing pad, as a macro, fe_invert_code, for copies in other files. fe_invert.S
// has it in place, so that each instruction has a line. No name of a register is left behind, only macros.
//
// 590 divsteps take (f, g) from (p, x mod p), with i = delta - 1/2 = 0 at the start, to (1, 0) or (-1, 0); or x = 0
// (mod p) and g = 0 from the start (spec/divstep.py; docs/divsteps.md, sections 5 to 9, comes to this loop in steps).
// They go in ten batches of 59. The low words of f and g tell which steps a batch takes, in three parts of 20, 20 and
// 19 steps, and with them its matrix ((u, v), (q, r)):
//     2^59·(f', g') = ((u, v), (q, r))·(f, g).
//
// A part steps packed words, F = f mod 2^20 - 2^41 and G = g mod 2^20 - 2^62. A step looks at i and the low bit of G
// only, so after n steps F = φ - u·2^(41 - n) - v·2^(62 - n), where φ is what became of f mod 2^20, and G likewise:
// shifts take the matrix of the part out of them.
//
// d and e follow one batch behind: the matrix of the last batch is *pending*, at first the identity. After n batches
//     x·(u·d + v·e) = f·2^(62n - 623),  x·(q·d + r·e) = g·2^(62n - 623)  (mod p)  with the pending matrix,
// where each batch brings 2^59 from its steps and 2^3 from batch.h: at the end x·8·(u·d + v·e) = f = 1 or -1.
// Their update needs no result of the steps, and goes between them: a step takes four cycles by its latency but
// three by its instructions.

// The frame, 8 bytes a word.
#define FW    0                 // f + 2^255
#define GW    32                // g + 2^255
#define DW    64                // d
#define EW    96                // e
#define LF    128               // -f mod 2^64 at the start of a part
#define LG    136               // -g mod 2^64
#define MU    144               // the matrix of the parts before
#define MV    152
#define MQ    160
#define MR    168
#define PU    176               // the pending matrix, as 2^62 + 8·u, …
#define PV    184
#define PQ    192
#define PR    200
#define KW    208               // five words: batch.h
#define NW    248               // new words of f or d, while the old ones are still needed
#define TW    280               // batch.h
#define TWO62 312               // 2^62
#define COUNT 320               // batches to come
#define OUT   328               // z
#define FRAME 344

#include "batch.h"
#include "divstep.h"

#define z rdi
#define x rsi

#if !defined(FE_INVERT_IN_PLACE)
.macro fe_invert_code
#endif
    SAVE rbx
    SAVE rbp
    SAVE r12
    SAVE r13
    SAVE r14
    SAVE r15
    sub rsp, FRAME
    .cfi_adjust_cfa_offset FRAME
    mov [rsp + OUT], z
    mov rax, 10
    mov [rsp + COUNT], rax
    mov TWO41, 1 << 41
    mov rax, 1 << 62
    mov [rsp + TWO62], rax

    // g = x mod p, f = p
    load_words r0, r1, r2, r3, x
    canonicalize r0, r1, r2, r3, rax, rdx
    mov g_low, r0
    bts r3, 63
    store_words rsp + GW, r0, r1, r2, r3
    mov f_low, -19
    mov [rsp + FW], f_low
    mov rax, -1
    mov [rsp + FW + 8], rax
    mov [rsp + FW + 16], rax
    mov [rsp + FW + 24], rax
    mov Z, -1                   // i = 0

    // d = 0, e = 2^-623 mod p, the identity pending
    mov rax, 0
    mov [rsp + DW], rax
    mov [rsp + DW + 8], rax
    mov [rsp + DW + 16], rax
    mov [rsp + DW + 24], rax
    mov rax, 0x8e8992cad07ccf03
    mov [rsp + EW], rax
    mov rax, 0x02d629215463479f
    mov [rsp + EW + 8], rax
    mov rax, 0x20bb830ab636449c
    mov [rsp + EW + 16], rax
    mov rax, 0x63394a88d3b28459
    mov [rsp + EW + 24], rax
    mov rax, 1 << 62
    mov [rsp + PV], rax
    mov [rsp + PQ], rax
    add rax, 8
    mov [rsp + PU], rax
    mov [rsp + PR], rax
CUT(start)
    pack

LOCAL(batch):
CUT(batch)
    divsteps 1, 1, 2
    sum_d_e
    divsteps 1, 3, 4, 5, 6, 7, 8, 9
    offset
    divsteps 1, 10, 11, 12
    column_0 r0, r1, times_PU, times_PV, DW, EW
    divsteps 1, 13, 14, 15, 16
    column r1, r2, times_PU, times_PV, DW+8, EW+8
    divsteps 1, 17, 18, 19, 20
    unpack 1, 0, 1
    store_matrix u, v, q, r
CUT(matrix_1)
    advance 1, 20
CUT(advanced_1)
    pack

    // [r2 r1 r0] = U·[d1 d0] + V·[e1 e0] so far
CUT(packed_2)
    divsteps 2, 1, 2, 3, 4
    column r2, r3, times_PU, times_PV, DW+16, EW+16
    divsteps 2, 5, 6, 7, 8
    column r3, r4, times_PU, times_PV, DW+24, EW+24
    divsteps 2, 9, 10, 11, 12
    fold
    store_words rsp + NW, r0, r1, r2, r3
CUT(new_d)
    divsteps 2, 13, 14, 15, 16
    column_0 r0, r1, times_PQ, times_PR, DW, EW
    divsteps 2, 17, 18, 19, 20
    unpack 2, 0, 1
CUT(matrix_2)
    advance 2, 20
CUT(advanced_2)
    pack
    compose
    store_matrix rsi, rax, rdi, rcx

    // [r1 r0] = Q·d0 + R·e0 so far
CUT(packed_3)
    divsteps 3, 1, 2, 3, 4
    column r1, r2, times_PQ, times_PR, DW+8, EW+8
    divsteps 3, 5, 6, 7, 8
    column r2, r3, times_PQ, times_PR, DW+16, EW+16
    divsteps 3, 9, 10, 11, 12
    column r3, r4, times_PQ, times_PR, DW+24, EW+24
    divsteps 3, 13, 14
    fold
    store_words rsp + EW, r0, r1, r2, r3
    copy_words DW, NW
CUT(new_e)
    divsteps 3, 15, 16, 17
    sum_f_g
    divsteps 3, 18, 19
    unpack 3, 1, 2

    // LF = f mod 2^5, of which the last batch needs two bits
CUT(matrix_3)
    mov rsi, [rsp + LF]
    mov rdi, [rsp + LG]
    imul rsi, u
    imul rdi, v
    add rsi, rdi
CUT(summed_3)
    shr rsi, 19
    mov [rsp + LF], rsi
CUT(advanced_3)
    compose
CUT(matrix)
    scale
CUT(scaled)
    mov rax, [rsp + COUNT]
    sub rax, 1
    mov [rsp + COUNT], rax
    jz LOCAL(last)

    update_low f_low, r0, r1, r2, times_U, times_V
    update_low g_low, r3, r4, rbx, times_Q, times_R
CUT(low)
    pack
CUT(packed_1)
    update_high f, r0, r1, r2, PU, PV, times_PU, times_PV
    store_words rsp + NW, r0, r1, r2, rsi
CUT(new_f)
    update_high g, r3, r4, rbx, PQ, PR, times_PQ, times_PR
    store_words rsp + GW, r3, r4, rbx, rsi
    copy_words FW, NW
    jmp LOCAL(batch)

LOCAL(last):
CUT(last)
    sum_d_e
    offset
    column_0 r0, r1, times_PU, times_PV, DW, EW
    column r1, r2, times_PU, times_PV, DW+8, EW+8
    column r2, r3, times_PU, times_PV, DW+16, EW+16
    column r3, r4, times_PU, times_PV, DW+24, EW+24
    fold

    // x·[r3 … r0] = f = 1 or -1 (mod p); 1 is 1 and -1 is 3 mod 4; 2p - [r3 … r0] is not negative
CUT(last_d)
    mov rsi, -38
    mov rdi, -1
    mov rcx, -1
    mov rbx, -1
    sub rsi, r0
    sbb rdi, r1
    sbb rcx, r2
    sbb rbx, r3
    mov rax, [rsp + LF]
    test rax, 2
    cmovnz r0, rsi
    cmovnz r1, rdi
    cmovnz r2, rcx
    cmovnz r3, rbx
CUT(signed)
    canonicalize r0, r1, r2, r3, rax, rdx
CUT(end)
    mov z, [rsp + OUT]
    store_words z, r0, r1, r2, r3
    add rsp, FRAME
    .cfi_adjust_cfa_offset -FRAME
    RESTORE r15
    RESTORE r14
    RESTORE r13
    RESTORE r12
    RESTORE rbp
    RESTORE rbx
    ret
#if !defined(FE_INVERT_IN_PLACE)
.endm
#endif

#undef r0
#undef r1
#undef r2
#undef r3
#undef r4
#undef U
#undef V
#undef Q
#undef R
#undef F
#undef G
#undef Z
#undef t
#undef s
#undef k
#undef TWO41
#undef f_low
#undef g_low
#undef u
#undef v
#undef q
#undef r
#undef FW
#undef GW
#undef DW
#undef EW
#undef LF
#undef LG
#undef MU
#undef MV
#undef MQ
#undef MR
#undef PU
#undef PV
#undef PQ
#undef PR
#undef KW
#undef NW
#undef TW
#undef TWO62
#undef COUNT
#undef OUT
#undef FRAME
#undef z
#undef x
