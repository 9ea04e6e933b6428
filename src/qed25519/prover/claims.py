"""Theorems of mathematics: no routine, but a statement in words, lemmas and an exact check that together prove it.

proofs/<area>/theorems.py lists the claims of an area as CLAIMS.  Trusted, with the lemmas: that they suffice for the
statement is said there in words and not checked by a machine.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType

from qed25519.prover.lemmas import Lemma

AREAS = ("divstep", "formulas")


class Refuted(Exception):
    """An exact check found the claim false; says where."""


@dataclass(frozen=True)
class Claim:
    """A theorem: `name` is its path, `lemmas` what the solver is asked, `check` an exact check that raises Refuted
    or returns what it did, in words.  The claims that it `cites` are proved along with it."""

    name: str
    statement: str
    lemmas: Callable[[], Sequence[Lemma]]
    file: Path
    check: Callable[[], str] = lambda: ""
    cites: tuple[Claim, ...] = field(default=())

    @property
    def path(self) -> str:
        return self.name.rpartition("/")[0]

    @property
    def kind(self) -> str:
        return self.name.rpartition("/")[2]

    @property
    def architecture(self) -> str:
        """It is for none."""
        return ""

    def with_cited(self) -> list[Claim]:
        """All that it rests on, each once, and itself at the end."""
        found: list[Claim] = []
        for claim in self.cites:
            found += [one for one in claim.with_cited() if one not in found]
        return [*found, self]


def all_claims(proofs: Path) -> list[Claim]:
    """Those of every area.  One whose file cannot be read is a claim with that name, which cannot be proved."""
    found: list[Claim] = []
    for area in AREAS:
        file = proofs / area / "theorems.py"
        if file.is_file():
            try:
                found += load(f"qed25519.proofs.{area}.theorems", file).CLAIMS
            except Exception as error:
                found.append(unreadable(area, file, error))
    return found


def load(name: str, file: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, file)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def unreadable(area: str, file: Path, error: Exception) -> Claim:
    def fail() -> str:
        raise error
    return Claim(f"{area}/theorems", f"{file} cannot be read", lambda: (), file, fail)
