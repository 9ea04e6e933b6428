/* What this CPU, as the operating system or hypervisor shows it, can execute. */
#ifndef QED25519_NATIVE_CPU_H
#define QED25519_NATIVE_CPU_H

#include <stdint.h>

/* Bit 0: BMI2 (MULX).  Bit 1: ADX (ADCX, ADOX).  0 on other architectures. */
uint32_t qed25519_cpu_features(void);

#endif
