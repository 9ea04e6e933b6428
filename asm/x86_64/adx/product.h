// product.h: 512-bit products [r7 … r0] of four words by four, and their reduction to 256 bits, by MULX, ADCX and ADOX.

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
#define hi1  rbp
#define lo1  r7
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

// Row j of a product adds b·aj at weight 2^(64j) to what the rows before it left in r0 … r(j+3), and makes r(j+4).
//   weight 2^64^     j        j+1      j+2      j+3      j+4
//   before         r(j)     r(j+1)   r(j+2)   r(j+3)     ·
//   CF chain       lo(b0aj) lo(b1aj) lo(b2aj) lo(b3aj)  CF
//   OF chain         ·      hi(b0aj) hi(b1aj) hi(b2aj) hi(b3aj)+OF
// The sum of rows 0 … j is below 2^(64(j+5)), so no carry leaves r(j+4).
// Of each pair ADOX goes first, since the next ADOX and the next ADCX both wait for it.
.macro row a b j w0 w1 w2 w3 w4
    mov rdx, [\a + 8*\j]
    clear_chains
    mulx hi, lo, [\b]
    adox \w1, hi
    adcx \w0, lo
    mulx hi, lo, [\b + 8]
    adox \w2, hi
    adcx \w1, lo
    mulx hi, lo, [\b + 16]
    adox \w3, hi
    adcx \w2, lo
    mulx \w4, lo, [\b + 24]
    adox \w4, zero
    adcx \w3, lo
    adcx \w4, zero
.endm

// [r7 … r0] = a·b, for four words each at [a] and [b]. A chain of products in which the result becomes the next a
// waits for one word at a time.
.macro multiply a b
    // [r4 … r0] = b·a0
    mov rdx, [\a]
    mulx r1, r0, [\b]
    mulx r2, r5, [\b + 8]
    mulx r3, r6, [\b + 16]
    mulx r4, r7, [\b + 24]
    add r1, r5
    adc r2, r6
    adc r3, r7
    adc r4, 0

    row \a, \b, 1, r1, r2, r3, r4, r5
    row \a, \b, 2, r2, r3, r4, r5, r6
    row \a, \b, 3, r3, r4, r5, r6, r7
.endm

// [r7 … r0] = a², for four words at [a].
// a² = 2·C + D with the cross products C = Σ ai·aj·2^(64(i+j)), i < j, and the squares D = Σ ai²·2^(128i).
//   weight 2^64^   0    1    2    3    4    5    6    7
//   a0·(a1 a2 a3)  ·    r1   r2   r3   r4
//   CF chain       ·    ·    ·   lo12 hi12   CF
//   OF chain       ·    ·    ·    ·   lo13 hi13   OF
//   a2·a3          ·    ·    ·    ·    ·   lo23 hi23
// then, doubling C on CF while D comes in on OF:
//   CF chain       ·    C1   C2   C3   C4   C5   C6   CF
//   C, OF chain   lo00 hi00 lo11 hi11 lo22 hi22 lo33 hi33+OF
// A square is multiplied one step before its words are added: 39 cycles instead of 40, and 25 instead of 28 a call.
.macro square a
    // [r4 r3 r2 r1] = a0·(a1 + 2^64 a2 + 2^128 a3), at weight 2^64
    mov rdx, [\a]
    mulx r2, r1, [\a + 8]
    mulx r3, lo, [\a + 16]
    mulx r4, hi, [\a + 24]
    add r2, lo
    adc r3, hi
    adc r4, 0

    // [r6 … r1] = C / 2^64; C < 2^511, so no carry leaves r6 and 2·C fits
    mov rdx, [\a + 16]
    clear_chains
    mulx hi, lo, [\a + 8]
    mulx r6, r5, [\a + 24]
    adcx r3, lo
    adcx r4, hi
    mov rdx, [\a + 8]
    mulx hi, lo, [\a + 24]
    adox r4, lo
    adox r5, hi
    adcx r5, zero
    adox r6, zero
    adcx r6, zero

    // [r7 … r0] = 2·C + D
    mov rdx, [\a]
    clear_chains
    mulx hi, r0, rdx
    mov rdx, [\a + 8]
    mulx hi1, lo1, rdx
    mov rdx, [\a + 16]
    adcx r1, r1
    adcx r2, r2
    adox r1, hi
    mulx hi, lo, rdx
    adox r2, lo1
    adcx r3, r3
    mov rdx, [\a + 24]
    adox r3, hi1
    adcx r4, r4
    adox r4, lo
    adcx r5, r5
    adcx r6, r6
    mulx r7, lo, rdx
    adox r5, hi
    adcx r7, zero
    adox r6, lo
    adox r7, zero
.endm

// [r3 r2 r1 r0] := [r3 r2 r1 r0] + k·[r7 r6 r5 r4] (mod p), below 2^255 + 2^198 for k = 38 (where it is the product
// [r7 … r0], since 2^256 = 38), and below 2^256 for any k < 2^50. No lower words are waited for to see what is above
// bit 254: with
//     u = ⌊(r3 + k·r7) / 2^63⌋,  r3' = (r3 + k·r7) mod 2^63
// the number is [r3' r2 r1 r0] + k·[r6 r5 r4] + 2^255·u, and 2^255·u = 19·u.
//   k·r4            lo   hi
//   k·r5                 lo   hi
//   k·r6                      lo   hi
//   CF chain        lo4  lo5  lo6   ·+CF
//   OF chain        19u  hi4  hi5  hi6+OF
// r3' < 2^63 and hi6 < k, so no carry leaves r3.
.macro fold_product k
    mov edx, \k
    mulx hi, lo, r7
    add r3, lo
    adc hi, 0
    shl r3, 1
    adc hi, hi                  // u
    shr r3, 1
    imul hi, hi, 19
    mulx r4, lo, r4
    mulx r5, r7, r5
    mulx r6, hi1, r6
    clear_chains
    adox r0, hi
    adcx r0, lo
    adox r1, r4
    adcx r1, r7
    adox r2, r5
    adcx r2, hi1
    adox r3, r6
    adcx r3, zero
.endm
