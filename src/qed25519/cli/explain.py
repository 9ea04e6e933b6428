"""`qed25519 explain THEOREM`: the statement in words and in symbols, the proof's idea, its cuts, what it rests on."""

from __future__ import annotations

import ast
import inspect
import itertools
import re
import textwrap
from collections import Counter
from collections.abc import Callable, Iterator

from qed25519.prover import report
from qed25519.prover.claims import Claim, Refuted, all_claims
from qed25519.prover.contract import CONSTANTS, Contract, alias_partitions
from qed25519.prover.hints import Proof, ProofError
from qed25519.prover.lemmas import Lemma
from qed25519.prover.run import Sources
from qed25519.prover.symbols import StatementError, spec_function
from qed25519.prover.theorems import (
    PACKAGE,
    BrokenContract,
    ObligationResult,
    Result,
    Theorem,
    load_proof,
    show_pattern,
)

WHERE_NOT = "It says nothing beyond this: SOUNDNESS.md lists what is trusted and what is out of reach."


def explanation(theorem: Theorem, result: Result, sources: Sources) -> str:
    """The whole text, in paragraphs."""
    contract = theorem.contract
    if isinstance(contract, Claim):
        return claim_explanation(contract, result)
    if isinstance(contract, BrokenContract):
        return f"{theorem.name}\n\n{contract.message}"
    parts = [theorem.name, f"{contract.file}:{contract.line}, SHA-256 of the code {result.sha256}",
             contract.summary, section("Statement", in_words(theorem.kind, contract)),
             section("In symbols", in_symbols(theorem.kind, contract)),
             section("For each aliasing pattern (= is the same buffer; other buffers are disjoint)",
                     [show_pattern(pattern) for pattern in alias_partitions(contract)])]
    if theorem.kind == "correct":
        parts += [*proof_parts(contract, sources), *chain_parts(result)]
    parts += [section("Verdict", verdict(result)), section("Rests on", foundations(result, contract)), WHERE_NOT]
    return "\n\n".join(part for part in parts if part)


def claim_explanation(claim: Claim, result: Result) -> str:
    """A claim, what it cites, and its own lemmas in symbols."""
    cited = [one for one in claim.with_cited() if one is not claim]
    parts = [claim.name, str(claim.file), section("Statement", textwrap.wrap(claim.statement, 110)),
             section("Checked exactly", [check for one in (*cited, claim) if (check := checked(one))]),
             section("Given what it cites", [f"{one.name}: {one.statement}" for one in cited]),
             section("Its own lemmas", [lemma_in_symbols(lemma) for lemma in claim.lemmas()]),
             section("Verdict", verdict(result)), section("Rests on", foundations(result, claim)), WHERE_NOT]
    return "\n\n".join(part for part in parts if part)


def checked(claim: Claim) -> str:
    try:
        return claim.check()
    except Refuted as error:
        return f"FALSE: {error}"


def lemma_in_symbols(lemma: Lemma) -> str:
    """Title, definitions, hypotheses and goal; what is too long to read is cut short."""
    lines = [f"let   {text}" for text in lemma.where] + [f"given {text}" for text in lemma.given]
    return "\n".join([lemma.title, *(textwrap.shorten(f"    {line}", 110) for line in [*lines, f"then  {lemma.goal}"])])


def section(title: str, lines: list[str]) -> str:
    return "\n".join([f"{title}:", *(f"    {line}" for text in lines for line in text.splitlines())]) if lines else ""


# --- the statement ------------------------------------------------------------------------------------------


def in_words(kind: str, contract: Contract) -> list[str]:
    """What the theorem says, in a sentence."""
    secret = ", ".join(contract.secret) or "nothing"
    written = " and ".join(a.name for a in contract.pointers if a.is_written) or "no buffer"
    return {
        "correct": ["Called with arguments that meet the precondition, the routine returns, and the equations and "
                    "bounds below hold between the values at entry and at return."],
        "memory_safe": [f"For all data, every access is to the named buffers, inside their size, or to the routine's "
                        f"own {contract.stack} bytes of stack; only {written} and that stack are written."],
        "constant_time": [f"Which instructions are executed, and at which addresses, is the same for all data "
                          f"(secret: {secret}), and every instruction that touches data is on the vendor's list of "
                          "those whose time does not depend on it."],
        "abi": ["At return the stack pointer, the return address and the callee-saved registers are as at entry, "
                "and the flags and modes that the calling convention fixes are unchanged."],
    }[kind]


def in_symbols(kind: str, contract: Contract) -> list[str]:
    """The same in formulas, with the source of the specification's functions."""
    names = ", ".join(a.name for a in contract.args if a.is_read)
    if kind == "constant_time":
        others = ", ".join(f"{name}′" for name in names.split(", "))
        return [f"for all {names} and {others}:  trace({names}) = trace({others})",
                "where trace lists the executed instructions and the addresses that they touch"]
    if kind != "correct":
        return []
    given = [f"{a.name} < 2^{64 * max(a.words, 1)}" for a in contract.args if a.is_read]
    lines = [f"for all {names} with {', '.join([*given, *contract.requires])}, at return:"]
    lines += [f"    {', '.join(equation.lhs)} ≡ {equation.rhs_text}  (mod {equation.modulus})" if equation.modulus
              else f"    {equation}" for equation in contract.spec]
    lines += [f"    {bound}" for bound in contract.ensures]
    used = sorted({name for name in CONSTANTS if any(name in words(part) for part in (
        *map(str, contract.spec), *contract.requires, *contract.ensures))})
    lines += [f"where {name} = {CONSTANTS[name]:#x}" for name in used]
    lines += [source for function in spec_functions(contract) for source in ("", *spec_source(*function))]
    return lines


def words(text: str) -> list[str]:
    return "".join(character if character.isalnum() or character == "_" else " " for character in text).split()


def spec_functions(contract: Contract) -> list[tuple[str, str]]:
    """(module, function) for every function of the specification that the contract names."""
    found = set()
    for equation in contract.spec:
        for node in ast.walk(ast.parse(equation.rhs_text, mode="eval")):
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                found.add((node.value.id, node.attr))
    return sorted(found)


def spec_source(module: str, function: str) -> Iterator[str]:
    yield f"spec/{module}.py:"
    try:
        yield inspect.getsource(spec_function(module, function)).rstrip()
    except (StatementError, OSError) as error:
        yield str(error)


# --- the proof ----------------------------------------------------------------------------------------------


def proof_parts(contract: Contract, sources: Sources) -> list[str]:
    """The proof file's docstring and its cuts with their facts, as written."""
    file = sources.proofs / f"{contract.path}.py"
    try:
        proof, idea = load_proof(contract.path, sources.proofs), ast.get_docstring(ast.parse(file.read_bytes()))
    except (ProofError, OSError, SyntaxError) as error:
        return [section("Proof", [str(error)])]
    return [section(f"Proof ({file}, run in the domain {proof.domain})", [idea or "no description"]),
            section("Cuts (at each, these facts are proved and all else is forgotten)", list(cuts(proof)))]


def cuts(proof: Proof) -> Iterator[str]:
    """Each cut's description and text; cuts of one text, which differ in numbers only, stand together."""
    texts: dict[tuple[str, str], list[str]] = {}
    for label, function in proof.cuts.items():
        texts.setdefault((inspect.getdoc(function) or "", body(function)), []).append(label)
    for (description, text), labels in texts.items():
        yield from textwrap.wrap(f"{', '.join(runs(labels))}: {description}".rstrip(": "), 110)
        yield textwrap.indent(text, "    ")


def runs(labels: list[str]) -> list[str]:
    """Labels, of which those that count on stand as `first … last`."""
    found: list[list[str]] = []
    for label in labels:
        stem, _, number = label.rpartition("_")
        before = found[-1][-1] if found else ""
        if number.isdecimal() and before == f"{stem}_{int(number) - 1}":
            found[-1].append(label)
        else:
            found.append([label])
    return [" … ".join([run[0], run[-1]][:len(run)]) for run in found]


def chain_parts(result: Result) -> list[str]:
    """Where the proof rests on theorems of mathematics: its links in the order of the run, and those theorems."""
    if not any(cited for _, cited in result.links):
        return []
    counts = Counter(re.split("[,:]", item.title, maxsplit=1)[0]
                     for item in {item.key: item for item in result.obligations}.values())
    found = ["entry: the arguments are any that meet the precondition"]
    for cited, group in itertools.groupby(result.links, lambda link: link[1]):
        labels = [label for label, _ in group]
        asked = sum(counts[label] for label in labels)
        found += textwrap.wrap(f"{', '.join(runs(labels))}: {asked} questions", 110, subsequent_indent="    ")
        found += textwrap.wrap(f"and {', '.join(cited)}" if cited else "", 110, initial_indent="    ",
                               subsequent_indent="    ")
    claims = {claim.name: claim for claim in all_claims(PACKAGE / "proofs")}
    given = [f"{name}: {claims[name].statement}" for name in result.cites if name in claims]
    return [section("The chain (the solver proves each cut's facts from those of the cut before; what is known of "
                    "divsteps\nand inverses is given by the theorems named; equal questions are counted once)",
                    found),
            section("Those theorems, and those that they rest on", [
                line for text in given for line in textwrap.wrap(text, 110, subsequent_indent="    ")])]


def body(function: Callable[..., object]) -> str:
    """A function's source below its docstring."""
    source = textwrap.dedent(inspect.getsource(function))
    (tree,) = ast.parse(source).body
    assert isinstance(tree, ast.FunctionDef)
    first = tree.body[ast.get_docstring(tree) is not None:][0].lineno
    return textwrap.dedent("\n".join(source.splitlines()[first - 1:]))


def verdict(result: Result) -> list[str]:
    """What the prover found, with every obligation, equal ones once."""
    head = [result.verdict + (", from the cache" if result.cached else f", in {result.seconds:.2f} s")]
    if result.verdict != "proved":
        return [*head, *report.failure(result).splitlines()[1:]]
    once = dict[str, ObligationResult]()
    for item in result.obligations:
        once.setdefault(item.key, item)
    times = Counter(item.key for item in result.obligations)
    return head + [f"{item.answer.verdict:<8} {item.answer.rlimit:>9} rlimit  [{item.pattern}] {item.title}"
                   + (f"  (and {times[item.key] - 1} times more)" if times[item.key] > 1 else "")
                   for item in once.values()]


def foundations(result: Result, contract: Contract | Claim) -> list[str]:
    """What has to be right for the theorem to be true."""
    found = report.rests_on(result, contract)
    lines = [found["solver"]] if found["solver"] else ["no solver: one run in the opaque domain for each pattern"]
    if result.kind == "correct":
        lines.append(f"{found['interval_elisions']} carries excluded by interval evaluation alone "
                     "(`prove --strict` proves each)")
    cited = ", ".join(found["theorems"])
    return [*lines, *textwrap.wrap("the modules " + ", ".join(found["modules"]), 100),
            *textwrap.wrap(f"the theorems {cited}" if cited else "no other theorem", 100)]
