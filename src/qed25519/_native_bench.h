/* Timed loops over one routine, given by its address, and over instructions of known length.
   The routine gets the pointers a, b, b, b: its data are meaningless, its time is not, since no routine's time
   depends on data.  Each returns nanoseconds. */
#ifndef QED25519_NATIVE_BENCH_H
#define QED25519_NATIVE_BENCH_H

#include <stdint.h>

/* `calls` calls in which all inputs are the last call's output (b = a). */
double qed25519_bench_latency(const void *routine, uint64_t calls);

/* `calls` calls that do not wait for each other, unless the routine changes its inputs. */
double qed25519_bench_throughput(const void *routine, uint64_t calls);

/* `steps` additions, each of which waits for the one before: one core cycle each.  A multiple of 64. */
double qed25519_bench_chain(uint64_t steps);

#endif
