"""A routine that calls copies of proved routines is proved from their contracts, and from nothing stronger."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from qed25519.prover.contract import load_contract
from qed25519.prover.hints import Proof
from qed25519.prover.objects import assemble
from qed25519.prover.solver import Solver
from qed25519.prover.theorems import PACKAGE, Result, attempt_correct, structural_results

ADD_THEN_REDUCE = """\
// fe_sum: z = x + y (mod p), canonical.
/*contract
args      = {{ z = "out u64[4] rdi", x = "in u64[4] rsi", y = "in u64[4] rdx" }}
spec      = ["z = field.canonical(field.add(x, y))"]
ensures   = ["z < p"]
may_alias = []
secret    = ["x", "y"]
stack     = {stack}
*/
#include "asm.h"
#if defined(__x86_64__)
ROUTINE(x86_64_common_fe_sum)
    push rbx
    mov rbx, rdi
    call .Ladd
    mov rdi, rbx
    {second}
    call .Lcanonical
    pop rbx
    ret
.Ladd:
COPY(x86_64_common_fe_add)
{fe_add}
.Lcanonical:
COPY(x86_64_common_fe_canonical)
{fe_canonical}
END(x86_64_common_fe_sum)
#endif
#include "asm_end.h"
"""


def body(file: Path) -> str:
    """A routine's own lines, as a subroutine: definitions, instructions."""
    text = file.read_text()
    name = re.search(r"^ROUTINE\((\w+)\)$", text, re.M)
    assert name
    before, code = text.split(name[0])
    defines = [line for line in before.splitlines() if line.startswith(("#define", "#include")) and "asm.h" not in line]
    undefines = [f"#undef {line.split()[1]}" for line in defines if line.startswith("#define")]
    return "\n".join([*defines, code.split("END(")[0], *undefines])


@pytest.fixture
def asm(tmp_path: Path) -> Path:
    """A copy of asm/ that a test may change."""
    return Path(shutil.copytree(PACKAGE / "asm", tmp_path / "asm"))


def prove_sum(asm: Path, stack: int = 16, second: str = "mov rsi, rbx", code: Path | None = None) -> Result:
    """`correct` of the routine that adds and reduces; `code` is where the subroutines' bytes come from."""
    folder = (code or PACKAGE / "asm") / "x86_64/common"
    file = asm / "x86_64/common/fe_sum.S"
    file.write_text(ADD_THEN_REDUCE.format(stack=stack, second=second, fe_add=body(folder / "fe_add.S"),
                                           fe_canonical=body(folder / "fe_canonical.S")))
    routine = assemble(load_contract(file, asm), asm / "include")
    with Solver(jobs=1) as solver:
        result = attempt_correct(routine, solver, Proof()).result()
    if result.verdict == "proved":
        assert {r.verdict for r in structural_results(routine)} == {"proved"}
    return result


def edit(file: Path, old: str, new: str) -> None:
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new))


def test_a_routine_is_proved_from_the_contracts_of_those_it_calls(asm: Path) -> None:
    result = prove_sum(asm)
    assert result.verdict == "proved", result.message
    assert "x86_64/common/fe_add/correct" in result.cites and "x86_64/common/fe_canonical/abi" in result.cites


def test_a_callee_whose_contract_is_too_weak_for_its_caller_proves_nothing(asm: Path) -> None:
    weak = asm / "x86_64/common/fe_canonical.S"
    edit(weak, 'spec      = ["z = field.canonical(x)"]', 'spec      = ["z = field.canonical(x) mod p"]')
    edit(weak, 'ensures   = ["z < p"]', 'ensures   = ["z < 2^256"]')
    result = prove_sum(asm)
    assert result.verdict == "refuted" and "not replayed" in result.message


def test_a_callee_that_is_wrong_fails_its_caller(asm: Path) -> None:
    edit(asm / "x86_64/common/fe_add.S", "adc r1, [y + 8]", "add r1, [y + 8]")
    result = prove_sum(asm, code=asm)
    assert result.verdict == "refuted"


def test_a_copy_that_differs_in_a_byte_is_refused(asm: Path) -> None:
    edit(asm / "x86_64/common/fe_add.S", "and fold, 38", "and fold, 39")
    result = prove_sum(asm)
    assert result.verdict == "unknown" and "bytes differ" in result.message


def test_a_frame_too_small_for_the_callee_is_refused(asm: Path) -> None:
    edit(asm / "x86_64/common/fe_add.S", "stack     = 0", "stack     = 8")
    result = prove_sum(asm)
    assert result.verdict == "unknown" and "8 bytes of stack" in result.message


def test_an_aliasing_that_the_callee_is_not_proved_for_is_refused(asm: Path) -> None:
    edit(asm / "x86_64/common/fe_canonical.S", 'may_alias = ["z=x"]', "may_alias = []")
    result = prove_sum(asm)
    assert result.verdict == "unknown" and "aliasing" in result.message


def test_overlapping_buffers_are_refused(asm: Path) -> None:
    result = prove_sum(asm, second="lea rsi, [rbx - 8]\n    lea rsi, [rsi + 16]")
    assert result.verdict == "refuted" and "reads 8 bytes at a pointer (z+32)" in result.message


def test_a_register_that_the_callee_may_change_is_unknown_after_it(asm: Path) -> None:
    result = prove_sum(asm, second="mov rsi, rdi\n    mov rdi, r10")
    assert result.verdict == "refuted" and "z is no pointer" in result.message


TABLE = """\
// {name}: z = 7.
/*contract
args      = {{ z = "out u64[1] rdi" }}
spec      = ["z = 7"]
secret    = []
stack     = {stack}
*/
#include "asm.h"
#if defined(__x86_64__)
ROUTINE(x86_64_test_{name})
{code}
END(x86_64_test_{name})
.p2align 3
.quad {word}
#endif
#include "asm_end.h"
"""


def test_a_copy_of_a_routine_that_reads_a_table_is_refused(asm: Path) -> None:
    """The bytes of the copy are equal, but the word that it finds behind itself is another."""
    load = "mov rax, [rip + 5]\n    mov [rdi], rax\n    ret"
    caller = f"call 1f\n    ret\n    .p2align 4\n1:\nCOPY(x86_64_test_seven)\n    {load}"
    for name, stack, code, word in (("seven", 0, load, 7), ("caller", 8, caller, 9)):
        file = asm / f"x86_64/test/{name}.S"
        file.parent.mkdir(exist_ok=True)
        file.write_text(TABLE.format(name=name, stack=stack, code=code, word=word))
    routine = assemble(load_contract(asm / "x86_64/test/caller.S", asm), asm / "include")
    with Solver(jobs=1) as solver:
        result = attempt_correct(routine, solver, Proof()).result()
    assert result.verdict == "refuted", result.message      # z is 9
    assert "it reads a table" in result.message
