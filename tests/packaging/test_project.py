"""pyproject.toml and constraints.txt agree with each other and with the package."""

import re
import tomllib
from pathlib import Path

import qed25519

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())


def canonical(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def pins() -> dict[str, str]:
    lines = (ROOT / "constraints.txt").read_text().splitlines()
    return {canonical(n): v for n, v in (line.split("==") for line in lines if not line.startswith("#"))}


def requirements() -> list[str]:
    groups = [*PROJECT["dependency-groups"].values(), *PROJECT["project"]["optional-dependencies"].values()]
    groups += [PROJECT["build-system"]["requires"], PROJECT["project"]["dependencies"]]
    return [item for group in groups for item in group if isinstance(item, str)]


def test_everything_that_is_asked_for_is_pinned() -> None:
    names = [canonical(re.split(r"[<>=~! \[;]", requirement)[0]) for requirement in requirements()]
    assert [name for name in names if name not in pins()] == []


def test_the_pinned_solver_is_one_that_the_extra_allows() -> None:
    (solver,) = [r for r in requirements() if r.startswith("z3-solver")]
    assert solver == "z3-solver==" + ".".join(pins()["z3-solver"].split(".")[:2]) + ".*"


def test_one_version() -> None:
    assert PROJECT["project"]["version"] == qed25519.__version__


def test_the_folders_are_symlinks() -> None:
    for name in ("asm", "proofs", "spec"):
        link = ROOT / "src" / "qed25519" / name
        assert link.is_symlink() and link.readlink() == Path("..", "..", name)
