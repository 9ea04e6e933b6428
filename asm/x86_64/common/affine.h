// affine.h: the last steps of a routine that ends with a point: from extended to affine coordinates. After the variant's
// product.h, in a file with a copy of fe_invert.

#ifndef QED25519_X86_64_AFFINE_H
#define QED25519_X86_64_AFFINE_H

// x = X/Z and y = Y/Z, canonical, at the address kept in the word `out`, for X, Y, Z at `point`. Changes the four words at
// `scratch`.
.macro affine_coordinates point, scratch, out
    lea rdi, [\scratch]
    lea rsi, [\point + 64]
    call LOCAL(fe_invert)
CUT(inverse)
    multiply \point, \scratch
CUT(product_x)
    fold_product 38
CUT(x)
    canonicalize r0, r1, r2, r3, hi, lo
CUT(x_canonical)
    mov rdi, [\out]
    store_words rdi, r0, r1, r2, r3
    multiply \point + 32, \scratch
CUT(product_y)
    fold_product 38
CUT(y)
    canonicalize r0, r1, r2, r3, hi, lo
CUT(y_canonical)
    mov rdi, [\out]
    store_words rdi + 32, r0, r1, r2, r3
.endm

#endif
