// fe_root_power.h: fe_root_power's code after the landing pad, as a macro, for copies in other files; after the variant's
// product.h.
//
// (p - 5)/8 = 2^252 - 3. With e(n) = 2^n - 1, a power x^e(m) becomes x^e(m + n) by n squarings and one product:
//     e(m)·2^n + e(n) = e(m + n).
// The chain is e(1), e(2), e(4), e(5), e(10), e(20), e(40), e(50), e(100), e(200), e(250); two squarings and x are left.

// The frame, 8 bytes a word.
#define T     0                 // the power so far
#define X     32                // x
#define S     64                // an earlier power, each time another
#define S10   96                // x^e(10)
#define S50   128               // x^e(50)
#define OUT   160               // z
#define FRAME 168

#define z     rdi
#define x     rsi
#define count rdi
#define by    rsi

// [r3 … r0] = T := T^(2^n)·[by]; `keep` is where T is kept first, or X, where x is
.macro raise n, by_words, keep=0
.if \keep
    store_words rsp + \keep, r0, r1, r2, r3
.endif
    mov count, \n
    lea by, [rsp + \by_words]
    call LOCAL(raise)
.endm

.macro fe_root_power_code
    save_all
    sub rsp, FRAME
    .cfi_adjust_cfa_offset FRAME
    mov [rsp + OUT], z
    load_words r0, r1, r2, r3, x
    store_words rsp + T, r0, r1, r2, r3
CUT(start)
    raise 1, X, X               // x^e(2)
    raise 2, S, S               // x^e(4)
    raise 1, X                  // x^e(5)
    raise 5, S, S               // x^e(10)
    raise 10, S10, S10          // x^e(20)
    raise 20, S, S              // x^e(40)
    raise 10, S10               // x^e(50)
    raise 50, S50, S50          // x^e(100)
    raise 100, S, S             // x^e(200)
    raise 50, S50               // x^e(250)
    raise 2, X                  // x^(4·e(250) + 1)
    mov z, [rsp + OUT]
    store_words z, r0, r1, r2, r3
    add rsp, FRAME
    .cfi_adjust_cfa_offset -FRAME
    restore_all
    ret

    // [r3 … r0] = T := T^(2^count)·[by]; the frame is one word further away
LOCAL(raise):
LOCAL(square):
    square rsp + 8 + T
CUT(product_square)
    fold_product 38
CUT(square)
    store_words rsp + 8 + T, r0, r1, r2, r3
    sub count, 1
    jnz LOCAL(square)
CUT(factors)
    multiply rsp + 8 + T, by
CUT(product_raised)
    fold_product 38
CUT(raised)
    store_words rsp + 8 + T, r0, r1, r2, r3
    ret
.endm

#undef T
#undef X
#undef S
#undef S10
#undef S50
#undef OUT
#undef FRAME
#undef z
#undef x
#undef count
#undef by
