"""What the Arm64 machine reads of its own section, and what it refuses; small hand-written code."""

from __future__ import annotations

from pathlib import Path

import pytest

from qed25519.domains.opaque import Opaque
from qed25519.isa.machine import DataDependence, MachineError, MemoryViolation, UnmodelledForm
from qed25519.prover.calls import set_up
from qed25519.prover.contract import load_contract
from qed25519.prover.objects import assemble
from qed25519.prover.theorems import PACKAGE

FILE = """\
// f: hand-written.
/*contract
args      = {{ z = "out u64[2] x0", k = "in u64 x1" }}
spec      = ["z = k"]
secret    = ["k"]
stack     = 0
*/
#include "asm.h"
#if defined(__aarch64__)
    .quad 3, 5
.Ltable:
    .quad 7, 11
ROUTINE(arm64_test_f)
    {code}
    stp   x2, x3, [x0]
    ret
.Linside:
END(arm64_test_f)
#endif
#include "asm_end.h"
"""


def run(code: str, folder: Path) -> list[object]:
    """The two words that the code writes."""
    file = folder / "arm64/test/f.S"
    file.parent.mkdir(parents=True)
    file.write_text(FILE.format(code=code))
    routine = assemble(load_contract(file, folder), PACKAGE / "asm" / "include")
    domain = Opaque()
    machine = set_up(routine, {"z": "z"}, domain, {"k": [domain.unknown("k")]})
    machine.run(routine.start)
    return [machine.regions["z"].words[offset] for offset in (0, 8)]


@pytest.mark.parametrize(("code", "words"), [
    ("adr x9, .Ltable\n ldp x2, x3, [x9]", [7, 11]),
    ("adr x9, .Ltable\n ldp x2, x3, [x9, #-16]", [3, 5]),
    ("adr x9, .Ltable\n ldp x2, x3, [x9, #-16]!\n ldr x3, [x9, #24]", [3, 11]),
    ("mov x2, #0x80\n mov x4, #67\n lsr x3, x2, x4\n mov x4, #36\n lsr w2, w2, w4", [0x8, 0x10]),
])
def test_tables_and_shifts(code: str, words: list[int], tmp_path: Path) -> None:
    assert run(code, tmp_path) == words


@pytest.mark.parametrize(("code", "error", "words"), [
    ("adr x9, .Ltable\n ldp x2, x3, [x9, #8]", MemoryViolation, "reads no table word"),
    ("adr x9, .Linside - 8\n ldp x2, x3, [x9]", MemoryViolation, "reads no table word"),
    ("adr x9, .Ltable\n ldr x9, [x9, x1, lsl #3]", DataDependence, "the address depends on data"),
    ("mov x2, #1\n lsr x2, x2, x1", UnmodelledForm, "a shift count that depends on data"),
])
def test_what_is_refused(code: str, error: type[MachineError], words: str, tmp_path: Path) -> None:
    with pytest.raises(error, match=words):
        run(code, tmp_path)
