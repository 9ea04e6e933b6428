/* X25519 as RFC 7748, section 5, has it: the Montgomery ladder over the proved field routines.

   A field element is four 64-bit words, low first, any value below 2^256.  No branch and no address depends on the
   scalar or on a field element.  Temporaries are wiped as well as C can; registers and spills are not. */
#include <string.h>

#include "_native_routines.h"
#include "_native_x25519.h"

#if defined(__x86_64__)

typedef uint64_t fe[4];

/* The routines of one variant.  All allow z = x and z = y; cswap wants two different elements. */
typedef struct {
    void (*mul)(uint64_t z[4], const uint64_t x[4], const uint64_t y[4]);
    void (*sqr)(uint64_t z[4], const uint64_t x[4]);
    void (*mul_small)(uint64_t z[4], const uint64_t x[4], uint64_t k);
    void (*add)(uint64_t z[4], const uint64_t x[4], const uint64_t y[4]);
    void (*sub)(uint64_t z[4], const uint64_t x[4], const uint64_t y[4]);
    void (*cswap)(uint64_t swap, uint64_t x[4], uint64_t y[4]);
    void (*canonical)(uint64_t z[4], const uint64_t x[4]);
    void (*invert)(uint64_t z[4], const uint64_t x[4]);
} field;

/* Everything that holds secrets, in one place to wipe. */
typedef struct {
    fe k, x1, x2, z2, x3, z3;
    fe a, b, c, d, e;
} workspace;

static void wipe(workspace *w) {
    memset(w, 0, sizeof *w);
    __asm__ volatile("" : : "r"(w) : "memory"); /* the compiler must suppose that w is read */
}

/* One ladder step after the swap: (x2:z2, x3:z3) = (2·(x2:z2), (x2:z2) + (x3:z3)), where their difference is x1. */
static void step(const field *f, workspace *w) {
    f->add(w->a, w->x2, w->z2);       /* A  = x2 + z2 */
    f->sub(w->b, w->x2, w->z2);       /* B  = x2 - z2 */
    f->add(w->c, w->x3, w->z3);       /* C  = x3 + z3 */
    f->sub(w->d, w->x3, w->z3);       /* D  = x3 - z3 */
    f->mul(w->d, w->d, w->a);         /* DA */
    f->mul(w->c, w->c, w->b);         /* CB */
    f->sqr(w->a, w->a);               /* AA */
    f->sqr(w->b, w->b);               /* BB */
    f->add(w->x3, w->d, w->c);
    f->sqr(w->x3, w->x3);             /* x3 = (DA + CB)^2 */
    f->sub(w->z3, w->d, w->c);
    f->sqr(w->z3, w->z3);
    f->mul(w->z3, w->z3, w->x1);      /* z3 = x1·(DA - CB)^2 */
    f->mul(w->x2, w->a, w->b);        /* x2 = AA·BB */
    f->sub(w->e, w->a, w->b);         /* E  = AA - BB */
    f->mul_small(w->z2, w->e, 121666);
    f->add(w->z2, w->z2, w->b);       /* BB + 121666·E = AA + 121665·E */
    f->mul(w->z2, w->z2, w->e);       /* z2 = E·(AA + a24·E) */
}

static int x25519(const field *f, uint8_t out[32], const uint8_t k[32], const uint8_t u[32]) {
    workspace w = {.x2 = {1}, .z3 = {1}};

    memcpy(w.k, k, 32);
    w.k[0] &= ~UINT64_C(7);                             /* a multiple of the cofactor 8 */
    w.k[3] &= ~(UINT64_C(1) << 63);
    w.k[3] |= UINT64_C(1) << 62;                        /* 2^254 <= k < 2^255 */
    memcpy(w.x1, u, 32);
    w.x1[3] &= ~(UINT64_C(1) << 63);                    /* the top bit of u is ignored */
    memcpy(w.x3, w.x1, 32);

    uint64_t swap = 0;
    for (int t = 254; t >= 0; t--) {
        uint64_t bit = w.k[t / 64] >> t % 64 & 1;
        f->cswap(swap ^ bit, w.x2, w.x3);
        f->cswap(swap ^ bit, w.z2, w.z3);
        swap = bit;
        step(f, &w);
    }
    /* k ends in three zero bits, so no swap is pending. */

    f->invert(w.e, w.z2);
    f->mul(w.x2, w.x2, w.e);
    f->canonical(w.x2, w.x2);
    memcpy(out, w.x2, 32);
    uint64_t any = w.x2[0] | w.x2[1] | w.x2[2] | w.x2[3];
    wipe(&w);
    return any != 0;
}

static const field mul = {
    qed25519_x86_64_mul_fe_mul, qed25519_x86_64_mul_fe_sqr, qed25519_x86_64_common_fe_mul_small,
    qed25519_x86_64_common_fe_add, qed25519_x86_64_common_fe_sub, qed25519_x86_64_common_fe_cswap,
    qed25519_x86_64_common_fe_canonical, qed25519_x86_64_common_fe_invert,
};

int qed25519_x86_64_mul_x25519(uint8_t out[32], const uint8_t k[32], const uint8_t u[32]) {
    return x25519(&mul, out, k, u);
}

#else /* no X25519 here yet: qed25519/_backend.py never calls these */

int qed25519_x86_64_mul_x25519(uint8_t out[32], const uint8_t k[32], const uint8_t u[32]) {
    (void)k, (void)u;
    memset(out, 0, 32);
    return 0;
}

#endif
