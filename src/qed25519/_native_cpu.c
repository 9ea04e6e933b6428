/* x86-64: CPUID (Intel SDM volume 2A, CPUID leaf 7; AMD APM volume 3, appendix E).
   Arm64: MIDR_EL1 (Arm ARM), which a program may read where AT_HWCAP has HWCAP_CPUID, since Linux then emulates it
   (Linux, Documentation/arch/arm64/cpu-feature-registers.rst). */
#include "_native_cpu.h"

#if defined(__x86_64__)
#include <cpuid.h>

const char *qed25519_architecture(void) { return "x86_64"; }

uint32_t qed25519_cpu_features(void) {
    unsigned int eax, ebx, ecx, edx;
    if (!__get_cpuid_count(7, 0, &eax, &ebx, &ecx, &edx))
        return 0;
    return (ebx >> 8 & 1) | (ebx >> 19 & 1) << 1;
}

uint64_t qed25519_cpu_midr(void) { return 0; }

#elif defined(__aarch64__)

const char *qed25519_architecture(void) { return "arm64"; }

uint32_t qed25519_cpu_features(void) { return 0; }

#if defined(__linux__)
#include <sys/auxv.h>

#define HWCAP_CPUID_BIT 11

uint64_t qed25519_cpu_midr(void) {
    uint64_t midr;
    if (!(getauxval(AT_HWCAP) >> HWCAP_CPUID_BIT & 1))
        return 0;
    __asm__("mrs %0, MIDR_EL1" : "=r"(midr));
    return midr;
}
#else
uint64_t qed25519_cpu_midr(void) { return 0; }
#endif

#endif
