"""Proving a claim: its exact checks and those of all that it cites, then every lemma by the solver."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import asdict, dataclass, field, replace
from functools import cache
from pathlib import Path

from qed25519.prover.cache import Circumstances, checker_digest, digest, versions
from qed25519.prover.claims import Claim, Refuted
from qed25519.prover.lemmas import Lemma
from qed25519.prover.obligations import Obligation
from qed25519.prover.solver import Answer, Solver
from qed25519.prover.theorems import ObligationResult, Result


@dataclass
class ClaimAttempt:
    """A claim under way: its lemmas are with the solver.  A lemma's pattern names the claim that it belongs to."""

    claim: Claim
    pending: list[tuple[Mapping[str, str], Obligation, Future[Answer]]] = field(default_factory=list)
    failure: Result | None = None
    begun: float = field(default_factory=time.perf_counter)
    busy: float = 0.0

    @property
    def asked(self) -> list[tuple[Obligation, Future[Answer]]]:
        return [(item, future) for _, item, future in self.pending]

    def result(self) -> Result:
        """Wait for the solver."""
        cites = tuple(claim.name for claim in self.claim.with_cited()[:-1])
        worst = self.failure or Result(self.claim.name, "proved", "", (), cites=cites)
        items = []
        for owner, item, future in self.pending:
            answer = future.result()
            items.append(ObligationResult(item.title, owner["claim"], answer, item.key))
            if answer.verdict != "proved" and worst.verdict in ("proved", "unknown"):
                message = f"{self.claim.file}: {owner['claim']}: {item.title}: {answer.reason or answer.verdict}"
                worst = replace(worst, verdict=answer.verdict, message=message, local_model=answer.model)
        seconds = self.busy + sum(item.answer.seconds for item in items)
        return replace(worst, obligations=tuple(items), seconds=seconds)


def attempt_claim(claim: Claim, solver: Solver) -> ClaimAttempt:
    """Check what can be checked exactly, and give the lemmas to the solver."""
    attempt = ClaimAttempt(claim)
    for one in claim.with_cited():
        try:
            one.check()
            asked = obligations(one.lemmas)
        except Refuted as error:
            attempt.failure = Result(claim.name, "refuted", "", (), message=f"{one.file}: {one.name}: {error}")
            break
        attempt.pending += [({"claim": one.name}, item, future)
                            for item, future in zip(asked, solver.submit(asked), strict=True)]
    attempt.busy = time.perf_counter() - attempt.begun
    return attempt


@cache
def obligations(lemmas: Callable[[], Sequence[Lemma]]) -> tuple[Obligation, ...]:
    """Made once, whoever cites the claim."""
    return tuple(lemma.obligation() for lemma in lemmas())


def claim_key(claim: Claim, circumstances: Circumstances) -> str:
    """As cache.key_of: everything counts that is in the folder of its area, or of an area that it cites."""
    folders = sorted({one.file.resolve().parent for one in claim.with_cited()})
    files = [(folder, file) for folder in folders for file in sorted(folder.rglob("*"))
             if file.is_file() and "__pycache__" not in file.parts]
    parts = {
        "theorem": claim.name,
        "statement": claim.statement,
        "checker": checker_digest(),
        "versions": versions(),
        "circumstances": asdict(circumstances),
        "areas": [(file.relative_to(folder.parent).as_posix(), digest(file)) for folder, file in files],
    }
    return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()


def write_claim(folder: Path, attempt: ClaimAttempt) -> None:
    """Every lemma as folder/<claim>/<number>.smt2; `unsat` proves it."""
    for number, (owner, item, _) in enumerate(attempt.pending, 1):
        file = folder / attempt.claim.name / f"{number:03}.smt2"
        file.parent.mkdir(parents=True, exist_ok=True)
        title = " ".join(item.title.split())
        file.write_text(f"; {attempt.claim.name}\n; {owner['claim']}: {title}\n; key {item.key}\n; unsat proves it\n"
                        f"{item.script}", encoding="utf-8")
