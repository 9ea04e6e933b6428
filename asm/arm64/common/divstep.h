// divstep.h: the divsteps of fe_invert on packed words, their matrices, and the low words that they need.
// i = delta - 1/2.

#define F     x7
#define G     x8
#define i     x9
#define t     x10
#define s     x11
#define m     x20
#define TWO41 x12               // 2^41, throughout
#define TWO62 x13               // 2^62, throughout
#define LF    x14               // -f mod 2^64 at the start of a part
#define LG    x15               // -g mod 2^64
#define f_low x11
#define g_low x10
#define u     x16               // a matrix ((u, v), (q, r)), or its negative
#define v     x17
#define q     x19
#define r     x20
#define MU    x21               // the matrix of the parts before
#define MV    x22
#define MQ    x23
#define MR    x24

// One divstep on the signed words F and G, |F| + |G| < 2^63, and on i, where t = 2·G, before and after:
//     G odd and i >= 0:  F, G, i := G, (G - F)/2, -i
//     G odd and i < 0:   F, G, i := F, (G + F)/2, i + 1
//     G even:            F, G, i := F, G/2, i + 1
// Seven cycles for two steps by its latency: t is there a cycle before G, so its bit 1 is tested for the low bit of G.
.macro divstep name
    cmp   i, #0
    cneg  m, F, pl              // m = -F if i >= 0, else F
    neg   s, i
    tst   t, #2                 // ne: G is odd
    add   m, G, m
    csel  t, m, G, ne           // twice the new G
    ccmp  i, #0, #8, ne         // pl: G is odd and i >= 0
    csel  F, G, F, pl
    csinc i, s, i, pl
    asr   G, t, #1
CUT(step_\name)
.endm

// The first steps of a part
.macro begin_divsteps part, numbers:vararg
    lsl   t, G, #1
    divsteps \part, \numbers
.endm

.macro divsteps part, numbers:vararg
    .irp n, \numbers
    divstep \part\()_\n
    .endr
.endm

// F = f_low mod 2^20 - 2^41, G = g_low mod 2^20 - 2^62; LF = -f_low, LG = -g_low (mod 2^64)
.macro pack
    and   F, f_low, #0xfffff
    and   G, g_low, #0xfffff
    neg   LF, f_low
    neg   LG, g_low
    orr   F, F, #0xfffffe0000000000
    orr   G, G, #0xc000000000000000
.endm

// u, v, q, r = the negative of the matrix, after 20 - j steps, j = 0 or 1:
//     F = φ + u·2^(21 + j) + v·2^(42 + j),   |φ| < 2^20,   u and v in [-2^(20 - j), 2^(20 - j)), and G likewise.
// v = ⌊(F + 2^(20 + j) + 2^(41 + j)) / 2^(42 + j)⌋; u are the 21 bits below it of F + 2^(20 + j), signed.
.macro unpack part, j
    add   u, F, #(1 << (20 + \j))
    add   q, G, #(1 << (20 + \j))
    add   v, u, TWO41, lsl #\j
    add   r, q, TWO41, lsl #\j
    lsl   u, u, #(22 - \j)
    lsl   q, q, #(22 - \j)
CUT(shifted_\part)
    asr   v, v, #(42 + \j)
    asr   r, r, #(42 + \j)
    asr   u, u, #43
    asr   q, q, #43
.endm

// f_low = (u·LF + v·LG)/2^n, g_low = (q·LF + r·LG)/2^n: of the new f and g, 64 - n bits if 64 were known
.macro advance part, n
    mul   f_low, u, LF
    mul   g_low, q, LF
    madd  f_low, v, LG, f_low
    madd  g_low, r, LG, g_low
CUT(summed_\part)
    asr   f_low, f_low, #\n
    asr   g_low, g_low, #\n
.endm

// ((MU, MV), (MQ, MR)) = ((u, v), (q, r))·((MU, MV), (MQ, MR))
.macro compose
    mul   s, u, MU
    mul   t, u, MV
    madd  s, v, MQ, s
    madd  t, v, MR, t
    mul   u, q, MU
    mul   v, q, MV
    madd  MQ, r, MQ, u
    madd  MR, r, MR, v
    mov   MU, s
    mov   MV, t
.endm
