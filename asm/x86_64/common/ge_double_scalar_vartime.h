// ge_double_scalar_vartime.h: its code up to its subroutines; after the variant's product.h, and in a file with the table.
//
// Both scalars become 51 digits between -16 and 15 (recode.h): a = Σ (a_i - 16)·32^i, b likewise. With a table of
// (j - 16)·P for j = 0 … 31, made first, and a constant one of (j - 16)·B, Horner's rule from the top digit down
//     S := 32·S + (a_i - 16)·P + (b_i - 16)·B
// takes 250 doublings, 51 additions of either kind, and no branch that depends on data. The digits are indices into the
// tables: all that is handled here is public.

#include "recode.h"
#include "short.h"
#include "affine.h"

// The frame, 8 bytes a word.
#define SX     0                // the sum so far; at first, a multiple of P
#define SY     32
#define SZ     64
#define ST     96
#define Q      128              // the entry to be added
#define DIGITS_A 256            // a_i, a word each
#define DIGITS_B 664
#define OUT    1072
#define POINT  1080             // the address of P
#define B_AT   1088             // the address of b
#define TABLE  1096             // (j - 16)·P for j = 0 … 32: Y - X, Y + X, 2·d·T, 2·Z
#define FRAME  5320

#define CACHED 128              // bytes of an entry of TABLE
#define ENTRY  96               // bytes of an entry of the constant table

#define out    rdi
#define a      rsi
#define b      rcx
#define point  rdx
#define left   rbx
#define up     r12
#define down   r13
#define digit  rbp
#define multiples_of_base r14
#define LOW    r0, r1, r2, r3

// The 51 words at rsp + digits: the digits of LOW to the base 32, low first. Changes LOW, rax and rcx.
.macro digits_of_five_bits digits, loop
    mov ecx, 0
\loop:
    mov rax, r0
    and rax, 31
    mov [rsp + 8*rcx + \digits], rax
    shift_right LOW, 5
    add rcx, 1
    cmp rcx, 51
    jnz \loop
.endm

.macro copy_element dst, src
    load_words LOW, \src
    store_words \dst, LOW
.endm

.macro ge_double_scalar_vartime_code base_multiples
    save_all
    sub rsp, FRAME
    .cfi_adjust_cfa_offset FRAME
    mov [rsp + OUT], out
    mov [rsp + POINT], point
    mov [rsp + B_AT], b

    load_words LOW, a
    add_offset LOW, rax, rcx
CUT(recoded_a)
    digits_of_five_bits DIGITS_A, LOCAL(digit_a)
    mov b, [rsp + B_AT]
    load_words LOW, b
    add_offset LOW, rax, rcx
CUT(recoded_b)
    digits_of_five_bits DIGITS_B, LOCAL(digit_b)

    // S = P = (x, y, 1, x·y)
    mov point, [rsp + POINT]
    copy_element rsp + SX, point
    copy_element rsp + SY, point + 32
    set_words LOW, 1, 0
    store_words rsp + SZ, LOW
    multiply rsp + SX, rsp + SY
CUT(product_xy)
    fold_product 38
CUT(xy)
    store_words rsp + ST, LOW

    // TABLE: 0·P, which is 1, 1, 0, 2
    set_words LOW, 1, 0
    store_words rsp + TABLE + 16*CACHED, LOW
    store_words rsp + TABLE + 16*CACHED + 32, LOW
    set_words LOW, 0, 0
    store_words rsp + TABLE + 16*CACHED + 64, LOW
    set_words LOW, 2, 0
    store_words rsp + TABLE + 16*CACHED + 96, LOW

    // TABLE: j·P, up from there, and -j·P, down, whose words are y + x, y - x, 2p - 2·d·t, 2·z
CUT(first_multiple)
    lea up, [rsp + TABLE + 17*CACHED]
    lea down, [rsp + TABLE + 15*CACHED]
    mov left, 16
LOCAL(multiple):
    mov rdi, up
    lea rsi, [rsp + SX]
    call LOCAL(ge_cached)
    copy_element down + 32, up
    copy_element down, up + 32
    copy_element down + 96, up + 96
    set_words LOW, -38, -1
    sub r0, [up + 64]
    sbb r1, [up + 72]
    sbb r2, [up + 80]
    sbb r3, [up + 88]
    store_words down + 64, LOW
CUT(entry)
    add up, CACHED
    sub down, CACHED
    sub left, 1
    jz LOCAL(sum)
    lea rdi, [rsp + SX]
    lea rsi, [rsp + TABLE + 17*CACHED]
    call LOCAL(ge_add)
CUT(next_multiple)
    jmp LOCAL(multiple)

LOCAL(sum):
    neutral_point rsp + SX
    mov left, 50
    jmp LOCAL(add)

LOCAL(double):
    lea rdi, [rsp + SX]
    call LOCAL(ge_double_projective)
CUT(doubled_1)
    lea rdi, [rsp + SX]
    call LOCAL(ge_double_projective)
CUT(doubled_2)
    lea rdi, [rsp + SX]
    call LOCAL(ge_double_projective)
CUT(doubled_3)
    lea rdi, [rsp + SX]
    call LOCAL(ge_double_projective)
CUT(doubled_4)
    lea rdi, [rsp + SX]
    call LOCAL(ge_double)
CUT(doubled_5)
    sub left, 1

LOCAL(add):
    mov digit, [rsp + DIGITS_A + 8*left]
CUT(digit_of_a)
    shl digit, 7
    copy_element rsp + Q, rsp + digit + TABLE
    copy_element rsp + Q + 32, rsp + digit + TABLE + 32
    copy_element rsp + Q + 64, rsp + digit + TABLE + 64
    copy_element rsp + Q + 96, rsp + digit + TABLE + 96
CUT(selected_a)
    lea rdi, [rsp + SX]
    lea rsi, [rsp + Q]
    call LOCAL(ge_add)
CUT(added_a)
    mov digit, [rsp + DIGITS_B + 8*left]
CUT(digit_of_b)
    imul digit, digit, ENTRY
    lea multiples_of_base, [rip + \base_multiples]
    copy_element rsp + Q, multiples_of_base + digit
    copy_element rsp + Q + 32, multiples_of_base + digit + 32
    copy_element rsp + Q + 64, multiples_of_base + digit + 64
CUT(selected_b)
    lea rdi, [rsp + SX]
    lea rsi, [rsp + Q]
    call LOCAL(ge_madd)
CUT(added_b)
    test left, left
    jnz LOCAL(double)

    affine_coordinates rsp + SX, rsp + Q, rsp + OUT
    add rsp, FRAME
    .cfi_adjust_cfa_offset -FRAME
    restore_all
    ret
.endm

#undef SX
#undef SY
#undef SZ
#undef ST
#undef Q
#undef DIGITS_A
#undef DIGITS_B
#undef OUT
#undef POINT
#undef B_AT
#undef TABLE
#undef FRAME
#undef CACHED
#undef ENTRY
#undef out
#undef a
#undef b
#undef point
#undef left
#undef up
#undef down
#undef digit
#undef multiples_of_base
#undef LOW
