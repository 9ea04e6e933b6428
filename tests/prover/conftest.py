"""A small copy of the sources to break: two cheap routines with their proofs."""

import shutil
from pathlib import Path

import pytest

from qed25519.prover.run import Sources
from qed25519.prover.theorems import PACKAGE, Theorem, all_theorems

ROUTINES = ("x86_64/common/fe_neg", "x86_64/common/fe_is_zero")


class Tree:
    """A folder with asm/ and proofs/, to edit."""

    def __init__(self, root: Path) -> None:
        self.sources = Sources(root / "asm", root / "proofs")

    def add(self, path: str) -> None:
        """Copy a routine, its proof, and every header."""
        for source in (PACKAGE / "asm").resolve().rglob("*.h"):
            target = self.sources.asm / source.relative_to((PACKAGE / "asm").resolve())
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(source, target)
        self.assembly(path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(PACKAGE / "asm" / f"{path}.S", self.assembly(path))
        self.proof(path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(PACKAGE / "proofs" / f"{path}.py", self.proof(path))

    def assembly(self, path: str) -> Path:
        return self.sources.asm / f"{path}.S"

    def proof(self, path: str) -> Path:
        return self.sources.proofs / f"{path}.py"

    def replace(self, file: Path, old: str, new: str) -> None:
        text = file.read_text()
        assert old in text, f"{file} has no {old!r}"
        file.write_text(text.replace(old, new, 1))

    def theorems(self) -> list[Theorem]:
        return all_theorems(self.sources.asm)


@pytest.fixture
def tree(tmp_path: Path) -> Tree:
    made = Tree(tmp_path / "tree")
    for path in ROUTINES:
        made.add(path)
    return made
