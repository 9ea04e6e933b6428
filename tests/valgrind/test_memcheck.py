"""valgrind's memcheck, with the secrets marked undefined, finds no branch and no address that depends on one in any
x86-64 routine.  In two routines made to leak it finds both, as the theorem does.

A second check of constant time, by other people's code: memcheck follows each bit from where the harness marks it, and
reports where it decides.  Every routine is called once for each aliasing pattern.  None is left out: valgrind 3.19 has
MULX, ADCX and ADOX; one that lacks them stops there, which fails the test.  What it does not see: instructions whose
time depends on their operands, and paths that the one run does not take.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import pytest

import qed25519
from qed25519.prover.contract import Argument, Contract, alias_partitions, load_contracts
from qed25519.prover.inputs import sample_inputs
from qed25519.prover.objects import assemble, assembler, compiler
from qed25519.prover.theorems import structural_results

HERE = Path(__file__).parent
ASM = Path(qed25519.__file__).parent / "asm"
CONTRACTS = [c for c in load_contracts(ASM) if c.architecture == "x86_64" and c.secret]
LEAKS = load_contracts(HERE / "leaks")
SAMPLE = 30                 # after the edge values
BRANCH, ADDRESS = "Conditional jump or move depends on uninitialised value", "Use of uninitialised value of size 8"

pytestmark = pytest.mark.valgrind


class Found(NamedTuple):
    """In the calls of a routine: errors, bits of the outputs, those that come from secrets."""

    errors: int
    bits: int
    undefined: int


class Report(NamedTuple):
    found: dict[str, Found]
    log: str


# --- the calls ----------------------------------------------------------------------------------------------


def title(contract: Contract, alias: Mapping[str, str]) -> str:
    same = [f"{name}={first}" for name, first in alias.items() if name != first]
    return ",".join([contract.path, *same])


def source(contracts: Sequence[Contract]) -> str:
    """calls.c."""
    parts = ['#include "harness.h"', *(f"{contract.prototype()};" for contract in contracts), "void calls(void) {"]
    for contract in contracts:
        for alias in alias_partitions(contract):
            parts += ["{", *one_call(contract, alias), "}"]
    return "\n".join([*parts, "}", ""])


def one_call(contract: Contract, alias: Mapping[str, str]) -> Iterator[str]:
    values = sample_inputs(contract, alias, SAMPLE)[-1]
    for buffer in contract.buffers:
        if alias[buffer.name] == buffer.name:
            yield f"static uint64_t {buffer.name}[{buffer.words}];"
    for argument in contract.args:
        if argument.is_pointer and argument.is_read:
            yield from (f"{place(argument, alias)}[{i}] = {values[argument.name] >> 64 * i & 2**64 - 1:#x};"
                        for i in range(argument.words))
        elif argument.is_read:
            yield f"uint64_t {argument.name} = {values[argument.name]:#x};"
    yield f'begin("{title(contract, alias)}");'
    yield from (marked("secret", contract.argument(name), alias) for name in contract.secret)
    words = [p.name if isinstance(p, Argument) else f"(void *){alias[p.name]}" for p in contract.parameters]
    result = f"uint64_t {contract.result.name} = " if contract.result else ""
    yield f"{result}{contract.symbol}({', '.join(words)});"
    yield from (marked("publish", argument, alias) for argument in contract.args if argument.is_written)
    yield "end();"


def place(argument: Argument, alias: Mapping[str, str]) -> str:
    return f"({alias[argument.buffer]} + {argument.offset // 8})"


def marked(how: str, argument: Argument, alias: Mapping[str, str]) -> str:
    where = place(argument, alias) if argument.is_pointer else f"&{argument.name}"
    return f"{how}({where}, {8 * max(argument.words, 1)});"


# --- the run ------------------------------------------------------------------------------------------------


def memcheck(contracts: Sequence[Contract], folder: Path) -> Report:
    valgrind = shutil.which("valgrind")
    if valgrind is None:
        pytest.fail("valgrind is not on PATH (Debian: apt-get install valgrind)")
    objects = [folder / f"{contract.symbol}.o" for contract in contracts]
    for contract, out in zip(contracts, objects, strict=True):
        assembler("x86_64")[1](contract.file, ASM / "include", out)
    (folder / "calls.c").write_text(source(contracts), encoding="ascii")
    program = folder / "calls"
    command = [*compiler(), "-g", "-Wall", "-Werror", f"-I{HERE}", str(HERE / "harness.c"), str(folder / "calls.c")]
    subprocess.run([*command, *map(str, objects), "-o", str(program)], check=True)
    log = folder / "log"
    done = subprocess.run([valgrind, "--tool=memcheck", "--error-limit=no", "--leak-check=no", f"--log-file={log}",
                           str(program)], capture_output=True, text=True)
    assert done.returncode == 0, f"valgrind did not finish: {done.stderr}{log.read_text()}"
    return Report(dict(map(parsed, done.stdout.splitlines())), log.read_text())


def parsed(line: str) -> tuple[str, Found]:
    name, *numbers = line.split()
    return name, Found(*map(int, numbers))


@pytest.fixture(scope="module")
def routines(tmp_path_factory: pytest.TempPathFactory) -> Report:
    return memcheck(CONTRACTS, tmp_path_factory.mktemp("routines"))


@pytest.fixture(scope="module")
def leaks(tmp_path_factory: pytest.TempPathFactory) -> Report:
    return memcheck(LEAKS, tmp_path_factory.mktemp("leaks"))


def test_every_routine_with_secrets_is_called() -> None:
    public = {c.path for c in load_contracts(ASM) if c.architecture == "x86_64"} - {c.path for c in CONTRACTS}
    assert all(path.endswith("_vartime") for path in public)
    assert {"x86_64/adx/x25519", "x86_64/adx/x25519_base"} <= {c.path for c in CONTRACTS}


@pytest.mark.parametrize("contract", CONTRACTS, ids=lambda contract: contract.path)
def test_no_branch_and_no_address_depends_on_a_secret(contract: Contract, routines: Report) -> None:
    for alias in alias_partitions(contract):
        found = routines.found[title(contract, alias)]
        assert found.errors == 0, f"{title(contract, alias)}: {routines.log}"
        if contract.result is None:
            assert found.undefined == found.bits, "memcheck lost the secrets on their way to the outputs"
        else:
            assert found.undefined, "memcheck lost the secrets on their way to the result"


@pytest.mark.parametrize(("name", "message"), [("select_by_branch", BRANCH), ("select_by_index", ADDRESS)])
def test_a_planted_leak_is_found_where_it_is(name: str, message: str, leaks: Report) -> None:
    (contract,) = (c for c in LEAKS if c.name == name)
    assert leaks.found[contract.path].errors == 1           # then memcheck takes the value for defined
    place = re.escape(f"{contract.symbol} ({contract.file.name}:")
    assert re.search(rf"{message}.*\n.* at 0x\w+: {place}\d+\)\n", leaks.log)


@pytest.mark.parametrize("contract", LEAKS, ids=lambda contract: contract.name)
def test_the_theorem_refuses_the_same_leaks(contract: Contract) -> None:
    verdicts = {result.kind: result.verdict for result in structural_results(assemble(contract, ASM / "include"))}
    assert verdicts["constant_time"] == "refuted"


def test_without_valgrind_the_error_names_the_package(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None)
    with pytest.raises(pytest.fail.Exception, match=r"valgrind is not on PATH \(Debian: apt-get install valgrind\)"):
        memcheck(LEAKS, tmp_path)
