"""Counterexamples are replayed on the real CPU where the host is of the routine's architecture."""

from __future__ import annotations

import platform
import shutil
from pathlib import Path

import pytest

from qed25519.prover.contract import alias_partitions, load_contracts
from qed25519.prover.cpu import CannotRun, Crashed, run_on_cpu
from qed25519.prover.inputs import sample_inputs
from qed25519.prover.objects import Routine, assemble
from qed25519.prover.replay import confirm, refute, run_concretely
from qed25519.prover.theorems import PACKAGE

HOST = {"AMD64": "x86_64", "aarch64": "arm64"}.get(platform.machine(), platform.machine())
CONTRACTS = {contract.path: contract for contract in load_contracts(PACKAGE / "asm")}


def routine(path: str) -> Routine:
    return assemble(CONTRACTS[path], PACKAGE / "asm" / "include")


@pytest.mark.parametrize("path", sorted(CONTRACTS))
def test_the_model_and_the_cpu_agree_or_the_reason_is_named(path: str) -> None:
    code = routine(path)
    for pattern in alias_partitions(code.contract):
        values = sample_inputs(code.contract, pattern, 5, seed=7)[-1]
        try:
            outputs = run_on_cpu(code, pattern, values)
        except CannotRun as error:
            assert code.contract.architecture != HOST or "this CPU has no" in str(error)
        else:
            assert outputs == run_concretely(code, pattern, values)


def host_routine() -> Routine:
    return routine(next(path for path in sorted(CONTRACTS) if path.startswith(HOST)))


def test_a_crash_is_reported_not_suffered() -> None:
    code = host_routine()
    trap = {"x86_64": bytes.fromhex("0f0b"), "arm64": bytes.fromhex("00000000")}[HOST]
    broken = code.replaced(trap + code.code[len(trap):])
    pattern = alias_partitions(code.contract)[0]
    with pytest.raises(Crashed, match="signal"):
        run_on_cpu(broken, pattern, sample_inputs(code.contract, pattern, 1)[0])


def test_a_counterexample_says_whether_the_cpu_confirms_it(tmp_path: Path) -> None:
    asm = Path(shutil.copytree(PACKAGE / "asm", tmp_path / "asm"))
    file = asm / "x86_64/common/fe_add.S"
    text = file.read_text()
    assert "fold" in text
    file.write_text(text.replace("adc r1, [y + 8]", "add r1, [y + 8]"))
    contract = next(c for c in load_contracts(asm) if c.path == "x86_64/common/fe_add")
    code = assemble(contract, asm / "include")
    pattern = alias_partitions(contract)[0]
    found = next(filter(None, (refute(code, pattern, values) for values in sample_inputs(contract, pattern, 32))))
    confirmed = confirm(code, pattern, found)
    assert ("replayed on the model and on this CPU" if HOST == "x86_64" else "this is no x86_64") in str(confirmed)


def test_a_cpu_that_disagrees_with_the_model_is_shouted_about(monkeypatch: pytest.MonkeyPatch) -> None:
    code = host_routine()
    pattern = alias_partitions(code.contract)[0]
    values = sample_inputs(code.contract, pattern, 1)[0]
    outputs = run_concretely(code, pattern, values)
    from qed25519.prover import replay
    wrong = {name: value ^ 1 for name, value in outputs.items()}
    monkeypatch.setattr(replay, "run_on_cpu", lambda *_: wrong)
    claimed = replay.Counterexample(values, outputs, ("for this test",))
    assert "THE MODEL IS WRONG" in str(confirm(code, pattern, claimed))
