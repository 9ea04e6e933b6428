"""Every theorem that is asked for gets a verdict, whatever is broken; nothing unproved is called proved."""

from __future__ import annotations

import platform
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import z3

from qed25519.prover import run, runs
from qed25519.prover.objects import Routine
from qed25519.prover.run import Options, prove, rechecked
from qed25519.prover.solver import Answer
from qed25519.prover.theorems import KINDS, ObligationResult, Result, Theorem, select

if TYPE_CHECKING:
    from tests.prover.conftest import Tree

NEG, ZERO = "x86_64/common/fe_neg", "x86_64/common/fe_is_zero"


def verdicts(tree: Tree, *patterns: str, **options: Any) -> dict[str, Result]:
    theorems = select(tree.theorems(), patterns)
    results = prove(theorems, Options(tree.sources, jobs=1, **options))
    assert sorted(result.theorem for result in results) == sorted(theorem.name for theorem in theorems)
    return {result.theorem: result for result in results}


def test_proves_what_is_right(tree: Tree) -> None:
    results = verdicts(tree)
    assert set(results) == {f"{path}/{kind}" for path in (NEG, ZERO) for kind in KINDS}
    assert {result.verdict for result in results.values()} == {"proved"}
    correct = results[f"{NEG}/correct"]
    assert correct.patterns == ("z x", "z=x")
    assert {item.pattern for item in correct.obligations} == {"z x", "z=x"}
    assert correct.rlimit > 0 and correct.seconds > 0 and results[f"{ZERO}/correct"].elisions > 0
    assert len(correct.sha256) == 64 and correct.sha256 == results[f"{NEG}/abi"].sha256


def test_tells_of_each_result_at_once(tree: Tree) -> None:
    told: list[Result] = []
    results = prove(tree.theorems(), Options(tree.sources, jobs=1), told.append)
    assert told == results


def test_a_wrong_routine_is_refuted_with_a_replayed_input(tree: Tree) -> None:
    tree.replace(tree.assembly(NEG), "and fold, 38", "and fold, 37")
    results = verdicts(tree)
    wrong = results.pop(f"{NEG}/correct")
    assert wrong.verdict == "refuted"
    assert wrong.counterexample.startswith("replayed on the model")
    assert f"{tree.assembly(NEG)}:2" in wrong.message
    assert {result.verdict for result in results.values()} == {"proved"}


@pytest.mark.parametrize(("kind", "old", "new"), [
    ("memory_safe", "sbb r3, [x + 24]", "sbb r3, [x + 32]"),
    ("constant_time", "sbb fold, fold", "jc .Lnext\n.Lnext:\n    sbb fold, fold"),
    ("abi", "mov r2, -1", "mov r2, -1\n    mov rbx, 0"),
])
def test_a_structural_fault_refutes_its_theorem(tree: Tree, kind: str, old: str, new: str) -> None:
    tree.replace(tree.assembly(NEG), old, new)
    results = verdicts(tree, NEG)
    assert results[f"{NEG}/{kind}"].verdict == "refuted"
    assert f"{tree.assembly(NEG)}:" in results[f"{NEG}/{kind}"].message
    assert all(result.verdict != "proved" for result in results.values())


def test_what_cannot_be_read_or_run_is_an_error_and_the_rest_goes_on(tree: Tree) -> None:
    for path in ("x86_64/common/fe_add", "x86_64/common/fe_sub", "x86_64/common/fe_cswap", "x86_64/common/fe_select"):
        tree.add(path)
    tree.replace(tree.assembly("x86_64/common/fe_add"), "    ret", "    rett")
    tree.replace(tree.assembly("x86_64/common/fe_sub"), "stack     = 0", "stack     = 'none'")
    tree.proof("x86_64/common/fe_cswap").write_text("raise SystemExit('as it happens')")
    tree.proof("x86_64/common/fe_select").unlink()
    results = verdicts(tree)
    wrong = {name: result for name, result in results.items() if result.verdict != "proved"}
    assert {result.verdict for result in wrong.values()} == {"error"}
    assert sorted(wrong) == sorted([
        *(f"x86_64/common/{name}/{kind}" for name in ("fe_add", "fe_sub") for kind in KINDS),
        "x86_64/common/fe_cswap/correct", "x86_64/common/fe_select/correct"])
    assert "fe_add.S:" in (message := wrong["x86_64/common/fe_add/abi"].message) and "rett" in message
    assert "stack" in wrong["x86_64/common/fe_sub/abi"].message
    assert "as it happens" in wrong["x86_64/common/fe_cswap/correct"].message
    assert "no proof file" in wrong["x86_64/common/fe_select/correct"].message


def test_an_error_in_the_prover_is_an_error_of_the_theorem(tree: Tree, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(routine: Routine) -> list[Result]:
        raise KeyError("rax")

    monkeypatch.setattr(runs, "structural_results", broken)
    results = verdicts(tree, NEG)
    assert results[f"{NEG}/correct"].verdict == "proved"
    assert results[f"{NEG}/abi"].verdict == "error"
    assert "internal error: KeyError: 'rax'" in results[f"{NEG}/abi"].message


def test_structural_theorems_alone_need_no_symbolic_run(tree: Tree, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "attempt_correct", None)
    assert {result.verdict for result in verdicts(tree, "*/abi", "*/memory_safe").values()} == {"proved"}


def test_correct_alone_needs_no_structural_run(tree: Tree, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runs, "structural_results", None)
    assert {result.verdict for result in verdicts(tree, "*/correct").values()} == {"proved"}


def test_a_budget_that_is_too_small_proves_nothing(tree: Tree) -> None:
    result = verdicts(tree, f"{NEG}/correct", rlimit=1)[f"{NEG}/correct"]
    assert result.verdict == "unknown"


@pytest.mark.skipif(platform.machine() == "aarch64", reason="the host's own assembler")
def test_no_assembler_is_an_error_that_names_both_installs(tree: Tree, monkeypatch: pytest.MonkeyPatch) -> None:
    tree.add("arm64/schoolbook/fe_mul")
    which = shutil.which
    monkeypatch.setattr("shutil.which", lambda name: None if "aarch64" in name else which(name))
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    results = verdicts(tree)
    for kind in KINDS:
        found = results[f"arm64/schoolbook/fe_mul/{kind}"]
        assert found.verdict == "error"
        assert "binutils-aarch64-linux-gnu" in found.message and "pip install ziglang" in found.message


def test_strict_makes_elisions_obligations(tree: Tree) -> None:
    plain = verdicts(tree, f"{ZERO}/correct")[f"{ZERO}/correct"]
    strict = verdicts(tree, f"{ZERO}/correct", strict=True)[f"{ZERO}/correct"]
    assert strict.verdict == "proved"
    assert strict.elisions == plain.elisions
    added = {item.title.split(": ")[1] for item in strict.obligations} - {
        item.title.split(": ")[1] for item in plain.obligations}
    assert added == {"no carry", "interval"} and len(plain.obligations) < len(strict.obligations)
    assert any("no carry" in item.title for item in strict.obligations)


def test_smt2_writes_every_obligation(tree: Tree, tmp_path: Path) -> None:
    result = verdicts(tree, f"{NEG}/correct", smt2=tmp_path / "smt2")[f"{NEG}/correct"]
    files = sorted((tmp_path / "smt2").rglob("*.smt2"))
    assert len(files) == len(result.obligations)
    assert {file.parent.relative_to(tmp_path / "smt2").as_posix() for file in files} == {
        f"{NEG}/disjoint", f"{NEG}/x=z"}
    for file in files:
        text = file.read_text()
        assert any(f"; {item.title}\n; key {item.key}\n" in text for item in result.obligations)
        solver = z3.Solver()
        solver.from_string(text)
        assert solver.check() == z3.unsat


def test_recheck_asks_a_second_solver(tree: Tree) -> None:
    result = verdicts(tree, f"{ZERO}/correct", recheck="qed25519.prover.cvc5_worker")[f"{ZERO}/correct"]
    assert result.verdict == "proved"
    assert [item.recheck.verdict for item in result.obligations if item.recheck] == ["proved"] * len(result.obligations)


@pytest.mark.parametrize(("answer", "verdict"), [("refuted", "error"), ("vacuous", "error"), ("unknown", "unknown")])
def test_a_second_solver_that_does_not_agree_leaves_nothing_proved(answer: str, verdict: str) -> None:
    item = ObligationResult("return: z < 2^256", "z x", Answer("proved"), "key")
    result = Result(f"{NEG}/correct", "proved", "", ("z x",), (item, item))
    assert rechecked(result, [Answer("proved"), Answer("proved")]).verdict == "proved"
    found = rechecked(result, [Answer("proved"), Answer(answer)])
    assert found.verdict == verdict
    assert "cvc5" in found.message and "z < 2^256" in found.message


# --- the loaded library -------------------------------------------------------------------------------------


def test_equal_loaded_bytes_are_a_result_of_their_own(tree: Tree) -> None:
    results = prove(select(tree.theorems(), [NEG]), Options(
        tree.sources, jobs=1, installed=True, loaded=lambda routine: routine.text))
    assert {result.theorem: result.verdict for result in results} == {
        f"{NEG}/{kind}": "proved" for kind in (*KINDS, "installed")}


def test_other_loaded_bytes_are_a_failure_and_are_what_is_proved(tree: Tree) -> None:
    def loaded(routine: Routine) -> bytes:
        place = routine.text.rindex(38, routine.start, routine.end)
        return routine.text[:place] + bytes([37]) + routine.text[place + 1:]

    theorems, differences = select(tree.theorems(), [NEG]), list[str]()
    options = Options(tree.sources, jobs=1, installed=True, loaded=loaded)
    results = {result.kind: result for result in prove(theorems, options, on_difference=differences.append)}
    assert results["installed"].verdict == "refuted"
    assert f"{NEG}: " in results["installed"].message and "fe_neg.S:41)" in results["installed"].message
    assert "25 " in results["installed"].message and "26 " in results["installed"].message
    assert differences == [results["installed"].message]
    assert results["correct"].verdict == "refuted"
    assert results["correct"].sha256 != verdicts(tree, NEG)[f"{NEG}/correct"].sha256


def test_without_installed_a_difference_is_only_told(tree: Tree) -> None:
    differences: list[str] = []
    options = Options(tree.sources, jobs=1, loaded=lambda routine: bytes(len(routine.text)))
    results = prove(select(tree.theorems(), [f"{NEG}/abi"]), options, on_difference=differences.append)
    assert [result.verdict for result in results] == ["proved"]
    assert len(differences) == 1


def test_a_routine_that_the_library_lacks_is_a_failure(tree: Tree) -> None:
    def loaded(routine: Routine) -> bytes:
        raise LookupError("the loaded library has no such routine")

    theorems = select(tree.theorems(), [f"{NEG}/abi"])
    results = prove(theorems, Options(tree.sources, jobs=1, installed=True, loaded=loaded))
    assert {result.kind: result.verdict for result in results} == {"installed": "refuted", "abi": "proved"}


def test_another_architecture_has_no_loaded_bytes(tree: Tree) -> None:
    theorems: list[Theorem] = select(tree.theorems(), [f"{NEG}/abi"])
    results = prove(theorems, Options(tree.sources, jobs=1, installed=True, loaded=lambda routine: None))
    assert [result.theorem for result in results] == [f"{NEG}/abi"]
