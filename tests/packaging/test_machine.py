""".ci/check-machine: it names everything that a machine lacks, and how to get it."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / ".ci" / "check-machine"


def check(folder: Path, *programs: str, words: tuple[str, ...] = (),
          **variables: str) -> subprocess.CompletedProcess[str]:
    """Run it where only these programs are on PATH."""
    for name in programs:
        (folder / name).symlink_to(shutil.which(name) or sys.executable)
    shell = shutil.which("sh") or "/bin/sh"
    environment = {"PATH": str(folder), **variables}
    return subprocess.run([shell, str(SCRIPT), *words], env=environment, text=True, capture_output=True)


def test_a_machine_without_anything(tmp_path: Path) -> None:
    done = check(tmp_path)
    assert done.returncode == 1 and done.stdout == ""
    for lacking in ("Python 3.11 or newer", "a C compiler that works (cc)", "- make\n"):
        assert lacking in done.stderr


def test_a_compiler_that_does_not_work(tmp_path: Path) -> None:
    assert "a C compiler that works (false)" in check(tmp_path, "false", CC="false").stderr


def test_under_make_there_is_a_make(tmp_path: Path) -> None:
    assert "- make\n" not in check(tmp_path, MAKELEVEL="1").stderr


def test_what_the_tests_on_arm64_want_is_asked_for_only_there(tmp_path: Path) -> None:
    lacking = check(tmp_path, words=("arm64",)).stderr
    assert "- qemu-aarch64\n      Debian and Ubuntu: apt install qemu-user" in lacking and "- apt-get, " in lacking
    assert "qemu" not in check(tmp_path).stderr


@pytest.mark.parametrize(("asked", "answer", "lacking"), [
    ("ensurepip", "exit 1", "the venv module"), ("Python.h", "echo /nowhere/Python.h", "Python.h for python3")])
def test_a_python_that_lacks_a_part(asked: str, answer: str, lacking: str, tmp_path: Path) -> None:
    fake = tmp_path / "python3"
    fake.write_text(f'#!/bin/sh\ncase "$2" in *{asked}*) {answer}; exit;; esac\nexec {sys.executable} "$@"\n')
    fake.chmod(0o755)
    done = check(tmp_path, CC=os.environ.get("CC", "cc"))
    assert done.returncode == 1 and lacking in done.stderr
