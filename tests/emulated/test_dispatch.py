"""The choice at load, on models of CPUs that qemu-user runs: x86-64 with and without BMI2 and ADX, and Arm64 cores."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from qed25519.cli.processor import cost

ARM64 = Path(__file__).parents[2] / "build" / "arm64" / "python"
X25519 = "2fe57da347cd62431528daac5fbb290730fff684afc4cfc2ed90995f58cb3b74"
CODE = """
import qed25519
from qed25519._backend import BACKEND
print(BACKEND.name, BACKEND.reason, sep=": ")
print(qed25519.x25519(bytes(31) + b"\\x40", b"\\x09" + bytes(31)).hex())
"""

pytestmark = pytest.mark.emulated


def run(model: str, *words: str, architecture: str = "x86_64", backend: str = "") -> subprocess.CompletedProcess[str]:
    """This Python, or the one for Arm64, on that model of CPU."""
    command = {"x86_64": ["qemu-x86_64", sys.executable], "arm64": [str(ARM64)]}[architecture]
    environment = {**os.environ, "QEMU_CPU": model, "QED25519_BACKEND": backend}
    return subprocess.run([*command, *words], env=environment, capture_output=True, text=True)


def checked(model: str, architecture: str, backend: str = "") -> str:
    """Which backend, and why; it has computed X25519 rightly."""
    done = run(model, "-c", CODE, architecture=architecture, backend=backend)
    assert done.returncode == 0, done.stderr
    chosen, shared = done.stdout.splitlines()
    assert shared == X25519
    return chosen


@pytest.mark.parametrize(("model", "expected"), [
    ("Broadwell", "adx: the CPU shows ADX and BMI2"),
    ("EPYC", "adx: the CPU shows ADX and BMI2"),
    ("Broadwell,-adx", "mul: the CPU does not show ADX, which adx needs"),
    ("Broadwell,-bmi2", "mul: the CPU does not show BMI2, which adx needs"),
    ("Haswell", "mul: the CPU does not show ADX, which adx needs"),
    ("SandyBridge", "mul: the CPU does not show ADX and BMI2, which adx needs"),
    ("Nehalem", "mul: the CPU does not show ADX and BMI2, which adx needs"),
])
def test_x86_64(model: str, expected: str) -> None:
    assert checked(model, "x86_64") == expected


def test_x86_64_forced() -> None:
    assert checked("Broadwell", "x86_64", "mul") == "mul: QED25519_BACKEND=mul"
    done = run("Haswell", "-c", CODE, backend="adx")
    assert done.returncode == 1
    assert "ImportError: QED25519_BACKEND=adx: this CPU does not show ADX, which adx needs" in done.stderr


@pytest.mark.parametrize(("model", "expected"), [
    ("neoverse-n1", "karatsuba: narrow multiplier: Neoverse N1"),
    ("cortex-a76", "karatsuba: narrow multiplier: Cortex-A76"),
    ("cortex-a72", "karatsuba: narrow multiplier: Cortex-A72"),
    ("cortex-a53", "karatsuba: narrow multiplier: Cortex-A53"),
    ("a64fx", "schoolbook: the default: a core that is not listed (MIDR 0x461f0010)"),
    ("max", "schoolbook: the default: a core that is not listed (MIDR 0x000f0510)"),
])
def test_arm64(model: str, expected: str) -> None:
    assert checked(model, "arm64") == expected


def test_arm64_forced() -> None:
    assert checked("neoverse-n1", "arm64", "schoolbook") == "schoolbook: QED25519_BACKEND=schoolbook"
    assert checked("max", "arm64", "karatsuba") == "karatsuba: QED25519_BACKEND=karatsuba"
    done = run("max", "-c", CODE, architecture="arm64", backend="mul")
    assert done.returncode == 1
    assert "ImportError: QED25519_BACKEND=mul: this is code for x86_64, and this machine is arm64" in done.stderr


def test_info_on_a_cpu_without_adx() -> None:
    done = run("Haswell", "-m", "qed25519.cli", "info")
    assert done.returncode == 0, done.stderr
    assert re.search(r"^backend +mul: the CPU does not show ADX", done.stdout, re.M)
    assert "BMI2 yes, ADX no" in done.stdout
    assert "without ADX: " + cost("x86_64/mul", "x86_64/adx") in done.stdout


def test_info_on_an_arm64_core() -> None:
    done = run("neoverse-n1", "-m", "qed25519.cli", "info", architecture="arm64")
    assert done.returncode == 0, done.stderr
    assert re.search(r"^backend +karatsuba: narrow multiplier: Neoverse N1$", done.stdout, re.M)
    assert re.search(r"^processor +Neoverse N1: MUL takes the multiplier for 3 cycles", done.stdout, re.M)
