"""What was proved is not proved again; whatever the proof depends on is in the key; damage is never a proof."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from qed25519.prover import cache as cache_module
from qed25519.prover import run, runs
from qed25519.prover.cache import (
    Cache,
    Circumstances,
    area_digests,
    checker_digest,
    default_folder,
    key_of,
    proof_files,
    versions,
)
from qed25519.prover.claim_run import claim_key
from qed25519.prover.claims import Claim
from qed25519.prover.contract import Contract
from qed25519.prover.objects import Routine, assemble
from qed25519.prover.run import Options, prove
from qed25519.prover.solver import Answer
from qed25519.prover.theorems import ObligationResult, Result, select

if TYPE_CHECKING:
    from tests.prover.conftest import Tree

NEG = "x86_64/common/fe_neg"
THEOREM = f"{NEG}/correct"
USUAL = Circumstances(rlimit=1000, seconds=10.0, strict=False)
PROVED = Result(THEOREM, "proved", "ab" * 32, ("z x", "z=x"),
                (ObligationResult("return: z < 2^256", "z x", Answer("proved", 7, 0.5), "cd" * 32),),
                seconds=0.75, elisions=3)


@pytest.fixture
def cache(tmp_path: Path) -> Cache:
    return Cache(tmp_path / "cache")


@pytest.fixture
def routine(tree: Tree) -> Routine:
    (theorem,) = select(tree.theorems(), [THEOREM])
    assert isinstance(theorem.contract, Contract)
    return assemble(theorem.contract, tree.sources.asm / "include")


# --- entries ------------------------------------------------------------------------------------------------


def test_gives_back_what_was_stored(cache: Cache) -> None:
    assert cache.get("k", THEOREM, PROVED.sha256) is None
    cache.put("k", PROVED)
    assert cache.get("k", THEOREM, PROVED.sha256) == replace(PROVED, cached=True)
    assert [file.name for file in cache.folder.iterdir()] == ["k.json"]


@pytest.mark.parametrize("verdict", ["refuted", "vacuous", "unknown", "error"])
def test_keeps_only_what_is_proved(cache: Cache, verdict: str) -> None:
    cache.put("k", replace(PROVED, verdict=verdict))
    assert cache.get("k", THEOREM, PROVED.sha256) is None
    assert not cache.folder.exists()


def test_an_entry_is_for_one_theorem_of_one_code(cache: Cache) -> None:
    cache.put("k", PROVED)
    assert cache.get("k", f"{NEG}/abi", PROVED.sha256) is None
    assert cache.get("k", THEOREM, "00" * 32) is None
    (cache.folder / "k.json").rename(cache.folder / "l.json")
    assert cache.get("l", THEOREM, PROVED.sha256) is None


DAMAGE: list[Callable[[str], str]] = [
    lambda text: "",
    lambda text: text[: len(text) // 2],
    lambda text: "[]",
    lambda text: "null",
    lambda text: "\x00" * 100,
    lambda text: text.replace('"verdict": "proved"', '"verdict": "refuted"', 1),
    lambda text: text.replace('"rlimit": 7', '"rlimit": 8'),
    lambda text: json.dumps({**json.loads(text), "result": {}}),
    lambda text: json.dumps({"key": "k"}),
]


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_entry_counts_as_absent(cache: Cache, damage: Callable[[str], str]) -> None:
    cache.put("k", PROVED)
    file = cache.folder / "k.json"
    changed = damage(file.read_text())
    assert changed != file.read_text()
    file.write_text(changed)
    assert cache.get("k", THEOREM, PROVED.sha256) is None


def test_a_folder_that_cannot_be_written_is_no_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    Cache(tmp_path / "file" / "cache").put("k", PROVED)


def test_the_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("QED25519_CACHE", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    assert default_folder() == tmp_path / ".cache" / "qed25519"
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    assert default_folder() == tmp_path / "xdg" / "qed25519"
    monkeypatch.setenv("QED25519_CACHE", str(tmp_path / "own"))
    assert default_folder() == tmp_path / "own"


# --- keys ---------------------------------------------------------------------------------------------------


def test_equal_circumstances_give_equal_keys(tree: Tree, routine: Routine) -> None:
    key = key_of(THEOREM, routine, USUAL, tree.sources.proofs)
    assert len(key) == 64
    again = replace(routine, contract=replace(routine.contract, file=Path("elsewhere"), line=9), lines={})
    assert key_of(THEOREM, again, USUAL, tree.sources.proofs) == key


def test_everything_that_the_proof_depends_on_changes_the_key(tree: Tree, routine: Routine) -> None:
    def key(routine: Routine = routine, theorem: str = THEOREM, circumstances: Circumstances = USUAL) -> str:
        return key_of(theorem, routine, circumstances, tree.sources.proofs)

    text, contract = routine.text, routine.contract
    keys = [
        key(),
        key(theorem=f"{NEG}/abi"),
        key(circumstances=replace(USUAL, rlimit=1001)),
        key(circumstances=replace(USUAL, seconds=11.0)),
        key(circumstances=replace(USUAL, strict=True)),
        key(routine.replaced(bytes([routine.code[0] ^ 1]) + routine.code[1:])),
        key(replace(routine, text=text + bytes(8))),                       # read-only data after the code
        key(replace(routine, end=routine.end - 1)),
        key(replace(routine, labels={4: "product"})),
        key(replace(routine, labels={5: "product"})),
        key(replace(routine, contract=replace(contract, requires=("x < 2^255",)))),
        key(replace(routine, contract=replace(contract, ensures=("z < p",)))),
        key(replace(routine, contract=replace(contract, may_alias=()))),
        key(replace(routine, contract=replace(contract, stack=8))),
        key(replace(routine, contract=replace(contract, secret=()))),
    ]
    assert len(set(keys)) == len(keys)


def test_the_proof_and_what_it_imports_change_the_key(tree: Tree, routine: Routine) -> None:
    def key() -> str:
        return key_of(THEOREM, routine, USUAL, tree.sources.proofs)

    keys, own, proofs = [key()], tree.proof(NEG), tree.sources.proofs
    own.write_text(own.read_text() + "\n# changed\n")
    keys.append(key())
    (proofs / "common.py").write_text("from qed25519.proofs.deep import more\n")
    (proofs / "deep").mkdir()
    (proofs / "deep/__init__.py").write_text("")
    (proofs / "deep/more.py").write_text("from . import data\n")
    (proofs / "deep/data.py").write_text("A = 1\n")
    (proofs / "deep/certificate.json").write_text("{}\n")
    (proofs / "__init__.py").write_text("")
    (proofs / "unrelated.py").write_text("A = 1\n")
    own.write_text("import qed25519.proofs.common\n" + own.read_text())
    keys.append(key())
    imported = ["__init__.py", "common.py", "deep/__init__.py", "deep/certificate.json", "deep/data.py", "deep/more.py"]
    for name in imported:
        (proofs / name).write_text((proofs / name).read_text() + "# changed\n")
        keys.append(key())
    assert len(set(keys)) == len(keys)
    (proofs / "unrelated.py").write_text("A = 2\n")
    assert key() == keys[-1]
    assert proof_files(NEG, proofs) == [own, *(proofs / name for name in imported)]


def test_the_theorems_of_mathematics_change_the_key_of_correct(
        tree: Tree, routine: Routine, monkeypatch: pytest.MonkeyPatch) -> None:
    def keys() -> list[str]:
        return [key_of(f"{NEG}/{kind}", routine, USUAL, tree.sources.proofs) for kind in ("correct", "abi")]

    assert {"divstep/theorems.py", "divstep/certificates/half_590.json"} <= {name for name, _ in area_digests()}
    before = keys()
    monkeypatch.setattr(cache_module, "area_digests", lambda: [("divstep/theorems.py", "another")])
    after = keys()
    assert before[0] != after[0] and before[1] == after[1]


def test_a_claim_depends_on_its_area_and_on_those_that_it_cites(tmp_path: Path) -> None:
    for name in "abc":
        (tmp_path / name).mkdir()
        (tmp_path / name / "theorems.py").write_text(name)
    cited = Claim("b/x", "", tuple, tmp_path / "b" / "theorems.py")
    claim = Claim("a/x", "", tuple, tmp_path / "a" / "theorems.py", cites=(cited,))
    keys = [claim_key(claim, USUAL)]
    for name, changes in ("a", True), ("b", True), ("c", False):
        (tmp_path / name / "data.json").write_text("new")
        keys.append(claim_key(claim, USUAL))
        assert (keys[-1] != keys[-2]) == changes
    assert claim_key(replace(claim, cites=()), USUAL) not in keys


def test_the_checker_and_versions_change_the_key(
        tree: Tree, routine: Routine, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    keys = [key_of(THEOREM, routine, USUAL, tree.sources.proofs)]
    for name in versions():
        with monkeypatch.context() as patch:
            patch.setattr(cache_module, "versions", lambda name=name: {**versions(), name: "another"})
            keys.append(key_of(THEOREM, routine, USUAL, tree.sources.proofs))
    package = tmp_path / "package"
    for folder in ("isa", "domains", "prover", "spec"):
        (package / folder).mkdir(parents=True)
        (package / folder / "part.py").write_text("A = 1\n")
    with monkeypatch.context() as patch:
        patch.setattr(cache_module, "PACKAGE", package)
        for folder in ("isa", "domains", "prover", "spec"):
            checker_digest.cache_clear()
            keys.append(key_of(THEOREM, routine, USUAL, tree.sources.proofs))
            (package / folder / "part.py").write_text("A = 2\n")
        checker_digest.cache_clear()
        keys.append(key_of(THEOREM, routine, USUAL, tree.sources.proofs))
    checker_digest.cache_clear()
    assert len(set(keys)) == len(keys)
    assert {"python", "z3-solver", "sympy", "iced-x86"} <= set(versions())
    assert "absent" not in versions().values()


# --- in a run -----------------------------------------------------------------------------------------------


def test_a_second_run_proves_nothing_again(tree: Tree, cache: Cache, monkeypatch: pytest.MonkeyPatch) -> None:
    options = Options(tree.sources, jobs=1, cache=cache)
    first = prove(tree.theorems(), options)
    assert not any(result.cached for result in first)
    monkeypatch.setattr(runs, "structural_results", None)
    monkeypatch.setattr(run, "attempt_correct", None)
    second = prove(tree.theorems(), options)
    assert {result.theorem for result in second} == {result.theorem for result in first}
    assert all(result.cached and result.verdict == "proved" for result in second)


def test_a_change_makes_a_miss_for_that_routine_only(tree: Tree, cache: Cache) -> None:
    options = Options(tree.sources, jobs=1, cache=cache)
    prove(tree.theorems(), options)
    tree.replace(tree.assembly(NEG), "and fold, 38", "and fold, 37")
    for _ in range(2):
        results = prove(tree.theorems(), options)
        assert all(result.cached == (result.routine != NEG) for result in results if result.kind == "correct")
        assert {result.verdict for result in results if result.theorem == THEOREM} == {"refuted"}


def test_a_damaged_cache_is_proved_again_and_repaired(tree: Tree, cache: Cache) -> None:
    options = Options(tree.sources, jobs=1, cache=cache)
    theorems = select(tree.theorems(), ["*/abi"])
    prove(theorems, options)
    for file in cache.folder.iterdir():
        file.write_text("{")
    assert not any(result.cached for result in prove(theorems, options))
    assert all(result.cached for result in prove(theorems, options))


def test_scripts_and_rechecks_do_not_come_from_the_cache(tree: Tree, cache: Cache, tmp_path: Path) -> None:
    theorems = select(tree.theorems(), [NEG])
    prove(theorems, Options(tree.sources, jobs=1, cache=cache))
    results = prove(theorems, Options(tree.sources, jobs=1, cache=cache, smt2=tmp_path / "smt2"))
    assert {result.kind: result.cached for result in results}["correct"] is False
    assert list((tmp_path / "smt2").rglob("*.smt2"))
