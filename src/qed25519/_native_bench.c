#define _POSIX_C_SOURCE 199309L
#include <time.h>

#include "_native_bench.h"

/* Numbers and addresses are passed alike, on x86-64 and on Arm64; a result may be ignored. */
typedef void routine_t(uint64_t, uint64_t, uint64_t, uint64_t);

static double nanoseconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return 1e9 * (double)t.tv_sec + (double)t.tv_nsec;
}

double qed25519_bench_calls(const void *routine, const uint64_t *arguments, uint64_t sets, uint64_t calls) {
    routine_t *call = (routine_t *)routine;
    const uint64_t *set = arguments, *end = arguments + 4 * sets;
    double start = nanoseconds();
    for (uint64_t i = 0; i < calls; i++) {
        call(set[0], set[1], set[2], set[3]);
        set += 4;
        if (set == end)
            set = arguments;
    }
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
