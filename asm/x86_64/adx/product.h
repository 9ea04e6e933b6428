// product.h: the registers of a 512-bit product [r7 … r0], and its reduction to 256 bits by MULX, ADCX and ADOX.

#define r0   r8
#define r1   r9
#define r2   r10
#define r3   r11
#define r4   r12
#define r5   r13
#define r6   r14
#define r7   r15
#define hi   rax
#define lo   rcx
#define zero rbx

#include "../common/reduce.h"

.macro save_all
    SAVE rbx
    SAVE rbp
    SAVE r12
    SAVE r13
    SAVE r14
    SAVE r15
.endm

.macro restore_all
    RESTORE r15
    RESTORE r14
    RESTORE r13
    RESTORE r12
    RESTORE rbp
    RESTORE rbx
.endm

// zero = 0, CF = 0, OF = 0
.macro clear_chains
    xor ebx, ebx
.endm

// [r3 r2 r1 r0] := [r7 … r0] (mod p), below 2^255 + 1463.
//   38·r4            lo   hi
//   38·r5                 lo   hi
//   38·r6                      lo   hi
//   38·r7                           lo   hi
//   CF chain         lo4  lo5  lo6  lo7  CF
//   OF chain          ·   hi4  hi5  hi6  hi7+OF
// The sum [hi r3 r2 r1 r0] is below 39·2^256, so hi <= 38.
.macro fold_product
    mov edx, 38
    mulx hi, lo, r4
    mulx r5, r4, r5
    clear_chains
    adox r1, hi
    adcx r0, lo
    mulx r6, lo, r6
    adox r2, r5
    adcx r1, r4
    mulx hi, r4, r7
    adox r3, r6
    adcx r2, lo
    adox hi, zero
    adcx r3, r4
    adcx hi, zero
    fold_top r0, r1, r2, r3, hi, lo
.endm
