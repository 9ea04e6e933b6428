"""Runs x86-64 code on the real CPU, or in unicorn where the host is another machine, from a complete state.

`processor()` chooses.  A state is all sixteen registers, the status flags, a window of data memory and one of stack.
The code runs until control leaves at its end or at EXIT; what comes back is the state then, and where it left.
"""

from __future__ import annotations

import ctypes
import mmap
import struct
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Protocol

import unicorn
from elftools.elf.elffile import ELFFile
from unicorn import x86_const

from qed25519._host import host
from qed25519.isa.decode_x86_64 import decode
from qed25519.isa.instruction import Instruction
from qed25519.isa.x86_64 import X86Machine
from qed25519.prover.objects import assembler

REGISTERS = X86Machine.register_names
FLAG_BITS = {"cf": 0, "pf": 2, "af": 4, "zf": 6, "sf": 7, "of": 11}
WORDS = 128                     # in the window of data memory
STACK_WORDS = 768               # in that of the stack: more than the longest frame in use
DATA_ORIGIN = WORDS // 2 * 8    # the byte of the data window that has offset 0
STACK_ORIGIN = (STACK_WORDS - 1) * 8  # the byte of the stack window that has offset 0: the return address of the caller
EXIT = 0x8000                   # offset from the code's start at which control may leave, besides its end
TABLE = 0x9000                  # offset of read-only words


@dataclass
class State:
    """Registers in the order of REGISTERS, the six status flags as FLAG_BITS places them, memory as 64-bit words."""

    registers: list[int]
    flags: int
    data: list[int]
    stack: list[int]


class Processor(Protocol):
    """Runs code; the result is the state afterwards and the offset at which control left.  Addresses are origins."""

    code_address: int
    data_address: int
    stack_address: int

    def run(self, code: bytes, state: State, table: Sequence[int] = ()) -> tuple[State, int]: ...


# --- assembling ------------------------------------------------------------------------------------------------


def assemble_text(source: str) -> bytes:
    """The bytes of GNU assembly in Intel syntax."""
    with tempfile.TemporaryDirectory(prefix="qed25519-") as folder:
        file, out = Path(folder) / "text.S", Path(folder) / "text.o"
        file.write_text(f".intel_syntax noprefix\n.text\n{source}\n", encoding="ascii")
        assembler("x86_64")[1](file, Path(folder), out)
        with out.open("rb") as stream:
            section = ELFFile(stream).get_section_by_name(".text")
            assert section is not None
            return bytes(section.data())


def assemble_programs(programs: Sequence[str]) -> list[bytes]:
    """The bytes of each program, all assembled at once."""
    blocks = [f".p2align 4\nbegin_{i}:\n{program}\nend_{i}:" for i, program in enumerate(programs)]
    places = [f".quad begin_{i} - begin_0, end_{i} - begin_0" for i in range(len(programs))]
    text = assemble_text("\n".join([*blocks, *places]))
    found = struct.unpack(f"<{2 * len(programs)}Q", text[-16 * len(programs):])
    return [text[begin:end] for begin, end in zip(found[::2], found[1::2], strict=True)]


def assemble_lines(lines: Sequence[str]) -> list[Instruction]:
    """Each line as one decoded instruction at address 0.  `.` in a line is its own address."""
    text = assemble_text("\n".join(f".p2align 4, 0x90\n{line}" for line in lines)) + bytes(16)
    return [decode(text[16 * index:16 * index + 15], 0) for index in range(len(lines))]


def _bytes(words: Sequence[int]) -> bytes:
    return struct.pack(f"<{len(words)}Q", *words)


# --- the real CPU ------------------------------------------------------------------------------------------------


TRAMPOLINE = """
enter:                              // rdi: the state, as 16 registers, flags, address of the code, 1 if left at EXIT
    push rbx
    push rbp
    push r12
    push r13
    push r14
    push r15
    mov [rip + state], rdi
    mov [rip + own_stack], rsp
    mov QWORD PTR [rip + left_at_exit], 0
    mov rax, [rdi + 136]
    mov [rip + target], rax
    push QWORD PTR [rdi + 128]
    popfq
    {load}
    mov rdi, [rdi + {rdi}]
    jmp [rip + target]
.p2align 6
at_exit:
    mov QWORD PTR [rip + left_at_exit], 1
at_end:
    mov [rip + their_rdi], rdi
    mov rdi, [rip + state]
    {store}
    mov rax, [rip + their_rdi]
    mov [rdi + {rdi}], rax
    mov rsp, [rip + own_stack]
    pushfq
    pop QWORD PTR [rdi + 128]
    mov rax, [rip + left_at_exit]
    mov [rdi + 144], rax
    cld
    pop r15
    pop r14
    pop r13
    pop r12
    pop rbp
    pop rbx
    ret
.org 0xff0
    .quad at_exit - enter, at_end - enter
state:        .quad 0               // a page away from the code: the processor is slow to write beside it
own_stack:    .quad 0
target:       .quad 0
their_rdi:    .quad 0
left_at_exit: .quad 0
"""


class Hardware:
    """The host's own x86-64 processor.  The code gets a stack of its own, with room below for signal handlers."""

    def __init__(self) -> None:
        others = [(8 * index, name) for index, name in enumerate(REGISTERS) if name != "rdi"]
        code = assemble_text(TRAMPOLINE.format(
            load="\n".join(f"mov {name}, [rdi + {offset}]" for offset, name in others),
            store="\n".join(f"mov [rdi + {offset}], {name}" for offset, name in others),
            rdi=8 * REGISTERS.index("rdi")))
        self._page = mmap.mmap(-1, 0x10000, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
        self._page[:len(code)] = code
        base = ctypes.addressof(ctypes.c_char.from_buffer(self._page))
        self._exits = [base + int.from_bytes(code[at:at + 8], "little") for at in (0xff0, 0xff8)]
        self._enter = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(base)
        self._state = (ctypes.c_uint64 * 19)()
        self._data = (ctypes.c_uint64 * WORDS)()
        self._stack = (ctypes.c_uint64 * (0x4000 + STACK_WORDS))()
        self._start = 0x4000
        self._code = b""
        self.code_address = base + self._start
        self.data_address = ctypes.addressof(self._data) + DATA_ORIGIN
        self.stack_address = ctypes.addressof(self._stack) + 8 * 0x4000 + STACK_ORIGIN
        self._put(EXIT, _jump(self._exits[0]))

    def _put(self, offset: int, data: bytes) -> None:
        self._page[self._start + offset:self._start + offset + len(data)] = data

    def run(self, code: bytes, state: State, table: Sequence[int] = ()) -> tuple[State, int]:
        if code != self._code:
            self._put(0, code + _jump(self._exits[1]))
            self._code = code
        if table:
            self._put(TABLE, _bytes(table))
        self._state[:] = [*state.registers, state.flags, self.code_address, 0]
        ctypes.memmove(self._data, _bytes(state.data), 8 * WORDS)
        ctypes.memmove(ctypes.byref(self._stack, 8 * 0x4000), _bytes(state.stack), 8 * STACK_WORDS)
        self._enter(ctypes.addressof(self._state))
        after = self._state[:]
        return (State(after[:16], after[16], self._data[:], self._stack[0x4000:]),
                EXIT if after[18] else len(code))


def _jump(address: int) -> bytes:
    """jmp [rip], the address behind it."""
    return b"\xff\x25\x00\x00\x00\x00" + address.to_bytes(8, "little")


# --- unicorn -----------------------------------------------------------------------------------------------------


class Unicorn:
    """An emulated processor of the Broadwell generation, the first with ADX."""

    code_address, data_address, stack_address = 0x100000, 0x200000 + DATA_ORIGIN, 0x300000 + STACK_ORIGIN

    def __init__(self) -> None:
        self._uc = unicorn.Uc(unicorn.UC_ARCH_X86, unicorn.UC_MODE_64)
        self._uc.ctl_set_cpu_model(x86_const.UC_CPU_X86_BROADWELL)
        for start in (self.code_address, 0x200000, 0x300000):
            self._uc.mem_map(start, 0x10000)
        self._registers = [getattr(x86_const, f"UC_X86_REG_{name.upper()}") for name in REGISTERS]
        self._code = b""

    def run(self, code: bytes, state: State, table: Sequence[int] = ()) -> tuple[State, int]:
        uc, end = self._uc, self.code_address + len(code)
        if code != self._code:
            uc.ctl_remove_cache(self.code_address, self.code_address + EXIT)
            uc.mem_write(self.code_address, code)
            self._code = code
        for address, words in ((0x200000, state.data), (0x300000, state.stack), (self.code_address + TABLE, table)):
            uc.mem_write(address, _bytes(words))
        for register, value in zip(self._registers, state.registers, strict=True):
            uc.reg_write(register, value)
        uc.reg_write(x86_const.UC_X86_REG_EFLAGS, state.flags | 2)
        uc.ctl_exits_enabled(True)
        uc.ctl_set_exits([end, self.code_address + EXIT])
        uc.emu_start(self.code_address, 0)
        memory = [list(struct.unpack(f"<{words}Q", uc.mem_read(start, 8 * words)))
                  for start, words in ((0x200000, WORDS), (0x300000, STACK_WORDS))]
        after = State([int(uc.reg_read(register)) for register in self._registers],
                      int(uc.reg_read(x86_const.UC_X86_REG_EFLAGS)), *memory)
        return after, int(uc.reg_read(x86_const.UC_X86_REG_RIP)) - self.code_address


@cache
def processor() -> Processor:
    """The host's CPU if it is an x86-64 one with BMI2 and ADX, else unicorn."""
    here = host()
    hardware = here.architecture == "x86_64" and {"bmi2", "adx"} <= here.features
    return Hardware() if hardware else Unicorn()
