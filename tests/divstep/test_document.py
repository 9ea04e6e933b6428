"""docs/divsteps.md: its programs invert, and it names every theorem.  tests/test_essays.py does the rest."""

from __future__ import annotations

import re
from pathlib import Path

from qed25519.proofs.divstep.theorems import CLAIMS, SIZES
from qed25519.spec.field import invert

from ..test_essays import run

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "divsteps.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```python\n(.*?)^```$", TEXT, re.M | re.S)


def test_the_last_program_inverts() -> None:
    names = run("divsteps.md")
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
