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
// Their update needs no result of the steps, and goes between them: wide cores wait for a step's latency.

// The frame, 8 bytes a word.
#define FW    0                 // f + 2^255
#define GW    32                // g + 2^255
#define DW    64                // d
#define EW    96                // e
#define KW    128               // five words: batch.h
#define NW    168               // new words of f or d, while the old ones are still needed
#define TW    200               // batch.h
#define SAVED 240               // x19 to x28
#define FRAME 320

#include "reduce.h"
#include "divstep.h"
#include "batch.h"

#define z     x0
#define x     x1
#define count x1                // batches to come

#if !defined(FE_INVERT_IN_PLACE)
.macro fe_invert_code
#endif
    sub   sp, sp, #FRAME
    .cfi_adjust_cfa_offset FRAME
    stp   x19, x20, [sp, #SAVED]
    stp   x21, x22, [sp, #SAVED+16]
    stp   x23, x24, [sp, #SAVED+32]
    stp   x25, x26, [sp, #SAVED+48]
    stp   x27, x28, [sp, #SAVED+64]
    .cfi_rel_offset x19, SAVED
    .cfi_rel_offset x20, SAVED+8
    .cfi_rel_offset x21, SAVED+16
    .cfi_rel_offset x22, SAVED+24
    .cfi_rel_offset x23, SAVED+32
    .cfi_rel_offset x24, SAVED+40
    .cfi_rel_offset x25, SAVED+48
    .cfi_rel_offset x26, SAVED+56
    .cfi_rel_offset x27, SAVED+64
    .cfi_rel_offset x28, SAVED+72
    mov   TWO41, #(1 << 41)
    mov   TWO62, #(1 << 62)

    // g = x mod p, f = p
    load_words r_0, r_1, r_2, r_3, x
    canonicalize r_0, r_1, r_2, r_3, lo, hi
    mov   g_low, r_0
    mov   a, #0x8000000000000000
    add   r_3, r_3, a
    store_words sp, r_0, r_1, r_2, r_3, GW
    mov   f_low, #-19
    mov   a, #-1
    stp   f_low, a, [sp, #FW]
    stp   a, a, [sp, #FW+16]
    mov   i, #0

    // d = 0, e = 2^-623 mod p, the identity pending
    stp   xzr, xzr, [sp, #DW]
    stp   xzr, xzr, [sp, #DW+16]
    constant r_0, 0x8e8992cad07ccf03
    constant r_1, 0x02d629215463479f
    constant r_2, 0x20bb830ab636449c
    constant r_3, 0x63394a88d3b28459
    store_words sp, r_0, r_1, r_2, r_3, EW
    add   PU, TWO62, #8
    mov   PV, TWO62
    mov   PQ, TWO62
    add   PR, TWO62, #8
    mov   count, #10
CUT(start)
    pack

LOCAL(batch):
CUT(batch)
    begin_divsteps 1, 1, 2
    sum_d_e
    divsteps 1, 3, 4, 5, 6, 7, 8, 9
    offset
    divsteps 1, 10, 11, 12
    column_0 r_0, r_1, PU, PV, DW, EW
    divsteps 1, 13, 14, 15, 16
    column r_1, r_2, PU, PV, DW+8, EW+8
    divsteps 1, 17, 18, 19, 20
    unpack 1, 0
    mov   MU, u
    mov   MV, v
    mov   MQ, q
    mov   MR, r
CUT(matrix_1)
    advance 1, 20
CUT(advanced_1)
    pack

    // [r_2 r_1 r_0] = U·[d1 d0] + V·[e1 e0] so far
CUT(packed_2)
    begin_divsteps 2, 1, 2, 3, 4
    column r_2, r_3, PU, PV, DW+16, EW+16
    divsteps 2, 5, 6, 7, 8
    column r_3, r_4, PU, PV, DW+24, EW+24
    divsteps 2, 9, 10, 11, 12
    fold
    store_words sp, r_0, r_1, r_2, r_3, NW
CUT(new_d)
    divsteps 2, 13, 14, 15, 16
    column_0 r_0, r_1, PQ, PR, DW, EW
    divsteps 2, 17, 18, 19, 20
    unpack 2, 0
CUT(matrix_2)
    advance 2, 20
CUT(advanced_2)
    pack
    compose

    // [r_1 r_0] = Q·d0 + R·e0 so far
CUT(packed_3)
    begin_divsteps 3, 1, 2, 3, 4
    column r_1, r_2, PQ, PR, DW+8, EW+8
    divsteps 3, 5, 6, 7, 8
    column r_2, r_3, PQ, PR, DW+16, EW+16
    divsteps 3, 9, 10, 11, 12
    column r_3, r_4, PQ, PR, DW+24, EW+24
    divsteps 3, 13, 14
    fold
    store_words sp, r_0, r_1, r_2, r_3, EW
    copy_words DW, NW
CUT(new_e)
    divsteps 3, 15, 16, 17
    sum_f_g
    divsteps 3, 18, 19
    unpack 3, 1

    // LF = f mod 2^5, of which the last batch needs two bits
CUT(matrix_3)
    mul   s, u, LF
    madd  s, v, LG, s
CUT(summed_3)
    lsr   LF, s, #19
CUT(advanced_3)
    compose
CUT(matrix)
    scale
CUT(scaled)
    sub   count, count, #1
    cbz   count, LOCAL(last)

    update_low f_low, r_0, r_1, r_2, PU, PV
    update_low g_low, r_3, r_4, last_word, PQ, PR
CUT(low)
    pack
CUT(packed_1)
    update_high f, r_0, r_1, r_2, PU, PV
    stp   r_0, r_1, [sp, #NW]
    stp   r_2, s, [sp, #NW+16]
CUT(new_f)
    update_high g, r_3, r_4, last_word, PQ, PR
    stp   r_3, r_4, [sp, #GW]
    stp   last_word, s, [sp, #GW+16]
    copy_words FW, NW
    b     LOCAL(batch)

LOCAL(last):
CUT(last)
    sum_d_e
    offset
    column_0 r_0, r_1, PU, PV, DW, EW
    column r_1, r_2, PU, PV, DW+8, EW+8
    column r_2, r_3, PU, PV, DW+16, EW+16
    column r_3, r_4, PU, PV, DW+24, EW+24
    fold

    // x·[r_3 … r_0] = f = 1 or -1 (mod p); 1 is 1 and -1 is 3 mod 4; 2p - [r_3 … r_0] is not negative
CUT(last_d)
    mov   lo, #-38
    mov   a, #-1
    subs  lo, lo, r_0
    sbcs  hi, a, r_1
    sbcs  s, a, r_2
    sbc   t, a, r_3
    tst   LF, #2
    csel  r_0, r_0, lo, eq
    csel  r_1, r_1, hi, eq
    csel  r_2, r_2, s, eq
    csel  r_3, r_3, t, eq
CUT(signed)
    canonicalize r_0, r_1, r_2, r_3, lo, hi
CUT(end)
    store_words z, r_0, r_1, r_2, r_3
    ldp   x19, x20, [sp, #SAVED]
    ldp   x21, x22, [sp, #SAVED+16]
    ldp   x23, x24, [sp, #SAVED+32]
    ldp   x25, x26, [sp, #SAVED+48]
    ldp   x27, x28, [sp, #SAVED+64]
    add   sp, sp, #FRAME
    .cfi_adjust_cfa_offset -FRAME
    ret
#if !defined(FE_INVERT_IN_PLACE)
.endm
#endif

#undef r_0
#undef r_1
#undef r_2
#undef r_3
#undef r_4
#undef PU
#undef PV
#undef PQ
#undef PR
#undef lo
#undef hi
#undef a
#undef last_word
#undef F
#undef G
#undef i
#undef t
#undef s
#undef m
#undef TWO41
#undef TWO62
#undef LF
#undef LG
#undef f_low
#undef g_low
#undef u
#undef v
#undef q
#undef r
#undef MU
#undef MV
#undef MQ
#undef MR
#undef FW
#undef GW
#undef DW
#undef EW
#undef KW
#undef NW
#undef TW
#undef SAVED
#undef FRAME
#undef z
#undef x
#undef count
