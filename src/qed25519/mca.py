"""Schoolbook against Karatsuba on Arm64: counts of the code itself, and cycles by the models of llvm-mca 19.

    python -m qed25519.mca docs/schoolbook-or-karatsuba.md        writes the tables of that page anew (`make mca`)

- products, additions and the rest are counted in the decoded routines;
- the critical path is the longest chain of results that need each other, through registers, flags and memory, each
  as late as the model's latencies say;
- cycles: of `fe_mul` and `fe_sqr`, a call of many that do not wait for each other; of `ladder_step`, a step of many
  that do, as in the ladder. There llvm-mca is told that loads may read what any store before them wrote.

No core was measured for this, and none of it is part of any proof.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from qed25519.isa.instruction import Instruction
from qed25519.prover.calls import set_up
from qed25519.prover.contract import alias_partitions, load_contract
from qed25519.prover.objects import Routine, assemble, compiler

ASM = Path(__file__).parent / "asm"
ROUTINES = ("fe_mul", "fe_sqr", "ladder_step")
VARIANTS = ("karatsuba", "schoolbook")
CORES = ("neoverse-n1", "neoverse-v1", "neoverse-v2")
ITERATIONS = 100
VERSION = 19
BEGIN, END = "<!-- `make mca` writes what follows -->\n", "<!-- `make mca` wrote this -->\n"

ADDITIONS = {"add", "adds", "adc", "adcs", "sub", "subs", "sbc", "sbcs"}
PRODUCTS = {"madd", "msub", "umulh", "smulh"}
HALF_PRODUCTS = {"umaddl", "umsubl", "smaddl", "smsubl"}
MEMORY = {"ldr", "ldur", "ldp", "str", "stur", "stp"}
KINDS = ("halves of 64-bit products", "32-bit products", "additions", "loads, stores", "others", "all")


def routine(variant: str, name: str) -> Routine:
    return assemble(load_contract(ASM / "arm64" / variant / f"{name}.S", ASM), ASM / "include")


# --- counts -------------------------------------------------------------------------------------------------


def kind_of(instruction: Instruction) -> str:
    mnemonics = (PRODUCTS, HALF_PRODUCTS, ADDITIONS, MEMORY)
    return next((kind for kind, group in zip(KINDS, mnemonics, strict=False) if instruction.mnemonic in group),
                "others")


def counts(code: Routine) -> Counter[str]:
    """How many instructions of each kind the routine executes: it has no branches."""
    found = Counter(map(kind_of, code.instructions()))
    found["all"] = found.total()
    return found


# --- the critical path --------------------------------------------------------------------------------------


class Ready:
    """Data, known from a cycle on."""

    def __init__(self, cycle: int) -> None:
        self.cycle = cycle


def _latest(results: int) -> Callable[..., Any]:
    def operation(self: Cycles, *operands: Any, **options: Any) -> Any:
        found = tuple(Ready(max(cycle_of(operand) for operand in operands)) for _ in range(results))
        return found if results > 1 else found[0]

    return operation


def cycle_of(value: Any) -> int:
    return value.cycle if isinstance(value, Ready) else 0


class Cycles:
    """The domain of when a value is known. An operation takes no time: that is added for the whole instruction."""

    def constant(self, value: int) -> Any:
        return value

    def constant_value(self, x: Any) -> int | None:
        return None if isinstance(x, Ready) else x

    def unknown(self, why: str) -> Any:
        return Ready(0)

    bit, bit_value, unknown_bit = constant, constant_value, unknown
    add, sub, mul, split = (_latest(2) for _ in range(4))
    join, and_, or_, xor, select, is_zero, parity, word, low_bit = (_latest(1) for _ in range(9))
    not_bit, and_bit, or_bit, xor_bit = (_latest(1) for _ in range(4))


def critical_path(code: Routine, latencies: Sequence[int]) -> int:
    """The cycle in which the last result is known, if nothing but other results is waited for."""
    entry = {a.name: [Ready(0) for _ in range(max(a.words, 1))] for a in code.contract.args if a.is_read}
    machine = set_up(code, alias_partitions(code.contract)[0], Cycles(), entry)
    machine.enter()
    memory = [region.words for region in machine.regions.values()]
    holders: list[dict[Any, Any]] = [machine.registers, machine.flags, *memory]
    last = 0
    for instruction, latency in zip(code.instructions(), latencies, strict=True):
        old = [dict(values) for values in holders]
        machine.step(instruction.address)
        for values, before in zip(holders, old, strict=True):
            for place in [place for place in values if values[place] is not before.get(place)]:
                value = machine.flag(place) if values is machine.flags else values[place]
                if isinstance(value, Ready):
                    values[place] = Ready(value.cycle + latency)
                    last = max(last, value.cycle + latency)
    return last


# --- llvm-mca -----------------------------------------------------------------------------------------------


def tool() -> str | None:
    """An llvm-mca of the version whose models the page quotes."""
    for name in (f"llvm-mca-{VERSION}", "llvm-mca"):
        if shutil.which(name):
            said = subprocess.run([name, "--version"], capture_output=True, text=True, check=True).stdout
            if re.search(rf"version {VERSION}\.", said):
                return name
    return None


def source(variant: str, name: str) -> str:
    """The routine's text after the preprocessor; llvm-mca expands the assembler's macros."""
    command = [*compiler(), "-E", "-x", "assembler-with-cpp", "-U__x86_64__", "-U__APPLE__", "-D__aarch64__=1",
               "-D__ELF__=1", f"-I{ASM / 'include'}", str(ASM / "arm64" / variant / f"{name}.S")]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def simulate(mca: str, text: str, core: str, *options: str) -> Any:
    """What llvm-mca says of the text, repeated, on a core."""
    command = [mca, "-mtriple=aarch64-linux-gnu", f"-mcpu={core}", f"-iterations={ITERATIONS}", "-json", *options]
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=True)
    return json.loads(done.stdout)["CodeRegions"][0]


def cycles_and_path(mca: str, core: str, variant: str, name: str) -> tuple[int, int]:
    """Cycles a call, and the critical path."""
    code, options = routine(variant, name), ("-noalias=false",) if name == "ladder_step" else ()
    found = simulate(mca, source(variant, name), core, *options)
    latencies = [row["Latency"] for row in found["InstructionInfoView"]["InstructionList"]]
    return round(found["SummaryView"]["TotalCycles"] / ITERATIONS), critical_path(code, latencies)


# --- the page -----------------------------------------------------------------------------------------------


def table(corner: str, columns: Sequence[str], numbers: Callable[[str, str], Sequence[int]]) -> str:
    """A row of numbers for each routine and variant."""
    lines = [f"| {' | '.join((corner, *columns))} |", f"|---|{'--:|' * len(columns)}"]
    lines += [f"| {' | '.join((f'`{name}`, {variant}', *map(str, numbers(variant, name))))} |"
              for name in ROUTINES for variant in VARIANTS]
    return "\n".join(lines) + "\n"


def counts_table() -> str:
    def row(variant: str, name: str) -> list[int]:
        found = counts(routine(variant, name))
        return [found[kind] for kind in KINDS]

    return table("instructions", KINDS, row)


def model_table(mca: str) -> str:
    columns = [f"{core}: {what}" for core in CORES for what in ("cycles", "critical path")]
    return table("model", columns, lambda variant, name: [
        number for core in CORES for number in cycles_and_path(mca, core, variant, name)])


def row_of(page: str, corner: str, name: str, variant: str) -> list[int]:
    """The numbers of a routine in the page's table with this corner."""
    rows = page.split(f"| {corner} |")[1].split("\n\n")[0]
    (found,) = re.findall(rf"^\| `{name}`, {variant} \|(.*)\|$", rows, re.M)
    return list(map(int, found.split("|")))


def renewed(page: str, generated: str) -> str:
    """The page with what is between its two marks replaced."""
    before, rest = page.split(BEGIN)
    return f"{before}{BEGIN}\n{generated}\n{END}{rest.split(END)[1]}"


def main() -> int:
    page, mca = Path(sys.argv[1]), tool()
    if mca is None:
        print(f"llvm-mca {VERSION} is not on PATH (Debian: apt-get install llvm-{VERSION})", file=sys.stderr)
        return 2
    page.write_text(renewed(page.read_text(encoding="utf-8"), counts_table() + "\n" + model_table(mca)),
                    encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
