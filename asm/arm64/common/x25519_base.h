// x25519_base.h: x25519_base's code up to its subroutines; after the variant's product.h, and in a file with the table.
//
// The clamped scalar is 8·m, 2^251 <= m < 2^252. With C = Σ 16·32^i over i = 0 … 50,
//     m + C = Σ e_i·32^i,  0 <= e_i < 32,   so that   m = Σ (e_i - 16)·32^i:
// 51 digits between -16 and 15. The table has j·32^i·B for j = 1 … 16, in row i; an entry is y - x, y + x, 2·d·x·y. A
// digit's entry is selected by reading all of its row, and turned into that of -j·32^i·B where the digit is negative.
// The entries add up to m·B; three doublings make 8·m·B, and u = (Z + Y)/(Z - Y) (RFC 7748, section 4.1).

#include "frame.h"
#include "reduce.h"
#include "short.h"

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

#define scalar x1
#define digit  x0
#define sign   x1               // 1 where the digit is negative, else 0
#define entries x20             // the rest of the table
#define left   x21              // digits to come
#define out    x28

// [w3 w2 w1 w0] = value
.macro constant_words w0, w1, w2, w3, value
    mov   \w0, #\value
    mov   \w1, #0
    mov   \w2, #0
    mov   \w3, #0
.endm

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

.macro add_words w0, w1, w2, w3, v0, v1, v2, v3
    adds  \w0, \w0, \v0
    adcs  \w1, \w1, \v1
    adcs  \w2, \w2, \v2
    adc   \w3, \w3, \v3
.endm

// z = a if Z = 0, else b. Keeps Z.
.macro select_if_unequal z0, z1, z2, z3, a0, a1, a2, a3, b0, b1, b2, b3
    csel  \z0, \a0, \b0, ne
    csel  \z1, \a1, \b1, ne
    csel  \z2, \a2, \b2, ne
    csel  \z3, \a3, \b3, ne
.endm

.macro x25519_base_code table
    save_all_and_link
    sub   sp, sp, #FRAME
    .cfi_adjust_cfa_offset FRAME
    mov   out, x0

    // FIRST = m: bits 3 to 253 of the scalar, and bit 251 set
    load  scalar, 0, FIRST
    extr  a_0, a_1, a_0, #3
    extr  a_1, a_2, a_1, #3
    extr  a_2, a_3, a_2, #3
    ubfx  a_3, a_3, #3, #59
    orr   a_3, a_3, #(1 << 59)

    // M = m + C < 2^255
    constant b_0, 0x0842108421084210
    constant b_1, 0x1084210842108421
    constant b_2, 0x2108421084210842
    constant b_3, 0x4210842108421084
    add_words FIRST, SECOND
CUT(recoded)
    store sp, M, FIRST

    // P = (0, 1, 1, 0)
    mov   a_0, #1
    store sp, PX, xzr, xzr, xzr, xzr
    store sp, PY, a_0, xzr, xzr, xzr
    store sp, PZ, a_0, xzr, xzr, xzr
    store sp, PT, xzr, xzr, xzr, xzr
    adr   entries, \table
    mov   left, #51

LOCAL(digit):
    // digit = M mod 32, M := ⌊M / 32⌋
    load  sp, M, FIRST
    and   digit, a_0, #31
    extr  a_0, a_1, a_0, #5
    extr  a_1, a_2, a_1, #5
    extr  a_2, a_3, a_2, #5
    lsr   a_3, a_3, #5
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

    // P := 8·P
    add   x0, sp, #PX
    bl    LOCAL(ge_double)
CUT(doubled_1)
    add   x0, sp, #PX
    bl    LOCAL(ge_double)
CUT(doubled_2)
    add   x0, sp, #PX
    bl    LOCAL(ge_double)
CUT(doubled_3)

    // Q = 1/(Z - Y), Z + Y
    mov   k38, #38
    load  sp, PZ, FIRST
    load  sp, PY, SECOND
    sub_short LOW, FIRST, SECOND, k38, temp
CUT(Z_minus_Y)
    store sp, Q, LOW
    add_short FIRST, FIRST, SECOND, k38, temp
CUT(Z_plus_Y)
    store sp, Q+32, FIRST
    add   x0, sp, #Q
    add   x1, sp, #Q
    bl    LOCAL(fe_invert)

    // LOW = (Z + Y)/(Z - Y), canonical
CUT(inverse)
    load  sp, Q, FIRST
    load  sp, Q+32, SECOND
    times quotient, LOW
CUT(quotient)
    canonicalize LOW, h_0, h_1
CUT(canonical)
    store out, 0, LOW

    wipe  BELOW, FRAME
    restore_all_and_link
    ret
.endm

#undef PX
#undef PY
#undef PZ
#undef PT
#undef Q
#undef M
#undef FRAME
#undef BELOW
#undef ENTRY
#undef scalar
#undef digit
#undef sign
#undef entries
#undef left
#undef out
