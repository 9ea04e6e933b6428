"""The theorems of every routine, and how each is proved: x86_64/adx/fe_mul/{correct, memory_safe, …}.

`correct` is a symbolic run for every aliasing pattern; the three structural theorems are one opaque run for
every pattern.  A theorem is proved only if every run ends and every obligation is unsat and not vacuous.
"""

from __future__ import annotations

import importlib.util
import re
import time
from collections.abc import Iterable
from concurrent.futures import Future
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase
from pathlib import Path
from typing import TYPE_CHECKING

from qed25519.domains.opaque import Opaque
from qed25519.domains.theory import InternalError
from qed25519.isa.constant_time import data_timing_violation
from qed25519.isa.machine import (
    AbiViolation,
    DataDependence,
    Machine,
    MachineError,
    MemoryViolation,
)
from qed25519.prover.calls import Pattern, set_up, unknown_entry
from qed25519.prover.claims import Claim, all_claims
from qed25519.prover.contract import (
    ARGUMENT_REGISTERS,
    Contract,
    ContractError,
    alias_partitions,
    load_contract,
)
from qed25519.prover.correct import CorrectRun
from qed25519.prover.correct_words import WordRun
from qed25519.prover.hints import Proof, ProofError
from qed25519.prover.inputs import sample_inputs
from qed25519.prover.objects import Routine, assemble
from qed25519.prover.obligations import Obligation
from qed25519.prover.replay import Counterexample, confirm, refute
from qed25519.prover.segments import Segments
from qed25519.prover.solver import Answer, Solver
from qed25519.prover.statement import FalseClaim
from qed25519.prover.symbols import StatementError

if TYPE_CHECKING:
    from qed25519.prover.claim_run import ClaimAttempt
    from qed25519.prover.runs import Runs

KINDS = ("correct", "memory_safe", "constant_time", "abi")
PACKAGE = Path(__file__).resolve().parents[1]
REPLAYS, BYTES = 400, 400_000      # inputs to try, fewer of code that is long


@dataclass(frozen=True)
class BrokenContract:
    """Stands for a routine whose contract cannot be read: its theorems exist, and none can be proved."""

    path: str
    file: Path
    message: str

    @property
    def name(self) -> str:
        return self.path.rsplit("/", 1)[-1]

    @property
    def architecture(self) -> str:
        return self.path.split("/")[0]


@dataclass(frozen=True)
class Theorem:
    """A theorem's name is its path: routine path and kind, or the claim's own."""

    contract: Contract | BrokenContract | Claim
    kind: str

    @property
    def name(self) -> str:
        return f"{self.contract.path}/{self.kind}"


@dataclass(frozen=True)
class ObligationResult:
    """One obligation as the report shows it; `recheck` is a second solver's answer, where one was asked."""

    title: str
    pattern: str
    answer: Answer
    key: str
    recheck: Answer | None = None


@dataclass(frozen=True)
class Result:
    """What was found: verdict is proved, refuted, vacuous, unknown or error.

    `message` says what failed, with file and line; `counterexample` is a replayed input, if one was found;
    `local_model` says that z3's model was not confirmed by running the routine; `elisions` counts the carries
    that interval evaluation alone excluded; `cites` names the theorems that it rests on, each once; `links` are the
    cuts, in order, each with the theorems about no routine that it rests on.
    """

    theorem: str
    verdict: str
    sha256: str
    patterns: tuple[str, ...]
    obligations: tuple[ObligationResult, ...] = ()
    seconds: float = 0.0
    message: str = ""
    counterexample: str = ""
    local_model: dict[str, int] = field(default_factory=dict)
    elisions: int = 0
    cites: tuple[str, ...] = ()
    links: tuple[tuple[str, tuple[str, ...]], ...] = ()
    cached: bool = False

    @property
    def routine(self) -> str:
        return self.theorem.rpartition("/")[0]

    @property
    def kind(self) -> str:
        return self.theorem.rpartition("/")[2]

    @property
    def rlimit(self) -> int:
        return sum(item.answer.rlimit for item in self.obligations)


def all_theorems(asm: Path = PACKAGE / "asm", proofs: Path | None = None) -> list[Theorem]:
    """Every theorem of every routine, in order of path; given the folder of proofs, then those of mathematics."""
    claims = all_claims(proofs) if proofs else []
    return [*(Theorem(contract, kind) for contract in all_contracts(asm) for kind in kinds_of(contract)),
            *(Theorem(claim, claim.kind) for claim in claims)]


def all_contracts(asm: Path) -> list[Contract | BrokenContract]:
    """One for every `.S` file, in order of path; a file without a readable contract is not passed over."""
    found: list[Contract | BrokenContract] = []
    for file in [file for architecture in ARGUMENT_REGISTERS for file in (asm / architecture).rglob("*.S")]:
        try:
            found.append(load_contract(file, asm))
        except (ContractError, OSError, UnicodeError) as error:
            found.append(BrokenContract(file.relative_to(asm).with_suffix("").as_posix(), file, str(error)))
    return sorted(found, key=lambda contract: contract.path)


def kinds_of(contract: Contract | BrokenContract) -> tuple[str, ...]:
    """A routine for public data has no constant_time theorem."""
    vartime = contract.name.endswith("_vartime")
    return tuple(kind for kind in KINDS if not (vartime and kind == "constant_time"))


def select(theorems: Iterable[Theorem], patterns: Iterable[str]) -> list[Theorem]:
    """Those whose name a pattern matches as a glob or as a leading path; all, without a pattern."""
    patterns = [pattern.rstrip("/") for pattern in patterns]
    return [theorem for theorem in theorems if not patterns or any(
        fnmatchcase(theorem.name, pattern) or theorem.name.startswith(pattern + "/") for pattern in patterns)]


def show_pattern(pattern: Pattern) -> str:
    """`z=x y` for a partition of the pointers."""
    blocks: dict[str, list[str]] = {}
    for name, owner in pattern.items():
        blocks.setdefault(owner, []).append(name)
    return " ".join("=".join(block) for block in blocks.values())


def load_proof(path: str, proofs: Path = PACKAGE / "proofs") -> Proof:
    """The `proof` of proofs/<path>.py.  A proof file is a program and can fail in any way: that is a ProofError."""
    file = proofs / f"{path}.py"
    if not file.is_file():
        raise ProofError(f"there is no proof file {file}")
    spec = importlib.util.spec_from_file_location("qed25519_proof_" + path.replace("/", "_"), file)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        raise ProofError(f"{file}: {type(error).__name__}: {error}") from error
    proof = getattr(module, "proof", None)
    if not isinstance(proof, Proof):
        raise ProofError(f"{file} defines no `proof`")
    return proof


# --- structural theorems --------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Broken:
    kind: str            # the structural theorem that this refutes, or "" if the run just could not go on
    message: str


def structural_results(routine: Routine) -> list[Result]:
    """memory_safe, constant_time and abi from one opaque run for every aliasing pattern."""
    begun = time.perf_counter()
    contract, shown = routine.contract, []
    broken: _Broken | None = None
    for pattern in alias_partitions(contract):
        shown.append(show_pattern(pattern))
        broken = broken or _opaque_run(routine, pattern)
    seconds = time.perf_counter() - begun
    results = []
    for kind in kinds_of(contract)[1:]:
        verdict, message = "proved", ""
        if broken:
            verdict = "refuted" if broken.kind == kind else "unknown"
            message = broken.message if broken.kind == kind else f"the run did not end: {broken.message}"
        results.append(Result(f"{contract.path}/{kind}", verdict, routine.sha256, tuple(shown),
                              seconds=seconds / len(KINDS), message=message))
    return results


def _opaque_run(routine: Routine, pattern: Pattern) -> _Broken | None:
    domain = Opaque()
    machine: Machine[object, object] = set_up(routine, pattern, domain, unknown_entry(routine.contract, domain))
    try:
        machine.run(routine.start)
        if routine.contract.wipes:
            machine.check_wiped()
    except MachineError as error:
        kinds = {DataDependence: "constant_time", MemoryViolation: "memory_safe", AbiViolation: "abi"}
        return _Broken(kinds.get(type(error), ""), f"[{show_pattern(pattern)}] {error}")
    for mnemonic, location in () if routine.contract.is_vartime else machine.data_mnemonics.items():
        why = data_timing_violation(routine.contract.architecture, mnemonic)
        if why:
            return _Broken("constant_time", f"{location}: {why}")
    return None


# --- correct --------------------------------------------------------------------------------------------


@dataclass
class CorrectAttempt:
    """`correct` under way: the obligations of every pattern are with the solver, and the lemmas of every claim."""

    routine: Routine
    patterns: list[Pattern] = field(default_factory=list)
    pending: list[tuple[Pattern, Obligation, Future[Answer]]] = field(default_factory=list)
    claims: list[ClaimAttempt] = field(default_factory=list)
    links: dict[str, set[str]] = field(default_factory=dict)
    failure: Result | None = None
    elisions: int = 0
    cites: list[str] = field(default_factory=list)
    begun: float = 0.0
    busy: float = 0.0

    @property
    def asked(self) -> list[tuple[Obligation, Future[Answer]]]:
        """All that the solver was asked, in the order of the result's obligations."""
        return [(item, future) for _, item, future in self.pending] + [
            one for claim in self.claims for one in claim.asked]

    def cite(self, callee: Routine, solver: Solver, runs: Runs) -> None:
        """Rest on the theorems of a routine that is called: they are proved along with this one."""
        path = callee.contract.path
        cited = attempt_correct(callee, solver, runs=runs)
        self.cites += [*(f"{path}/{kind}" for kind in kinds_of(callee.contract)), *cited.cites]
        self.pending += cited.pending
        self.claims += cited.claims
        self.elisions += cited.elisions
        failures = [r for r in [cited.failure, *runs.structural(callee)] if r and r.verdict != "proved"]
        if failures and self.failure is None:
            self.failure = replace(failures[0], theorem=f"{self.routine.contract.path}/correct",
                                   message=f"{failures[0].theorem}, which it cites: {failures[0].message}")

    def cite_claims(self, names: set[str], solver: Solver) -> None:
        """Rest on theorems that are about no routine, and on all that these cite: proved along with this one."""
        from qed25519.prover.claim_run import attempt_claim  # which needs the results of this module
        known = {claim.name: claim for claim in all_claims(PACKAGE / "proofs")} if names else {}
        cited = {one.name: one for name in sorted(names & set(known)) for one in known[name].with_cited()}
        self.cites += cited
        self.claims += [attempt_claim(replace(claim, cites=()), solver) for claim in cited.values()]
        if names - set(known) and not self.failure:
            self.failure = Result(f"{self.routine.contract.path}/correct", "error", self.routine.sha256, (),
                                  message=f"there is no theorem {', '.join(sorted(names - set(known)))} to cite")

    def result(self) -> Result:
        """Wait for the solver."""
        contract = self.routine.contract
        shown = tuple(show_pattern(pattern) for pattern in self.patterns)
        if self.failure:
            return replace(self.failure, patterns=shown, seconds=self.busy)
        links = tuple((label, tuple(sorted(claims))) for label, claims in self.links.items())
        items, worst = [], Result(f"{contract.path}/correct", "proved", self.routine.sha256, shown,
                                  elisions=self.elisions, cites=tuple(dict.fromkeys(self.cites)), links=links)
        for pattern, item, future in self.pending:
            answer = future.result()
            items.append(ObligationResult(item.title, show_pattern(pattern), answer, item.key))
            if answer.verdict != "proved" and worst.verdict in ("proved", "unknown"):
                worst = self._failed(worst, pattern, item, answer)
        for claim in [attempt.result() for attempt in self.claims]:
            items += [replace(item, pattern=claim.theorem) for item in claim.obligations]
            if claim.verdict != "proved" and worst.verdict in ("proved", "unknown"):
                worst = replace(worst, verdict=claim.verdict, local_model=claim.local_model,
                                message=f"{claim.theorem}, which it cites: {claim.message}")
        seconds = self.busy + sum({item.key: item.answer.seconds for item in items}.values())
        return replace(worst, obligations=tuple(items), seconds=seconds)

    def _failed(self, result: Result, pattern: Pattern, item: Obligation, answer: Answer) -> Result:
        message = _said(self.routine, pattern, f"{item.title}: {answer.reason or answer.verdict}")
        if answer.verdict == "vacuous":
            return replace(result, verdict="vacuous", message=message)
        short = dict(item.names)
        model = {short[name]: value for name, value in answer.model.items() if name in short}
        found = search_counterexample(self.routine, pattern, model)
        if found:
            return replace(result, verdict="refuted", message=message, counterexample=str(found))
        if answer.verdict == "unknown":
            return replace(result, verdict="unknown", message=message)
        return replace(result, verdict="refuted", message=message + " (not replayed)", local_model=model)


def correct_run(routine: Routine, pattern: Pattern, proof: Proof, strict: bool,
                segments: Segments | None = None) -> CorrectRun | WordRun:
    """The symbolic run in the domain that the proof names."""
    if proof.domain == "integers":
        return CorrectRun(routine, pattern, proof, strict, segments=segments or Segments())
    if proof.domain == "bitvectors":
        return WordRun(routine, pattern, proof)
    raise ProofError(f"unknown domain {proof.domain!r}: expected integers or bitvectors")


@dataclass
class Ran:
    """The symbolic runs of a routine: the obligations of every pattern, each question once, the routines that it calls,
    and per cut the claims that it cites; or why the runs stopped."""

    obligations: list[tuple[Pattern, list[Obligation]]] = field(default_factory=list)
    callees: dict[str, Routine] = field(default_factory=dict)
    links: dict[str, set[str]] = field(default_factory=dict)
    failure: Result | None = None
    elisions: int = 0
    seconds: float = 0.0


def run_patterns(routine: Routine, proof: Proof, strict: bool = False) -> Ran:
    """Run every aliasing pattern symbolically."""
    ran, segments, begun = Ran(), Segments(), time.perf_counter()
    for pattern in alias_partitions(routine.contract):
        try:
            run = correct_run(routine, pattern, proof, strict, segments)
            ran.obligations.append((pattern, list({item.key: item for item in run.run()}.values())))
            ran.elisions += run.elided
            ran.callees |= run.callees
            for label, claims in run.links.items():
                ran.links.setdefault(label, set()).update(claims)
        except FalseClaim as error:
            ran.failure = _false_claim(routine, pattern, run.inputs[error.shadow], error)
            break
        except MachineError as error:
            ran.failure = _stopped(routine, pattern, "unknown", error)
            break
        except (InternalError, ProofError, StatementError) as error:
            ran.failure = _stopped(routine, pattern, "error", error)
            break
    ran.seconds = time.perf_counter() - begun
    return ran


def attempt_correct(routine: Routine, solver: Solver, proof: Proof | None = None,
                    strict: bool = False, runs: Runs | None = None) -> CorrectAttempt:
    """Run every aliasing pattern symbolically, by this proof or its file, and give its obligations to the solver.

    `runs` has the runs that are made already; what is cited runs by its own proof file."""
    from qed25519.prover.runs import Runs  # which needs the runs of this module
    runs = runs or Runs(strict=strict)
    begun = time.perf_counter()
    ran = run_patterns(routine, proof, strict) if proof else runs.correct(routine)
    attempt = CorrectAttempt(routine, [*alias_partitions(routine.contract)], links=ran.links, failure=ran.failure,
                             elisions=ran.elisions, begun=begun)
    for pattern, obligations in ran.obligations:
        attempt.pending += [(pattern, item, future)
                            for item, future in zip(obligations, solver.submit(obligations), strict=True)]
    for callee in ran.callees.values():
        attempt.cite(callee, solver, runs)
    attempt.cite_claims(set[str]().union(*attempt.links.values()), solver)
    attempt.busy = ran.seconds
    return attempt


def _said(routine: Routine, pattern: Pattern, text: str) -> str:
    """A failure's message: where the contract stands, the pattern, and, for a fact of a cut, where that stands."""
    label = re.split("[,:]", text, maxsplit=1)[0]
    places = [routine.location(address) for address, name in routine.labels.items() if name == label]
    shown = f"[{show_pattern(pattern)}] {places[0]}: {text}" if places else f"[{show_pattern(pattern)}] {text}"
    return f"{routine.contract.file}:{routine.contract.line}: {shown}"


def _stopped(routine: Routine, pattern: Pattern, verdict: str, error: Exception) -> Result:
    message = _said(routine, pattern, str(error))
    found = search_counterexample(routine, pattern, {}) if verdict == "unknown" else None
    return Result(f"{routine.contract.path}/correct", "refuted" if found else verdict, routine.sha256, (),
                  message=message, counterexample=str(found) if found else "")


def _false_claim(routine: Routine, pattern: Pattern, inputs: dict[str, int], error: FalseClaim) -> Result:
    first = refute(routine, pattern, inputs)
    found = confirm(routine, pattern, first) if first else search_counterexample(routine, pattern, {})
    message = _said(routine, pattern, str(error))
    if not found:
        message += ", though the routine meets its contract there: the proof file claims too much"
    return Result(f"{routine.contract.path}/correct", "refuted" if found else "unknown", routine.sha256, (),
                  message=message, counterexample=str(found) if found else "")


def search_counterexample(routine: Routine, pattern: Pattern, model: dict[str, int]) -> Counterexample | None:
    """A replayed input that breaks the contract: z3's, if its model has the inputs, else edge or random."""
    count = min(REPLAYS, max(1, BYTES // max(1, len(routine.code))))
    candidates = sample_inputs(routine.contract, pattern, count, seed=2)
    if model:
        candidates.insert(0, _inputs_from(routine.contract, pattern, model, candidates[0]))
    for values in candidates:
        found = refute(routine, pattern, values)
        if found:
            return confirm(routine, pattern, found)
    return None


def _inputs_from(contract: Contract, pattern: Pattern, model: dict[str, int],
                 default: dict[str, int]) -> dict[str, int]:
    values: dict[str, int] = {}
    shared: dict[tuple[str, int], int] = {}
    for a in (a for a in contract.args if a.is_read):
        place = pattern.get(a.buffer, a.buffer), a.offset
        if place not in shared and a.is_bytes:
            shared[place] = sum(model.get(f"{a.name}.{i}", 0) << i for i in range(64 * a.words))
        elif place not in shared and a.words:
            shared[place] = sum(model.get(f"{a.name}{i}", 0) << (64 * i) for i in range(a.words))
        values[a.name] = shared.setdefault(place, model.get(a.name, default[a.name]))
    return values


def assemble_routine(contract: Contract, asm: Path = PACKAGE / "asm") -> Routine:
    """The routine's code, assembled from its file."""
    return assemble(contract, asm / "include")
