"""An Arm64 routine of asm/, called in unicorn: registers that it must keep are checked after every call."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

import unicorn
from unicorn import arm64_const as uc

from qed25519.prover.contract import load_contract
from qed25519.prover.objects import assemble
from qed25519.prover.theorems import PACKAGE

CODE, DATA, STACK_END, MAPPED = 0x10000, 0x40000, 0x80000, 0x20000
PRESERVED = [uc.UC_ARM64_REG_X0 + number for number in range(18, 29)] + [uc.UC_ARM64_REG_X29]


@cache
def processor(path: str) -> tuple[unicorn.Uc, int, int]:
    """A processor with the routine's section, tables included; where the routine begins, and where it ends."""
    asm = PACKAGE / "asm"
    routine = assemble(load_contract(asm / f"{path}.S", asm), asm / "include")
    machine = unicorn.Uc(unicorn.UC_ARCH_ARM64, unicorn.UC_MODE_ARM)
    for start in (CODE, DATA, STACK_END - MAPPED):
        machine.mem_map(start, MAPPED)
    machine.mem_write(CODE, routine.text)
    return machine, CODE + routine.start, CODE + routine.end


def call(path: str, *arguments: int, memory: Mapping[int, int], output: int, size: int) -> list[int]:
    """Numbers of 256 bits at `output`, `size` of them, after a call with arguments in x0, x1, … and memory such."""
    machine, start, end = processor(path)
    for address, number in memory.items():
        machine.mem_write(address, number.to_bytes(32, "little"))
    for value, register in enumerate((*PRESERVED, *range(uc.UC_ARM64_REG_X0, uc.UC_ARM64_REG_X18))):
        machine.reg_write(register, 0x123456789ABCDEF << value % 60 & 2**64 - 1)
    kept = [machine.reg_read(register) for register in PRESERVED]
    for number, argument in enumerate(arguments):
        machine.reg_write(uc.UC_ARM64_REG_X0 + number, argument)
    machine.reg_write(uc.UC_ARM64_REG_X30, end)
    machine.reg_write(uc.UC_ARM64_REG_SP, STACK_END)
    machine.emu_start(start, end)
    assert [machine.reg_read(register) for register in PRESERVED] == kept
    assert machine.reg_read(uc.UC_ARM64_REG_SP) == STACK_END
    found = machine.mem_read(output, 32 * size)
    return [int.from_bytes(found[32 * index:32 * index + 32], "little") for index in range(size)]
