// x25519.h: x25519's code up to its subroutines, after ladder_step.h, which has `multiply` and `fold_product`.
//
// The clamped scalar is 2^254 + 8·n. Its bits go through the ladder from the top, k_254 first; a step begins with the
// swap that k_t and the bit before it ask for. The last three bits are 0, so no swap is left to do at the end.
// The result is x2/z2, and 0 where z2 is 0, as 1/0 is.

#include "wipe.h"

// The frame, 8 bytes a word.
#define STATE  0                // x2, z2, x3, z3
#define X1     128
#define K      160              // the clamped scalar
#define OUT    192
#define FRAME  200
#define BELOW  400              // the stack of the subroutines, return address included

#define out    rdi
#define scalar rsi
#define point  rdx
#define t      rbx
#define before rbp              // the bit of the step before

.macro x25519_code
    SAVE rbx
    SAVE rbp
    SAVE r12
    SAVE r13
    SAVE r14
    SAVE r15
    sub rsp, FRAME
    .cfi_adjust_cfa_offset FRAME
    mov [rsp + OUT], out

    // K = the scalar with its three low bits and the top bit cleared, and bit 254 set
    mov rax, [scalar]
    mov rcx, [scalar + 8]
    and rax, -8
    mov [rsp + K], rax
    mov [rsp + K + 8], rcx
    mov rax, [scalar + 16]
    mov rcx, [scalar + 24]
    shl rcx, 2
    shr rcx, 2
    bts rcx, 62
    mov [rsp + K + 16], rax
    mov [rsp + K + 24], rcx

    // (x2:z2) = (1:0), x1 = the point's lower 255 bits, (x3:z3) = (x1:1)
    load_words r0, r1, r2, r3, point
    btr r3, 63
    store_words rsp + X1, r0, r1, r2, r3
    store_words rsp + STATE + 64, r0, r1, r2, r3
    mov eax, 0
    mov ecx, 1
    mov [rsp + STATE], rcx
    mov [rsp + STATE + 8], rax
    mov [rsp + STATE + 16], rax
    mov [rsp + STATE + 24], rax
    mov [rsp + STATE + 32], rax
    mov [rsp + STATE + 40], rax
    mov [rsp + STATE + 48], rax
    mov [rsp + STATE + 56], rax
    mov [rsp + STATE + 96], rcx
    mov [rsp + STATE + 104], rax
    mov [rsp + STATE + 112], rax
    mov [rsp + STATE + 120], rax
    mov before, rax
    mov t, 254

LOCAL(step):
CUT(ladder)
    mov rax, t
    shr rax, 6
    mov rax, [rsp + K + 8*rax]
    mov rcx, t
    shr rax, cl
    and eax, 1                  // k_t
    mov rdx, before
    xor rdx, rax
    mov before, rax
CUT(bit)
    lea rdi, [rsp + STATE]
    lea rsi, [rsp + X1]
    call LOCAL(ladder_step)
    sub t, 1
    jnc LOCAL(step)

    // z2 = 1/z2
    lea rdi, [rsp + STATE + 32]
    lea rsi, [rsp + STATE + 32]
    call LOCAL(fe_invert)

    // [r3 … r0] = x2/z2, canonical
CUT(inverse)
    multiply rsp + STATE, rsp + STATE + 32
CUT(product_quotient)
    fold_product 38
CUT(quotient)
    canonicalize r0, r1, r2, r3, hi, lo
CUT(canonical)
    mov out, [rsp + OUT]
    store_words out, r0, r1, r2, r3

    wipe BELOW, FRAME
    restore_all
    ret
.endm

#undef STATE
#undef X1
#undef K
#undef OUT
#undef FRAME
#undef BELOW
#undef out
#undef scalar
#undef point
#undef t
#undef before
