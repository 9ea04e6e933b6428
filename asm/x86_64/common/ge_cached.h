// ge_cached.h: ge_cached's code after the landing pad, as a macro, ge_cached_code, for copies in other files; after the
// variant's product.h. No name of a register is left behind, only macros.
//
// What additions of p = (X, Y, Z, T) need of it (spec/edwards25519.py, cached): Y - X, Y + X, 2·d·T, 2·Z. The coordinates are
// short elements (short.h); so is 2·d·T.

#include "short.h"

#define LOW  r0, r1, r2, r3
#define HIGH r4, r5, r6, r7
#define FRAME 32                // 2·d

.macro ge_cached_code
    save_all
    sub rsp, FRAME
    .cfi_adjust_cfa_offset FRAME

    load_words LOW, rsi + 32
    move_words HIGH, LOW
    sub_short LOW, rsi, rax
CUT(y_minus_x)
    store_words rdi, LOW
    add_short HIGH, rsi, rax
CUT(y_plus_x)
    store_words rdi + 32, HIGH
    load_words LOW, rsi + 64
    add_short LOW, rsi + 64, rax
CUT(z2)
    store_words rdi + 96, LOW

    mov rax, 0xEBD69B9426B2F159
    mov [rsp], rax
    mov rax, 0x00E0149A8283B156
    mov [rsp + 8], rax
    mov rax, 0x198E80F2EEF3D130
    mov [rsp + 16], rax
    mov rax, 0x2406D9DC56DFFCE7
    mov [rsp + 24], rax
    multiply rsi + 96, rsp
CUT(product_t2d)
    fold_product 38
CUT(t2d)
    store_words rdi + 64, LOW

    add rsp, FRAME
    .cfi_adjust_cfa_offset -FRAME
    restore_all
    ret
.endm

#undef LOW
#undef HIGH
#undef FRAME
