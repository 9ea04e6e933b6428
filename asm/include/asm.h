// asm.h: how every routine begins and ends. The bytes of a routine are the same under any compiler flags.
//
//   ROUTINE(x86_64_adx_fe_mul)   hidden symbol qed25519_x86_64_adx_fe_mul, 32-byte aligned, landing pad first
//   CUT(product)                 local symbol cut.product, a point where the prover states facts; no bytes
//   COPY(x86_64_adx_fe_mul)      local symbol, landing pad: here begins a subroutine with the bytes of that routine, whose
//                                contract then holds of every call. Copies stand last: CUTs in them are none of this
//                                routine's
//   END(x86_64_adx_fe_mul)       the symbol's size is known from here
//   LOCAL(step)                  a label of this file that is in no symbol table
//   SAVE reg … RESTORE reg       push and pop (x86-64), told to the unwinder
//
// The landing pad is `endbr64` or `bti c` (spelt `hint 34`, which every assembler knows), and nothing on Mach-O,
// where no tool reads it. GNU as macros stand behind the names, not `;`, which starts a comment on Apple's Arm64.

#ifndef QED25519_ASM_H
#define QED25519_ASM_H

#define ROUTINE(name) routine name
#define END(name) routine_end name
#define CUT(label) cut_here label
#define COPY(name) copy_here name

#if defined(__APPLE__)
#define LOCAL(name) L##name     // any other label begins a piece of code of its own there
#else
#define LOCAL(name) .L##name
#endif

#if defined(__x86_64__)
.intel_syntax noprefix
#endif

.text

.macro landing_pad
#if defined(__APPLE__)
#elif defined(__x86_64__)
    endbr64
#elif defined(__aarch64__)
    hint 34
#endif
.endm

.macro routine name
    .p2align 5
#if defined(__APPLE__)
    .globl _qed25519_\name
    .private_extern _qed25519_\name
_qed25519_\name:
#else
    .globl qed25519_\name
    .hidden qed25519_\name
    .type qed25519_\name, %function
qed25519_\name:
#endif
    .cfi_startproc
    .set .Lin_copy, 0
    landing_pad
.endm

.macro routine_end name
    .cfi_endproc
#if !defined(__APPLE__)
    .size qed25519_\name, . - qed25519_\name
#endif
.endm

.macro cut_here label
    .if .Lin_copy == 0
#if defined(__APPLE__)
Lcut.\label:                    // L: not in the symbol table, where it would split the routine in two
#else
cut.\label:
#endif
    .endif
.endm

.macro copy_here name
    .cfi_endproc                // the stack is again as at an entry
    .cfi_startproc
    .set .Lin_copy, 1
#if defined(__APPLE__)
Lcopy.\name:
#else
copy.\name:
#endif
    landing_pad
.endm

#if defined(__x86_64__)
.macro SAVE reg
    push \reg
    .cfi_adjust_cfa_offset 8
    .cfi_rel_offset \reg, 0
.endm

.macro RESTORE reg
    pop \reg
    .cfi_adjust_cfa_offset -8
    .cfi_restore \reg
.endm
#endif

#endif
