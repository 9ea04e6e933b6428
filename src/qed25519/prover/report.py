"""What a run found, as text, JSON and JUnit XML, and as the exit code of the command line.

The JSON has "version": 1; a change of meaning raises it.  `rests_on` says of every theorem what it takes for
granted: the solver, the modules that make the statement and the obligations, the carries that only interval
evaluation excluded, other theorems.
"""

from __future__ import annotations

import functools
import platform
import re
import subprocess
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterable, Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from qed25519.prover.cache import versions
from qed25519.prover.claims import AREAS, Claim
from qed25519.prover.contract import Contract
from qed25519.prover.objects import MissingAssembler, assembler
from qed25519.prover.solver import Answer
from qed25519.prover.theorems import PACKAGE, BrokenContract, ObligationResult, Result, Theorem

VERSION = 1
PASSED, REFUTED, USAGE, UNKNOWN, ERROR, NOTHING = 0, 1, 2, 3, 4, 5
CODES = {"proved": PASSED, "refuted": REFUTED, "vacuous": REFUTED, "unknown": UNKNOWN, "error": ERROR}
RANK = (ERROR, REFUTED, UNKNOWN, PASSED)      # an error outranks all: what the prover says then means little

# Modules that must be right for a theorem to mean what it says, as in SOUNDNESS.md, section 2 (a test compares);
# {architecture} is filled in.
COMMON = (
    "prover/contract.py", "prover/calls.py", "prover/objects.py", "prover/theorems.py", "prover/runs.py",
    "prover/run.py",
    "prover/report.py", "isa/domain.py", "isa/instruction.py", "isa/machine.py", "isa/{architecture}.py",
    "isa/decode_{architecture}.py", "domains/concrete.py")
STRUCTURAL = ("domains/opaque.py",)
TIMING = ("isa/constant_time.py",)
CORRECT = (
    "prover/statement.py", "prover/symbols.py", "prover/entry.py", "prover/correct.py", "prover/correct_words.py",
    "prover/hints.py", "prover/cut.py", "prover/classes.py", "prover/call_rule.py", "prover/fork_rule.py",
    "prover/divstep_rule.py", "prover/group_rule.py", "prover/segments.py", "prover/obligations.py",
    "prover/solver.py", "prover/worker.py",
    "domains/integers.py", "domains/polynomial.py", "domains/bitvectors.py", "domains/transfer.py",
    "domains/theory.py", "domains/opaque.py")
CLAIM = (
    "prover/claims.py", "prover/claim_run.py", "prover/lemmas.py", "prover/theorems.py", "prover/run.py",
    "prover/obligations.py", "prover/solver.py", "prover/worker.py", "spec/field.py", "spec/primes.py")
SPEC = {"divstep": ("spec/divstep.py",), "formulas": ("spec/curve25519.py", "spec/edwards25519.py")}     # of an area
SEARCH = ("generate.py", "minimize.py", "cofactors.py")     # in a folder of claims: they find, and judge nothing


def exit_code(results: Iterable[Result]) -> int:
    """0 all proved, 1 one refuted or vacuous, 3 one unknown, 4 one error; 4 outranks 1, and 1 outranks 3."""
    found = {CODES[result.verdict] for result in results}
    return next((code for code in RANK if code in found), NOTHING)


# --- text ---------------------------------------------------------------------------------------------------


def line(result: Result) -> str:
    """One line: verdict, theorem, obligations, time."""
    count = len(result.obligations)
    asked = f"  {count} obligation{'s' * (count != 1)}" if count else ""
    time = "  cached" if result.cached else f"  {result.seconds:.2f} s"
    return f"{result.verdict:<8} {result.theorem}{asked}{time}"


def failure(result: Result) -> str:
    """Theorem, place and reason, then the replayed counterexample or the local model, labelled so."""
    lines = [f"{result.theorem}: {result.verdict}"]
    lines += [f"    {part}" for part in result.message.splitlines()]
    if result.counterexample:
        lines.append(f"    {result.counterexample}")
    elif result.local_model:
        lines.append("    local model, not replayed:")
        lines += [f"        {name} = {value:#x}" for name, value in sorted(result.local_model.items())]
    return "\n".join(lines)


def failures(results: Iterable[Result]) -> list[str]:
    """The text of each failure; theorems that failed for one and the same reason stand together."""
    alike: dict[tuple[str, str], list[Result]] = {}
    for result in results:
        if result.verdict != "proved":
            alike.setdefault((result.verdict, result.message), []).append(result)
    texts = []
    for (verdict, _), group in alike.items():
        heads = [f"{result.theorem}: {verdict}" for result in group]
        texts.append("\n".join([*heads[:-1], failure(group[-1])]))
    return texts


def slowest(results: Iterable[Result], count: int = 5) -> list[Result]:
    """Those that took longest, slowest first; what came from the cache took no time."""
    fresh = [result for result in results if not result.cached and result.seconds >= 0.01]
    return sorted(fresh, key=lambda result: -result.seconds)[:count]


def tally(results: Sequence[Result]) -> str:
    passed = sum(result.verdict == "proved" for result in results)
    return f"{passed} passed, {len(results) - passed} failed"


# --- what a theorem rests on --------------------------------------------------------------------------------


def rests_on(result: Result, contract: Contract | BrokenContract | Claim) -> dict[str, Any]:
    """What has to be right, besides the routine's bytes, for the result to be true."""
    correct = result.kind == "correct" or isinstance(contract, Claim)
    modules = [*COMMON, *(CORRECT if correct else STRUCTURAL)]
    if isinstance(contract, Claim):
        modules = [module for folder in sorted({one.file.parent for one in contract.with_cited()})
                   for module in claim_modules(folder)]
    elif correct:
        modules += [module for area in AREAS if any(name.startswith(f"{area}/") for name in result.cites)
                    for module in claim_modules(PACKAGE / "proofs" / area)]
    if result.kind == "constant_time":
        modules += TIMING
    if isinstance(contract, Contract) and correct:
        modules += spec_modules(contract)
    if result.cached:
        modules.append("prover/cache.py")
    rechecks = [item.recheck for item in result.obligations]
    return {
        "solver": f"z3 {versions()['z3-solver']}" if correct else None,
        "second_solver": f"cvc5 {cvc5_version()}" if rechecks and all(rechecks) else None,
        "modules": [module.format(architecture=contract.architecture) for module in dict.fromkeys(modules)],
        "interval_elisions": result.elisions,
        "theorems": list(result.cites),
    }


def spec_modules(contract: Contract) -> list[str]:
    """Those that its equations name, and what they import."""
    found: dict[str, None] = {}
    names = [name for equation in contract.spec for name in re.findall(r"\b(\w+)\.\w+\(", equation.rhs_text)]
    while names:
        name = names.pop(0)
        if name not in found:
            found[name] = None
            names += re.findall(r"^from \.(\w+) import", (PACKAGE / "spec" / f"{name}.py").read_text("utf-8"), re.M)
    return [f"spec/{name}.py" for name in sorted(found)]


def claim_modules(folder: Path) -> list[str]:
    """For the theorems of mathematics of an area."""
    files = sorted(file.name for file in folder.glob("*.py") if file.name not in SEARCH)
    return [*CLAIM, *SPEC.get(folder.name, ()), *(f"proofs/{folder.name}/{name}" for name in files)]


def cvc5_version() -> str:
    try:
        return version("cvc5")
    except PackageNotFoundError:
        return "absent"


# --- JSON ---------------------------------------------------------------------------------------------------


def as_json(results: Sequence[Result], theorems: Sequence[Theorem], tool: str, jobs: int, strict: bool,
            seconds: float) -> dict[str, Any]:
    """The whole report, for json.dump."""
    contracts = {theorem.contract.path: theorem.contract for theorem in theorems}
    contracts |= {theorem.name: theorem.contract for theorem in theorems}
    architectures = sorted({contract.architecture for contract in contracts.values()} - {""})
    known = versions()
    return {
        "version": VERSION,
        "tool": f"qed25519 {tool}",
        "assembler": {architecture: assembler_version(architecture) for architecture in architectures},
        "z3": known["z3-solver"],
        "python": known["python"],
        "packages": known,
        "cpu": cpu_name(),
        "jobs": jobs,
        "strict": strict,
        "seconds": round(seconds, 3),
        "passed": sum(result.verdict == "proved" for result in results),
        "failed": sum(result.verdict != "proved" for result in results),
        "theorems": [_theorem(result, contracts.get(result.theorem) or contracts[result.routine])
                     for result in sorted(results, key=lambda result: result.theorem)],
    }


def _theorem(result: Result, contract: Contract | BrokenContract | Claim) -> dict[str, Any]:
    return {
        "name": result.theorem,
        "routine": result.routine,
        "kind": result.kind,
        "verdict": result.verdict,
        "sha256": result.sha256,
        "patterns": list(result.patterns),
        "obligations": [_obligation(item) for item in result.obligations],
        "rlimit": result.rlimit,
        "seconds": round(result.seconds, 4),
        "message": result.message,
        "counterexample": result.counterexample,
        "local_model": {name: hex(value) for name, value in result.local_model.items()},
        "cached": result.cached,
        "rests_on": rests_on(result, contract),
    }


def _obligation(item: ObligationResult) -> dict[str, Any]:
    found = {"title": item.title, "pattern": item.pattern, "verdict": item.answer.verdict,
             "rlimit": item.answer.rlimit, "seconds": round(item.answer.seconds, 4), "key": item.key}
    return found | ({"recheck": _recheck(item.recheck)} if item.recheck else {})


def _recheck(answer: Answer) -> dict[str, Any]:
    seconds = round(answer.seconds, 4)
    return {"solver": f"cvc5 {cvc5_version()}", "verdict": answer.verdict, "seconds": seconds}


@functools.cache
def assembler_version(architecture: str) -> str | None:
    """What assembles this architecture here, with its version; None if nothing does."""
    try:
        name, _ = assembler(architecture)
    except MissingAssembler:
        return None
    if name == "ziglang":
        return f"ziglang {version('ziglang')}"
    said = _first_line([*name.split(), "--version"])
    driver = not name.endswith("-as") and _first_line([*name.split(), "-print-prog-name=as"])
    behind = _first_line([driver, "--version"]) if driver else ""
    return f"{name}: {said}" + (f"; {behind}" if behind else "")


def _first_line(command: list[str]) -> str:
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=20)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return next(iter(done.stdout.splitlines()), "")


def cpu_name() -> str:
    """As the operating system names it."""
    try:
        for entry in Path("/proc/cpuinfo").read_text(errors="replace").splitlines():
            if entry.startswith("model name"):
                return entry.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()


# --- JUnit --------------------------------------------------------------------------------------------------


def as_junit(results: Sequence[Result], seconds: float) -> str:
    """A test case a theorem, with its routine as class; refuted and vacuous are failures, the rest errors."""
    failed = [result for result in results if CODES[result.verdict] == REFUTED]
    errors = [result for result in results if CODES[result.verdict] in (UNKNOWN, ERROR)]
    counts = {"tests": str(len(results)), "failures": str(len(failed)), "errors": str(len(errors)),
              "skipped": "0", "time": f"{seconds:.3f}"}
    suite = ElementTree.Element("testsuite", {"name": "qed25519", **counts})
    for result in sorted(results, key=lambda result: result.theorem):
        named = {"classname": result.routine.replace("/", "."), "name": result.kind}
        case = ElementTree.SubElement(suite, "testcase", named | {"time": f"{result.seconds:.3f}"})
        if result.verdict != "proved":
            why = {"type": result.verdict, "message": _printable(result.message or result.verdict)}
            told = ElementTree.SubElement(case, "failure" if result in failed else "error", why)
            told.text = _printable(failure(result))
    suites = ElementTree.Element("testsuites", {"name": "qed25519", **counts})
    suites.append(suite)
    ElementTree.indent(suites)
    return ElementTree.tostring(suites, encoding="unicode", xml_declaration=True) + "\n"


def _printable(text: str) -> str:
    """XML 1.0 has no control characters."""
    return "".join(character if character >= " " or character in "\n\t" else "\ufffd" for character in text)
