"""A header with a routine's code gives copies of it: the same bytes, without its cuts, and leaves no name behind."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from qed25519.prover.contract import load_contract
from qed25519.prover.objects import assemble, compiler
from qed25519.prover.theorems import PACKAGE

from .routines import own

ASM = PACKAGE / "asm"
HEADERS = sorted(header.relative_to(ASM).as_posix()[:-2] for header in ASM.glob("*/*/*.h")
                 if header.with_suffix(".S").exists() and f".macro {header.stem}_code\n" in header.read_text())

CALLER = """\
// caller: z = x, and a copy behind it.
/*contract
args   = {{ z = "out u64[1] {z}", x = "in u64[1] {x}" }}
spec   = ["z = x"]
secret = ["x"]
stack  = 0
*/
#include "asm.h"
#if defined({macro})
#include "{header}"
ROUTINE({symbol})
    {code}
CUT(start)
    ret
COPY({callee})
    {name}_code
END({symbol})
#endif
#include "asm_end.h"
"""
MOVE = {"x86_64": "mov rax, [rsi]\n    mov [rdi], rax", "arm64": "ldr x9, [x1]\n    str x9, [x0]"}
MACRO = {"x86_64": "__x86_64__", "arm64": "__aarch64__"}


def test_there_are_headers_with_code() -> None:
    assert {"x86_64/common/fe_invert", "arm64/common/fe_invert"} <= set(HEADERS)


@pytest.mark.parametrize("path", HEADERS)
def test_a_copy_has_the_bytes_of_the_routine_and_none_of_its_cuts(path: str, tmp_path: Path) -> None:
    architecture, _, name = path.split("/")
    z, x = ("rdi", "rsi") if architecture == "x86_64" else ("x0", "x1")
    file = tmp_path / architecture / "test/caller.S"
    file.parent.mkdir(parents=True)
    file.write_text(CALLER.format(z=z, x=x, macro=MACRO[architecture], header=ASM.resolve() / f"{path}.h", name=name,
                                  code=MOVE[architecture], symbol=f"{architecture}_test_caller",
                                  callee=path.replace("/", "_")))
    caller, routine = assemble(load_contract(file, tmp_path), ASM / "include"), own(path)
    ((address, callee),) = caller.copies.items()
    assert callee == path.replace("/", "_")
    assert caller.text[address:caller.end] == routine.code
    assert list(caller.labels.values()) == ["start"] and all(label < address for label in caller.labels)


@pytest.mark.parametrize("path", HEADERS)
def test_such_a_header_leaves_no_name_behind_but_those_of_products(path: str) -> None:
    products = (ASM / path).resolve().with_name("product.h")
    left = names(f'#include "{ASM.resolve() / path}.h"\n')
    left -= names(f'#include "{products}"\n' if products.exists() else "")
    assert {name for name in left if not name.startswith("QED25519_")} == set()


def names(text: str) -> set[str]:
    """What the preprocessor knows at the end of the text."""
    command = [*compiler(), "-E", "-dM", "-x", "assembler-with-cpp", f"-I{ASM / 'include'}", "-"]
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=True)
    return {line.split()[1] for line in done.stdout.splitlines() if line.startswith("#define")}


@pytest.mark.parametrize("file", sorted(file.relative_to(ASM).as_posix() for file in ASM.glob("*/*/*.S")))
def test_no_parameter_of_a_macro_is_a_name_for_the_preprocessor(file: str) -> None:
    """It would make `\\r10` of `\\fold`, which GNU as takes for r10, and other assemblers for an error."""
    macro = MACRO[file.split("/")[0]]
    command = [*compiler(), "-E", "-x", "assembler-with-cpp", *(f"-U{one}" for one in MACRO.values()), f"-D{macro}",
               f"-I{ASM / 'include'}", str(ASM / file)]
    text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert "routine_end" in text and "\\ " not in text
