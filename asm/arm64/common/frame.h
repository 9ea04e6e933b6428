// frame.h: the caller's registers, kept on the stack; and a stack that is left behind without what was in it.

#ifndef QED25519_ARM64_FRAME_H
#define QED25519_ARM64_FRAME_H

.macro save_all
    stp   x19, x20, [sp, #-80]!
    stp   x21, x22, [sp, #16]
    stp   x23, x24, [sp, #32]
    stp   x25, x26, [sp, #48]
    stp   x27, x28, [sp, #64]
    .cfi_adjust_cfa_offset 80
    .cfi_rel_offset x19, 0
    .cfi_rel_offset x20, 8
    .cfi_rel_offset x21, 16
    .cfi_rel_offset x22, 24
    .cfi_rel_offset x23, 32
    .cfi_rel_offset x24, 40
    .cfi_rel_offset x25, 48
    .cfi_rel_offset x26, 56
    .cfi_rel_offset x27, 64
    .cfi_rel_offset x28, 72
.endm

.macro restore_all
    ldp   x21, x22, [sp, #16]
    ldp   x23, x24, [sp, #32]
    ldp   x25, x26, [sp, #48]
    ldp   x27, x28, [sp, #64]
    ldp   x19, x20, [sp], #80
    .cfi_adjust_cfa_offset -80
    .cfi_restore x19
    .cfi_restore x20
    .cfi_restore x21
    .cfi_restore x22
    .cfi_restore x23
    .cfi_restore x24
    .cfi_restore x25
    .cfi_restore x26
    .cfi_restore x27
    .cfi_restore x28
.endm

// For a routine that calls.
.macro save_all_and_link
    stp   x29, x30, [sp, #-16]!
    .cfi_adjust_cfa_offset 16
    .cfi_rel_offset x29, 0
    .cfi_rel_offset x30, 8
    mov   x29, sp
    save_all
.endm

.macro restore_all_and_link
    restore_all
    ldp   x29, x30, [sp], #16
    .cfi_adjust_cfa_offset -16
    .cfi_restore x29
    .cfi_restore x30
.endm

// Zeros for `below` bytes below sp, and for `frame` bytes from there on, which end; multiples of 16. Changes x9 and x10.
.macro wipe below, frame
    sub   sp, sp, #(\below)
    .cfi_adjust_cfa_offset \below
    mov   x9, sp
    mov   x10, #((\below + \frame) / 16)
LOCAL(wipe):
    stp   xzr, xzr, [x9], #16
    subs  x10, x10, #1
    b.ne  LOCAL(wipe)
    add   sp, sp, #(\below + \frame)
    .cfi_adjust_cfa_offset -(\below + \frame)
.endm

#endif
