/* What this CPU, as the operating system or hypervisor shows it, is and can execute. */
#ifndef QED25519_NATIVE_CPU_H
#define QED25519_NATIVE_CPU_H

#include <stdint.h>

/* The architecture for which this library is compiled: "x86_64" or "arm64". */
const char *qed25519_architecture(void);

/* Bit 0: BMI2 (MULX).  Bit 1: ADX (ADCX, ADOX).  0 on other architectures. */
uint32_t qed25519_cpu_features(void);

/* Arm64: MIDR_EL1 of the core that runs this, where Linux lets a program read it; 0 elsewhere. */
uint64_t qed25519_cpu_midr(void);

#endif
