"""What `qed25519 explain` says, of every theorem that there is; the results are made up, so that nothing is solved."""

from __future__ import annotations

import functools
import re
from dataclasses import replace
from typing import Any

import pytest

from qed25519.cli.explain import body, description_of, explanation, in_words
from qed25519.cli.spec_text import spec_text
from qed25519.prover.claims import Claim
from qed25519.prover.contract import Contract, Equation, load_contract
from qed25519.prover.hints import CutFunction
from qed25519.prover.run import own_sources
from qed25519.prover.solver import Answer
from qed25519.prover.theorems import ObligationResult, Result, Theorem, all_theorems, load_proof

SOURCES = own_sources()
THEOREMS = {theorem.name: theorem for theorem in all_theorems(SOURCES.asm, SOURCES.proofs)}


def explained(name: str, **found: Any) -> str:
    return explanation(THEOREMS[name], replace(Result(name, "proved", "0" * 64, ()), **found), SOURCES)


def contract_of(path: str) -> Contract:
    return load_contract(SOURCES.asm / f"{path}.S", SOURCES.asm)


def section(text: str, title: str) -> str:
    """A section's lines, without what sets them in, up to the next title."""
    found = re.search(rf"^{title}[^\n]*(?:\n\S[^\n]*)*:\n((?:    .*\n|\n(?=    ))*)", text + "\n", re.M)
    assert found, title
    return re.sub("^    ", "", found[1], flags=re.M)


def flat(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize("theorem", THEOREMS.values(), ids=lambda theorem: theorem.name)
def test_every_theorem_can_be_explained(theorem: Theorem) -> None:
    text = explained(theorem.name)
    assert text.startswith(f"{theorem.name}\n") and section(text, "Statement")
    assert "without source" not in text and "FALSE" not in text and "defines no" not in text
    if theorem.kind == "correct" and not isinstance(theorem.contract, Claim):
        assert section(text, "In symbols") and section(text, "Proof")
        labels = re.findall(r"\w+", " ".join(re.findall("^(?! ).*$", section(text, "Cuts"), re.M))) \
            if "\nCuts" in text else []
        for label in load_proof(theorem.contract.path, SOURCES.proofs).cuts:
            assert label in labels or re.fullmatch(r".*_\d+", label), label


def test_every_cut_is_described() -> None:
    """But those of formulas, which proofs/formula.py makes of the values' names."""
    cuts: dict[str, CutFunction] = {}
    for name in THEOREMS:
        if name.endswith("x25519_base/correct"):
            cuts |= load_proof(name.rpartition("/")[0], SOURCES.proofs).cuts
    for label in ("recoded", "selected", "added", "doubled_1", "doubled_2", "doubled_3", "inverse", "canonical"):
        assert description_of(cuts[label]), label


# --- the source of a cut -------------------------------------------------------------------------------------


def documented() -> int:
    """It has one."""
    return 1


def bare() -> int: return 2


def only_documented() -> None:
    """Nothing else."""


FUNCTIONS = {"three": lambda:
             3}


@pytest.mark.parametrize(("function", "text"), [
    (documented, "return 1"), (bare, "def bare() -> int: return 2"), (only_documented, ""),
    (FUNCTIONS["three"], 'FUNCTIONS = {"three": lambda:'), (lambda: 4, "(lambda: 4, ")])
def test_a_body_of_whatever_has_source(function: CutFunction, text: str) -> None:
    assert text in body(function) if text else body(function) == ""


def test_what_has_no_source_says_so() -> None:
    partial = functools.partial(documented)
    assert body(partial).startswith("functools.partial(") and body(partial).endswith(", without source")
    assert description_of(partial) == "" and description_of(documented) == "It has one."


# --- the statement -------------------------------------------------------------------------------------------


def test_memory_safe_says_what_soundness_says() -> None:
    text = flat(section(explained("x86_64/adx/x25519_base/memory_safe"), "Statement"))
    for part in ("aligned 64-bit word", "the buffer out (32 bytes)", "own 720 bytes of stack",
                 "for reads only, of the constants in its own section and the return address",
                 "Only out and that stack are written", "Nothing below the stack pointer",
                 "nor return addresses are stored but in that stack",
                 "At return every word that was written on that stack, by subroutines too, is a constant"):
        assert part in text, part


def test_memory_safe_says_no_more_than_the_contract() -> None:
    leaf = in_words("memory_safe", contract_of("arm64/common/fe_is_zero"))
    assert "Nothing is written." in leaf and "nor return addresses are stored." in leaf
    assert "At return" not in leaf and "and the return address" not in leaf and "bytes of stack" not in leaf
    unwiped = in_words("memory_safe", replace(contract_of("x86_64/adx/x25519"), wipes=False))
    assert "648 bytes of stack" in unwiped and "At return" not in unwiped


def test_symbols_show_all_that_the_spec_calls_each_once() -> None:
    text = section(explained("x86_64/adx/x25519/correct"), "In symbols")
    for name in ("x25519", "encode_u_coordinate", "ladder", "decode_scalar25519", "decode_u_coordinate", "start",
                 "step", "finish", "decode_little_endian", "swap_and_step", "cswap"):
        assert text.count(f"\ndef {name}(") == 1, name
    for line in ("spec/curve25519.py:", "class Ladder(NamedTuple):", "A24 = (A - 2) // 4", "A = 486662",
                 "spec/field.py:", "P = 2**255 - 19", "mul(x, y) = x * y", "invert(x) = pow(x, P - 2, P)",
                 "select(bit, x, y) = x + bit * (y - x)"):
        assert text.splitlines().count(line) == 1, line
    assert text.index("def x25519(") < text.index("def ladder(") < text.index("def step(") < text.index("def cswap(")
    assert "scalar_times_base" not in text and "is_zero" not in text


def test_symbols_follow_imports_under_other_names() -> None:
    lines = spec_text(contract_of("x86_64/adx/ge_madd"))
    assert lines[0] == "spec/edwards25519.py:" and "add(x, y) = x + y" in lines
    assert not any(line.startswith(("def add(", "plus(")) for line in lines)


def test_a_function_on_elements_that_the_contract_names_is_shown_whole() -> None:
    lines = spec_text(contract_of("x86_64/common/fe_is_equal"))
    assert lines[0] == "spec/field.py:" and lines[1].startswith("def is_equal(") and "sub(x, y) = x - y" in lines
    assert any(line.startswith("def is_zero(") for line in lines) and "canonical(x) = x % P" in lines


def test_a_function_that_is_not_there_is_named() -> None:
    contract = contract_of("x86_64/common/fe_neg")
    for text, said in (("field.negate(x)", "defines no negate"), ("nowhere.neg(x)", "cannot be read: ")):
        lines = spec_text(replace(contract, spec=(Equation(("z",), text, "p"),)))
        assert len(lines) == 2 and lines[0] == f"spec/{text.partition('.')[0]}.py:" and lines[1].startswith(said)


# --- the proof -----------------------------------------------------------------------------------------------


def asked(title: str, pattern: str, key: str) -> ObligationResult:
    return ObligationResult(title, pattern, Answer("proved", rlimit=1), key)


def test_the_chain_of_a_routine_that_rests_on_others() -> None:
    """Its cuts in the order of the run with its own questions; then the copies."""
    own, other = "out scalar", "x2 x1"
    text = explained(
        "x86_64/adx/x25519_base/correct", patterns=(own, "out=scalar"),
        obligations=(asked("selected, fact 1", own, "a"), asked("selected, fact 2", own, "b"),
                     asked("doubled_2, fact 1", own, "c"), asked("return: out = …", own, "d"),
                     asked("selected, fact 1", "out=scalar", "a"), asked("return: z = …", other, "e")),
        links=(("selected", ()), ("doubled_1", ()), ("doubled_2", ()), ("return", ("formulas/base_point",))),
        cites=("x86_64/adx/ge_madd/correct", "x86_64/adx/ge_madd/abi", "formulas/base_point"))
    assert section(text, "The chain").splitlines() == [
        "entry: the arguments are any that meet the precondition", "selected: 2 questions",
        "doubled_1 … doubled_2: 1 question", "return: 1 question", "    and formulas/base_point"]
    copies = section(text, "Routines that it calls")
    assert copies.startswith("x86_64/adx/ge_madd: ") and contract_of("x86_64/adx/ge_madd").summary in flat(copies)
    assert copies.count("ge_madd:") == 1
    assert section(text, "Theorems of mathematics").startswith("formulas/base_point: ")


def test_no_chain_without_cuts_and_theorems() -> None:
    assert "The chain" not in explained("x86_64/common/fe_neg/correct", links=(("return", ()),))


def test_equal_questions_are_one_line_with_all_titles() -> None:
    text = explained("x86_64/adx/ladder_step/correct", patterns=("x2 x1",), obligations=(
        asked("return where swap = 0", "x2 x1", "a"), asked("return where swap = 1", "x2 x1", "a"),
        asked("return where swap = 1", "x2 x1", "a"), asked("other", "x2 x1", "b")))
    lines = [line.strip() for line in section(text, "Verdict").splitlines()]
    assert lines[2:] == ["proved           1 rlimit  [x2 x1] return where swap = 0  (and 2 more, also as",
                         "return where swap = 1)", "proved           1 rlimit  [x2 x1] other"]
