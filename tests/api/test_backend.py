"""The choice of backend: what each CPU gets, what QED25519_BACKEND does, and what the errors say."""

import os
import subprocess
import sys

import pytest

from qed25519._backend import BACKEND, NATIVE, Backend, choose, cpu_features
from qed25519.spec import curve25519

K, U = bytes(range(32)), b"\x09" + bytes(31)


def on(wanted: str | None, features: set[str] | None) -> Backend:
    return choose(wanted, lambda: None if features is None else frozenset(features))


def test_the_best_that_the_cpu_can_run() -> None:
    assert on(None, {"bmi2", "adx"}).name == "adx"
    assert on(None, {"bmi2"}).name == "mul"
    assert on(None, set()).name == "mul"
    assert "neither" in on(None, set()).reason and "BMI2" in on(None, {"bmi2"}).reason


def test_a_wish_is_followed() -> None:
    assert on("mul", {"bmi2", "adx"}).name == "mul"
    assert on("adx", {"bmi2", "adx"}).reason == "QED25519_BACKEND=adx"


@pytest.mark.parametrize(("features", "missing"), [(set(), "ADX and BMI2"), ({"adx"}, "BMI2"), ({"bmi2"}, "ADX")])
def test_a_wish_that_the_cpu_cannot_grant(features: set[str], missing: str) -> None:
    with pytest.raises(ImportError, match=f"QED25519_BACKEND=adx: this CPU does not show {missing}, which"):
        on("adx", features)


def test_a_cpu_without_code() -> None:
    for wanted in (None, "adx", "mul"):
        with pytest.raises(ImportError, match="no X25519 code for this CPU"):
            on(wanted, None)


def test_an_unknown_wish() -> None:
    with pytest.raises(ImportError, match="QED25519_BACKEND='sse2': expected one of adx, mul, python"):
        on("sse2", {"bmi2", "adx"})


def test_python_only_by_asking_and_with_a_warning() -> None:
    with pytest.warns(RuntimeWarning, match="NOT constant time"):
        backend = on("python", None)
    assert backend.x25519(K, U) == curve25519.x25519(K, U)


def test_this_process() -> None:
    features = cpu_features()
    assert features is not None
    assert BACKEND.name in NATIVE and NATIVE[BACKEND.name] <= features


def run(code: str, backend: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "QED25519_BACKEND": backend}
    return subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True)


@pytest.mark.parametrize("backend", ["", "mul", "python"])
def test_the_environment_variable(backend: str) -> None:
    code = "from qed25519._backend import BACKEND; print(BACKEND.name)"
    result = run(code, backend)
    assert result.returncode == 0, result.stderr
    assert result.stdout.strip() == (backend or BACKEND.name)
    assert ("NOT constant time" in result.stderr) == (backend == "python")


def test_a_wrong_environment_variable() -> None:
    result = run("from qed25519 import x25519", "fast")
    assert result.returncode == 1
    assert "ImportError: QED25519_BACKEND='fast': expected one of adx, mul, python" in result.stderr
    assert run("import qed25519; print(qed25519.__version__)", "fast").returncode == 0
