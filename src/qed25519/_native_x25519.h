/* X25519 (RFC 7748, section 5), for the variant that has no assembly of it yet.
   The field arithmetic is proved; this C, which calls it, is tested only. */
#ifndef QED25519_NATIVE_X25519_H
#define QED25519_NATIVE_X25519_H

#include <stdint.h>

/* out = X25519(k, u).  Returns 1, or 0 if out is all zeros.  The three may overlap.
   Time and memory addresses depend on neither k nor u. */
int qed25519_x86_64_mul_x25519(uint8_t out[32], const uint8_t k[32], const uint8_t u[32]);

#endif
