"""On Arm64 a call is taken by its contract as well: the link register is lost, and a jump is no call."""

from __future__ import annotations

from pathlib import Path

import pytest

from qed25519.prover.contract import load_contract
from qed25519.prover.objects import Routine, assemble
from qed25519.prover.theorems import structural_results

from .routines import correct
from .test_call_rule import asm, body

__all__ = ["asm"]

ADD_THEN_REDUCE = """\
// fe_sum: z = x + y (mod p), canonical.
/*contract
args      = {{ z = "out u64[4] x0", x = "in u64[4] x1", y = "in u64[4] x2" }}
spec      = ["z = field.canonical(field.add(x, y))"]
ensures   = ["z < p"]
secret    = ["x", "y"]
stack     = 32
*/
#include "asm.h"
#if defined(__aarch64__)
ROUTINE(arm64_common_fe_sum)
    {save}
    str   x19, [sp, #-16]!
    mov   x19, x0
    bl    .Ladd
    {between}
    {call} .Lcanonical
    ldr   x19, [sp], #16
    {restore}
    ret
.Ladd:
COPY(arm64_common_fe_add)
{fe_add}
.Lcanonical:
COPY(arm64_common_fe_canonical)
{fe_canonical}
END(arm64_common_fe_sum)
#endif
#include "asm_end.h"
"""


def fe_sum(folder: Path, between: str = "mov x0, x19\n    mov x1, x19", call: str = "bl",
           save: str = "stp x29, x30, [sp, #-16]!", restore: str = "ldp x29, x30, [sp], #16") -> Routine:
    """A routine that adds and reduces, by copies."""
    common = folder / "arm64/common"
    file = common / "fe_sum.S"
    file.write_text(ADD_THEN_REDUCE.format(
        between=between, call=call, save=save, restore=restore,
        fe_add=body(common / "fe_add.S"), fe_canonical=body(common / "fe_canonical.S")))
    return assemble(load_contract(file, folder), folder / "include")


def test_a_routine_is_proved_from_the_contracts_of_those_it_calls(asm: Path) -> None:
    routine = fe_sum(asm)
    result = correct(routine)
    assert result.verdict == "proved", result.message
    assert "arm64/common/fe_add/correct" in result.cites and "arm64/common/fe_canonical/abi" in result.cites
    assert {r.verdict for r in structural_results(routine)} == {"proved"}


@pytest.mark.parametrize(("edits", "words"), [
    ({"save": "", "restore": "mov x9, #1"}, "returns to a data word instead of the return address"),
    ({"call": "ldr x19, [sp], #16\n    ldp x29, x30, [sp], #16\n    b"}, "it does not return into the caller"),
    ({"between": "mov x1, x0"}, "z is no pointer"),
], ids=["the link register is not saved", "a jump for a call", "x0 after a call"])
def test_what_a_call_does_not_keep_is_not_there_after_it(edits: dict[str, str], words: str, asm: Path) -> None:
    result = correct(fe_sum(asm, **edits))
    assert result.verdict != "proved" and words in result.message, result.message
