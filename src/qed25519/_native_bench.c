/* A routine takes up to four words.  Whatever its contract calls them, here each is the address of four words that it
   may read and write, so that a routine may take it for a pointer or for a number. */
#define _POSIX_C_SOURCE 199309L
#include <time.h>

#include "_native_bench.h"

typedef void routine_t(uint64_t *, uint64_t *, uint64_t *, uint64_t *);

/* Not on the stack: their addresses then wait for nothing that a routine saves and restores. */
static uint64_t a[4], b[4];

static double nanoseconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return 1e9 * (double)t.tv_sec + (double)t.tv_nsec;
}

double qed25519_bench_latency(const void *routine, uint64_t calls) {
    routine_t *call = (routine_t *)routine;
    double start = nanoseconds();
    for (uint64_t i = 0; i < calls; i++)
        call(a, a, a, a);
    return nanoseconds() - start;
}

double qed25519_bench_throughput(const void *routine, uint64_t calls) {
    routine_t *call = (routine_t *)routine;
    double start = nanoseconds();
    for (uint64_t i = 0; i < calls; i++)
        call(a, b, b, b);
    return nanoseconds() - start;
}

double qed25519_bench_chain(uint64_t steps) {
    uint64_t sum = 1, term = 3;
    double start = nanoseconds();
    for (uint64_t i = 0; i < steps; i += 64) {
#if defined(__x86_64__)
        __asm__ volatile(".rept 64\n\tadd %1, %0\n\t.endr" : "+r"(sum) : "r"(term) : "cc");
#else
        __asm__ volatile(".rept 64\n\tadd %0, %0, %1\n\t.endr" : "+r"(sum) : "r"(term));
#endif
    }
    return nanoseconds() - start;
}
