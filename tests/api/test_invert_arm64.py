"""arm64/common/fe_invert, in unicorn, agrees with pow(x, -1, p): on edges, and on a hundred thousand numbers (slow)."""

from functools import cache

import pytest
import unicorn
from unicorn import arm64_const as uc

from qed25519.prover.contract import load_contract
from qed25519.prover.objects import assemble
from qed25519.prover.theorems import PACKAGE

from .test_invert_native import EDGES, inverse, mixed

CODE, DATA, STACK_END, MAPPED = 0x10000, 0x20000, 0x40000, 0x10000
IN, OUT = DATA, DATA + 0x100
PRESERVED = [uc.UC_ARM64_REG_X0 + number for number in range(18, 29)] + [uc.UC_ARM64_REG_X29]


@cache
def processor() -> tuple[unicorn.Uc, int]:
    """A processor with the routine's code, and where that ends."""
    asm = PACKAGE / "asm"
    routine = assemble(load_contract(asm / "arm64/common/fe_invert.S", asm), asm / "include")
    code = b"".join(instruction.encoding for instruction in routine.instructions())
    machine = unicorn.Uc(unicorn.UC_ARCH_ARM64, unicorn.UC_MODE_ARM)
    for start in (CODE, DATA, STACK_END - MAPPED):
        machine.mem_map(start, MAPPED)
    machine.mem_write(CODE, code)
    return machine, CODE + len(code)


def inverted(number: int, in_place: bool) -> int:
    """What the routine makes of the number."""
    machine, end = processor()
    target = IN if in_place else OUT
    machine.mem_write(IN, number.to_bytes(32, "little"))
    for value, register in enumerate((*PRESERVED, *range(uc.UC_ARM64_REG_X0, uc.UC_ARM64_REG_X18))):
        machine.reg_write(register, 0x123456789ABCDEF << value % 60 & 2**64 - 1)
    kept = [machine.reg_read(register) for register in PRESERVED]
    for register, value in ((uc.UC_ARM64_REG_X0, target), (uc.UC_ARM64_REG_X1, IN), (uc.UC_ARM64_REG_X30, end),
                            (uc.UC_ARM64_REG_SP, STACK_END)):
        machine.reg_write(register, value)
    machine.emu_start(CODE, end)
    assert [machine.reg_read(register) for register in PRESERVED] == kept
    assert machine.reg_read(uc.UC_ARM64_REG_SP) == STACK_END
    return int.from_bytes(machine.mem_read(target, 32), "little")


@pytest.mark.parametrize("in_place", [False, True])
def test_edges_and_random_numbers(in_place: bool) -> None:
    numbers = EDGES + mixed(1000, seed=3)
    assert [number for number in numbers if inverted(number, in_place) != inverse(number)] == []


@pytest.mark.slow
def test_a_hundred_thousand_numbers() -> None:
    assert [number for number in mixed(100_000, seed=4) if inverted(number, in_place=False) != inverse(number)] == []
