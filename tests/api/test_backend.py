"""The choice of backend: what each CPU gets, what QED25519_BACKEND does, and what the errors say."""

import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from qed25519 import _backend
from qed25519._arm64_cores import CORES, NARROW, WIDE, Core, core_of
from qed25519._backend import BACKEND, choose
from qed25519._host import APPLE_MIDR, FEATURES, Host, host, midrs_of_all
from qed25519._variants import NAMES, VARIANTS, Variant, decide, runnable
from qed25519.spec import curve25519, edwards25519

K, U = bytes(range(32)), b"\x09" + bytes(31)

V1, N1, A55, A76, X1 = 0x411FD401, 0x414FD0C1, 0x412FD050, 0x414FD0B1, 0x411FD440
UNKNOWN = 0x000F0510


def x86(*features: str) -> Host:
    return Host("x86_64", frozenset(features), frozenset())


def arm(*midrs: int) -> Host:
    return Host("arm64", frozenset(), frozenset(midrs))


def on(machine: Host, wanted: str | None = None) -> tuple[str, str]:
    variant, why = decide(wanted, machine)
    return variant.name, why


def test_x86_64_the_best_that_the_cpu_can_run() -> None:
    assert on(x86("bmi2", "adx")) == ("adx", "the CPU shows ADX and BMI2")
    assert on(x86("bmi2")) == ("mul", "the CPU does not show ADX, which adx needs")
    assert on(x86("adx")) == ("mul", "the CPU does not show BMI2, which adx needs")
    assert on(x86()) == ("mul", "the CPU does not show ADX and BMI2, which adx needs")


@pytest.mark.parametrize(("machine", "name", "why"), [
    (arm(V1), WIDE, "wide multiplier: Neoverse V1"),
    (arm(N1), NARROW, "narrow multiplier: Neoverse N1"),
    (arm(APPLE_MIDR), WIDE, "wide multiplier: Apple silicon"),
    (arm(0x611F0221), WIDE, "wide multiplier: Apple silicon"),
    (arm(UNKNOWN), WIDE, "the default: a core that is not listed (MIDR 0x000f0510)"),
    (arm(), WIDE, "the operating system shows no MIDR, and schoolbook is the default"),
    (arm(A55, A76), NARROW, "narrow multiplier: Cortex-A55, Cortex-A76"),
    (arm(A55, X1), WIDE, "wide multiplier: Cortex-X1"),
    (arm(A55, UNKNOWN), WIDE, "the default: Cortex-A55, a core that is not listed (MIDR 0x000f0510)"),
])
def test_arm64_by_the_cores(machine: Host, name: str, why: str) -> None:
    assert on(machine) == (name, why)


@pytest.mark.parametrize("core", CORES, ids=lambda core: core.name)
def test_each_core_of_the_list(core: Core) -> None:
    for variant_and_revision in (0, 0x00F0_000F):
        midr = core.implementer << 24 | 0xF << 16 | (core.part or 0x123) << 4 | variant_and_revision
        assert core_of(midr) is core
        assert on(arm(midr))[0] == core.variant
    assert core.reason and core.source and core.variant in (WIDE, NARROW)


def test_the_list_names_no_core_twice() -> None:
    assert len({(core.implementer, core.part) for core in CORES}) == len({core.name for core in CORES}) == len(CORES)


def test_the_kinds_of_core_as_linux_shows_them(tmp_path: Path) -> None:
    for number, midr in enumerate([A55, A55, A76]):
        folder = tmp_path / f"cpu{number}" / "regs" / "identification"
        folder.mkdir(parents=True)
        (folder / "midr_el1").write_text(f"{midr:#018x}\n")
    (tmp_path / "cpu3").mkdir()                                        # offline
    (tmp_path / "cpufreq").mkdir()
    assert midrs_of_all(str(tmp_path)) == {A55, A76}
    assert midrs_of_all(str(tmp_path / "nowhere")) == frozenset()


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.name)
def test_a_wish_is_followed(variant: Variant) -> None:
    machine = Host(variant.architecture, frozenset(FEATURES), frozenset())
    assert on(machine, variant.name) == (variant.name, f"QED25519_BACKEND={variant.name}")


@pytest.mark.parametrize(("features", "missing"), [(set(), "ADX and BMI2"), ({"adx"}, "BMI2"), ({"bmi2"}, "ADX")])
def test_a_wish_that_the_cpu_cannot_grant(features: set[str], missing: str) -> None:
    with pytest.raises(ImportError, match=f"QED25519_BACKEND=adx: this CPU does not show {missing}, which"):
        on(x86(*features), "adx")


def test_a_wish_for_the_code_of_another_architecture() -> None:
    message = "QED25519_BACKEND=mul: this is code for x86_64, and this machine is arm64; " \
              "expected one of schoolbook, karatsuba, python"
    with pytest.raises(ImportError, match=message):
        on(arm(V1), "mul")
    with pytest.raises(ImportError, match="code for arm64, and this machine is x86_64; expected one of adx, mul, pyth"):
        on(x86(), "karatsuba")


def test_an_unknown_wish() -> None:
    with pytest.raises(ImportError, match="QED25519_BACKEND='sse2': expected one of adx, mul, schoolbook, karatsuba, "):
        choose("sse2", host)


def test_python_only_by_asking_and_with_a_warning() -> None:
    def nothing() -> Host:
        raise AssertionError("the specification needs no compiled library")

    with pytest.warns(RuntimeWarning, match="NOT constant time"):
        backend = choose("python", nothing)
    assert backend.x25519(K, U) == backend.x25519_base(K) == curve25519.x25519(K, U)


def test_this_process() -> None:
    if BACKEND.reason.startswith("QED25519_BACKEND="):
        assert BACKEND.name in NAMES
    else:
        assert (BACKEND.name, BACKEND.reason) == on(host())


@pytest.mark.parametrize("name", [variant.name for variant in runnable(host())])
def test_every_backend_of_this_machine(name: str) -> None:
    backend = choose(name, host)
    for k in (K, bytes(32), b"\xff" * 32):
        assert backend.x25519(k, U) == backend.x25519_base(k) == curve25519.x25519(k, U)


@pytest.mark.parametrize("name", [*(variant.name for variant in runnable(host())), "python"])
@pytest.mark.filterwarnings("ignore:QED25519_BACKEND=python")
def test_arithmetic_of_every_backend(name: str) -> None:
    """One of each kind; tests/api/test_hazmat.py has them all."""
    arithmetic = choose(name, host).arithmetic
    two, three = (n.to_bytes(32, "little") for n in (2, 3))
    point, base = (edwards25519.scalar_times_base(n) for n in (5, 1))
    encoded = edwards25519.encode(base)
    decoded, flags = arithmetic.ge_decode(encoded)
    assert flags == 3 and arithmetic.ge_encode(decoded) == encoded
    assert arithmetic.ge_encode(arithmetic.ge_double_scalar_vartime(two, decoded, three)) == edwards25519.encode(point)
    assert arithmetic.fe_mul(two, three) == arithmetic.sc_muladd(two, three, bytes(32)) == bytes([6]) + bytes(31)


def test_a_library_without_a_routine() -> None:
    variant = runnable(host())[0]._replace(architecture="nowhere")
    with pytest.raises(ImportError, match=f"library has no fe_add for nowhere/{variant.name}; QED25519_BACKEND=python"):
        _backend._native(variant, "a test")


@pytest.mark.parametrize("name", [variant.name for variant in runnable(host())])
def test_threads_do_not_see_the_outputs_of_each_other(name: str) -> None:
    backend = choose(name, host)
    keys = [bytes([n]) * 32 for n in range(8)]
    expected = [backend.x25519(key, U) for key in keys]
    wrong: list[int] = []

    def work(n: int) -> None:
        for _ in range(100):
            if not backend.x25519(keys[n], U) == backend.x25519_base(keys[n]) == expected[n]:
                wrong.append(n)

    threads = [threading.Thread(target=work, args=(n,)) for n in range(len(keys))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def run(code: str, backend: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "QED25519_BACKEND": backend}
    return subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True)


@pytest.mark.parametrize("backend", ["", *(variant.name for variant in runnable(host())), "python"])
def test_the_environment_variable(backend: str) -> None:
    result = run("from qed25519._backend import BACKEND; print(BACKEND.name)", backend)
    assert result.returncode == 0, result.stderr
    assert result.stdout.strip() == (backend or on(host())[0])
    assert ("NOT constant time" in result.stderr) == (backend == "python")


def test_a_wrong_environment_variable() -> None:
    result = run("from qed25519 import x25519", "fast")
    assert result.returncode == 1
    assert "ImportError: QED25519_BACKEND='fast': expected one of adx, mul, schoolbook, karatsuba" in result.stderr
    assert run("import qed25519; print(qed25519.__version__)", "fast").returncode == 0
