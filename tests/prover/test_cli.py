"""The command line: its exit codes, its last line, what it says of failures and of bad input."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import qed25519
from qed25519 import cli
from qed25519.cli import commands, installed
from qed25519.prover import run as run_module
from qed25519.prover.objects import Routine
from qed25519.prover.run import Options
from qed25519.prover.theorems import KINDS, Result, Theorem

if TYPE_CHECKING:
    from tests.prover.conftest import Tree

NEG, ZERO = "x86_64/common/fe_neg", "x86_64/common/fe_is_zero"
Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def qed(tree: Tree, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs a command line on the small tree, with a cache of its own: (exit code, stdout, stderr)."""
    monkeypatch.setattr(commands, "own_sources", lambda: tree.sources)
    monkeypatch.setattr(commands, "loaded_reader", lambda: lambda routine: routine.text)
    monkeypatch.setenv("QED25519_CACHE", str(tmp_path / "cache"))

    def run(*words: str) -> tuple[int, str, str]:
        code = cli.main(words)
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return run


# --- prove --------------------------------------------------------------------------------------------------


def test_all_proved_is_0(qed: Run) -> None:
    code, out, err = qed("prove", "--jobs", "1")
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert lines[-1] == "8 passed, 0 failed"
    for path in (NEG, ZERO):
        for kind in KINDS:
            assert sum(line.startswith(f"proved   {path}/{kind} ") for line in lines) == 1


def test_a_second_run_is_cached_and_no_cache_is_not(qed: Run) -> None:
    qed("prove", "--jobs", "1", f"{NEG}/abi")
    assert "cached" in qed("prove", f"{NEG}/abi")[1]
    assert "cached" not in qed("prove", "--no-cache", f"{NEG}/abi")[1]


def test_refuted_is_1_and_shows_where_and_on_what(qed: Run, tree: Tree) -> None:
    tree.replace(tree.assembly(NEG), "and fold, 38", "and fold, 37")
    code, out, _ = qed("prove", "--jobs", "1", NEG)
    assert code == 1
    assert f"{NEG}/correct: refuted" in out
    assert f"{tree.assembly(NEG)}:2: " in out
    assert ": x = 0x" in out and "replayed" in out
    assert out.splitlines()[-1] == "3 passed, 1 failed"


def with_results(monkeypatch: pytest.MonkeyPatch, verdicts: dict[str, str]) -> None:
    """Let the prover answer so, by kind."""
    def prove(theorems: list[Theorem], options: Options, *_: object) -> list[Result]:
        return [Result(theorem.name, verdicts.get(theorem.kind, "proved"), "", (), message="because",
                       local_model={"x0": 7} if verdicts.get(theorem.kind) == "refuted" else {})
                for theorem in theorems]

    monkeypatch.setattr(run_module, "prove", prove)


def test_unknown_is_3_and_refuted_outranks_it(qed: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    with_results(monkeypatch, {"correct": "unknown"})
    assert qed("prove", NEG)[0] == 3
    with_results(monkeypatch, {"correct": "unknown", "abi": "refuted"})
    code, out, _ = qed("prove", NEG)
    assert code == 1
    assert "local model, not replayed:\n        x0 = 0x7" in out
    with_results(monkeypatch, {"abi": "vacuous"})
    assert qed("prove", NEG)[0] == 1


def test_error_is_4_and_outranks_refuted(qed: Run, tree: Tree, monkeypatch: pytest.MonkeyPatch) -> None:
    tree.replace(tree.assembly(ZERO), "    ret", "    rett")
    code, out, _ = qed("prove", "--jobs", "1")
    assert code == 4
    assert "rett" in out and out.splitlines()[-1] == "4 passed, 4 failed"
    with_results(monkeypatch, {"correct": "error", "abi": "refuted"})
    assert qed("prove", NEG)[0] == 4


def test_a_missing_assembler_is_4_and_names_both_installs(
        qed: Run, tree: Tree, monkeypatch: pytest.MonkeyPatch) -> None:
    from qed25519.prover.objects import MissingAssembler, assembler

    try:
        monkeypatch.setattr("shutil.which", lambda name: None)
        monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
        assembler("arm64")
    except MissingAssembler as error:
        monkeypatch.undo()
        problem = error
    else:
        pytest.skip("Arm64 is the host's own here")
    monkeypatch.setattr(commands, "own_sources", lambda: tree.sources)
    monkeypatch.setattr(run_module, "assemble", lambda *_: (_ for _ in ()).throw(problem))
    code, out, _ = qed("prove", "--no-cache", NEG)
    assert code == 4
    assert out.count("binutils-aarch64-linux-gnu") == out.count("pip install ziglang") == 1


def test_nothing_selected_is_5_and_suggests(qed: Run) -> None:
    for verb in ("prove", "list"):
        code, out, err = qed(verb, "fe_neg")
        assert (code, out) == (5, "")
        assert "'fe_neg' selects no theorem" in err and f"{NEG}" in err
        assert qed(verb, NEG, "nonsense")[0] == 5
    assert f"Did you mean {NEG}" in qed("prove", "x86_64/common/fe_negg")[2]
    assert "qed25519 list" in qed("prove", "/////")[2]


def test_an_empty_tree_is_5(qed: Run, tree: Tree) -> None:
    for path in (NEG, ZERO):
        tree.assembly(path).unlink()
    assert qed("prove")[0] == 5


@pytest.mark.parametrize("words", [
    ["prove", "--jobs", "0"], ["prove", "--jobs", "many"], ["prove", "--recheck", "yices"], ["prove", "--unheard"],
    ["prove", "--json", "/nowhere/at/all.json"], ["bench", "--json", "/nowhere/at/all.json"],
    ["prove", "--smt2", "/proc/nowhere"], ["prove", "--junit", "/"], ["unheard"], ["explain"],
    ["explain", "x86_64/common/fe_neg"], ["explain", "nonsense/correct"], ["bench", "everything"],
    ["bench", "x25519", "--runs", "0"]])
def test_usage_is_2(qed: Run, words: list[str]) -> None:
    code, out, err = qed(*words)
    assert (code, out) == (2, "")
    assert err


def test_an_error_in_the_tool_is_4(qed: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("unforeseen")

    monkeypatch.setattr(run_module, "prove", broken)
    code, _, err = qed("prove")
    assert code == 4 and "unforeseen" in err


def test_a_prover_that_does_not_load_is_4(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setitem(sys.modules, "qed25519.cli.commands", None)
    assert cli.main(["prove"]) == 4
    assert "ModuleNotFoundError" in capsys.readouterr().err


def test_an_interrupt_is_130(qed: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(run_module, "prove", interrupted)
    assert qed("prove")[0] == 130


def test_json_and_junit(qed: Run, tmp_path: Path) -> None:
    code, _, _ = qed("prove", "--json", str(tmp_path / "out.json"), "--junit", str(tmp_path / "out.xml"))
    document = json.loads((tmp_path / "out.json").read_text())
    assert code == 0 and document["tool"] == f"qed25519 {qed25519.__version__}"
    assert {theorem["name"]: theorem["verdict"] for theorem in document["theorems"]} == {
        f"{path}/{kind}": "proved" for path in (NEG, ZERO) for kind in KINDS}
    for theorem in document["theorems"]:
        assert len(theorem["sha256"]) == 64 and theorem["patterns"]
        assert bool(theorem["obligations"]) == bool(theorem["rlimit"]) == (theorem["kind"] == "correct")
    suite = ElementTree.parse(tmp_path / "out.xml").getroot().find("testsuite")
    assert suite is not None and suite.get("tests") == "8" and suite.get("failures") == "0"


def test_recheck_and_smt2(qed: Run, tmp_path: Path) -> None:
    words = ["prove", f"{ZERO}/correct", "--recheck", "cvc5", "--smt2", str(tmp_path / "scripts")]
    code, _, _ = qed(*words, "--json", str(tmp_path / "out.json"))
    assert code == 0
    (theorem,) = json.loads((tmp_path / "out.json").read_text())["theorems"]
    assert theorem["rests_on"]["second_solver"].startswith("cvc5 ")
    assert {item["recheck"]["verdict"] for item in theorem["obligations"]} == {"proved"}
    assert len(list((tmp_path / "scripts").rglob("*.smt2"))) == len(theorem["obligations"])


def test_strict_is_another_key(qed: Run) -> None:
    qed("prove", f"{ZERO}/correct")
    code, out, _ = qed("prove", "--strict", f"{ZERO}/correct")
    assert code == 0 and "cached" not in out


# --- the loaded library -------------------------------------------------------------------------------------


def other_byte(routine: Routine) -> bytes:
    return routine.text[:-1] + bytes([routine.text[-1] ^ 1])


def test_installed_compares_what_is_loaded(qed: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    code, out, err = qed("prove", "--installed", f"{NEG}/memory_safe")
    assert (code, err, out.splitlines()[-1]) == (0, "", "2 passed, 0 failed")
    monkeypatch.setattr(commands, "loaded_reader", lambda: other_byte)
    code, out, _ = qed("prove", "--installed", f"{NEG}/memory_safe")
    assert code == 1
    assert f"{NEG}/installed: refuted" in out and "from byte 0x" in out


def test_prove_warns_of_a_stale_library(qed: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(commands, "loaded_reader", lambda: other_byte)
    code, out, err = qed("prove", f"{NEG}/abi")
    assert (code, out.splitlines()[-1]) == (0, "1 passed, 0 failed")
    assert f"warning: {NEG}: the loaded code differs" in err and "build again" in err


def test_without_a_library_installed_is_4_and_the_rest_works(qed: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def none() -> None:
        raise ImportError("not built")

    monkeypatch.setattr(commands, "loaded_reader", none)
    assert qed("prove", f"{NEG}/abi")[0] == 0
    code, _, err = qed("prove", "--installed", f"{NEG}/abi")
    assert code == 4 and "_native" in err


@pytest.mark.skipif(installed.host() != "x86_64", reason="fe_neg is x86-64 code")
def test_the_reader_reads_code(tree: Tree) -> None:
    from qed25519.prover.contract import Contract
    from qed25519.prover.objects import assemble

    contract = next(theorem.contract for theorem in tree.theorems() if theorem.contract.path == NEG)
    assert isinstance(contract, Contract)
    routine = assemble(contract, tree.sources.asm / "include")
    found = installed.loaded_reader()(routine)
    assert found is not None and len(found) == len(routine.text)
    assert found[:4] == bytes.fromhex("f30f1efa")                      # endbr64


# --- the other verbs ----------------------------------------------------------------------------------------


def test_list(qed: Run) -> None:
    assert qed("list") == (0, "".join(f"{path}/{kind}\n" for path in (ZERO, NEG) for kind in KINDS), "")
    assert qed("list", "*/abi")[1].split() == [f"{ZERO}/abi", f"{NEG}/abi"]


def test_list_names_the_theorems_of_a_broken_contract(qed: Run, tree: Tree) -> None:
    tree.replace(tree.assembly(NEG), "/*contract", "/*")
    assert qed("list", NEG)[1].split() == [f"{NEG}/{kind}" for kind in KINDS]


def test_explain_correct(qed: Run) -> None:
    code, out, _ = qed("explain", f"{NEG}/correct")
    assert code == 0
    for part in ("z ≡ field.neg(x)  (mod p)", "z < 2^256", "return -x", "z=x", "2p - x borrows only",
                 "return: z < 2^256", "Rests on:", "z3 ", "domains/integers.py", "SOUNDNESS.md"):
        assert part in out, part


def test_explain_shows_cuts(qed: Run, tree: Tree) -> None:
    tree.add("x86_64/adx/fe_sqr")
    code, out, _ = qed("explain", "x86_64/adx/fe_sqr/correct")
    assert code == 0
    assert "Cuts" in out and "product: " in out and "Fact(" in out


def test_explain_shows_the_chain_of_theorems(qed: Run, tree: Tree) -> None:
    """The inverse of x - x is 0."""
    tree.replace(tree.assembly(NEG), '"z = field.neg(x) mod p"', '"z = field.invert(field.sub(x, x))"')
    text = tree.assembly(NEG).read_text()
    code = "    mov rax, 0\n" + "".join(f"    mov [rdi + {8 * word}], rax\n" for word in range(4)) + "    ret\n"
    start, end = text.index("ROUTINE("), text.index("END(")
    tree.assembly(NEG).write_text(text[:start] + text[start:].splitlines()[0] + "\n" + code + text[end:])
    status, out, _ = qed("explain", f"{NEG}/correct")
    assert status == 0, out
    for part in ("return: 5 questions\n        and divstep/p/fermat", "divstep/p/fermat: spec.field.invert(x)",
                 "[divstep/p/fermat] ", "the theorems divstep/p/fermat", "proofs/divstep/theorems.py"):
        assert part in out, part


@pytest.mark.parametrize(("kind", "words"), [
    ("memory_safe", "every access"), ("constant_time", "trace(x) = trace(x′)"), ("abi", "callee-saved")])
def test_explain_structural(qed: Run, kind: str, words: str) -> None:
    code, out, _ = qed("explain", f"{NEG}/{kind}")
    assert code == 0 and words in out and "no solver" in out


def test_explain_a_failure_and_a_broken_contract(qed: Run, tree: Tree) -> None:
    tree.replace(tree.assembly(NEG), "and fold, 38", "and fold, 37")
    code, out, _ = qed("explain", f"{NEG}/correct")
    assert code == 1 and "refuted" in out and "replayed" in out
    tree.replace(tree.assembly(ZERO), "/*contract", "/*")
    code, out, _ = qed("explain", f"{ZERO}/correct")
    assert code == 4 and "contract" in out


def test_explain_suggests(qed: Run) -> None:
    assert f"{NEG}/correct" in qed("explain", f"{NEG}/corect")[2]
    assert f"Did you mean {NEG}/correct, {NEG}/memory_safe, " in qed("explain", NEG)[2]


def test_info_and_version(qed: Run) -> None:
    code, out, _ = qed("info")
    assert code == 0
    for part in (qed25519.__version__, "backend ", "processor ", "library ", "z3-solver ", "x86_64: ", "cache "):
        assert part in out
    assert qed("--version")[1] == f"qed25519, version {qed25519.__version__}\n"
    assert "Exit codes" in qed("--help")[1] and "--installed" in qed("prove", "--help")[1]


def test_bench_hands_its_words_on(qed: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    given: list[tuple[object, ...]] = []
    monkeypatch.setattr("qed25519.bench.bench", lambda *words: given.append(words))
    assert qed("bench")[0] == qed("bench", "x25519", "--json", str(tmp_path / "x"), "--runs", "3")[0] == 0
    assert given == [("fe", None, 5), ("x25519", tmp_path / "x", 3)]


def test_without_the_extra(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(cli, "find_spec", lambda name: None if name == "click" else name)
    assert cli.main(["--version"]) == 0
    assert cli.main(["info"]) == 0
    assert qed25519.__version__ in capsys.readouterr().out
    for words in (["prove"], ["list", "x"], ["explain", "y"], ["--help"], []):
        assert cli.main(words) == 2
        captured = capsys.readouterr()
        assert not captured.out and 'pip install "qed25519[prove]"' in captured.err


BARE = """
import sys
class Absent:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in {"click", "rich", "z3", "sympy", "iced_x86", "elftools", "cvc5"}:
            raise ModuleNotFoundError(name)
sys.meta_path.insert(0, Absent())
from importlib.metadata import version as real
from qed25519 import cli
cli.find_spec = lambda name: None
sys.exit(cli.main(["info"]))
"""


def test_info_imports_nothing_of_the_extra() -> None:
    done = subprocess.run([sys.executable, "-c", BARE], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "backend " in done.stdout and "assemblers  not looked for: " in done.stdout


# --- on a terminal, as a process, in pytest -----------------------------------------------------------------


def test_proving_loads_no_solver_in_the_main_process(tmp_path: Path) -> None:
    code = ("import sys; from qed25519.cli import main;"
            "code = main(['prove', 'x86_64/common/fe_neg/abi', '--no-cache']);"
            "sys.exit(code or any(name in sys.modules for name in ('z3', 'cvc5', 'sympy')))")
    assert subprocess.run([sys.executable, "-c", code], capture_output=True).returncode == 0


def test_on_a_terminal_there_is_a_bar_and_the_same_last_line(tmp_path: Path) -> None:
    main, other = pty.openpty()
    process = subprocess.Popen([sys.executable, "-m", "qed25519.cli", "prove", "--no-cache", f"{NEG}/abi"],
                               stdout=other, stderr=subprocess.DEVNULL, env={**os.environ, "TERM": "xterm"})
    os.close(other)
    shown = b""
    while True:
        try:
            block = os.read(main, 4096)
        except OSError:                    # Linux's way to say that the other side is closed
            break
        if not block:
            break
        shown += block
    os.close(main)
    assert process.wait() == 0
    text = shown.decode()
    assert "1/1" in text and "\x1b[" in text
    assert text.replace("\r", "").splitlines()[-1].endswith("1 passed, 0 failed")
    assert "proved   " not in text


def test_pytest_collects_theorems(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "pytest", "-p", "qed25519.pytest_plugin", "-p", "no:cacheprovider"]
    environment = {**os.environ, "QED25519_CACHE": str(tmp_path / "cache")}

    def run(*words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run([*command, *words], cwd=tmp_path, env=environment, capture_output=True, text=True)

    chosen = run("--qed25519", "--qed25519-select", NEG, "-v", "--junit-xml", "out.xml")
    assert chosen.returncode == 0, chosen.stdout + chosen.stderr
    for kind in KINDS:
        assert f"qed25519::{NEG}/{kind}" in chosen.stdout
    assert "4 passed" in chosen.stdout
    assert 'name="sha256"' in (tmp_path / "out.xml").read_text()
    assert "1 passed, 3 deselected" in run("--qed25519", "--qed25519-select", NEG, "-k", "abi").stdout
    assert "selects no theorem" in run("--qed25519", "--qed25519-select", "nonsense").stderr
    assert run().returncode == pytest.ExitCode.NO_TESTS_COLLECTED


def test_explain_takes_a_routine_without_its_variant_where_only_one_has_it(qed: Run, tree: Tree) -> None:
    code, out, _ = qed("explain", "x86_64/fe_neg/memory_safe")
    assert code == 0 and out.startswith("x86_64/common/fe_neg/memory_safe")
    for path in ("x86_64/adx/fe_mul", "x86_64/mul/fe_mul"):
        tree.add(path)
    code, _, err = qed("explain", "x86_64/fe_mul/memory_safe")
    assert code == 2 and "there is no theorem" in err
