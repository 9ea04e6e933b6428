// base_comb.h: the sum m·B from a table, with constant-time selection; after the variant's product.h, and in a file with the
// table and with a copy of ge_madd.
//
// With C = Σ 16·32^i over i = 0 … 50 and 0 <= m < 2^253,
//     m + C = Σ e_i·32^i,  0 <= e_i < 32,   so that   m = Σ (e_i - 16)·32^i:
// 51 digits between -16 and 15. The table has j·32^i·B for j = 1 … 16, in row i; an entry is y - x, y + x, 2·d·x·y. A
// digit's entry is selected by reading all of its row, and turned into that of -j·32^i·B where the digit is negative.
// The entries add up to m·B.

#include "frame.h"
#include "recode.h"

// The frame, 8 bytes a word.
#define PX     0                // the sum so far
#define PY     32
#define PZ     64
#define PT     96
#define Q      128              // the entry: y - x, y + x, 2·d·x·y
#define M      224              // ⌊(m + C) / 32^i⌋
#define FRAME  256
#define BELOW  320              // the stack of the subroutines

#define ENTRY  96               // bytes of an entry

#define digit  x0
#define sign   x1               // 1 where the digit is negative, else 0
#define entries x20             // the rest of the table
#define left   x21              // digits to come

// [w3 w2 w1 w0] = the words at entries + offset if Z = 1, else as they are. Keeps Z.
.macro load_if_equal offset, w0, w1, w2, w3, t0, t1, t2, t3
    load  entries, \offset, \t0, \t1, \t2, \t3
    csel  \w0, \t0, \w0, eq
    csel  \w1, \t1, \w1, eq
    csel  \w2, \t2, \w2, eq
    csel  \w3, \t3, \w3, eq
.endm

.macro select_entry j, offset
    cmp   digit, #(\j)
    load_if_equal \offset, LOW, FIRST
    load_if_equal \offset+32, HIGH, SECOND
    load_if_equal \offset+64, REST, FIRST
.endm

// z = a if Z = 0, else b. Keeps Z.
.macro select_if_unequal z0, z1, z2, z3, a0, a1, a2, a3, b0, b1, b2, b3
    csel  \z0, \a0, \b0, ne
    csel  \z1, \a1, \b1, ne
    csel  \z2, \a2, \b2, ne
    csel  \z3, \a3, \b3, ne
.endm

// P := m·B, for m in FIRST.
.macro sum_of_entries table
    add_offset FIRST, SECOND
CUT(recoded)
    store sp, M, FIRST

    neutral_point sp, PX, a_0
    adr   entries, \table
    mov   left, #51

LOCAL(digit):
    // digit = M mod 32, M := ⌊M / 32⌋
    load  sp, M, FIRST
    and   digit, a_0, #31
    shift_right FIRST, 5
    store sp, M, FIRST
CUT(digit_known)

    // digit := |digit - 16|
    subs  digit, digit, #16
    cset  sign, cc
    cneg  digit, digit, cc

    // LOW, HIGH, REST = the entry, or 1, 1, 0 where the digit is 0; entries is at the next row
    constant_words LOW, 1
    constant_words HIGH, 1
    constant_words REST, 0
    .irp j, 0, 4, 8, 12
    select_entry \j+1, 0
    select_entry \j+2, ENTRY
    select_entry \j+3, 2*ENTRY
    select_entry \j+4, 3*ENTRY
    add   entries, entries, #(4*ENTRY)
    .endr

    // Q = the entry, or where the digit is negative the other's: y + x, y - x, 2p - 2·d·x·y
    mov   b_0, #-38
    mov   b_1, #-1
    subs  a_0, b_0, r_0
    sbcs  a_1, b_1, r_1
    sbcs  a_2, b_1, r_2
    sbc   a_3, b_1, r_3
    cmp   sign, #0
    select_if_unequal REST, FIRST, REST
    select_if_unequal FIRST, HIGH, LOW
    select_if_unequal SECOND, LOW, HIGH
    store sp, Q, FIRST
    store sp, Q+32, SECOND
    store sp, Q+64, REST
CUT(selected)

    // P := P + Q
    add   x0, sp, #PX
    add   x1, sp, #Q
    bl    LOCAL(ge_madd)
CUT(added)
    subs  left, left, #1
    b.ne  LOCAL(digit)
.endm
