// ge_base.h: ge_base's code up to its subroutines; after the variant's product.h, and in a file with the table: the sum of
// entries (base_comb.h), and its affine coordinates.

#include "base_comb.h"
#include "affine.h"

#define out    x28
#define scalar x1

.macro ge_base_code table
    save_all_and_link
    sub   sp, sp, #FRAME
    .cfi_adjust_cfa_offset FRAME
    mov   out, x0
    load  scalar, 0, FIRST
    sum_of_entries \table
    affine_coordinates PX, Q, out
    wipe  BELOW, FRAME
    restore_all_and_link
    ret
.endm

#undef out
#undef scalar
#include "base_comb_end.h"
