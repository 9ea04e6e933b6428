"""Reports leave nothing out: every theorem, why it failed, what it rests on; and the exit code says the worst."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ElementTree
from importlib.metadata import version
from pathlib import Path

import pytest

from qed25519.prover import report
from qed25519.prover.claims import all_claims
from qed25519.prover.solver import Answer
from qed25519.prover.theorems import KINDS, PACKAGE, BrokenContract, ObligationResult, Result, Theorem, all_theorems

NAME = "x86_64/adx/fe_mul/correct"
ITEM = ObligationResult("return: z < 2^256", "z x y", Answer("proved", 7, 0.25), "cd" * 32)
PROVED = Result(NAME, "proved", "ab" * 32, ("z x y",), (ITEM, ITEM), 0.5, elisions=3)
REFUTED = Result(NAME, "refuted", "ab" * 32, ("z x y",), message="fe_mul.S:2: [z x y] it is false",
                 counterexample="replayed: x = 0x1: z is 0x2")
LOCAL = Result(NAME, "refuted", "ab" * 32, ("z x y",), message="fe_mul.S:2: not replayed",
               local_model={"x0": 2**64 - 1, "c.7": 1})
UNKNOWN = Result(NAME, "unknown", "ab" * 32, ("z x y",), message="fe_mul.S:2: canceled")
ERROR = Result(NAME, "error", "", (), message="fe_mul.S:9: rett\x1b[0m")
VACUOUS = Result(NAME, "vacuous", "ab" * 32, ("z x y",), message="no input")


@pytest.mark.parametrize(("results", "code"), [
    ([], 5), ([PROVED], 0), ([PROVED, REFUTED], 1), ([VACUOUS], 1), ([UNKNOWN, PROVED], 3), ([UNKNOWN, REFUTED], 1),
    ([ERROR], 4), ([ERROR, REFUTED, UNKNOWN], 4)])
def test_exit_codes(results: list[Result], code: int) -> None:
    assert report.exit_code(results) == code
    assert report.exit_code(reversed(results)) == code


def test_every_verdict_has_a_code() -> None:
    assert set(report.CODES) == {"proved", "refuted", "vacuous", "unknown", "error"}
    assert [verdict for verdict, code in report.CODES.items() if code == 0] == ["proved"]


def test_lines() -> None:
    assert report.line(PROVED) == f"proved   {NAME}  2 obligations  0.50 s"
    assert report.line(ERROR).startswith(f"error    {NAME}")
    assert report.tally([PROVED, REFUTED, UNKNOWN]) == "1 passed, 2 failed"


def test_a_failure_shows_a_replayed_input_or_a_labelled_local_model() -> None:
    assert report.failure(REFUTED).splitlines() == [
        f"{NAME}: refuted", "    fe_mul.S:2: [z x y] it is false", "    replayed: x = 0x1: z is 0x2"]
    assert "local model, not replayed:" in report.failure(LOCAL)
    assert "x0 = 0xffffffffffffffff" in report.failure(LOCAL)
    assert "local model" not in report.failure(REFUTED)


def test_failures_of_one_cause_are_told_once() -> None:
    others = [Result(f"x86_64/adx/fe_mul/{kind}", "error", "", (), message=ERROR.message) for kind in KINDS]
    (text,) = report.failures([PROVED, *others])
    assert text.count("rett") == 1
    assert [line for line in text.splitlines() if line.endswith(": error")] == [
        f"x86_64/adx/fe_mul/{kind}: error" for kind in KINDS]


def test_the_slowest_come_first_and_the_cached_do_not_come() -> None:
    results = [Result(f"a/{n}", "proved", "", (), seconds=n, cached=n == 9) for n in range(10)]
    assert [result.seconds for result in report.slowest(results, 3)] == [8, 7, 6]


# --- JSON ---------------------------------------------------------------------------------------------------


def results_for(theorems: list[Theorem]) -> list[Result]:
    return [Result(theorem.name, "proved", "ab" * 32, ("z x",), (ITEM,) if theorem.kind == "correct" else ())
            for theorem in theorems]


def test_json_has_every_routine_and_kind() -> None:
    theorems = all_theorems()
    document = json.loads(json.dumps(report.as_json(results_for(theorems), theorems, "0.1", 2, False, 1.5)))
    assert document["version"] == 1
    assert {"tool", "assembler", "z3", "python", "cpu", "jobs", "seconds", "theorems"} <= set(document)
    assert (document["jobs"], document["seconds"], document["z3"]) == (2, 1.5, version("z3-solver"))
    assert set(document["assembler"]) == {theorem.contract.architecture for theorem in theorems}
    assert all(document["assembler"].values())
    routines = {file.relative_to((PACKAGE / "asm").resolve()).with_suffix("").as_posix()
                for file in (PACKAGE / "asm").resolve().rglob("*.S")}
    names = {theorem["name"] for theorem in document["theorems"]}
    assert names == {f"{routine}/{kind}" for routine in routines for kind in KINDS
                     if not (routine.endswith("_vartime") and kind == "constant_time")}
    assert (document["passed"], document["failed"]) == (len(names), 0)
    for theorem in document["theorems"]:
        assert set(theorem) == {
            "name", "routine", "kind", "verdict", "sha256", "patterns", "obligations", "rlimit", "seconds", "message",
            "counterexample", "local_model", "cached", "rests_on"}
        assert theorem["name"] == f"{theorem['routine']}/{theorem['kind']}"
        for item in theorem["obligations"]:
            assert set(item) == {"title", "pattern", "verdict", "rlimit", "seconds", "key"}


def test_json_of_failures() -> None:
    theorems = [theorem for theorem in all_theorems() if theorem.name == NAME]
    for result in (REFUTED, LOCAL, ERROR):
        (found,) = report.as_json([result], theorems, "0.1", 1, False, 1)["theorems"]
        assert (found["verdict"], found["message"]) == (result.verdict, result.message)
    (found,) = report.as_json([LOCAL], theorems, "0.1", 1, False, 1)["theorems"]
    assert found["local_model"] == {"x0": "0xffffffffffffffff", "c.7": "0x1"}


def test_what_a_theorem_rests_on() -> None:
    contracts = {theorem.contract.path: theorem.contract for theorem in all_theorems()}
    for theorem in all_theorems():
        result = Result(theorem.name, "proved", "", (), elisions=3, cites=("a/b/correct",), cached=True)
        found = report.rests_on(result, contracts[result.routine])
        for module in found["modules"]:
            assert (PACKAGE / module).is_file(), module
        assert len(found["modules"]) == len(set(found["modules"]))
        assert "isa/machine.py" in found["modules"] and "prover/cache.py" in found["modules"]
        assert (found["interval_elisions"], found["theorems"]) == (3, ["a/b/correct"])
        correct = theorem.kind == "correct"
        assert correct == (found["solver"] is not None) == ("spec/field.py" in found["modules"])
        assert ("isa/constant_time.py" in found["modules"]) == (theorem.kind == "constant_time")
        assert f"isa/{theorem.contract.architecture}.py" in found["modules"]


def test_soundness_md_trusts_the_same_modules() -> None:
    text = (PACKAGE.parents[1] / "SOUNDNESS.md").read_text(encoding="utf-8")
    trusted = text.split("## 2. ")[1].split("**In the same folders, and not trusted:**")[0]
    named = {row.removeprefix("src/qed25519/") for row in re.findall(r"^\| `([^`]+)` \| \d+ \|", trusted, re.M)}
    contracts = {theorem.contract.path: theorem.contract for theorem in all_theorems()}
    used = {module for name, contract in contracts.items() for kind in KINDS for module in report.rests_on(
        Result(f"{name}/{kind}", "proved", "", (), cached=True), contract)["modules"]}
    for claim in all_claims(PACKAGE / "proofs"):
        used |= set(report.rests_on(Result(claim.name, "proved", "", ()), claim)["modules"])
    assert used == {name for name in named if not name.startswith("cli/")}


def test_a_second_solver_is_named_only_if_it_saw_every_obligation() -> None:
    contract = BrokenContract("x86_64/adx/fe_mul", Path(), "")
    seen = ObligationResult(ITEM.title, ITEM.pattern, ITEM.answer, ITEM.key, Answer("proved"))
    both, one = Result(NAME, "proved", "", (), (seen, seen)), Result(NAME, "proved", "", (), (seen, ITEM))
    assert report.rests_on(both, contract)["second_solver"].startswith("cvc5 ")
    assert report.rests_on(one, contract)["second_solver"] is None
    assert report.rests_on(PROVED, contract)["second_solver"] is None


# --- JUnit --------------------------------------------------------------------------------------------------


def test_junit_parses_and_counts() -> None:
    root = ElementTree.fromstring(report.as_junit([PROVED, REFUTED, VACUOUS, UNKNOWN, ERROR], 2.5))
    suite = root.find("testsuite")
    assert root.tag == "testsuites" and suite is not None
    assert [suite.get(name) for name in ("tests", "failures", "errors", "skipped", "time")] == [
        "5", "2", "2", "0", "2.500"]
    cases = suite.findall("testcase")
    assert {case.get("classname") for case in cases} == {"x86_64.adx.fe_mul"}
    assert {case.get("name") for case in cases} == {"correct"}
    told = [child for case in cases for child in case]
    assert sorted(child.tag for child in told) == ["error", "error", "failure", "failure"]
    assert any("replayed: x = 0x1" in (child.text or "") for child in told)
