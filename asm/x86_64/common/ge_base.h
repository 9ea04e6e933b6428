// ge_base.h: ge_base's code up to its subroutines; after the variant's product.h, and in a file with the table: the sum of
// entries (base_comb.h), and its affine coordinates.

#include "base_comb.h"
#include "affine.h"
#include "wipe.h"

.macro ge_base_code table
    save_all
    sub rsp, FRAME
    .cfi_adjust_cfa_offset FRAME
    mov [rsp + OUT], rdi
    load_words LOW, rsi
    sum_of_entries \table
    affine_coordinates rsp + PX, rsp + Q, rsp + OUT
    wipe BELOW, FRAME
    restore_all
    ret
.endm

#include "base_comb_end.h"
