"""Which variant an Arm64 core gets: schoolbook multiplication if its multiplier is wide, Karatsuba's if it is narrow.

A product of 64-bit words is a MUL and an UMULH.  A wide multiplier starts two of these in a cycle, a narrow one needs
6 or 7 cycles for both; Karatsuba's method needs fewer products, but more additions and longer chains.

Parts are those of MIDR_EL1, as in Linux, arch/arm64/include/asm/cputype.h, and util-linux, sys-utils/lscpu-arm.c.
A core that is not listed gets schoolbook: newer cores are wide.  docs/backends.md shows the list.
"""

from collections.abc import Collection
from typing import NamedTuple

WIDE, NARROW = "schoolbook", "karatsuba"

ARM, MICROSOFT, APPLE = 0x41, 0x6D, 0x61

BENCH = "measured on hardware: github.com/ocxtal/insn_bench_aarch64, results/"
AWS_LC = "measured on hardware: github.com/aws/aws-lc, pull request "
MODEL = "model: LLVM 19, written from Arm's software optimization guide"
CLASS = "not measured itself; Seo et al., ePrint 2021/185: Karatsuba for Cortex-A, schoolbook for Apple's"


class Core(NamedTuple):
    """One row.  `part` is None for all cores of an implementer."""

    implementer: int
    part: int | None
    name: str
    variant: str
    reason: str
    source: str


TWO_A_CYCLE = "MUL and UMULH: two in a cycle"
FASTER = "code for wide multipliers is the faster there"
SEVEN = "MUL takes the multiplier for 3 cycles, UMULH for 4"

CORES = (
    Core(ARM, 0xD40, "Neoverse V1", WIDE, TWO_A_CYCLE, BENCH + "aws_graviton3.md"),
    Core(ARM, 0xD4F, "Neoverse V2", WIDE, FASTER, AWS_LC + "1706"),
    Core(ARM, 0xD84, "Neoverse V3", WIDE, FASTER, AWS_LC + "3374"),
    Core(ARM, 0xD49, "Neoverse N2", WIDE, FASTER, AWS_LC + "3295"),
    Core(MICROSOFT, 0xD49, "Azure Cobalt 100", WIDE, "a Neoverse N2", AWS_LC + "3295"),
    Core(ARM, 0xD8E, "Neoverse N3", WIDE, TWO_A_CYCLE, MODEL),
    Core(ARM, 0xD44, "Cortex-X1", WIDE, TWO_A_CYCLE, BENCH + "snapdragon_8cx_gen3_x1.md"),
    Core(APPLE, None, "Apple silicon", WIDE, TWO_A_CYCLE,
         BENCH + "apple_m1_firestorm.md; M3 too: github.com/aws/aws-lc, pull request 1901"),
    Core(ARM, 0xD0C, "Neoverse N1", NARROW, SEVEN, BENCH + "aws_graviton2.md"),
    Core(ARM, 0xD08, "Cortex-A72", NARROW, SEVEN, BENCH + "nxp_lx2160a_a72.md"),
    Core(ARM, 0xD03, "Cortex-A53", NARROW, "MUL takes the multiplier for 2 cycles, UMULH for 4",
         BENCH + "raspberry-pi-3_cortex-a53.md"),
    Core(ARM, 0xD07, "Cortex-A57", NARROW, "UMULH takes the multiplier for 4 cycles",
         "Arm, Cortex-A57 Software Optimization Guide (UAN 0015B)"),
    Core(ARM, 0xD0B, "Cortex-A76", NARROW, "a Cortex-A; Neoverse N1 is its sibling", CLASS),
    Core(ARM, 0xD0E, "Cortex-A76AE", NARROW, "a Cortex-A76", CLASS),
    Core(ARM, 0xD04, "Cortex-A35", NARROW, "a Cortex-A", CLASS),
    Core(ARM, 0xD05, "Cortex-A55", NARROW, "a Cortex-A", CLASS),
    Core(ARM, 0xD09, "Cortex-A73", NARROW, "a Cortex-A", CLASS),
    Core(ARM, 0xD0A, "Cortex-A75", NARROW, "a Cortex-A", CLASS),
)


def core_of(midr: int) -> Core | None:
    """The row of the core with this MIDR_EL1, if there is one."""
    implementer, part = midr >> 24 & 0xFF, midr >> 4 & 0xFFF
    return next((c for c in CORES if c.implementer == implementer and c.part in (None, part)), None)


def name_of(midr: int) -> str:
    core = core_of(midr)
    return core.name if core else f"a core that is not listed (MIDR {midr:#010x})"


def variant_for(midrs: Collection[int]) -> tuple[str, str]:
    """The variant for a machine with these kinds of core, and why.

    Cores may differ (big.LITTLE), and a process moves between them; the choice is made once, so it is one for all:
    Karatsuba if every kind is known to be narrow, else schoolbook.  So the big core decides where only it is wide.
    """
    if not midrs:
        return WIDE, "the operating system shows no MIDR, and schoolbook is the default"
    kinds = sorted({name_of(midr) for midr in midrs})
    rows = [core_of(midr) for midr in midrs]
    if all(row and row.variant == NARROW for row in rows):
        return NARROW, f"narrow multiplier: {', '.join(kinds)}"
    if any(row and row.variant == WIDE for row in rows):
        return WIDE, f"wide multiplier: {', '.join(sorted({row.name for row in rows if row and row.variant == WIDE}))}"
    return WIDE, f"the default: {', '.join(kinds)}"
