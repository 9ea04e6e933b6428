"""docs/schoolbook-or-karatsuba.md has the counts of the code and, where llvm-mca is, its cycles; the limits hold."""

from __future__ import annotations

from pathlib import Path

import pytest

from qed25519 import mca

from .prover.routines import routine

DOCUMENT = Path(__file__).parents[1] / "docs/schoolbook-or-karatsuba.md"
PAGE = DOCUMENT.read_text(encoding="utf-8")
ARGS = 'z = "out u64[2] rdi", x = "in u64[2] rsi"'


def test_the_counts_are_those_of_the_code() -> None:
    assert mca.counts_table() in PAGE, "run `make mca`"


def test_the_cycles_are_those_of_the_model() -> None:
    tool = mca.tool()
    assert tool is None or mca.model_table(tool) in PAGE, "run `make mca`"


def cycles(core: str, variant: str, name: str) -> int:
    """On the page."""
    return mca.row_of(PAGE, "model", name, variant)[2 * mca.CORES.index(core)]


def test_a_multiplication_is_fast_on_the_cores_that_a_variant_is_for() -> None:
    assert cycles("neoverse-n1", "karatsuba", "fe_mul") <= 84
    assert cycles("neoverse-v1", "schoolbook", "fe_mul") <= 28


@pytest.mark.parametrize("name", mca.ROUTINES)
def test_each_variant_wins_where_it_should(name: str) -> None:
    for core, slower, faster in (("neoverse-n1", "schoolbook", "karatsuba"), ("neoverse-v1", "karatsuba", "schoolbook"),
                                 ("neoverse-v2", "karatsuba", "schoolbook")):
        assert cycles(core, faster, name) < cycles(core, slower, name)


@pytest.mark.parametrize(("code", "latencies", "cycle"), [
    ("mov rax, [rsi]\nadd rax, 1\nmov [rdi], rax", [4, 1, 2], 7),
    ("mov rax, [rsi]\nmov rcx, [rsi + 8]\nadd rax, 1\nmov [rdi], rax\nmov [rdi + 8], rcx", [4, 9, 1, 2, 2], 11),
    ("mov rax, [rsi]\nmov ecx, 0\nadd rax, rax\nadc ecx, 0\nmov [rdi], rcx", [4, 1, 1, 3, 1], 9),     # by a flag
    ("mov rax, [rsi]\nmov [rdi], rax\nmov rcx, [rdi]\nimul rcx, rcx\nmov [rdi + 8], rcx", [4, 1, 4, 3, 1], 13),
])
def test_the_critical_path(code: str, latencies: list[int], cycle: int, tmp_path: Path) -> None:
    sample = routine(tmp_path, code, ARGS, '["z = x"]')
    assert mca.critical_path(sample, [1, *latencies, 1]) == cycle      # between the landing pad and the return


def test_the_critical_path_decides_nowhere() -> None:
    """As the page says: a step takes twice as long at least."""
    for variant in mca.VARIANTS:
        row = mca.row_of(PAGE, "model", "ladder_step", variant)
        assert all(taken >= 2 * path for taken, path in zip(row[::2], row[1::2], strict=True))
