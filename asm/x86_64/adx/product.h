// product.h: 512-bit products [r7 … r0] of four words by four, and their reduction to 256 bits, by MULX, ADCX and ADOX.

#define r0   r8
#define r1   r9
#define r2   r10
#define r3   r11
#define r4   r12
#define r5   r13
#define r6   r14
#define r7   r15
#define l0   rax
#define l1   rcx
#define l2   rbx
#define l3   rbp
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

// Row j of a product adds b·aj at weight 2^(64j) to what the rows before it left in r0 … r(j+3), and makes r(j+4). The
// sum of rows 0 … j is below 2^(64(j+5)), so no carry leaves r(j+4).

// Rows 1 and 2: b·aj = [w4 l3 l2 l1 l0] first, by one chain of carries, then the sum, by another. Changes h. Two of the
// additions take no carry, and two chains at once, as in row 3, would have nine that do: 42 cycles instead of 45 if
// z = x = y, and 24 instead of 26 a call (Golden Cove).
//   weight 2^64^     j        j+1      j+2      j+3      j+4
//   b·aj           lo(b0aj) lo(b1aj) lo(b2aj) lo(b3aj)
//                    ·      hi(b0aj) hi(b1aj) hi(b2aj) hi(b3aj)+CF
//   before         r(j)     r(j+1)   r(j+2)   r(j+3)     CF
.macro row a b j w0 w1 w2 w3 w4 h
    mov rdx, [\a + 8*\j]
    mulx \h, l0, [\b]
    mulx l3, l1, [\b + 8]
    add l1, \h
    mulx \h, l2, [\b + 16]
    adc l2, l3
    mulx \w4, l3, [\b + 24]
    adc l3, \h
    adc \w4, 0
    add \w0, l0
    adc \w1, l1
    adc \w2, l2
    adc \w3, l3
    adc \w4, 0
.endm

// Row 3, with no register left for h: two chains at once add the words of b·a3 as they come.
// Of each pair ADOX goes first, since the next ADOX and the next ADCX both wait for it.
//   before         r3       r4       r5       r6         ·
//   CF chain       lo(b0a3) lo(b1a3) lo(b2a3) lo(b3a3)  CF
//   OF chain         ·      hi(b0a3) hi(b1a3) hi(b2a3) hi(b3a3)+OF
.macro last_row a b
    mov rdx, [\a + 24]
    clear_chains
    mulx hi, lo, [\b]
    adox r4, hi
    adcx r3, lo
    mulx hi, lo, [\b + 8]
    adox r5, hi
    adcx r4, lo
    mulx hi, lo, [\b + 16]
    adox r6, hi
    adcx r5, lo
    mulx r7, lo, [\b + 24]
    adox r7, zero
    adcx r6, lo
    adcx r7, zero
.endm

// [r7 … r0] = a·b, for four words each at a and b. The rows go by a, so that a chain of products in which the result
// becomes the next a waits for one word at a time.
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

    row \a, \b, 1, r1, r2, r3, r4, r5, r7
    row \a, \b, 2, r2, r3, r4, r5, r6, r7
    last_row \a, \b
.endm

// [r7 … r0] = a², for four words at a.
// a² = 2·C + D with the cross products C = Σ ai·aj·2^(64(i+j)), i < j, and the squares D = Σ ai²·2^(128i).
//   weight 2^64^   0    1    2    3    4    5    6    7
//   a0·(a1 a2 a3)  ·    r1   r2   r3   r4
//   a1·(a2 a3)     ·    ·    ·   lo12 hi12
//                  ·    ·    ·    ·   lo13 hi13
//   a2·a3          ·    ·    ·    ·    ·   lo23 hi23
//   C doubled      ·    C1   C2   C3   C4   C5   C6   CF
//   D             lo00 hi00 lo11 hi11 lo22 hi22 lo33 hi33
.macro square a
    // [r4 r3 r2 r1] = a0·(a1 + 2^64 a2 + 2^128 a3), at weight 2^64
    mov rdx, [\a]
    mulx r2, r1, [\a + 8]
    mulx r3, l0, [\a + 16]
    mulx r4, l1, [\a + 24]
    add r2, l0
    adc r3, l1
    adc r4, 0

    // [r6 r5 l1 l0] = a1·(a2 + 2^64 a3) + 2^128 a2·a3, at weight 2^192
    mov rdx, [\a + 8]
    mulx l1, l0, [\a + 16]
    mulx l3, l2, [\a + 24]
    mov rdx, [\a + 16]
    mulx r6, r5, [\a + 24]
    add l1, l2
    adc r5, l3
    adc r6, 0

    // [r6 … r1] = C / 2^64; C < 2^511, so no carry leaves r6 and 2·C fits
    add r3, l0
    adc r4, l1
    adc r5, 0
    adc r6, 0

    // [r7 … r1] = 2·C / 2^64
    mov r7, 0
    add r1, r1
    adc r2, r2
    adc r3, r3
    adc r4, r4
    adc r5, r5
    adc r6, r6
    adc r7, 0

    // [r7 … r0] = 2·C + D
    mov rdx, [\a]
    mulx l0, r0, rdx
    mov rdx, [\a + 8]
    mulx l2, l1, rdx
    mov rdx, [\a + 16]
    add r1, l0
    mulx l0, l3, rdx
    mov rdx, [\a + 24]
    adc r2, l1
    adc r3, l2
    mulx l2, l1, rdx
    adc r4, l3
    adc r5, l0
    adc r6, l1
    adc r7, l2
.endm

// [r3 r2 r1 r0] := [r3 r2 r1 r0] + k·[r7 r6 r5 r4] (mod p), below 2^255 + 2^198 for k = 38 (where it is the product
// [r7 … r0], since 2^256 = 38), and below 2^256 for any k < 2^50. It waits for no lower words to see what is above
// bit 254: with
//     u = ⌊(r3 + k·r7) / 2^63⌋,  r3' = (r3 + k·r7) mod 2^63
// the number is [r3' r2 r1 r0] + k·[r6 r5 r4] + 2^255·u, and 2^255·u = 19·u.
//   k·r4            lo   hi
//   k·r5                 lo   hi
//   k·r6                      lo   hi
//   CF chain        lo4  lo5  lo6   ·+CF
//   OF chain        19u  hi4  hi5  hi6+OF
// r3' < 2^63 and hi6 < k, so no carry leaves r3. The lower words go first, since u comes last.
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
    mulx r6, l3, r6
    clear_chains
    adcx r0, lo
    adox r0, hi
    adcx r1, r7
    adox r1, r4
    adcx r2, l3
    adox r2, r5
    adcx r3, zero
    adox r3, r6
.endm
