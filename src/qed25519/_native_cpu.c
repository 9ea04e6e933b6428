/* CPU features by CPUID (Intel SDM volume 2A, CPUID leaf 7; AMD APM volume 3, appendix E). */
#include "_native_cpu.h"

#if defined(__x86_64__)
#include <cpuid.h>

uint32_t qed25519_cpu_features(void) {
    unsigned int eax, ebx, ecx, edx;
    if (!__get_cpuid_count(7, 0, &eax, &ebx, &ecx, &edx))
        return 0;
    return (ebx >> 8 & 1) | (ebx >> 19 & 1) << 1;
}

#else

uint32_t qed25519_cpu_features(void) { return 0; }

#endif
