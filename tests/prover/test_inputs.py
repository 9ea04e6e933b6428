"""Concrete inputs meet the precondition and the aliasing, hold the edges, and are the same in every run."""

from __future__ import annotations

from pathlib import Path

import pytest

from qed25519.prover.contract import Contract, alias_partitions, load_contract
from qed25519.prover.entry import upper_bound
from qed25519.prover.inputs import CARRYING, EDGES_256, sample_inputs
from qed25519.prover.theorems import PACKAGE

from .routines import routine


def contract(path: str) -> Contract:
    return load_contract(PACKAGE / "asm" / f"{path}.S", PACKAGE / "asm")


def test_arguments_in_one_buffer_are_equal() -> None:
    mul = contract("x86_64/adx/fe_mul")
    for pattern in alias_partitions(mul):
        for values in sample_inputs(mul, pattern, 60):
            assert set(values) == {"x", "y"} and all(0 <= value < 2**256 for value in values.values())
            if pattern["x"] == pattern["y"]:
                assert values["x"] == values["y"]
        assert any(values["x"] != values["y"] for values in sample_inputs(mul, pattern, 60)) \
            == (pattern["x"] != pattern["y"])


def test_z_as_x_and_y_makes_x_and_y_one() -> None:
    pattern = {"z": "z", "x": "z", "y": "z"}
    assert all(values["x"] == values["y"] for values in sample_inputs(contract("x86_64/adx/fe_mul"), pattern, 40))


def test_preconditions_hold_and_all_edges_occur() -> None:
    small = contract("x86_64/common/fe_mul_small")
    found = sample_inputs(small, {"z": "z", "x": "x"}, 200)
    assert all(values["k"] < 2**17 for values in found)
    assert {values["k"] for values in found} >= {0, 1, 2, 2**17 - 1, 121666}
    negation = sample_inputs(contract("x86_64/common/fe_neg"), {"z": "z", "x": "x"}, len(EDGES_256))
    assert {values["x"] for values in negation} == set(EDGES_256)


def test_many_arguments_with_narrow_bounds(tmp_path: Path) -> None:
    registers = ("rdi", "rsi", "rdx", "rcx", "r8", "r9")
    args = 'r = "return u64 rax", ' + ", ".join(f'b{i} = "in u64 {register}"' for i, register in enumerate(registers))
    bits = "[" + ", ".join(f'"b{i} < 2"' for i in range(6)) + "]"
    found = sample_inputs(routine(tmp_path, "mov rax, rdi", args, '["r = b0"]', requires=bits).contract, {}, 400)
    assert len({tuple(values.values()) for values in found}) > 40


def test_the_same_in_every_run_and_others_for_another_seed() -> None:
    mul, pattern = contract("x86_64/adx/fe_mul"), {"z": "z", "x": "x", "y": "y"}
    first, second, other = (sample_inputs(mul, pattern, 50, seed) for seed in (1, 1, 2))
    assert first == second != other


def test_some_inputs_carry_where_a_small_multiple_hardly_ever_does() -> None:
    """As in fe_mul_small: lo(k·x1) + hi(k·x0) >= 2^64 for k < 2^17, of which uniform words have one in 2^47."""
    found = sample_inputs(contract("x86_64/common/fe_mul_small"), {"z": "z", "x": "x"}, 400)

    def carries(x: int, k: int) -> bool:
        low, high = x % 2**64, x >> 64 & (2**64 - 1)
        return k * high % 2**64 + (k * low >> 64) >= 2**64

    assert sum(carries(values["x"], values["k"]) for values in found) >= 1
    assert all(any(word * factor % 2**64 >= 2**64 - 2**16 for factor in (19, 2**17 - 1)) for word in CARRYING)


def test_a_precondition_that_nothing_meets_is_named(tmp_path: Path) -> None:
    code = routine(tmp_path, "mov rax, rdi", 'r = "return u64 rax", a = "in u64 rdi"', '["r = a"]',
                   requires='["3 < a < 4"]')
    with pytest.raises(ValueError, match=r"fe_test.S:2: requires: found 0 inputs that meet \['3 < a < 4'\]"):
        sample_inputs(code.contract, {}, 5)


@pytest.mark.parametrize(("requires", "bound"), [
    ("a < 2^17", 2**17 - 1), ("a<5", 4), ("a < 2^0", 0), ("a < 2^9999999999", 2**64 - 1), ("a < 0", 2**64 - 1),
    ("a < 2^2^3", 2**64 - 1), ("a < 32^17", 2**64 - 1), ("aa < 5", 2**64 - 1), ("a < 5 < 9", 2**64 - 1)])
def test_the_bound_that_a_precondition_gives(requires: str, bound: int, tmp_path: Path) -> None:
    code = routine(tmp_path, "", 'r = "return u64 rax", a = "in u64 rdi", aa = "in u64 rsi"', '["r = a"]',
                   requires=f'["{requires}"]')
    assert upper_bound(code.contract, "a") == bound
