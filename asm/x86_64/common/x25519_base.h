// x25519_base.h: x25519_base's code up to its subroutines; after the variant's product.h, and in a file with the table.
//
// The clamped scalar is 8·m, 2^251 <= m < 2^252. After m·B (base_comb.h) three doublings make 8·m·B, and
// u = (Z + Y)/(Z - Y) (RFC 7748, section 4.1).

#include "base_comb.h"
#include "wipe.h"

#define out    rdi
#define scalar rsi

.macro x25519_base_code table
    save_all
    sub rsp, FRAME
    .cfi_adjust_cfa_offset FRAME
    mov [rsp + OUT], out

    // [r3 … r0] = m: bits 3 to 253 of the scalar, and bit 251 set
    load_words LOW, scalar
    shl r3, 2
    shr r3, 2
    shift_right LOW, 3
    bts r3, 59
    sum_of_entries \table

    // P := 8·P
    lea rdi, [rsp + PX]
    call LOCAL(ge_double)
CUT(doubled_1)
    lea rdi, [rsp + PX]
    call LOCAL(ge_double)
CUT(doubled_2)
    lea rdi, [rsp + PX]
    call LOCAL(ge_double)
CUT(doubled_3)

    // Q = 1/(Z - Y), Z + Y
    load_words LOW, rsp + PZ
    move_words SECOND, LOW
    sub_short LOW, rsp + PY, rax
CUT(Z_minus_Y)
    store_words rsp + Q, LOW
    add_short SECOND, rsp + PY, rax
CUT(Z_plus_Y)
    store_words rsp + Q + 32, SECOND
    lea rdi, [rsp + Q]
    lea rsi, [rsp + Q]
    call LOCAL(fe_invert)

    // [r3 … r0] = (Z + Y)/(Z - Y), canonical
CUT(inverse)
    multiply rsp + Q, rsp + Q + 32
CUT(product_quotient)
    fold_product 38
CUT(quotient)
    canonicalize LOW, hi, lo
CUT(canonical)
    mov out, [rsp + OUT]
    store_words out, LOW

    wipe BELOW, FRAME
    restore_all
    ret
.endm

#undef out
#undef scalar
#include "base_comb_end.h"
