// product.h: products for code that is the same for both variants; ../common/product.h names the registers.

#include "multiply.h"
#include "square.h"
#include "../common/product.h"

// [z3 z2 z1 z0] = FIRST·SECOND (mod p), short; z is LOW or REST.
.macro times name, z0, z1, z2, z3
    multiply \name, FIRST, SECOND, \z0, \z1, \z2, \z3, HIGH, temp
.endm

// [z3 z2 z1 z0] = FIRST² (mod p), short; z is LOW or REST.
.macro squared name, z0, z1, z2, z3
    square \name, FIRST, \z0, \z1, \z2, \z3, HIGH, x20, temp
.endm
