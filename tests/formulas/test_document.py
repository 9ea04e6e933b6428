"""docs/formulas.md: its programs run in order, its sections and theorems exist."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from qed25519.proofs.formulas.theorems import CLAIMS

TEXT = (Path(__file__).parents[2] / "docs" / "formulas.md").read_text(encoding="utf-8")
HEADINGS = re.findall(r"^## (.*)$", TEXT, re.M)


def test_the_programs_run_in_order() -> None:
    names: dict[str, Any] = {}
    blocks = re.findall(r"^```python\n(.*?)^```$", TEXT, re.M | re.S)
    assert len(blocks) == 7
    for block in blocks:
        line = TEXT[:TEXT.index(block)].count("\n")
        exec(compile("\n" * line + block, "docs/formulas.md", "exec"), names)


def test_the_theorems_that_it_names_exist_and_none_is_missing() -> None:
    named: list[str] = []
    for row in re.findall(r"^\| (`[^|]*) \|", TEXT.split("## 8.")[1], re.M):
        first, *more = re.findall(r"`([^`]+)`", row)
        named += [first, *(f"{first.rpartition('/')[0]}/{other.removeprefix('…/')}" for other in more)]
    assert sorted(named) == sorted(claim.name for claim in CLAIMS)


def test_links_and_sections_exist() -> None:
    anchors = {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in HEADINGS}
    assert set(re.findall(r"\]\(#([^)]+)\)", TEXT)) == anchors
    for row in re.findall(r"^\| `.*\| ([\d, ]+) \|$", TEXT, re.M):
        assert all(1 <= int(number) < len(HEADINGS) for number in row.split(","))
