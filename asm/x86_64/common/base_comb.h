// base_comb.h: the sum m·B from a table, with constant-time selection; after the variant's product.h, and in a file with the
// table and with a copy of ge_madd.
//
// With C = Σ 16·32^i over i = 0 … 50 and 0 <= m < 2^253,
//     m + C = Σ e_i·32^i,  0 <= e_i < 32,   so that   m = Σ (e_i - 16)·32^i:
// 51 digits between -16 and 15. The table has j·32^i·B for j = 1 … 16, in row i; an entry is y - x, y + x, 2·d·x·y. A
// digit's entry is selected by reading all of its row, and turned into that of -j·32^i·B where the digit is negative.
// The entries add up to m·B.

#include "recode.h"
#include "short.h"

// The frame, 8 bytes a word.
#define PX     0                // the sum so far
#define PY     32
#define PZ     64
#define PT     96
#define Q      128              // the entry: y - x, y + x, 2·d·x·y
#define M      224              // ⌊(m + C) / 32^i⌋
#define SIGN   256              // all ones where the digit is negative, else 0
#define OUT    264
#define FRAME  272
#define BELOW  400              // the stack of the subroutines, return address included

#define ENTRY  96               // bytes of an entry, and of a row
#define ROW    1536

#define entries rbp              // the row of the table
#define left   rbx               // digits to come
#define digit  rsi
#define LOW    r0, r1, r2, r3
#define SECOND r12, r13, r14, r15
#define THIRD  rax, rcx, rdx, rdi

// [w3 … w0] = the words at src if ZF = 1, else as they are. Keeps ZF.
.macro move_words_if_zero w0, w1, w2, w3, src
    cmovz \w0, [\src]
    cmovz \w1, [\src + 8]
    cmovz \w2, [\src + 16]
    cmovz \w3, [\src + 24]
.endm

.macro select_entry j
    cmp digit, \j
    move_words_if_zero LOW, entries + ENTRY*(\j - 1)
    move_words_if_zero SECOND, entries + ENTRY*(\j - 1) + 32
    move_words_if_zero THIRD, entries + ENTRY*(\j - 1) + 64
.endm

// P := m·B, for m in LOW.
.macro sum_of_entries table
    add_offset LOW, rax, rcx
CUT(recoded)
    store_words rsp + M, LOW

    neutral_point rsp + PX
    lea entries, [rip + \table]
    mov left, 51

LOCAL(digit):
    // digit = M mod 32, M := ⌊M / 32⌋
    load_words LOW, rsp + M
    mov digit, r0
    and digit, 31
    shift_right LOW, 5
    store_words rsp + M, LOW
CUT(digit_known)

    // digit := |digit - 16|
    sub digit, 16
    sbb rax, rax
    mov [rsp + SIGN], rax
    xor digit, rax
    sub digit, rax

    // [r3 … r0], [r15 … r12], [rdi rdx rcx rax] = the entry, or 1, 1, 0 where the digit is 0
    set_words LOW, 1, 0
    set_words SECOND, 1, 0
    set_words THIRD, 0, 0
    .irp j, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16
    select_entry \j
    .endr

    // Q = the entry, or where the digit is negative the other's: y + x, y - x, 2p - 2·d·x·y
    store_words rsp + Q, LOW
    store_words rsp + Q + 32, SECOND
    mov digit, [rsp + SIGN]
    test digit, digit
    move_words_if_nonzero LOW, rsp + Q + 32
    move_words_if_nonzero SECOND, rsp + Q
    store_words rsp + Q, LOW
    store_words rsp + Q + 32, SECOND
    set_words LOW, -38, -1
    sub r0, rax
    sbb r1, rcx
    sbb r2, rdx
    sbb r3, rdi
    test digit, digit
    cmovz r0, rax
    cmovz r1, rcx
    cmovz r2, rdx
    cmovz r3, rdi
    store_words rsp + Q + 64, LOW
CUT(selected)

    // P := P + Q
    lea rdi, [rsp + PX]
    lea rsi, [rsp + Q]
    call LOCAL(ge_madd)
CUT(added)
    add entries, ROW
    sub left, 1
    jnz LOCAL(digit)
.endm
