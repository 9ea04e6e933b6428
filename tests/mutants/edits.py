"""Mutants that are edits of a header: how they are made, and which theorem rejects them."""

from __future__ import annotations

import re
import shutil
from dataclasses import dataclass
from pathlib import Path

import pytest

from qed25519.domains.theory import InternalError
from qed25519.isa.machine import MachineError
from qed25519.prover.contract import alias_partitions, load_contract
from qed25519.prover.correct import CorrectRun
from qed25519.prover.hints import ProofError
from qed25519.prover.objects import Routine, assemble
from qed25519.prover.statement import FalseClaim
from qed25519.prover.theorems import PACKAGE, load_proof, structural_results

from ..prover.routines import header_file, solver

TABLE = "include/base_table.h"
LEFT = "leaves a "                                 # in the stack, not wiped
RETURN, ARM_RETURN = "    restore_all\n    ret\n", "    restore_all_and_link\n    ret\n"


@dataclass(frozen=True)
class Mutant:
    """An edit of the routine's header or of one that it includes, or of another file below asm/; the theorem that
    rejects it; what its message has: of `correct`, the cut that it begins with.  Of another theorem, its verdict."""

    path: str
    old: str
    new: str
    words: str
    kind: str = "correct"
    file: str = ""
    verdict: str = "refuted"


def time(path: str, old: str, new: str, words: str) -> Mutant:
    return Mutant(path, old, new, words, "constant_time")


def memory(path: str, old: str, new: str, words: str) -> Mutant:
    return Mutant(path, old, new, words, "memory_safe")


def abi(path: str, old: str, new: str, words: str) -> Mutant:
    return Mutant(path, old, new, words, "abi")


def stopped(path: str, old: str, new: str, words: str) -> Mutant:
    """Of a routine of public data, which has no theorem constant_time: its run does not end."""
    return Mutant(path, old, new, words, "memory_safe", verdict="unknown")


def table_word(file: str, number: int) -> str:
    """The first word of an element of a table, as it is written; an entry has three elements."""
    lines = [line for line in (PACKAGE / "asm" / file).read_text().splitlines() if ".quad" in line]
    return lines[number].split()[1].rstrip(",")


def other_bit(word: str, bit: int) -> str:
    return f"{int(word, 16) ^ 1 << bit:#018x}"


def mutated(mutant: Mutant, folder: Path) -> Routine:
    """The routine, from a tree of sources with the edit: its callees are found there too."""
    asm = Path(shutil.copytree(PACKAGE / "asm", folder / "asm"))
    files = [Path(mutant.file)] if mutant.file else headers(asm, mutant.path)
    edited = next((asm / file for file in files if mutant.old in (asm / file).read_text()), None)
    assert edited, f"{mutant.old!r} is not in {[str(file) for file in files]}"
    edited.write_text(edited.read_text().replace(mutant.old, mutant.new, 1))
    return assemble(load_contract(asm / f"{mutant.path}.S", asm), asm / "include")


def headers(asm: Path, path: str) -> list[Path]:
    """A routine's own header, and those that it includes."""
    architecture, variant, name = path.split("/")
    own = (Path(architecture, folder, f"{name}.h") for folder in (variant, "common"))
    found = [next(file for file in own if (asm / file).exists())]
    for file in found:
        included = (header_file(asm, file, one) for one in re.findall(r'#include "(\S+)"', (asm / file).read_text()))
        found += [one for one in included if one not in found]
    return found


def check_rejected(mutant: Mutant, folder: Path) -> None:
    """The theorem that should rejects it; `correct`, for one aliasing pattern."""
    code = mutated(mutant, folder)
    if mutant.kind == "correct":
        run = CorrectRun(code, alias_partitions(code.contract)[0], load_proof(mutant.path))
        with pytest.raises((FalseClaim, ProofError, MachineError, InternalError), match=f"^(?:{mutant.words})"):
            run.run()
    else:
        result = next(result for result in structural_results(code) if result.kind == mutant.kind)
        assert result.verdict == mutant.verdict and mutant.words in result.message, result.message


def check_rejected_by_the_solver(mutant: Mutant, folder: Path) -> None:
    """What is wrong for few inputs only the solver sees: one of the obligations whose titles begin with its words."""
    code = mutated(mutant, folder)
    items = CorrectRun(code, alias_partitions(code.contract)[0], load_proof(mutant.path)).run()
    last = [item for item in items if item.title.startswith(tuple(mutant.words.split("|")))]
    assert "refuted" in {future.result().verdict for future in solver().submit(last)}
