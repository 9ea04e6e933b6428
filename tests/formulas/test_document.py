"""docs/formulas.md names every theorem.  tests/test_essays.py does the rest."""

from __future__ import annotations

import re
from pathlib import Path

from qed25519.proofs.formulas.theorems import CLAIMS

TEXT = (Path(__file__).parents[2] / "docs" / "formulas.md").read_text(encoding="utf-8")
HEADINGS = re.findall(r"^## (.*)$", TEXT, re.M)


def test_the_theorems_that_it_names_exist_and_none_is_missing() -> None:
    named: list[str] = []
    for row in re.findall(r"^\| (`[^|]*) \|", TEXT.split("## 9.")[1], re.M):
        first, *more = re.findall(r"`([^`]+)`", row)
        named += [first, *(f"{first.rpartition('/')[0]}/{other.removeprefix('…/')}" for other in more)]
    assert sorted(named) == sorted(claim.name for claim in CLAIMS)


def test_the_sections_that_its_table_cites_exist() -> None:
    for row in re.findall(r"^\| `.*\| ([\d, ]+) \|$", TEXT, re.M):
        assert all(1 <= int(number) < len(HEADINGS) for number in row.split(","))
