/* Timed loops: over calls of one routine, given by its address, and over instructions of known length.
   Each returns nanoseconds. */
#ifndef QED25519_NATIVE_BENCH_H
#define QED25519_NATIVE_BENCH_H

#include <stdint.h>

/* `calls` calls of a routine that takes up to four words, numbers or addresses.  The first call gets the first four
   words of `arguments`, the next call the next four, and after `sets` calls the first four again. */
double qed25519_bench_calls(const void *routine, const uint64_t *arguments, uint64_t sets, uint64_t calls);

/* `steps` additions, each of which waits for the one before: one core cycle each.  A multiple of 64. */
double qed25519_bench_chain(uint64_t steps);

#endif
