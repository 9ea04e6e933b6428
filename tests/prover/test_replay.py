"""Replaying on numbers: what the model's machine gives, and when that refutes the contract."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from qed25519.domains.concrete import UndefinedValue
from qed25519.isa.machine import MemoryViolation
from qed25519.prover.contract import Contract, alias_partitions
from qed25519.prover.inputs import sample_inputs
from qed25519.prover.replay import confirm, refute, run_concretely, words_of
from qed25519.prover.statement import holds_concretely
from qed25519.prover.theorems import PACKAGE, all_contracts, search_counterexample

from .routines import correct, own, routine

P = 2**255 - 19
APART = {"z": "z", "x": "x", "y": "y"}
PATHS = [contract.path for contract in all_contracts(PACKAGE / "asm") if isinstance(contract, Contract)]


@pytest.mark.parametrize("path", PATHS)
def test_every_routine_meets_its_contract_on_numbers(path: str) -> None:
    code = own(path)
    long = code.copies or code.contract.name == "fe_root_power"
    count = 1 if long else 25 if len(code.instructions()) < 1000 else 5     # tests/api has many more
    for pattern in alias_partitions(code.contract):
        for values in sample_inputs(code.contract, pattern, count, seed=3):
            assert not holds_concretely(code.contract, values, run_concretely(code, pattern, values))


def test_numbers_are_words_low_first() -> None:
    code = own("x86_64/common/fe_mul_small")
    words = words_of(code.contract, {"x": 1 + 2 * 2**64 + 3 * 2**192, "k": 9})
    assert words == {"x": [1, 2, 0, 3], "k": [9]}


def test_a_product_of_numbers() -> None:
    source = random.Random(7)
    x, y = (source.getrandbits(256) for _ in range(2))
    for path in ("x86_64/adx/fe_mul", "x86_64/mul/fe_mul", "arm64/schoolbook/fe_mul", "arm64/karatsuba/fe_mul"):
        assert run_concretely(own(path), APART, {"x": x, "y": y})["z"] % P == x * y % P


def test_a_counterexample_shows_inputs_and_what_is_wrong(tmp_path: Path) -> None:
    code = own("x86_64/common/fe_add", "and fold, 38", "and fold, 37", tmp_path)
    assert refute(code, APART, {"x": 1, "y": 2}) is None
    found = refute(code, APART, {"x": 2**256 - 1, "y": 2})
    assert found is not None and found.outputs == {"z": 38}
    assert "replayed" in str(found) and "x = 0xff" in str(found) and "z is 0x26, the spec says 0x1" in str(found)
    assert search_counterexample(code, APART, {}) is not None
    assert search_counterexample(own("x86_64/common/fe_add"), APART, {}) is None


def test_a_models_words_are_tried_first(tmp_path: Path) -> None:
    """An input that no sample would hit."""
    key = 0x1234_5678_9ABC_DEF0
    code = routine(tmp_path, f"mov rax, [rsi]\nmov rcx, {key}\nmov edx, 0\ncmp rax, rcx\ncmovz rax, rdx\n"
                             "mov [rdi], rax",
                   'z = "out u64[1] rdi", x = "in u64[1] rsi"', '["z = x"]')
    pattern = {"z": "z", "x": "x"}
    assert search_counterexample(code, pattern, {}) is None
    found = search_counterexample(code, pattern, {"x0": key})
    assert found is not None and found.inputs == {"x": key}


def test_a_model_of_arguments_in_one_buffer(tmp_path: Path) -> None:
    code = own("x86_64/common/fe_add", "and fold, 38", "and fold, 37", tmp_path)
    found = search_counterexample(code, {"z": "z", "x": "x", "y": "x"}, {f"x{i}": 2**64 - 1 for i in range(4)})
    assert found is not None and found.inputs == {"x": 2**256 - 1, "y": 2**256 - 1}


def test_what_is_undefined_is_no_result(tmp_path: Path) -> None:
    code = routine(tmp_path, "mov [rdi], rbx", 'z = "out u64[1] rdi"', '["z = 0"]')
    with pytest.raises(UndefinedValue, match="rbx at entry"):
        run_concretely(code, {"z": "z"}, {})
    flag = routine(tmp_path, "mov rax, [rsi]\nmul rax\nmov eax, 0\ncmovs rax, rcx\nmov [rdi], rax",
                   'z = "out u64[1] rdi", x = "in u64[1] rsi"', '["z = 0"]')
    with pytest.raises(UndefinedValue, match="sf, undefined is used"):
        run_concretely(flag, {"z": "z", "x": "x"}, {"x": 1})
    found = refute(flag, {"z": "z", "x": "x"}, {"x": 1})
    assert found is not None and not found.outputs


def test_a_stopped_machine_is_a_counterexample(tmp_path: Path) -> None:
    code = routine(tmp_path, "mov rax, [rsi + 8]\nmov [rdi], rax", 'z = "out u64[1] rdi", x = "in u64[1] rsi"',
                   '["z = x"]')
    with pytest.raises(MemoryViolation):
        run_concretely(code, {"z": "z", "x": "x"}, {"x": 1})
    found = refute(code, {"z": "z", "x": "x"}, {"x": 1})
    assert found is not None and "fe_test.S" in str(found)


@pytest.mark.parametrize("code", ["rol eax, 17", "data16 mov rax, [rsi]"])
def test_an_instruction_that_the_model_lacks_is_no_counterexample(code: str, tmp_path: Path) -> None:
    """The routine may well be right: the theorem is unknown, not refuted."""
    made = routine(tmp_path, f"{code}\nmov rax, [rsi]\nmov [rdi], rax", 'z = "out u64[1] rdi", x = "in u64[1] rsi"',
                   '["z = x"]')
    assert refute(made, {"z": "z", "x": "x"}, {"x": 1}) is None
    result = correct(made)
    assert result.verdict == "unknown" and not result.counterexample


def test_a_cpu_that_returns_confirms_no_violation_of_memory(tmp_path: Path) -> None:
    code = routine(tmp_path, "mov rax, [rsi + 8]\nmov rax, [rsi]\nmov [rdi], rax",
                   'z = "out u64[1] rdi", x = "in u64[1] rsi"', '["z = x"]')
    pattern = {"z": "z", "x": "x"}
    found = refute(code, pattern, {"x": 1})
    assert found is not None
    assert "on this CPU" not in str(confirm(code, pattern, found))
