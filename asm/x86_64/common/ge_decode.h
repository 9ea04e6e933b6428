// ge_decode.h: ge_decode's code up to its subroutines, as a macro, ge_decode_code; after the variant's product.h.
//
// On the curve x² = u/v for u = y² - 1 and v = d·y² + 1, where v is never 0. With r = u·v³·(u·v⁷)^((p - 5)/8),
//     v·r² = u·(u·v⁷)^((p - 1)/4),
// and if u/v is a square, the power is 1 or -1: then r or √-1·r is a root of it (RFC 8032, section 5.1.3; docs/formulas.md,
// section 8). If it is no square, neither is. So one root is computed by the first comparison, and the second, v·x² = u,
// tells whether it is one.

// The frame, 8 bytes a word.
#define Y        0              // y, canonical
#define U        32             // y² - 1
#define V        64             // d·y² + 1
#define A        96             // u·v³, then the root
#define B        128            // u·v⁷, then r
#define T        160
#define C        192            // a constant
#define SIGN     224            // bit 255 of the encoding
#define BELOW_P  232            // 1 where the other bits are below p
#define IS_ROOT  240            // 1 where v·r² = u
#define ON_CURVE 248            // 1 where v·x² = u
#define IS_ZERO  256            // 1 where x = 0
#define OUT      264
#define FRAME    272

#define out      rdi
#define encoding rsi
#define LOW      r0, r1, r2, r3

.macro constant w0, w1, w2, w3
    mov rax, \w0
    mov [rsp + C], rax
    mov rax, \w1
    mov [rsp + C + 8], rax
    mov rax, \w2
    mov [rsp + C + 16], rax
    mov rax, \w3
    mov [rsp + C + 24], rax
.endm

// [to] = [a]·[b]
.macro times to, a, b
    lea rdi, [rsp + \to]
    lea rsi, [rsp + \a]
    lea rdx, [rsp + \b]
    call LOCAL(fe_mul)
.endm

// rax = 1 if [a] = [b], else 0
.macro compare a, b
    lea rdi, [rsp + \a]
    lea rsi, [rsp + \b]
    call LOCAL(fe_is_equal)
.endm

.macro ge_decode_code
    save_all
    sub rsp, FRAME
    .cfi_adjust_cfa_offset FRAME
    mov [rsp + OUT], out

    // SIGN·2^255 + [r3 … r0] = the encoding
    load_words LOW, encoding
    mov rax, r3
    shr rax, 63
    mov [rsp + SIGN], rax
    btr r3, 63
CUT(lower)

    // BELOW_P = 1 where 2^255 is not in [r3 … r0] + 19
    mov rax, r0
    add rax, 19
    mov rax, r1
    adc rax, 0
    mov rax, r2
    adc rax, 0
    mov rax, r3
    adc rax, 0
    shr rax, 63
    xor rax, 1
CUT(below_p)
    mov [rsp + BELOW_P], rax
    canonicalize LOW, rax, rdx
CUT(y)
    store_words rsp + Y, LOW

    // U = y² - 1: a borrow leaves 2^256 - 1, from which 38 can be taken
    times T, Y, Y
    load_words LOW, rsp + T
    sub r0, 1
    sbb r1, 0
    sbb r2, 0
    sbb r3, 0
    sbb rax, rax
    and rax, 38
    sub r0, rax
CUT(u)
    store_words rsp + U, LOW

    // V = d·y² + 1: a carry leaves 0, to which 38 can be added
    constant 0x75eb4dca135978a3, 0x00700a4d4141d8ab, 0x8cc740797779e898, 0x52036cee2b6ffe73
    times V, T, C
    load_words LOW, rsp + V
    add r0, 1
    adc r1, 0
    adc r2, 0
    adc r3, 0
    sbb rax, rax
    and rax, 38
    add r0, rax
CUT(v)
    store_words rsp + V, LOW

    // A = u·v³, B = u·v³·(u·v⁷)^((p - 5)/8), T = √-1·B
    times T, V, V
    times A, T, V
    times A, A, U
    times T, T, T
    times B, A, T
    lea rdi, [rsp + T]
    lea rsi, [rsp + B]
    call LOCAL(fe_root_power)
    times B, T, A
    times T, B, B
    times T, T, V
    compare T, U
    mov [rsp + IS_ROOT], rax
    constant 0xc4ee1b274a0ea0b0, 0x2f431806ad2fe478, 0x2b4d00993dfbd7a7, 0x2b8324804fc1df0b
    times T, B, C

    // A = B if it is a root, else T; canonical
    load_words LOW, rsp + T
    mov rax, [rsp + IS_ROOT]
    test rax, rax
    move_words_if_nonzero LOW, rsp + B
CUT(selected)
    canonicalize LOW, rax, rdx
CUT(root)
    store_words rsp + A, LOW

    // ON_CURVE = 1 where v·A² = u, IS_ZERO = 1 where A = 0
    times T, A, A
    times T, T, V
    compare T, U
    mov [rsp + ON_CURVE], rax
    constant 0, 0, 0, 0
    compare A, C
    mov [rsp + IS_ZERO], rax

    // x = A if its parity is SIGN, else -A: p - A, and 0 for p
    mov rax, [rsp + A]
    and rax, 1
CUT(parity)
    xor rax, [rsp + SIGN]
CUT(opposite)
    mov r0, -19
    mov r1, -1
    mov r2, -1
    mov r3, 0x7fffffffffffffff
    sub r0, [rsp + A]
    sbb r1, [rsp + A + 8]
    sbb r2, [rsp + A + 16]
    sbb r3, [rsp + A + 24]
CUT(negative)
    xor rax, 1
    move_words_if_nonzero LOW, rsp + A
CUT(signed)
    canonicalize LOW, rax, rdx
CUT(x)
    mov out, [rsp + OUT]
    store_words out, LOW
    load_words LOW, rsp + Y
    store_words out + 32, LOW

    // ON_CURVE, and twice whether BELOW_P = 1 and not IS_ZERO = SIGN = 1
    mov rax, [rsp + IS_ZERO]
    and rax, [rsp + SIGN]
    xor rax, 1
    and rax, [rsp + BELOW_P]
CUT(is_canonical)
    add rax, rax
    add rax, [rsp + ON_CURVE]
    add rsp, FRAME
    .cfi_adjust_cfa_offset -FRAME
    restore_all
    ret
.endm

#undef Y
#undef U
#undef V
#undef A
#undef B
#undef T
#undef C
#undef SIGN
#undef BELOW_P
#undef IS_ROOT
#undef ON_CURVE
#undef IS_ZERO
#undef OUT
#undef FRAME
#undef out
#undef encoding
#undef LOW
