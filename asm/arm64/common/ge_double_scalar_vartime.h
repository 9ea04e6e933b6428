// ge_double_scalar_vartime.h: its code up to its subroutines; after the variant's product.h, and in a file with the table.
//
// Both scalars become 51 digits between -16 and 15 (recode.h): a = Σ (a_i - 16)·32^i, b likewise. With a table of
// (j - 16)·P for j = 0 … 31, made first, and a constant one of (j - 16)·B, Horner's rule from the top digit down
//     S := 32·S + (a_i - 16)·P + (b_i - 16)·B
// takes 250 doublings, 51 additions of either kind, and no branch that depends on data. The digits are indices into the
// tables: all that is handled here is public.

#include "frame.h"
#include "recode.h"
#include "affine.h"

// The frame, 8 bytes a word.
#define SX     0                // the sum so far; at first, a multiple of P
#define SY     32
#define SZ     64
#define ST     96
#define Q      128              // the entry to be added
#define DIGITS_A 256            // a_i, a word each
#define DIGITS_B 664
#define TABLE  1072             // (j - 16)·P for j = 0 … 32: Y - X, Y + X, 2·d·T, 2·Z
#define FRAME  5296

#define CACHED 128              // bytes of an entry of TABLE
#define ENTRY  96               // bytes of an entry of the constant table

#define a_at   x1               // the addresses of a, b and P
#define b_at   x20
#define point  x21
#define left   x23
#define up     x24
#define down   x25
#define digit  x20
#define at     x1
#define out    x28

// The 51 words at sp + digits: the digits of FIRST to the base 32, low first. Changes FIRST, x9, x10 and x11.
.macro digits_of_five_bits digits, loop
    add   x9, sp, #(\digits)
    mov   x10, #51
\loop:
    and   x11, a_0, #31
    str   x11, [x9], #8
    shift_right FIRST, 5
    subs  x10, x10, #1
    b.ne  \loop
.endm

.macro copy_element dst, to, src, from
    load  \src, \from, FIRST
    store \dst, \to, FIRST
.endm

// Q + to = the four words at `at` and a digit more, bytes. `at` moves on to the next words.
.macro copy_entry to
    ldr   a_0, [at, digit]
    add   at, at, #8
    ldr   a_1, [at, digit]
    add   at, at, #8
    ldr   a_2, [at, digit]
    add   at, at, #8
    ldr   a_3, [at, digit]
    add   at, at, #8
    store sp, Q+\to, FIRST
.endm

.macro double_sum subroutine
    add   x0, sp, #SX
    bl    \subroutine
.endm

.macro add_entry subroutine
    add   x0, sp, #SX
    add   x1, sp, #Q
    bl    \subroutine
.endm

.macro ge_double_scalar_vartime_code base_multiples
    save_all_and_link
    sub   sp, sp, #4096
    .cfi_adjust_cfa_offset 4096
    sub   sp, sp, #(FRAME-4096)
    .cfi_adjust_cfa_offset FRAME-4096
    mov   out, x0
    mov   point, x2
    mov   b_at, x3                // FIRST overwrites it

    load  a_at, 0, FIRST
    add_offset FIRST, SECOND
CUT(recoded_a)
    digits_of_five_bits DIGITS_A, LOCAL(digit_a)
    load  b_at, 0, FIRST
    add_offset FIRST, SECOND
CUT(recoded_b)
    digits_of_five_bits DIGITS_B, LOCAL(digit_b)

    // S = P = (x, y, 1, x·y)
    constant_words FIRST, 1
    store sp, SZ, FIRST
    load  point, 32, SECOND
    store sp, SY, SECOND
    load  point, 0, FIRST
    store sp, SX, FIRST
    times xy, LOW
CUT(xy)
    store sp, ST, LOW

    // TABLE: 0·P, which is 1, 1, 0, 2
    add   up, sp, #(TABLE+16*CACHED)
    constant_words FIRST, 1
    store up, 0, FIRST
    store up, 32, FIRST
    store up, 64, xzr, xzr, xzr, xzr
    constant_words FIRST, 2
    store up, 96, FIRST

    // TABLE: j·P, up from there, and -j·P, down, whose words are y + x, y - x, 2p - 2·d·t, 2·z
CUT(first_multiple)
    sub   down, up, #CACHED
    add   up, up, #CACHED
    mov   left, #16
LOCAL(multiple):
    mov   x0, up
    add   x1, sp, #SX
    bl    LOCAL(ge_cached)
    copy_element down, 32, up, 0
    copy_element down, 0, up, 32
    copy_element down, 96, up, 96
    load  up, 64, SECOND
    mov   a_0, #-38
    mov   a_3, #-1
    subs  a_0, a_0, b_0
    sbcs  a_1, a_3, b_1
    sbcs  a_2, a_3, b_2
    sbc   a_3, a_3, b_3
    store down, 64, FIRST
CUT(entry)
    add   up, up, #CACHED
    sub   down, down, #CACHED
    subs  left, left, #1
    b.eq  LOCAL(sum)
    add   x0, sp, #SX
    add   x1, sp, #(TABLE+17*CACHED)
    bl    LOCAL(ge_add)
CUT(next_multiple)
    b     LOCAL(multiple)

LOCAL(sum):
    neutral_point sp, SX, a_0
    mov   left, #50
    b     LOCAL(add)

LOCAL(double):
    double_sum LOCAL(ge_double_projective)
CUT(doubled_1)
    double_sum LOCAL(ge_double_projective)
CUT(doubled_2)
    double_sum LOCAL(ge_double_projective)
CUT(doubled_3)
    double_sum LOCAL(ge_double_projective)
CUT(doubled_4)
    double_sum LOCAL(ge_double)
CUT(doubled_5)
    sub   left, left, #1

LOCAL(add):
    add   at, sp, #DIGITS_A
    ldr   digit, [at, left, lsl #3]
CUT(digit_of_a)
    lsl   digit, digit, #7
    add   at, sp, #TABLE
    copy_entry 0
    copy_entry 32
    copy_entry 64
    copy_entry 96
CUT(selected_a)
    add_entry LOCAL(ge_add)
CUT(added_a)
    add   at, sp, #DIGITS_B
    ldr   digit, [at, left, lsl #3]
CUT(digit_of_b)
    mov   x9, #ENTRY
    mul   digit, digit, x9
    adr   at, \base_multiples
    copy_entry 0
    copy_entry 32
    copy_entry 64
CUT(selected_b)
    add_entry LOCAL(ge_madd)
CUT(added_b)
    cbnz  left, LOCAL(double)

    affine_coordinates SX, Q, out
    add   sp, sp, #(FRAME-4096)
    .cfi_adjust_cfa_offset -(FRAME-4096)
    add   sp, sp, #4096
    .cfi_adjust_cfa_offset -4096
    restore_all_and_link
    ret
.endm

#undef SX
#undef SY
#undef SZ
#undef ST
#undef Q
#undef DIGITS_A
#undef DIGITS_B
#undef TABLE
#undef FRAME
#undef CACHED
#undef ENTRY
#undef a_at
#undef b_at
#undef point
#undef left
#undef up
#undef down
#undef digit
#undef at
#undef out
