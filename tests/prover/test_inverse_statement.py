"""What `field.invert` means in a statement: the inverse modulo p, stated by a product, alone on the right."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from qed25519.prover.contract import alias_partitions, load_contract
from qed25519.prover.correct import CorrectRun
from qed25519.prover.hints import Proof
from qed25519.prover.objects import Routine, assemble
from qed25519.prover.statement import FalseClaim
from qed25519.prover.symbols import StatementError
from qed25519.prover.theorems import PACKAGE

from .routines import answers

CODE = """\
// fe_one: z = 1.
/*contract
args      = {{ z = "out u64[1] rdi", x = "in u64[1] rsi" }}
spec      = ["z = {spec}"]
requires  = ["{requires}"]
may_alias = []
secret    = []
stack     = 0
*/
#include "asm.h"
#if defined(__x86_64__)
ROUTINE(x86_64_adx_fe_one)
    mov rax, [rsi]
    mov [rdi], rax
    ret
END(x86_64_adx_fe_one)
#endif
#include "asm_end.h"
"""


@pytest.fixture
def asm(tmp_path: Path) -> Path:
    return Path(shutil.copytree(PACKAGE / "asm", tmp_path / "asm"))


def routine(asm: Path, spec: str, requires: str) -> Routine:
    file = asm / "x86_64/adx/fe_one.S"
    file.write_text(CODE.format(spec=spec, requires=requires))
    return assemble(load_contract(file, asm), asm / "include")


def run(code: Routine) -> CorrectRun:
    return CorrectRun(code, alias_partitions(code.contract)[0], Proof())


def test_zero_and_one_are_their_own_inverses_in_the_statement(asm: Path) -> None:
    found = run(routine(asm, "field.invert(x)", "x <= 1"))
    assert len(found.run()) >= 4          # the product, the zero case, both bounds


@pytest.mark.parametrize("modulus", ["", " mod p"])
def test_two_is_not(asm: Path, modulus: str) -> None:
    with pytest.raises(FalseClaim, match=r"field\.invert"):
        run(routine(asm, "field.invert(x)" + modulus, "x <= 2")).run()


@pytest.mark.parametrize("spec", ["field.add(field.invert(x), 0)", "field.mul(field.invert(x), x)",
                                  "field.invert(field.invert(x))", "field.invert(1 - x) + 2 * x - 1"])
def test_of_an_inverse_that_is_computed_with_nothing_is_known(asm: Path, spec: str) -> None:
    """Each of these is x for x <= 1; but that the variable for the inverse is 0 or 1 there, nobody says."""
    found = answers(run(routine(asm, spec, "x <= 1")))
    assert found[f"return: z = {spec}"] == "refuted"


def test_an_inverse_that_is_computed_with_is_the_inverse(asm: Path) -> None:
    with pytest.raises(FalseClaim, match=r"field\.invert"):
        run(routine(asm, "field.invert(x) - 1", "x <= 1")).run()


def test_an_inverse_is_not_compared(asm: Path) -> None:
    with pytest.raises(StatementError, match="an inverse has no place in a comparison"):
        run(routine(asm, "x", "0 <= field.invert(x)"))
