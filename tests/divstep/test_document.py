"""docs/divsteps.md: its programs run in order, its sections and theorems exist."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from qed25519.proofs.divstep.theorems import CLAIMS, SIZES
from qed25519.spec.field import invert

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "divsteps.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```python\n(.*?)^```$", TEXT, re.M | re.S)


def test_the_programs_run_in_order() -> None:
    names: dict[str, Any] = {}
    for number, block in enumerate(BLOCKS, 1):
        line = TEXT[:TEXT.index(block)].count("\n")
        exec(compile("\n" * line + block, f"docs/divsteps.md, program {number}", "exec"), names)
    assert names["SIZES"] == SIZES
    for x in range(40):
        assert names["inverse"](x) == invert(x)


def test_every_program_changes_something_that_the_next_uses() -> None:
    assert len(BLOCKS) >= 12 and sum("def inverse(" in block for block in BLOCKS) >= 4


def test_the_theorems_that_it_names_exist_and_none_is_missing() -> None:
    table = TEXT.split("## 11.")[1]
    named: set[str] = set()
    for row in re.findall(r"^\| (`[^|]*) \|", table, re.M):
        first, *more = re.findall(r"`([^`]+)`", row)
        named |= {first} | {f"{first.rpartition('/')[0]}/{other.removeprefix('…/')}" for other in more}
    assert named == {claim.name for claim in CLAIMS}


def test_links_and_cited_sections_exist() -> None:
    headings = re.findall(r"^## (.*)$", TEXT, re.M)
    anchors = {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}
    assert set(re.findall(r"\]\(#([^)]+)\)", TEXT)) == anchors
    for file in [*(ROOT / "proofs").rglob("*.py"), *(ROOT / "asm").rglob("*.S"), *(ROOT / "spec").glob("*.py")]:
        for number in re.findall(r"docs/divsteps\.md,? sections? (\d+)", file.read_text(encoding="utf-8")):
            assert 1 <= int(number) <= len(headings), f"{file} cites section {number}"
