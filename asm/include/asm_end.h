// asm_end.h: the notes of an object file, last in every .S. The stack is not executable; every indirect
// entry has its landing pad (x86: IBT and shadow stack; Arm64: BTI). No Arm64 PAC bit: leaf routines sign nothing.

#if defined(__ELF__)
.section .note.GNU-stack, "", %progbits
#endif

#if defined(__ELF__) && (defined(__x86_64__) || defined(__aarch64__))
.section .note.gnu.property, "a", %note
    .p2align 3
    .long 4                     // size of the name
    .long 16                    // size of the description
    .long 5                     // NT_GNU_PROPERTY_TYPE_0
    .asciz "GNU"
#if defined(__x86_64__)
    .long 0xc0000002            // GNU_PROPERTY_X86_FEATURE_1_AND
    .long 4
    .long 3                     // IBT, SHSTK
#else
    .long 0xc0000000            // GNU_PROPERTY_AARCH64_FEATURE_1_AND
    .long 4
    .long 1                     // BTI
#endif
    .long 0
#endif
