"""Small x86-64 routines for tests, written, assembled and proved."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from qed25519.prover.contract import load_contract
from qed25519.prover.correct import CorrectRun
from qed25519.prover.hints import Proof
from qed25519.prover.objects import Routine, assemble
from qed25519.prover.solver import Solver
from qed25519.prover.theorems import PACKAGE, Result, attempt_correct, structural_results

FILE = """\
// {name}: a routine for a test.
/*contract
{contract}
*/
#include "asm.h"
#if defined(__x86_64__)
{before}
ROUTINE(x86_64_test_{name})
{code}
    ret
END(x86_64_test_{name})
#endif
#include "asm_end.h"
"""


def routine(folder: Path, code: str, args: str, spec: str, *, requires: str = "[]", ensures: str = "[]",
            may_alias: str = "[]", stack: int = 0, name: str = "fe_test", before: str = "",
            wipes: bool = False) -> Routine:
    """The routine with this body, and text before it; arguments and the rest as the contract writes them."""
    contract = (f"args = {{ {args} }}\nspec = {spec}\nrequires = {requires}\nensures = {ensures}\n"
                f"may_alias = {may_alias}\nsecret = []\nstack = {stack}\nwipes = {str(wipes).lower()}")
    file = folder / f"x86_64/test/{name}.S"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(FILE.format(name=name, contract=contract, code=code, before=before))
    return assemble(load_contract(file, folder), PACKAGE / "asm" / "include")


def own(path: str, old: str = "", new: str = "", folder: Path | None = None) -> Routine:
    """One of this package's routines, with a piece of its text replaced: in the file itself, else in a header of it, or
    in a routine that it has a copy of."""
    asm = (PACKAGE / "asm").resolve()
    if folder is None:
        return assemble(load_contract(asm / f"{path}.S", asm), asm / "include")
    files = [Path(f"{path}.S")]
    for file in files:
        text = (asm / file).read_text()
        headers = [header_file(asm, file, name) for name in re.findall(r'#include "(\S+)"', text)]
        copies = [routine_file(asm, name) for name in re.findall(r"^COPY\((\w+)\)", text, re.M)]
        files += [needed for needed in [*headers, *copies] if needed not in files]
        (folder / file).parent.mkdir(parents=True, exist_ok=True)
        (folder / file).write_text(text)
    edited = next((folder / file for file in files if old in (asm / file).read_text()), None)
    assert edited, f"{old!r} is in no file of {path}"
    edited.write_text(edited.read_text().replace(old, new, 1))
    return assemble(load_contract(folder / f"{path}.S", folder), folder / "include")


def header_file(asm: Path, file: Path, name: str) -> Path:
    """What a file includes under this name, from asm/."""
    beside = (asm / file).parent / name
    return (beside if beside.exists() else asm / "include" / name).resolve().relative_to(asm)


def routine_file(asm: Path, name: str) -> Path:
    """From the name in ROUTINE or COPY: x86_64/adx/fe_mul.S from x86_64_adx_fe_mul."""
    return next(file for file in (path.relative_to(asm) for path in asm.glob("*/*/*.S"))
                if "_".join(file.with_suffix("").parts) == name)


@cache
def solver() -> Solver:
    """One for all tests of this process; its workers end when their input does."""
    return Solver(2, rlimit=50_000_000, seconds=60)


def correct(code: Routine, proof: Proof | None = None, strict: bool = False) -> Result:
    """The theorem `correct`; by default with the empty proof."""
    return attempt_correct(code, solver(), proof or Proof(), strict).result()


def answers(run: CorrectRun) -> dict[str, str]:
    """The solver's verdict on the obligations of one run, by title: "proved" if it is so of all that have the title."""
    items, found = run.run(), dict[str, str]()
    for item, future in zip(items, solver().submit(items), strict=True):
        if found.get(item.title, "proved") == "proved":
            found[item.title] = future.result().verdict
    return found


def verdicts(code: Routine, proof: Proof | None = None) -> dict[str, str]:
    """All theorems' verdicts by kind."""
    results = [correct(code, proof), *structural_results(code)]
    return {result.kind: result.verdict for result in results}
