// x25519_base.h: x25519_base's code up to its subroutines; after the variant's product.h, and in a file with the table.
//
// The clamped scalar is 8·m, 2^251 <= m < 2^252. After m·B (base_comb.h) three doublings make 8·m·B, and
// u = (Z + Y)/(Z - Y) (RFC 7748, section 4.1).

#include "base_comb.h"

#define out    x28
#define scalar x1

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
    sum_of_entries \table

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

#undef out
#undef scalar
#include "base_comb_end.h"
