"""`qed25519 explain THEOREM`: the statement in words and in symbols, the proof's idea, its cuts, what it rests on."""

from __future__ import annotations

import ast
import inspect
import itertools
import re
import textwrap
from collections import Counter
from collections.abc import Callable, Iterable, Iterator

from qed25519.cli.spec_text import spec_text
from qed25519.prover import report
from qed25519.prover.claims import Claim, Refuted, all_claims
from qed25519.prover.contract import CONSTANTS, Contract, ContractError, alias_partitions, load_contract
from qed25519.prover.hints import Proof, ProofError
from qed25519.prover.lemmas import Lemma
from qed25519.prover.run import Sources
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
             contract.summary, section("Statement", textwrap.wrap(in_words(theorem.kind, contract), 110)),
             section("In symbols", in_symbols(theorem.kind, contract)),
             section("For each aliasing pattern (= is the same buffer; other buffers are disjoint)",
                     [show_pattern(pattern) for pattern in alias_partitions(contract)])]
    if theorem.kind == "correct":
        parts += [*proof_parts(contract, sources), *chain_parts(result, sources)]
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
    found = [line for text in lines for line in text.splitlines() or [""]]
    return "\n".join([f"{title}:", *(f"    {line}".rstrip() for line in found)]) if lines else ""


# --- the statement ------------------------------------------------------------------------------------------


def in_words(kind: str, contract: Contract) -> str:
    """What the theorem says, in sentences."""
    secret = ", ".join(contract.secret) or "nothing"
    return {
        "correct": "Called with arguments that meet the precondition, the routine returns, and the equations and "
                   "bounds below hold between the values at entry and at return.",
        "memory_safe": memory_in_words(contract),
        "constant_time": f"Which instructions are executed, and at which addresses, is the same for all data "
                         f"(secret: {secret}), and every instruction that touches data is on the vendor's list of "
                         "those whose time does not depend on it.",
        "abi": "At return the stack pointer, the return address and the callee-saved registers are as at entry, "
               "and the flags and modes that the calling convention fixes are unchanged.",
    }[kind]


def memory_in_words(contract: Contract) -> str:
    """memory_safe of this contract, as SOUNDNESS.md has it of all."""
    places = [f"the buffer {buffer.name} ({8 * buffer.words} bytes)" for buffer in contract.buffers]
    written = [buffer.name for buffer in contract.buffers if buffer.is_written]
    if contract.stack:
        places.append(f"the routine's own {contract.stack} bytes of stack below the stack pointer at entry")
        written.append("that stack")
    read_only = "the constants in its own section"
    if contract.architecture == "x86_64":
        read_only += " and the return address"
    sentences = [f"For all data, every access is to an aligned 64-bit word of {', '.join(places)}, or, for reads only, "
                 f"of {read_only}.",
                 f"Only {' and '.join(written)} {'are' if len(written) > 1 else 'is'} written." if written else
                 "Nothing is written.",
                 "Pointers are moved by known distances only, and neither they nor return addresses are stored"
                 f"{' but in that stack' if contract.stack else ''}."]
    if contract.stack:
        sentences.append("Nothing below the stack pointer, where it is at that moment, is touched.")
    if contract.wipes:
        sentences.append("At return every word that was written on that stack, by subroutines too, is a constant, a "
                         "return address, or what a callee-saved register held at entry.")
    return " ".join(sentences)


def in_symbols(kind: str, contract: Contract) -> list[str]:
    """The same in formulas, with the specification's text."""
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
    return [*lines, "", *spec_text(contract)]


def words(text: str) -> list[str]:
    return "".join(character if character.isalnum() or character == "_" else " " for character in text).split()


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
        texts.setdefault((description_of(function), body(function)), []).append(label)
    for (description, text), labels in texts.items():
        yield from textwrap.wrap(f"{', '.join(map(shown, runs(labels)))}: {description}".rstrip(": "), 110)
        yield textwrap.indent(text, "    ")


def description_of(function: Callable[..., object]) -> str:
    """A function's docstring; that of another object's class would say nothing of a cut."""
    return (inspect.getdoc(function) or "") if inspect.isroutine(function) else ""


def body(function: Callable[..., object]) -> str:
    """A function's source below its docstring; the whole text of what is written in another way, as a lambda is."""
    try:
        source = textwrap.dedent(inspect.getsource(function)).rstrip()
    except (OSError, TypeError):
        return f"{function!r}, without source"
    try:
        (tree,) = ast.parse(source).body
    except (SyntaxError, ValueError):                   # a part of a statement
        return source
    if not isinstance(tree, ast.FunctionDef):
        return source
    statements = tree.body[ast.get_docstring(tree) is not None:]
    return textwrap.dedent("\n".join(source.splitlines()[statements[0].lineno - 1:])) if statements else ""


def runs(labels: Iterable[str]) -> list[list[str]]:
    """Labels in groups; those that count on are one."""
    found: list[list[str]] = []
    for label in labels:
        stem, _, number = label.rpartition("_")
        before = found[-1][-1] if found else ""
        if number.isdecimal() and before == f"{stem}_{int(number) - 1}":
            found[-1].append(label)
        else:
            found.append([label])
    return found


def shown(run: list[str]) -> str:
    """`first … last`, or the only one."""
    return " … ".join([run[0], run[-1]][:len(run)])


def chain_parts(result: Result, sources: Sources) -> list[str]:
    """The cuts in the order of the run, with the theorems of mathematics that each rests on; the routines that it
    calls, and all theorems of mathematics.  Nothing where the proof has no cuts and cites nothing."""
    if len(result.links) < 2 and not result.cites:
        return []
    counts = Counter(re.split("[,:]", item.title, maxsplit=1)[0]
                     for item in {item.key: item for item in own_obligations(result)}.values())
    found = ["entry: the arguments are any that meet the precondition"]
    for cited, group in itertools.groupby(result.links, lambda link: link[1]):
        labels = runs(label for label, _ in group)
        for part in [labels] if cited else [[run] for run in labels]:
            asked = sum(counts[label] for run in part for label in run)
            found += textwrap.wrap(f"{', '.join(map(shown, part))}: {asked} question{'s' * (asked != 1)}", 110,
                                   subsequent_indent="    ")
        found += textwrap.wrap(f"and {', '.join(cited)}" if cited else "", 110, initial_indent="    ",
                               subsequent_indent="    ")
    claims = {claim.name: claim for claim in all_claims(PACKAGE / "proofs")}
    mathematics = [f"{name}: {claims[name].statement}" for name in result.cites if name in claims]
    called = dict.fromkeys(name.rpartition("/")[0] for name in result.cites if name not in claims)
    routines = [f"{path}: {summary(path, sources)}" for path in called]
    return [section("The chain (the solver proves each cut's facts from those of the cut before; a cut in a loop "
                    "stands once, and\nequal questions are counted once; what stands below a line is given by "
                    "those theorems)", found),
            section("Routines that it calls, and that they call (a call does what the routine's four theorems say)",
                    hanging(routines)),
            section("Theorems of mathematics that it rests on, those of the routines that it calls included",
                    hanging(mathematics))]


def hanging(texts: Iterable[str]) -> list[str]:
    """Each text wrapped, set in from its second line on."""
    return [textwrap.fill(text, 110, subsequent_indent="    ") for text in texts]


def own_obligations(result: Result) -> list[ObligationResult]:
    """Those of the routine itself, which stand before those of what it cites."""
    return list(itertools.takewhile(lambda item: item.pattern in result.patterns, result.obligations))


def summary(path: str, sources: Sources) -> str:
    """The first sentence of a routine's file."""
    try:
        return load_contract(sources.asm / f"{path}.S", sources.asm).summary
    except (ContractError, OSError) as error:
        return str(error)


def verdict(result: Result) -> list[str]:
    """What the prover found, with every obligation, equal ones once."""
    head = [result.verdict + (", from the cache" if result.cached else f", in {result.seconds:.2f} s")]
    if result.verdict != "proved":
        return [*head, *report.failure(result).splitlines()[1:]]
    alike: dict[str, list[ObligationResult]] = {}
    for item in result.obligations:
        alike.setdefault(item.key, []).append(item)
    once = ["(equal questions stand once, and those of one pattern under one title)"] if len(alike) > 1 else []
    return [*head, *once, *(line for items in alike.values() for line in question(items))]


def question(items: list[ObligationResult]) -> list[str]:
    """A line for questions that are one text: the first one's title, how many others, and their titles if different."""
    first, *others = items
    line = f"{first.answer.verdict:<8} {first.answer.rlimit:>9} rlimit  [{first.pattern}] {first.title}"
    if not others:
        return [line]
    titles = [f"{'':27}{textwrap.shorten(title, 100)}"
              for title in dict.fromkeys(item.title for item in others if item.title != first.title)]
    lines = [f"{line}  (and {len(others)} more{', also as' if titles else ''}", *titles]
    return [*lines[:-1], f"{lines[-1]})"]


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
