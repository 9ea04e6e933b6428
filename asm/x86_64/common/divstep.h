// divstep.h: the divsteps of fe_invert on packed words, their matrices, and the low words that they need.
// The including file's frame has the words LF, LG, MU, MV, MQ, MR and TWO62 at [rsp + …].
//
// i = delta - 1/2 is kept as Z = -1 - i: negative where the next odd G is to be swapped with F.

#define F     r8
#define G     r9
#define Z     r10
#define t     rdi
#define s     rsi
#define k     rcx
#define TWO41 rbp               // 2^41, throughout
#define f_low rsi
#define g_low rdi
#define u     rax               // a matrix ((u, v), (q, r)), or its negative
#define v     rbx
#define q     rcx
#define r     rdx

// One divstep on the signed words F and G, |F| + |G| < 2^63, and on i:
//     G odd and i >= 0:  F, G, i := G, (G - F)/2, -i
//     G odd and i < 0:   F, G, i := F, (G + F)/2, i + 1
//     G even:            F, G, i := F, G/2, i + 1
.macro divstep name
    lea t, [G + F]
    mov s, G
    sub s, F
    mov k, Z
    shr k, 63
    cmovnz t, s                 // t = G - F if i >= 0, else G + F; k = 1 if i >= 0, else 0
    mov s, Z
    not s                       // s = i
    sar t, 1
    test k, G
    cmovnz Z, s                 // i >= 0 and G odd: Z = i, else Z = -1 - i
    cmovnz F, G
    sar G, 1                    // CF: G was odd
    cmovc G, t
    sub Z, 1
CUT(step_\name)
.endm

.macro divsteps part, numbers:vararg
    .irp n, \numbers
    divstep \part\()_\n
    .endr
.endm

// F = f_low mod 2^20 - 2^41, G = g_low mod 2^20 - 2^62; LF = -f_low, LG = -g_low (mod 2^64)
.macro pack
    mov F, f_low
    mov G, g_low
    and F, 0xfffff
    and G, 0xfffff
    sub F, TWO41
    sub G, [rsp + TWO62]
    neg f_low
    neg g_low
    mov [rsp + LF], f_low
    mov [rsp + LG], g_low
.endm

// u, v, q, r = the negative of the matrix, after 20 - j steps, j = 0 or 1:
//     F = φ + u·2^(21 + j) + v·2^(42 + j),   |φ| < 2^20,   u and v in [-2^(20 - j), 2^(20 - j)), and G likewise.
// v = ⌊(F + 2^(20 + j) + 2^(41 + j)) / 2^(42 + j)⌋; u are the 21 bits below it of F + 2^(20 + j), signed.
.macro unpack part, j, power       // power = 2^j
    lea u, [F + (1 << (20 + \j))]
    lea q, [G + (1 << (20 + \j))]
    lea v, [u + \power*TWO41]
    lea r, [q + \power*TWO41]
    shl u, 22 - \j
    shl q, 22 - \j
CUT(shifted_\part)
    sar v, 42 + \j
    sar r, 42 + \j
    sar u, 43
    sar q, 43
.endm

// f_low = (u·LF + v·LG)/2^n, g_low = (q·LF + r·LG)/2^n: of the new f and g, 64 - n bits if 64 were known
.macro advance part, n
    mov f_low, [rsp + LF]
    mov g_low, f_low
    mov r9, [rsp + LG]
    mov r8, r9
    imul f_low, u
    imul r9, v
    imul g_low, q
    imul r8, r
    add f_low, r9
    add g_low, r8
CUT(summed_\part)
    sar f_low, \n
    sar g_low, \n
.endm

// ((rsi, rax), (rdi, rcx)) = ((u, v), (q, r))·((MU, MV), (MQ, MR))
.macro compose
    mov rsi, u
    mov rdi, v
    imul rsi, [rsp + MU]
    imul rdi, [rsp + MQ]
    imul rax, [rsp + MV]
    imul rbx, [rsp + MR]
    add rsi, rdi
    add rax, rbx
    mov rdi, q
    mov rbx, r
    imul rdi, [rsp + MU]
    imul rbx, [rsp + MQ]
    imul rcx, [rsp + MV]
    imul rdx, [rsp + MR]
    add rdi, rbx
    add rcx, rdx
.endm

.macro store_matrix a, b, c, d
    mov [rsp + MU], \a
    mov [rsp + MV], \b
    mov [rsp + MQ], \c
    mov [rsp + MR], \d
.endm
