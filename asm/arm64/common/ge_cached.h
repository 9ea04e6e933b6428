// ge_cached.h: ge_cached's code after the landing pad, as a macro, ge_cached_code, for copies in other files; after the
// variant's product.h. No other name of a register is left behind, only macros.
//
// What additions of p = (X, Y, Z, T) need of it (spec/edwards25519.py, cached): Y - X, Y + X, 2·d·T, 2·Z. The coordinates are
// short elements (short.h); so is 2·d·T.

#include "group.h"
#include "recode.h"

#define point x28               // p's: products overwrite x1

.macro ge_cached_code
    save_all
    mov   point, x1
    mov   k38, #38

    load  point, 96, FIRST
    constants SECOND, 0xEBD69B9426B2F159, 0x00E0149A8283B156, 0x198E80F2EEF3D130, 0x2406D9DC56DFFCE7
    times t2d, LOW
CUT(t2d)
    load  point, 32, FIRST
    load  point, 0, SECOND
    store x0, 64, LOW
    add_short LOW, FIRST, SECOND, k38, temp
CUT(y_plus_x)
    sub_short FIRST, FIRST, SECOND, k38, temp
CUT(y_minus_x)
    load  point, 64, SECOND
    store x0, 0, FIRST
    store x0, 32, LOW
    add_short SECOND, SECOND, SECOND, k38, temp
CUT(z2)
    store x0, 96, SECOND
    restore_all
    ret
.endm

#undef point
