"""`bench ed25519`: what is measured for each operation, and that it is what signing and verifying call."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from qed25519 import Ed25519PrivateKey, _ed25519
from qed25519._backend import BACKEND
from qed25519._host import host
from qed25519._variants import runnable
from qed25519.bench import ed25519, runs
from qed25519.bench.ed25519 import FRESH, HASHED, KEY, OPERATIONS, SIGN, VERIFY, WHOLE
from qed25519.bench.measure import Sample
from qed25519.bench.subjects import peers


def test_every_statement_and_routine_runs() -> None:
    others, missing = peers({"cryptography": ed25519._cryptography, "PyNaCl": ed25519._pynacl})
    loops = ed25519.routines() | ed25519.ours() | others
    assert not missing and all(loop(1) > 0 for loop in loops.values())
    variants = {variant.name for variant in runnable(host())}
    for operation in (*OPERATIONS, HASHED):
        found = [subject for subject in loops if subject.operation == operation]
        assert {subject.variant for subject in found if subject.is_routine} == variants
        names = {subject.implementation.split()[0] for subject in found if not subject.is_routine}
        assert names == (set() if operation == HASHED else {"qed25519", "cryptography", "PyNaCl"})


@pytest.mark.parametrize("operation", OPERATIONS)
def test_the_routines_of_an_operation_are_those_that_the_api_calls(
        operation: str, monkeypatch: pytest.MonkeyPatch) -> None:
    key = Ed25519PrivateKey.from_private_bytes(bytes(32))
    signature, public = key.sign(b""), key.public_key()
    public.verify(signature, b"")
    fresh = _ed25519.Ed25519PublicKey.from_public_bytes(public.public_bytes_raw())
    called: list[str] = []
    arithmetic = BACKEND.arithmetic

    def noted(name: str) -> Any:
        def call(*arguments: bytes) -> Any:
            called.append(name)
            return getattr(arithmetic, name)(*arguments)
        return call

    monkeypatch.setattr(_ed25519, "_arithmetic", type(arithmetic)(*map(noted, arithmetic._fields)))
    calls: dict[str, Callable[[], object]] = {
        SIGN: lambda: key.sign(b""), VERIFY: lambda: public.verify(signature, b""),
        FRESH: lambda: fresh.verify(signature, b""),
        KEY: lambda: Ed25519PrivateKey.from_private_bytes(bytes(32)).public_key()}
    calls[operation]()
    assert sorted(called) == sorted(WHOLE[operation])


def test_the_table() -> None:
    times = {subject: 1000.0 * number for number, subject in
             enumerate(ed25519.routines() | ed25519.ours() | ed25519._cryptography(), start=1)}
    run = runs.run_of({subject: [Sample(time, 0.25, 0.25)] * 4 for subject, time in times.items()})
    lines = ed25519.table(run).splitlines()
    best = f"{runnable(host())[0].architecture}/{runnable(host())[0].name}"
    assert lines[1].split()[:4] == [f"{best}/sign", "4,000", "4,000", "4,000"]
    assert sum(line.startswith("qed25519") and " µs, quartiles" in line for line in lines) == 4
    (heading,) = [line for line in lines if line.startswith("operations per second")]
    assert re.split(r"  +", heading)[1:] == list(OPERATIONS)
    (sign,) = [ratio for ratio in run.ratios if ratio.subject.operation == SIGN and ratio.subject.is_api]
    assert sign.value == times[sign.subject] / times[sign.to]
