"""The runs of routines, symbolic and opaque, each made once: here, or ahead of time in other processes.

A run depends on the routine's bytes, contract and proof file only, so whoever cites a routine rests on the same run.
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterable
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

from qed25519.prover.objects import Routine, load_callee
from qed25519.prover.theorems import PACKAGE, Ran, Result, load_proof, run_patterns, structural_results

FEWEST = 4      # for fewer routines no processes are started: that takes a second


class Runs:
    """Use as a context manager where runs are to be prepared in other processes."""

    def __init__(self, jobs: int = 1, strict: bool = False, proofs: Path = PACKAGE / "proofs") -> None:
        self.jobs, self.strict, self.proofs = jobs, strict, proofs
        self._pool: ProcessPoolExecutor | None = None
        self._known: dict[tuple[str, str, str], Any] = {}

    def __enter__(self) -> Runs:
        return self

    def __exit__(self, *_: object) -> None:
        if self._pool:
            self._pool.shutdown(wait=False, cancel_futures=True)

    def prepare(self, correct: Iterable[Routine], structural: Iterable[Routine]) -> None:
        """Begin with these runs, and with both of all that is called; the longest code first."""
        wanted = {"correct": [*correct], "structural": [*structural]}
        for routine in [*wanted["correct"]]:
            for callee in (load_callee(routine, address) for address in routine.copies):
                wanted["correct"].append(callee)
                wanted["structural"].append(callee)
        runs = {key(kind, routine): routine for kind, found in wanted.items() for routine in found}
        if self.jobs < 2 or len({path for _, path, _ in runs}) < FEWEST:
            return
        self._pool = ProcessPoolExecutor(self.jobs, multiprocessing.get_context("spawn"))
        for (kind, path, text), routine in sorted(runs.items(), key=lambda item: -len(item[1].code)):
            sent = replace(routine, _decoded={}, tables_read=set())
            self._known[kind, path, text] = self._pool.submit(symbolic, sent, self.strict, self.proofs) \
                if kind == "correct" else self._pool.submit(structural_results, sent)

    def correct(self, routine: Routine) -> Ran:
        """The symbolic run of every aliasing pattern, by the routine's proof file.  Raises ProofError."""
        found = self._known.get(key("correct", routine))
        if found is None:
            found = self._known[key("correct", routine)] = symbolic(routine, self.strict, self.proofs)
        result: Ran = found.result() if isinstance(found, Future) else found
        return result

    def structural(self, routine: Routine) -> list[Result]:
        """memory_safe, constant_time and abi."""
        found = self._known.get(key("structural", routine))
        if found is None:
            found = self._known[key("structural", routine)] = structural_results(routine)
        result: list[Result] = found.result() if isinstance(found, Future) else found
        return result


def key(kind: str, routine: Routine) -> tuple[str, str, str]:
    """What a run is remembered by; the text holds the tables too."""
    return kind, routine.contract.path, routine.text.hex()


def symbolic(routine: Routine, strict: bool, proofs: Path) -> Ran:
    """The symbolic run by the routine's proof file."""
    return run_patterns(routine, load_proof(routine.contract.path, proofs), strict)
