"""Only an `unsat` that answers the question asked, with hypotheses that hold somewhere, is a proof."""

from __future__ import annotations

from pathlib import Path

import pytest

from qed25519.prover.obligations import Obligation
from qed25519.prover.solver import Answer, Solver

HYPOTHESES = "(set-logic QF_LIA)\n(declare-fun v0 () Int)\n(assert (<= 0 v0))\n"
HERE = "(assert (= v0 3))\n"


def question(goal: str, hypotheses: str = HYPOTHESES, vacuity: str = HERE) -> Obligation:
    return Obligation(goal, "QF_LIA", hypotheses, goal, vacuity, (("v0", "x"),))


def answers(*items: Obligation, jobs: int = 1, rlimit: int = 10**8, seconds: float = 20.0,
            module: str = "qed25519.prover.worker") -> list[Answer]:
    with Solver(jobs, rlimit, seconds, module) as solver:
        return [future.result() for future in solver.submit(items)]


def test_proved_refuted_vacuous_unknown() -> None:
    contradiction = HYPOTHESES + "(assert (< v0 0))\n"
    found = answers(question("(<= (- 1) v0)"), question("(<= 1 v0)"), question("(= v0 7)", contradiction),
                    question("(<= 1 v0)", vacuity="(assert false)\n"), question("(<= (- 2) (+ v0"))
    assert [answer.verdict for answer in found] == ["proved", "refuted", "vacuous", "refuted", "unknown"]
    assert found[1].model == {"v0": 0}


def test_the_budget_counts_rlimit() -> None:
    hard = "(set-logic QF_LIA)\n" + "".join(f"(declare-fun v{i} () Int)\n(assert (<= 0 v{i} 99))\n" for i in range(12))
    terms = " ".join(f"(* {7919 * i * i % 1013 + 17} v{i})" for i in range(12))
    goal = question(f"(not (= (+ {terms}) 4999))", hard, "")
    first, second = (answers(goal, rlimit=500)[0] for _ in range(2))
    assert first.verdict == "unknown" and first.rlimit == second.rlimit


def test_equal_questions_are_asked_once() -> None:
    with Solver(1) as solver:
        one, two = solver.submit([question("(<= 0 v0)"), question("(<= 0 v0)")])
        assert one is two


LIARS = {
    "garbage": "print('unsat', flush=True)",
    "no object": "print(json.dumps(['unsat', 'sat']), flush=True)",
    "dies": "sys.exit(0)",
    "dies in the middle": "sys.stdout.write('{\"result\": \"unsat\", \"vac'); sys.stdout.flush(); sys.exit(1)",
    "silent": "time.sleep(60)",
    "another question": "print(json.dumps({'id': q['id'] - 1, 'result': 'unsat', 'vacuity': 'sat'}), flush=True)",
    "no question": "print(json.dumps({'result': 'unsat', 'vacuity': 'sat'}), flush=True)",
    "no vacuity": "print(json.dumps({'id': q['id'], 'result': 'unsat'}), flush=True)",
    "odd words": "print(json.dumps({'id': q['id'], 'result': 'UNSAT', 'vacuity': 'sat'}), flush=True)",
    "an error": "print(json.dumps({'id': q['id'], 'result': 'error', 'reason': 'unsat'}), flush=True)",
    "null": "print(json.dumps({'id': q['id'], 'result': None, 'model': 3, 'rlimit': 'much'}), flush=True)",
}


@pytest.fixture
def worker(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file that the solver can be told to run, as the module `liar`."""
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    return tmp_path / "liar.py"


@pytest.mark.parametrize("what", LIARS)
def test_a_solver_that_misbehaves_proves_nothing(what: str, worker: Path) -> None:
    worker.write_text("import json, sys, time\nfor line in sys.stdin:\n    q = json.loads(line)\n"
                      f"    {LIARS[what]}\n")
    found = answers(question("(<= 0 v0)"), question("(<= 1 v0)"), seconds=0.5 if what == "silent" else 10,
                    module="liar")
    assert {answer.verdict for answer in found} <= {"unknown", "vacuous"}, found


def test_an_answer_too_many_is_not_taken_for_the_next(worker: Path) -> None:
    """One that says `unsat` twice to the first question, and is silent then, has not proved the second."""
    worker.write_text(
        "import json, sys, time\nline = sys.stdin.readline()\n"
        "text = json.dumps({'id': json.loads(line)['id'], 'result': 'unsat', 'vacuity': 'sat'})\n"
        "print(text + '\\n' + text, flush=True)\ntime.sleep(60)\n")
    first, second = answers(question("(<= 0 v0)"), question("(<= 1 v0)"), seconds=5, module="liar")
    assert (first.verdict, second.verdict) == ("proved", "unknown")
