"""`qed25519 info` on the processor and the backend: what it shows, what seems hidden, and what that costs."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from qed25519._arm64_cores import CORES
from qed25519._host import Host
from qed25519.cli.processor import COSTS, cost, describe, expected_features

ZEN = {"model name": "AMD EPYC", "vendor_id": "AuthenticAMD", "cpu family": "25", "flags": "avx2"}


def lines(machine: Host, fields: dict[str, str]) -> list[str]:
    return list(describe(machine, fields))


def x86(*features: str) -> Host:
    return Host("x86_64", frozenset(features), frozenset())


@pytest.mark.parametrize(("fields", "expected"), [
    (ZEN, {"bmi2", "adx"}),
    ({"vendor_id": "AuthenticAMD", "cpu family": "21", "flags": "avx2"}, set()),
    ({"vendor_id": "GenuineIntel", "cpu family": "6", "flags": "avx2 rdseed"}, {"bmi2", "adx"}),
    ({"vendor_id": "GenuineIntel", "cpu family": "6", "flags": "avx2"}, {"bmi2"}),
    ({"vendor_id": "GenuineIntel", "cpu family": "6", "flags": "rdseed sha_ni"}, set()),
    ({}, set())])
def test_what_a_processor_should_show(fields: dict[str, str], expected: set[str]) -> None:
    assert expected_features(fields) == expected


def test_nothing_is_missing() -> None:
    assert lines(x86("bmi2", "adx"), ZEN) == ["AMD EPYC: BMI2 yes, ADX yes"]


def test_what_a_virtual_machine_hides() -> None:
    shown, hidden, slower = lines(x86("bmi2"), ZEN)
    assert shown == "AMD EPYC: BMI2 yes, ADX no"
    assert hidden == "ADX should be there on such a processor: a virtual machine seems to hide it"
    assert slower == "without ADX: " + cost("x86_64/mul", "x86_64/adx")
    assert re.search(r"x86_64/mul runs instead of x86_64/adx; .* takes 1\.\d\d times as long \(measured on ", slower)


def test_an_old_processor_hides_nothing() -> None:
    shown, slower = lines(x86(), {"model name": "old", "vendor_id": "GenuineIntel", "flags": "sse2"})
    assert shown == "old: BMI2 no, ADX no" and slower.startswith("without ADX and BMI2: ")


def test_arm64_cores() -> None:
    known, unknown = lines(Host("arm64", frozenset(), frozenset({0x411FD401, 0x610F9990 ^ 0x33000000})), {})
    core = CORES[0]
    assert known == f"Neoverse V1: {core.reason} ({core.source})"
    assert unknown == "a core that is not listed (MIDR 0x520f9990)"
    (nothing,) = lines(Host("arm64", frozenset(), frozenset()), {})
    assert "does not show which" in nothing


def info(**environment: str) -> str:
    command = [sys.executable, "-m", "qed25519.cli", "info"]
    done = subprocess.run(command, env={**os.environ, **environment}, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_it_names_the_backend_and_why() -> None:
    assert re.search(r"^backend +\w+: \w", info(), re.M)
    assert re.search(r"^backend +python: QED25519_BACKEND=python\n +warning: ", info(QED25519_BACKEND="python"), re.M)
    assert re.search(r"^backend +none: QED25519_BACKEND='fast': expected one of ", info(QED25519_BACKEND="fast"), re.M)


# --- docs/backends.md ---------------------------------------------------------------------------------------

DOCUMENT = Path(__file__).parents[2] / "docs" / "backends.md"


def test_the_document_has_the_list_of_cores() -> None:
    rows = [f"| {c.name} | `{c.implementer:#04x}` | {f'`{c.part:#05x}`' if c.part is not None else 'any'} | "
            f"`{c.variant}` | {c.reason} | {c.source} |" for c in CORES]
    assert "\n".join(rows) in DOCUMENT.read_text(encoding="utf-8"), "the table should be:\n" + "\n".join(rows)


def test_the_document_has_the_costs() -> None:
    rows = [f"| `{c.slower}` | `{c.faster}` | {c.ratio:.2f} | {c.subject} | {c.machines} |" for c in COSTS]
    assert "\n".join(rows) in DOCUMENT.read_text(encoding="utf-8"), "the table should be:\n" + "\n".join(rows)
