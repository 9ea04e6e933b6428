"""What the Arm64 machine reads of its own section, and what it refuses; small hand-written code."""

from __future__ import annotations

from pathlib import Path

import pytest

from qed25519.domains.opaque import Opaque, Unknown
from qed25519.isa.machine import DataDependence, MachineError, MemoryViolation, UnmodelledForm
from qed25519.prover.calls import set_up
from qed25519.prover.contract import load_contract
from qed25519.prover.objects import assemble
from qed25519.prover.theorems import PACKAGE

FILE = """\
// {name}: hand-written.
/*contract
args      = {{ z = "out u64[2] x0", k = "in u64 x1" }}
spec      = ["z = k"]
secret    = {secret}
stack     = 0
*/
#include "asm.h"
#if defined(__aarch64__)
    .quad 3, 5
.Ltable:
    .quad 7, 11
ROUTINE(arm64_test_{name})
    {code}
    stp   x2, x3, [x0]
    ret
.Linside:
END(arm64_test_{name})
#endif
#include "asm_end.h"
"""


def run(code: str, folder: Path, name: str = "f") -> list[object]:
    """The two words that the code writes."""
    file = folder / f"arm64/test/{name}.S"
    file.parent.mkdir(parents=True)
    file.write_text(FILE.format(code=code, name=name, secret='["k"]' if name == "f" else "[]"))
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


@pytest.mark.parametrize("code", ["and x4, x1, #1\n ldr x2, [x9, x4, lsl #3]\n mov x3, x2",
                                  "ubfx x4, x1, #7, #1\n lsl x4, x4, #3\n ldr x2, [x9, x4]\n mov x3, x2"])
def test_public_data_may_choose_a_word(code: str, tmp_path: Path) -> None:
    first, second = run(f"adr x9, .Ltable\n {code}", tmp_path, "f_vartime")
    assert isinstance(first, Unknown) and first is second and not first.choices


@pytest.mark.parametrize(("code", "error", "words"), [
    ("and x4, x1, #3\n ldr x2, [x9, x4, lsl #3]", MemoryViolation, "reads no table word"),
    ("ldr x2, [x9, x1, lsl #3]", DataDependence, "the address depends on data"),
    ("and x4, x1, #1\n str x2, [x0, x4, lsl #3]", DataDependence, "the address depends on data"),
    ("and x4, x1, #1\n add x9, x9, x4, lsl #3\n ldr x2, [x9]", DataDependence, "moved by a distance"),
    ("and x4, x1, #1\n cbz x4, 2f\n2:", DataDependence, "the branch depends on data"),
    ("and x4, x1, #1\n ldr x2, [x9, x4, lsl #3]\n cbnz x2, 2f\n2:", DataDependence, "the branch depends on data"),
])
def test_what_public_data_may_not_do(code: str, error: type[MachineError], words: str, tmp_path: Path) -> None:
    with pytest.raises(error, match=words):
        run(f"adr x9, .Ltable\n {code}", tmp_path, "f_vartime")


@pytest.mark.parametrize("name", ["f", "f_vartime"])
def test_the_zero_register_is_no_index(name: str, tmp_path: Path) -> None:
    assert run("adr x9, .Ltable\n ldr x2, [x9, xzr]\n ldr x3, [x9, xzr, lsl #3]", tmp_path, name) == [7, 7]
