// wipe.h: nothing of a routine's work stays in memory.

#ifndef QED25519_X86_64_WIPE_H
#define QED25519_X86_64_WIPE_H

// Zeros for `below` bytes below rsp, where the stack of the subroutines was, and for `frame` bytes above, which end.
// Changes rax and rcx.
.macro wipe below, frame
    sub rsp, \below
    .cfi_adjust_cfa_offset \below
    mov eax, 0
    mov ecx, (\below + \frame) / 8
LOCAL(wipe):
    mov [rsp + 8*rcx - 8], rax
    sub rcx, 1
    jnz LOCAL(wipe)
    add rsp, \below + \frame
    .cfi_adjust_cfa_offset -(\below + \frame)
.endm

#endif
