"""GNU as and ziglang give the same bytes for every file of asm/, for both instruction sets.

So it does not matter with which of the two the Arm64 objects were made that were proved.
"""

import importlib.util
import platform
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from elftools.elf.elffile import ELFFile

ROOT = Path(__file__).parents[2]
FILES = sorted((ROOT / "asm").rglob("*.S"))
TRIPLES = {"x86_64": "x86_64-linux-gnu", "arm64": "aarch64-linux-gnu"}
MACROS = {"x86_64": ("__x86_64__", "__aarch64__"), "arm64": ("__aarch64__", "__x86_64__")}

pytestmark = pytest.mark.assemblers


def gnu(architecture: str, source: Path, out: Path) -> None:
    on, off = MACROS[architecture]
    text = out.with_suffix(".s")
    cpp = ["cc", "-E", "-x", "assembler-with-cpp", f"-U{off}", f"-D{on}=1", "-D__ELF__=1"]
    subprocess.run([*cpp, f"-I{ROOT / 'asm/include'}", str(source), "-o", str(text)], check=True)
    native = platform.machine() == {"x86_64": "x86_64", "arm64": "aarch64"}[architecture]
    assembler = "as" if native else f"{TRIPLES[architecture]}-as"
    if not shutil.which(assembler):
        pytest.fail(f"{assembler} is not on PATH (Debian: binutils-{TRIPLES[architecture].replace('_', '-')})")
    subprocess.run([assembler, "--fatal-warnings", str(text), "-o", str(out)], check=True)


def zig(target: str, source: Path, out: Path) -> None:
    if not importlib.util.find_spec("ziglang"):
        pytest.fail("ziglang is not installed: run `make test-assemblers`")
    command = [sys.executable, "-m", "ziglang", "cc", "-target", target, "-c"]
    subprocess.run([*command, f"-I{ROOT / 'asm/include'}", str(source), "-o", str(out)], check=True)


def text_of(path: Path) -> bytes:
    with path.open("rb") as stream:
        section = ELFFile(stream).get_section_by_name(".text")
        assert section is not None
        return bytes(section.data())


def name(path: Path) -> str:
    return path.relative_to(ROOT / "asm").as_posix()


@pytest.mark.parametrize("source", FILES, ids=name)
def test_equal_bytes(source: Path, tmp_path: Path) -> None:
    for architecture in TRIPLES:
        gnu(architecture, source, tmp_path / "gnu.o")
        zig(TRIPLES[architecture], source, tmp_path / "zig.o")
        ours, theirs = text_of(tmp_path / "gnu.o"), text_of(tmp_path / "zig.o")
        assert ours == theirs
        assert bool(ours) == (source.relative_to(ROOT / "asm").parts[0] == architecture)


@pytest.mark.parametrize("source", FILES, ids=name)
def test_every_file_assembles_for_macos(source: Path, tmp_path: Path) -> None:
    """A label that does not begin with L begins a piece of code of its own there, which no unwinding table may span."""
    for target in ("x86_64-macos", "aarch64-macos"):
        zig(target, source, tmp_path / "zig.o")
        assert (tmp_path / "zig.o").stat().st_size
