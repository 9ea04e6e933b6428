#include <stdio.h>

#if !__has_include(<valgrind/memcheck.h>)
#error "valgrind/memcheck.h is missing: install valgrind (Debian: apt-get install valgrind)"
#endif
#include <valgrind/memcheck.h>

#include "harness.h"

static const char *current;
static unsigned errors_before;
static size_t bits, undefined;

void begin(const char *name) {
    current = name;
    bits = undefined = 0;
    errors_before = VALGRIND_COUNT_ERRORS;
}

void secret(void *data, size_t bytes) {
    (void)VALGRIND_MAKE_MEM_UNDEFINED(data, bytes);
}

void publish(void *data, size_t bytes) {
    for (size_t i = 0; i < bytes; i++) {
        uint8_t unknown = 0;
        (void)VALGRIND_GET_VBITS((uint8_t *)data + i, &unknown, 1);
        for (; unknown; unknown &= unknown - 1)
            undefined++;
    }
    bits += 8 * bytes;
    (void)VALGRIND_MAKE_MEM_DEFINED(data, bytes);
}

void end(void) {
    printf("%s %u %zu %zu\n", current, VALGRIND_COUNT_ERRORS - errors_before, bits, undefined);
}

int main(void) {
    if (!RUNNING_ON_VALGRIND) {
        fputs("run this under valgrind\n", stderr);
        return 2;
    }
    calls();
    return 0;
}
