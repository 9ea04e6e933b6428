"""Solving obligations: z3 in processes that can be killed, budgets counted in rlimit, a wall-clock guard.

`unknown`, a dead worker and a passed time limit are never a proof.
"""

from __future__ import annotations

import json
import select
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field

from qed25519.prover.obligations import Obligation

RLIMIT = 400_000_000
WALL_CLOCK_SECONDS = 300.0


@dataclass(frozen=True)
class Answer:
    """proved, refuted (a model of the negation), unknown, vacuous (no input meets the hypotheses)."""

    verdict: str
    rlimit: int = 0
    seconds: float = 0.0
    reason: str = ""
    model: dict[str, int] = field(default_factory=dict)


class _Worker:
    """One solver process, restarted after a kill."""

    def __init__(self, module: str) -> None:
        self.module = module
        self.process: subprocess.Popen[str] | None = None
        self.asked = 0

    def ask(self, question: dict[str, object], seconds: float) -> dict[str, object]:
        """The answer, or {"result": "unknown"} with a reason if the process dies, takes too long, or says anything
        but an answer to this very question, whose number it must repeat."""
        if self.process is None or self.process.poll() is not None:
            self.process = subprocess.Popen([sys.executable, "-m", self.module], text=True,
                                            stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        process = self.process
        assert process.stdin and process.stdout
        try:
            self.asked += 1
            process.stdin.write(json.dumps({**question, "id": self.asked}) + "\n")
            process.stdin.flush()
            ready, _, _ = select.select([process.stdout], [], [], seconds)
            line = process.stdout.readline() if ready else ""
        except BrokenPipeError:
            ready, line = [process.stdout], ""
        answer = _parsed(line)
        if answer.get("id") == self.asked:
            return answer
        self.stop()
        return {"result": "unknown", "reason": f"the solver process said {line[:60]!r}" if line
                else "the solver process died" if ready else f"no answer within {seconds:.0f} s"}

    def kill(self) -> None:
        """From another thread than the one that asks."""
        process = self.process
        if process is not None:
            process.kill()

    def stop(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None


def _parsed(line: str) -> dict[str, object]:
    try:
        answer = json.loads(line)
    except ValueError:
        return {}
    return answer if isinstance(answer, dict) else {}


class Solver:
    """A pool of `jobs` workers.  Equal obligations are solved once.  Use as a context manager.

    `module` is the program that a worker runs; all of them speak as worker.py does.
    """

    def __init__(self, jobs: int, rlimit: int = RLIMIT, seconds: float = WALL_CLOCK_SECONDS,
                 module: str = "qed25519.prover.worker") -> None:
        self.rlimit, self.seconds, self.module = rlimit, seconds, module
        self._pool = ThreadPoolExecutor(max_workers=jobs)
        self._local = threading.local()
        self._workers: list[_Worker] = []
        self._known: dict[str, Future[Answer]] = {}
        self._lock = threading.Lock()

    def __enter__(self) -> Solver:
        return self

    def __exit__(self, *_: object) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)
        for worker in self._workers:           # a thread that waits for its worker gets "the process died"
            worker.kill()
        self._pool.shutdown(wait=True)
        for worker in self._workers:
            worker.stop()

    def submit(self, obligations: Sequence[Obligation]) -> list[Future[Answer]]:
        """Start on these; the futures' results are Answers."""
        with self._lock:
            for item in obligations:
                if item.key not in self._known:
                    self._known[item.key] = self._pool.submit(self._solve, item)
            return [self._known[item.key] for item in obligations]

    def _solve(self, item: Obligation) -> Answer:
        if not hasattr(self._local, "worker"):
            self._local.worker = _Worker(self.module)
            with self._lock:
                self._workers.append(self._local.worker)
        begun = time.perf_counter()
        question: dict[str, object] = {
            "hypotheses": item.hypotheses, "goal": item.goal, "logic": item.logic,
            "vacuity": item.premises + item.vacuity,
            "rlimit": self.rlimit}
        raw = self._local.worker.ask(question, self.seconds)
        return _answer(raw, time.perf_counter() - begun)


def _answer(raw: dict[str, object], seconds: float) -> Answer:
    result, rlimit = raw.get("result"), raw.get("rlimit", 0)
    spent = rlimit if isinstance(rlimit, int) else 0
    if result == "unsat":
        if raw.get("vacuity") == "sat":
            return Answer("proved", spent, seconds)
        return Answer("vacuous", spent, seconds, "no concrete input was shown to meet the hypotheses")
    if result == "sat":
        model = raw.get("model")
        return Answer("refuted", spent, seconds, "z3 has a local model",
                      model if isinstance(model, dict) else {})
    return Answer("unknown", spent, seconds, str(raw.get("reason", "")))
