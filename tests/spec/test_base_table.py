"""asm/include/base_table.h and base_multiples.h are what their script writes, and hold multiples of the base point."""

from __future__ import annotations

import re

from qed25519.proofs.group import table
from qed25519.prover.theorems import PACKAGE
from qed25519.spec import edwards25519 as spec
from qed25519.spec.field import P
from qed25519.spec.primes import L

FOLDER = PACKAGE / "asm/include"


def entries(file: str) -> list[tuple[int, ...]]:
    """The numbers in the file, three to an entry."""
    words = [int(word, 16) for word in re.findall(r"0x[0-9a-f]{16}", (FOLDER / file).read_text())]
    numbers = [sum(word << 64 * k for k, word in enumerate(words[start:start + 4]))
               for start in range(0, len(words), 4)]
    return [tuple(numbers[start:start + 3]) for start in range(0, len(numbers), 3)]


def test_it_is_what_the_script_writes() -> None:
    assert (FOLDER / "base_table.h").read_text() == table.base_table()
    assert (FOLDER / "base_multiples.h").read_text() == table.base_multiples()


def test_entries_are_multiples_of_the_base_point() -> None:
    """By scalar multiplication in extended coordinates, which the script does not use; one entry of every row."""
    found = entries("base_table.h")
    assert len(found) == table.ROWS * table.ENTRIES
    assert all(0 <= number < P for entry in found for number in entry)
    for row in range(table.ROWS):
        j = row % table.ENTRIES + 1
        k = j * 32**row % L
        point = spec.affine(spec.multiply(k, spec.B))
        assert found[row * table.ENTRIES + j - 1] == tuple(spec.precomputed(point)), (row, j)


def test_small_multiples() -> None:
    """By adding up, which the script does not."""
    point = spec.NEUTRAL
    found = entries("base_multiples.h")
    assert len(found) == 2 * table.ENTRIES and all(0 <= number < P for entry in found for number in entry)
    for j in range(table.ENTRIES + 1):
        if j < table.ENTRIES:
            assert found[table.ENTRIES + j] == tuple(spec.precomputed(point))
        assert found[table.ENTRIES - j] == tuple(spec.precomputed(spec.Affine(-point.x, point.y)))
        point = spec.sum_affine(point, spec.B)
