"""Proving a selection of theorems: assemble, look into the cache, run, solve, report each once it is known.

Every theorem that was asked for gets a result.  What cannot be assembled, read or run has the verdict `error`
and does not stop the others.  The symbolic runs are done here while worker processes solve.
"""

from __future__ import annotations

import os
import traceback
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path

from qed25519.prover.cache import Cache, Circumstances, key_of
from qed25519.prover.claim_run import ClaimAttempt, attempt_claim, claim_key, write_claim
from qed25519.prover.claims import Claim
from qed25519.prover.contract import Contract, ContractError
from qed25519.prover.hints import ProofError
from qed25519.prover.objects import AssemblyError, MissingAssembler, Routine, assemble
from qed25519.prover.obligations import Obligation
from qed25519.prover.runs import Runs
from qed25519.prover.solver import RLIMIT, WALL_CLOCK_SECONDS, Answer, Solver
from qed25519.prover.theorems import (
    PACKAGE,
    BrokenContract,
    CorrectAttempt,
    Result,
    Theorem,
    attempt_correct,
)

EXPECTED = (AssemblyError, ContractError, MissingAssembler, ProofError)


@dataclass(frozen=True)
class Sources:
    """Where the routines and their proof files are."""

    asm: Path
    proofs: Path


def own_sources() -> Sources:
    """Those that belong to this package, named relative to the working directory where they are below it."""
    return Sources(_named(PACKAGE / "asm"), _named(PACKAGE / "proofs"))


def _named(folder: Path) -> Path:
    folder, here = folder.resolve(), Path.cwd()
    return folder.relative_to(here) if folder.is_relative_to(here) else folder


def default_jobs() -> int:
    """The CPUs that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


Loaded = Callable[[Routine], "bytes | None"]
"""The bytes in memory where a routine's section is loaded; None for another architecture than the host's.
Raises LookupError if the library has no such routine."""


@dataclass(frozen=True)
class Options:
    """How to prove.

    `loaded` reads the library that Python loads; with `installed` those bytes are proved, and the result
    `<routine>/installed` says whether they are the assembled ones.  `smt2` is a folder for the obligations,
    `recheck` the module of a second solver's worker; with either, `correct` is not taken from the cache.
    """

    sources: Sources = field(default_factory=own_sources)
    jobs: int = field(default_factory=default_jobs)
    cache: Cache | None = None
    strict: bool = False
    rlimit: int = RLIMIT
    loaded: Loaded | None = None
    installed: bool = False
    smt2: Path | None = None
    recheck: str | None = None


Progress = Callable[[Result], None]


def prove(theorems: Sequence[Theorem], options: Options | None = None, on_result: Progress = lambda _: None,
          on_difference: Callable[[str], None] = lambda _: None) -> list[Result]:
    """One result for each theorem, in the order in which they came; `on_result` is told of each at once,
    `on_difference` of every routine that is loaded with other bytes than the sources give."""
    return _Run(options or Options(), on_result, on_difference).all(theorems)


@dataclass
class _Task:
    """The selected theorems of one routine, or one claim."""

    contract: Contract | BrokenContract | Claim
    kinds: list[str]
    routine: Routine | None = None
    problem: Exception | None = None
    keys: dict[str, str] = field(default_factory=dict)

    def result(self, kind: str, verdict: str, message: str) -> Result:
        sha256 = self.routine.sha256 if self.routine else ""
        return Result(f"{self.contract.path}/{kind}", verdict, sha256, (), message=message)

    def error(self, kind: str, error: Exception) -> Result:
        """What is expected to go wrong explains itself; for the rest, say where in the prover it happened."""
        if isinstance(error, EXPECTED):
            return self.result(kind, "error", str(error))
        place = traceback.extract_tb(error.__traceback__)[-1]
        where = f"{Path(place.filename).name}:{place.lineno}"
        return self.result(kind, "error", f"{self.contract.file}: internal error: {type(error).__name__}: "
                                          f"{error} ({where})")


class _Run:
    """One call of `prove`.  `open` holds every `correct` whose obligations are with the solvers."""

    def __init__(self, options: Options, on_result: Progress, on_difference: Callable[[str], None]) -> None:
        self.options, self.on_result, self.on_difference = options, on_result, on_difference
        self.circumstances = Circumstances(options.rlimit, WALL_CLOCK_SECONDS, options.strict)
        self.results: list[Result] = []
        self.open: list[tuple[_Task, CorrectAttempt | ClaimAttempt, Callable[[], list[Answer]]]] = []

    def all(self, theorems: Iterable[Theorem]) -> list[Result]:
        tasks: dict[str, _Task] = {}
        for theorem in theorems:
            name = theorem.name if isinstance(theorem.contract, Claim) else theorem.contract.path
            task = tasks.setdefault(name, _Task(theorem.contract, []))
            task.kinds.append(theorem.kind)
        with ThreadPoolExecutor(self.options.jobs) as pool:
            list(pool.map(self._assemble, tasks.values()))
        with ExitStack() as stack:
            solver = stack.enter_context(Solver(self.options.jobs, self.options.rlimit))
            second = stack.enter_context(Solver(self.options.jobs, module=self.options.recheck)) \
                if self.options.recheck else None
            self.runs = stack.enter_context(
                Runs(self.options.jobs, self.options.strict, self.options.sources.proofs))
            for task in tasks.values():
                self._compare(task)
                self._look_up(task)
            with suppress(*EXPECTED):           # what a routine that calls cannot have, its own run will say
                routines = [(task.routine, {*task.kinds}) for task in tasks.values() if task.routine]
                self.runs.prepare([routine for routine, kinds in routines if "correct" in kinds],
                                  [routine for routine, kinds in routines if kinds - {"correct"}])
            for task in tasks.values():
                self._start(task, solver, second)
                self._finish(wait=False)
            self._finish(wait=True)
        return self.results

    def _tell(self, task: _Task, result: Result) -> None:
        if self.options.cache and result.kind in task.keys:
            self.options.cache.put(task.keys[result.kind], result)
        self.results.append(result)
        self.on_result(result)

    # --- before the runs ------------------------------------------------------------------------------------

    def _assemble(self, task: _Task) -> None:
        if isinstance(task.contract, Claim):
            return
        try:
            if isinstance(task.contract, BrokenContract):
                raise ContractError(task.contract.message)
            task.routine = assemble(task.contract, self.options.sources.asm / "include")
        except Exception as error:
            task.problem = error

    def _compare(self, task: _Task) -> None:
        """The loaded bytes against the assembled ones, tables included; `installed` keeps the former."""
        routine = task.routine
        if routine is None or self.options.loaded is None:
            return
        try:
            found = self.options.loaded(routine)
        except LookupError as error:
            found, difference = None, f"{routine.contract.path}: {error}"
        else:
            if found is None:
                return
            difference = difference_of(routine, found)
        if difference:
            self.on_difference(difference)
        if self.options.installed:
            verdict = "refuted" if difference else "proved"
            self._tell(task, task.result("installed", verdict, difference))
            if found is not None:
                task.routine = replace(routine, text=found, _decoded={})

    def _look_up(self, task: _Task) -> None:
        """Report what the cache has, and leave the other kinds."""
        routine = task.routine
        if self.options.cache is None or routine is None:
            return
        for kind in list(task.kinds):
            theorem = f"{routine.contract.path}/{kind}"
            try:
                key = task.keys[kind] = key_of(theorem, routine, self.circumstances, self.options.sources.proofs)
            except EXPECTED:                # a routine that it calls cannot be had: the run will say so
                return
            if kind == "correct" and (self.options.smt2 or self.options.recheck):
                continue
            result = self.options.cache.get(key, theorem, routine.sha256)
            if result:
                task.kinds.remove(kind)
                self._tell(task, result)

    # --- the runs -------------------------------------------------------------------------------------------

    def _start(self, task: _Task, solver: Solver, second: Solver | None) -> None:
        if isinstance(task.contract, Claim):
            self._claim(task, task.contract, solver, second)
            return
        if task.routine is None:
            error = task.problem or ContractError("no routine")
            for kind in task.kinds:
                self._tell(task, task.error(kind, error))
            return
        structural = [kind for kind in task.kinds if kind != "correct"]
        if structural:
            self._structural(task, task.routine, structural)
        if "correct" in task.kinds:
            self._correct(task, task.routine, solver, second)

    def _structural(self, task: _Task, routine: Routine, kinds: list[str]) -> None:
        try:
            found = {result.kind: result for result in self.runs.structural(routine)}
        except Exception as error:
            found = {kind: task.error(kind, error) for kind in kinds}
        for kind in kinds:
            self._tell(task, found[kind])

    def _correct(self, task: _Task, routine: Routine, solver: Solver, second: Solver | None) -> None:
        try:
            attempt = attempt_correct(routine, solver, runs=self.runs)
            items = [item for item, _ in attempt.asked]
            if self.options.smt2:
                write_scripts(self.options.smt2, attempt)
        except Exception as error:
            self._tell(task, task.error("correct", error))
            return
        futures = second.submit(items) if second else []
        self.open.append((task, attempt, lambda: [future.result() for future in futures]))

    def _claim(self, task: _Task, claim: Claim, solver: Solver, second: Solver | None) -> None:
        try:
            key = task.keys[claim.kind] = claim_key(claim, self.circumstances)
            asked = self.options.smt2 or self.options.recheck
            result = self.options.cache.get(key, claim.name, "") if self.options.cache and not asked else None
            if result:
                self._tell(task, result)
                return
            attempt = attempt_claim(claim, solver)
            if self.options.smt2:
                write_claim(self.options.smt2, attempt)
        except Exception as error:
            self._tell(task, task.error(claim.kind, error))
            return
        futures = second.submit([item for item, _ in attempt.asked]) if second else []
        self.open.append((task, attempt, lambda: [future.result() for future in futures]))

    def _finish(self, wait: bool) -> None:
        """Report every attempt that is done; with `wait`, all of them."""
        for item in list(self.open):
            task, attempt, rechecks = item
            if wait or all(future.done() for _, future in attempt.asked):
                self.open.remove(item)
                try:
                    result = attempt.result()
                    if self.options.recheck:
                        result = rechecked(result, rechecks())
                except Exception as error:
                    kind = task.contract.kind if isinstance(task.contract, Claim) else "correct"
                    result = task.error(kind, error)
                self._tell(task, result)


def difference_of(routine: Routine, loaded: bytes) -> str:
    """Where the loaded bytes of a routine's section first differ from the assembled ones; "" if nowhere."""
    text = routine.text
    if loaded == text:
        return ""
    place = next(index for index in range(len(text)) if loaded[index:index + 1] != text[index:index + 1])
    where = f"byte {place - routine.start:#x} of {len(routine.code):#x}"
    return (f"{routine.contract.path}: the loaded code differs from {routine.contract.file} from {where} on: "
            f"{loaded[place:place + 8].hex(' ')} is loaded, {text[place:place + 8].hex(' ')} was assembled "
            f"({routine.location(place)})")


def rechecked(result: Result, answers: Sequence[Answer]) -> Result:
    """The result with the second solver's answers: where it disagrees or does not know, nothing is proved."""
    pairs = list(zip(result.obligations, answers, strict=True)) if result.obligations else []
    result = replace(result, obligations=tuple(replace(item, recheck=answer) for item, answer in pairs))
    for item, answer in pairs:
        if result.verdict == "proved" and answer.verdict != "proved":
            disagrees = answer.verdict in ("refuted", "vacuous")
            what = f"cvc5 disagrees: {answer.verdict}" if disagrees else f"cvc5 says nothing: {answer.reason}"
            return replace(result, verdict="error" if disagrees else "unknown",
                           message=f"[{item.pattern}] {item.title}: {what}")
    return result


def write_scripts(folder: Path, attempt: CorrectAttempt) -> None:
    """Every obligation as folder/<routine>/<pattern>/<number>.smt2, with its title, and the lemmas of the claims that
    it cites; `unsat` proves it."""
    for claim in attempt.claims:
        write_claim(folder, claim)
    path, numbers = attempt.routine.contract.path, dict[str, int]()
    for pattern, item, _ in attempt.pending:
        shown = " ".join(f"{name}={owner}" for name, owner in pattern.items() if name != owner)
        number = numbers[shown] = numbers.get(shown, 0) + 1
        file = folder / path / (shown.replace(" ", ",") or "disjoint") / f"{number:03}.smt2"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(script_of(f"{path}/correct, {shown or 'all disjoint'}", item), encoding="utf-8")


def script_of(where: str, item: Obligation) -> str:
    names = "".join(f"; {short} = {name}\n" for short, name in item.names)
    return f"; {where}\n; {item.title}\n; key {item.key}\n; unsat proves it\n{names}{item.script}"
