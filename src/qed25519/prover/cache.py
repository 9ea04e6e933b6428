"""A cache of proved theorems: one JSON file a key, where the key is a hash of all that the proof depends on.

A key hashes the source of the checker (isa/, domains/, prover/, spec/), the versions of z3, Python and the
packages that the checker uses, the budget, the contract, the proof file and all that it imports from proofs/, for
`correct` all theorems of mathematics, which it may cite, the routine's bytes, labels and read-only data, the
theorem's name, strictness.  Only what is proved is kept.  An entry that cannot be read, or is not what was written,
counts as absent.  Trusted: whoever can write these files can forge a theorem; `--no-cache` reads none.
"""

from __future__ import annotations

import ast
import contextlib
import hashlib
import json
import os
import platform
import tempfile
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from functools import cache as remember
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from qed25519.prover.claims import AREAS
from qed25519.prover.contract import Contract
from qed25519.prover.objects import Routine, load_callee
from qed25519.prover.solver import Answer
from qed25519.prover.theorems import PACKAGE, ObligationResult, Result

CHECKER = ("isa", "domains", "prover", "spec")
DISTRIBUTIONS = ("z3-solver", "sympy", "iced-x86", "pyelftools")
VARIABLE = "QED25519_CACHE"


def default_folder() -> Path:
    """$QED25519_CACHE, else qed25519 under $XDG_CACHE_HOME, else under ~/.cache."""
    named = os.environ.get(VARIABLE)
    if named:
        return Path(named)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "qed25519"


# --- keys ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Circumstances:
    """What a run decides for all its theorems: the budget and strictness."""

    rlimit: int
    seconds: float
    strict: bool


def key_of(theorem: str, routine: Routine, circumstances: Circumstances, proofs: Path) -> str:
    """The key of one theorem about these bytes: SHA-256 of everything that its proof depends on."""
    parts = {
        "theorem": theorem,
        "checker": checker_digest(),
        "versions": versions(),
        "circumstances": asdict(circumstances),
        "routine": _about(routine, proofs),
        "claims": area_digests() if theorem.endswith("/correct") else [],
    }
    return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()


def _about(routine: Routine, proofs: Path) -> dict[str, Any]:
    """All that is particular to a routine, and to those that it calls."""
    return {
        "contract": contract_text(routine.contract),
        "proof": [digest(file) for file in proof_files(routine.contract.path, proofs)],
        "text": hashlib.sha256(routine.text).hexdigest(),         # read-only data included
        "extent": [routine.start, routine.end],
        "labels": sorted(routine.labels.items()),
        "copies": sorted(routine.copies.items()),
        "called": [_about(load_callee(routine, address), proofs) for address in sorted(routine.copies)],
    }


@remember
def checker_digest() -> str:
    """Of every source and data file of the checker and the specification."""
    total = hashlib.sha256()
    for folder in CHECKER:
        root = (PACKAGE / folder).resolve()
        files = [file for file in root.rglob("*") if file.is_file() and "__pycache__" not in file.parts]
        for file in sorted(files):
            total.update(f"{folder}/{file.relative_to(root).as_posix()} {digest(file)}\n".encode())
    return total.hexdigest()


def digest(file: Path) -> str:
    """SHA-256 of a file; a file that is not there has one too."""
    try:
        return hashlib.sha256(file.read_bytes()).hexdigest()
    except FileNotFoundError:
        return "absent"


def area_digests() -> list[tuple[str, str]]:
    """Of every file of the theorems of mathematics, which a routine's may cite."""
    root = PACKAGE / "proofs"
    return [(file.relative_to(root).as_posix(), digest(file)) for area in AREAS
            for file in sorted((root / area).rglob("*")) if file.is_file() and "__pycache__" not in file.parts]


@remember
def versions() -> dict[str, str]:
    """The exact versions of Python and of what the checker imports; reading them loads none of it."""
    found = {"python": platform.python_version()}
    for name in DISTRIBUTIONS:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            found[name] = "absent"
    return found


def contract_text(contract: Contract) -> str:
    """Everything that the contract says, without where it stands."""
    return repr(replace(contract, file=Path(), line=0))


def proof_files(path: str, proofs: Path) -> list[Path]:
    """The proof file of a routine and, sorted, every file of proofs/ that it imports, directly or not, and the data
    files that lie beside these, such as certificates."""
    own = proofs / f"{path}.py"
    found, pending = {own}, [own]
    while pending:
        for file in _imported(pending.pop(), proofs):
            if file not in found:
                found.add(file)
                pending.append(file)
    beside = {file for folder in {file.parent for file in found - {own}} for file in folder.iterdir()
              if file.is_file() and file.suffix not in (".py", ".pyc")}
    return [own, *sorted((found | beside) - {own})]


def _imported(file: Path, proofs: Path) -> Iterator[Path]:
    try:
        tree = ast.parse(file.read_bytes())
    except (OSError, SyntaxError, ValueError):
        return
    for node in ast.walk(tree):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            here = ["qed25519", "proofs", *file.relative_to(proofs).parent.parts]
            parts = [*(here[:len(here) + 1 - node.level] if node.level else []), node.module or ""]
            base = ".".join(part for part in parts if part)
            names = [base, *(f"{base}.{alias.name}" for alias in node.names)]
        for name in names:
            package, *rest = name.split(".")
            if package == "qed25519" and rest[:1] == ["proofs"]:
                place = proofs
                yield from filter(Path.is_file, (place / "__init__.py",))
                for part in rest[1:]:
                    place = place / part
                    yield from filter(Path.is_file, (place.with_suffix(".py"), place / "__init__.py"))


# --- entries ------------------------------------------------------------------------------------------------


class Cache:
    """Proved theorems by key.  A folder that cannot be written is no error: nothing is kept then."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def get(self, key: str, theorem: str, sha256: str) -> Result | None:
        """The stored result, if it is whole and says that this theorem of these bytes is proved."""
        try:
            entry = json.loads(self._file(key).read_text(encoding="utf-8"))
            if entry["key"] != key or entry["check"] != _check(entry["result"]):
                return None
            result = _result(entry["result"])
        except (OSError, ValueError, TypeError, KeyError, AttributeError):
            return None
        if (result.theorem, result.sha256, result.verdict) != (theorem, sha256, "proved"):
            return None
        return replace(result, cached=True)

    def put(self, key: str, result: Result) -> None:
        """Store a proved result; readers see the whole file or none."""
        if result.verdict != "proved" or result.cached:
            return
        stored = asdict(result)
        text = json.dumps({"key": key, "check": _check(stored), "result": stored}, indent=1)
        with contextlib.suppress(OSError):
            self.folder.mkdir(parents=True, exist_ok=True)
            handle, name = tempfile.mkstemp(dir=self.folder, prefix=".new-")
            try:
                with os.fdopen(handle, "w", encoding="utf-8") as stream:
                    stream.write(text)
                Path(name).replace(self._file(key))
            except OSError:
                Path(name).unlink(missing_ok=True)

    def _file(self, key: str) -> Path:
        return self.folder / f"{key}.json"


def _check(stored: object) -> str:
    """Finds damage, not forgery."""
    return hashlib.sha256(json.dumps(stored, sort_keys=True).encode()).hexdigest()


def _result(stored: dict[str, Any]) -> Result:
    obligations = tuple(
        ObligationResult(**{**item, "answer": Answer(**item["answer"]), "recheck": None})
        for item in stored["obligations"])
    lists = {name: tuple(stored[name]) for name in ("patterns", "cites")}
    links = tuple((label, tuple(claims)) for label, claims in stored["links"])
    return Result(**{**stored, **lists, "links": links, "obligations": obligations})
