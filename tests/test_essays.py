"""The essays in docs/: their programs run in order, the sections that they and others cite exist."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]
ESSAYS = sorted(file.name for file in (ROOT / "docs").glob("*.md")
                if "```python\n" in file.read_text(encoding="utf-8"))


def text(name: str) -> str:
    return (ROOT / "docs" / name).read_text(encoding="utf-8")


def programs(name: str) -> list[str]:
    return re.findall(r"^```python\n(.*?)^```$", text(name), re.M | re.S)


def headings(name: str) -> list[str]:
    return re.findall(r"^## (.*)$", text(name), re.M)


def run(name: str) -> dict[str, Any]:
    """All programs, in one namespace."""
    names: dict[str, Any] = {}
    for block in programs(name):
        line = text(name)[:text(name).index(block)].count("\n")
        exec(compile("\n" * line + block, f"docs/{name}", "exec"), names)
    return names


def test_there_are_essays() -> None:
    assert {"divsteps.md", "formulas.md", "x25519.md"} <= set(ESSAYS)


@pytest.mark.parametrize("name", ESSAYS)
def test_the_programs_run_in_order(name: str) -> None:
    assert len(programs(name)) >= 3
    run(name)


@pytest.mark.parametrize("name", ESSAYS)
def test_its_contents_list_every_section(name: str) -> None:
    anchors = [re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings(name)]
    assert re.findall(r"\]\(#([^)]+)\)", text(name)) == anchors
    assert [heading.split(".")[0] for heading in headings(name)] == [str(n + 1) for n in range(len(anchors))]


@pytest.mark.parametrize("name", ESSAYS)
def test_sections_that_others_cite_exist(name: str) -> None:
    files = [file for folder in ("proofs", "asm", "spec", "src/qed25519/prover") for file in (ROOT / folder).rglob("*")
             if file.suffix in (".py", ".S", ".h")]
    for file in files:
        for number in re.findall(rf"docs/{re.escape(name)},? sections? (\d+)", file.read_text(encoding="utf-8")):
            assert 1 <= int(number) <= len(headings(name)), f"{file} cites section {number}"


@pytest.mark.parametrize("name", ESSAYS)
def test_files_that_it_names_exist(name: str) -> None:
    for file in re.findall(r"`((?:asm|src|proofs|spec)/[\w./-]+\.\w+)`", text(name)):
        assert (ROOT / file).is_file(), file
