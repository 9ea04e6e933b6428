"""The sdist builds the wheel, and the wheel alone is enough: X25519, Ed25519, the sources, and the command line."""

import os
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

pytestmark = pytest.mark.packages

X25519 = """
import pathlib, qed25519
print(qed25519.x25519(bytes(31) + b"\\x40", b"\\x09" + bytes(31)).hex())
print(pathlib.Path(qed25519.__file__).parent)
"""

ED25519 = """
from qed25519 import Ed25519PrivateKey, serialization
key = Ed25519PrivateKey.from_private_bytes(bytes(32))
assert serialization.load_pem_private_key(key.private_bytes("PEM", "PKCS8", "NoEncryption"), None) == key
key.public_key().verify(key.sign(b""), b"")
print(key.sign(b"").hex()[:16])
try:
    key.public_key().public_bytes("OpenSSH", "OpenSSH")
except ImportError as error:
    print(str(error)[-35:])
"""


def run(*command: str | Path, cwd: Path) -> subprocess.CompletedProcess[str]:
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    return subprocess.run(list(map(str, command)), cwd=cwd, env=environment, capture_output=True, text=True)


def checked(*command: str | Path, cwd: Path) -> str:
    result = run(*command, cwd=cwd)
    assert result.returncode == 0, result.stdout + result.stderr
    return result.stdout


def tracked() -> list[str]:
    return checked("git", "ls-files", "-z", cwd=ROOT).split("\0")[:-1]


@pytest.fixture(scope="module")
def sdist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sdist of the files that git knows, not of whatever else lies in the checkout."""
    folder = tmp_path_factory.mktemp("sdist")
    tree = folder / "tree"
    for name in tracked():
        target = tree / name
        target.parent.mkdir(parents=True, exist_ok=True)
        if (ROOT / name).exists():
            shutil.copy2(ROOT / name, target, follow_symlinks=False)
    build = "import sys, scikit_build_core.build as b; b.build_sdist(sys.argv[1])"
    checked(sys.executable, "-c", build, folder, cwd=tree)
    (archive,) = folder.glob("*.tar.gz")
    return archive


@pytest.fixture(scope="module")
def wheel(sdist: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    pip = (sys.executable, "-m", "pip", "wheel", "-q", "--no-build-isolation", "--no-deps")
    checked(*pip, "-w", folder, sdist, cwd=folder)
    (archive,) = folder.glob("*.whl")
    return archive


@pytest.fixture(scope="module")
def python(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A Python in a new environment in which only the wheel, and cffi, is installed."""
    folder = tmp_path_factory.mktemp("venv")
    venv.create(folder, with_pip=True)
    interpreter = folder / "bin" / "python"
    pip = (interpreter, "-m", "pip", "install", "-q", "-c", ROOT / "constraints.txt")
    checked(*pip, wheel, cwd=folder)
    return interpreter


def test_sdist_has_what_git_has(sdist: Path) -> None:
    with tarfile.open(sdist) as archive:
        names = {name.split("/", 1)[1] for name in archive.getnames() if "/" in name}
    for name in ("asm/x86_64/adx/fe_mul.S", "spec/field.py", "src/qed25519/_native_cpu.c", "LICENSE"):
        assert name in names
    assert not any(name.endswith((".so", ".pyc")) for name in names)


def test_wheel_carries_everything_but_the_build(wheel: Path) -> None:
    assert "-cp311-abi3-" in wheel.name
    names = set(zipfile.ZipFile(wheel).namelist())
    wanted = [f"qed25519/{name}" for name in tracked() if name.split("/")[0] in ("asm", "spec", "proofs")]
    assert len(wanted) > 20 and set(wanted) <= names
    assert {"qed25519/py.typed", "qed25519/_native.pyi"} <= names
    assert not [name for name in names if name.endswith((".c", ".pyc")) or "/_native_" in name]


def test_it_works_alone(python: Path, tmp_path: Path) -> None:
    shared, place = checked(python, "-c", X25519, cwd=tmp_path).split()
    assert shared == "2fe57da347cd62431528daac5fbb290730fff684afc4cfc2ed90995f58cb3b74"
    assert Path(place).is_relative_to(python.parents[1])
    signature, missing = checked(python, "-c", ED25519, cwd=tmp_path).splitlines()
    assert signature == "8f895b3cafe2c950" and missing.endswith('pip install "qed25519[formats]"')
    assert (Path(place) / "asm" / "x86_64" / "adx" / "fe_mul.S").is_file()


def test_the_command_line_without_the_extra(python: Path, tmp_path: Path) -> None:
    command = python.with_name("qed25519")
    assert "0." in checked(command, "--version", cwd=tmp_path)
    assert "adx" in checked(command, "info", cwd=tmp_path)
    result = run(command, "prove", cwd=tmp_path)
    assert result.returncode == 2
    assert "qed25519[prove]" in result.stdout + result.stderr


def test_it_proves_the_library_that_it_loads(python: Path, tmp_path: Path) -> None:
    (site,) = python.parents[1].glob("lib/python*/site-packages")
    (site / "prover.pth").write_text(sysconfig.get_paths()["purelib"] + "\n")  # z3 and so on, from here
    try:
        checked(python.with_name("qed25519"), "prove", "--installed", "x86_64/common/fe_add", cwd=tmp_path)
    finally:
        (site / "prover.pth").unlink()
