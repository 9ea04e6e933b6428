"""Importing qed25519 is quick, and loads neither the prover nor anything that only the prover needs."""

import doctest
import subprocess
import sys

import qed25519

HEAVY = ["z3", "sympy", "click", "rich", "iced_x86", "elftools", "unicorn", "dataclasses", "asyncio", "cryptography"]

LOADED = f"""
import sys
import qed25519
qed25519.x25519, qed25519.Ed25519PrivateKey
ours = tuple("qed25519." + part for part in ("prover", "isa", "domains", "proofs", "spec", "cli"))
print([name for name in sys.modules if name.split(".")[0] in {HEAVY!r} or name.startswith(ours)])
"""

TIMED = """
import time
start = time.process_time()
import qed25519
qed25519.x25519, qed25519.Ed25519PrivateKey
print(time.process_time() - start)
"""


def run(code: str) -> str:
    return subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout


def test_loads_nothing_heavy() -> None:
    assert run(LOADED).strip() == "[]"


def test_takes_less_than_50_ms() -> None:
    """Of processor time, the best of five: other processes of this machine should not count."""
    assert min(float(run(TIMED)) for _ in range(5)) < 0.05


def test_names() -> None:
    assert set(qed25519.__all__) <= set(dir(qed25519))
    for name in qed25519.__all__:
        assert getattr(qed25519, name).__doc__
    assert not hasattr(qed25519, "no_such_name")


def test_the_prover_needs_no_compiled_code() -> None:
    run("import sys; sys.modules['qed25519._native'] = None; import qed25519.prover.contract")


def test_a_missing_build_says_so() -> None:
    code = "import sys; sys.modules['qed25519._native'] = None; from qed25519 import x25519"
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert result.returncode == 1
    assert "ImportError: qed25519._native is not built: install qed25519 with pip" in result.stderr


def test_the_example_in_the_docstring() -> None:
    assert doctest.testmod(qed25519) == (0, 5)
