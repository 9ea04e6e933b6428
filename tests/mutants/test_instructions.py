"""Mutants of instructions: every one is rejected, or writes the very words that the original writes.

Some routines whole and a sample of each of the others in `make test`; all of all in `make test-mutants`, which takes
hours.  fe_invert, fe_root_power, x25519 and multiples of points, of which one proof takes as long as hundreds of these,
have test_invert.py, test_decode.py, test_exchange.py and test_multiples.py.  What is neither refuted by a replayed
input nor stopped by a structural check is counted apart, and is a small part.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence

import pytest

from qed25519.prover.contract import Contract
from qed25519.prover.equality import same_words
from qed25519.prover.mutants import NOT_EXPLAINED, OPERATORS, Mutant, judge, mutants
from qed25519.prover.objects import Routine
from qed25519.prover.theorems import PACKAGE, all_contracts

from ..prover.routines import own, solver

LONG = ("fe_invert", "fe_root_power", "x25519", "x25519_base", "ge_base", "ge_double_scalar_vartime")
PATHS = [contract.path for contract in all_contracts(PACKAGE / "asm")
         if isinstance(contract, Contract) and contract.name not in LONG]
WHOLE = ("x86_64/common/fe_add", "x86_64/common/fe_neg", "x86_64/common/fe_select")
SAMPLE, SEED = 30, 25519
SAMPLE_OF_FORMULAS = 3           # of routines of a thousand instructions
FORMULAS = ("ladder_step", "ge_add", "ge_cached", "ge_madd", "ge_double", "ge_double_projective", "ge_decode")
NOT_EXPLAINED_AT_MOST = 0.03


def check(routine: Routine, chosen: Sequence[Mutant], record: Callable[[str, object], None]) -> Counter[str]:
    """No survivor; how many have which outcome goes into the test report."""
    found: Counter[str] = Counter()
    for mutant in chosen:
        verdict = judge(mutant, routine, solver())
        assert verdict.outcome != "survivor", f"{mutant.change}: {verdict.detail}"
        found[verdict.outcome] += 1
    for outcome, number in found.items():
        record(outcome, number)
    return found


@pytest.mark.parametrize("path", WHOLE)
def test_all_mutants(path: str, record_property: Callable[[str, object], None]) -> None:
    code = own(path)
    found = check(code, list(mutants(code)), record_property)
    assert sum(found[outcome] for outcome in NOT_EXPLAINED) <= NOT_EXPLAINED_AT_MOST * found.total()
    assert found["replayed"] > found.total() / 2 and found["equal"] and found["structural"]


@pytest.mark.parametrize("path", [path for path in PATHS if path not in WHOLE])
def test_a_sample_of_mutants(path: str, record_property: Callable[[str, object], None]) -> None:
    code = own(path)
    size = SAMPLE_OF_FORMULAS if code.contract.name in FORMULAS else SAMPLE
    check(code, random.Random(SEED).sample(list(mutants(code)), size), record_property)


@pytest.mark.exhaustive
@pytest.mark.parametrize("path", [path for path in PATHS if path not in WHOLE])
def test_every_mutant(path: str, record_property: Callable[[str, object], None]) -> None:
    code = own(path)
    found = check(code, list(mutants(code)), record_property)
    assert sum(found[outcome] for outcome in NOT_EXPLAINED) <= NOT_EXPLAINED_AT_MOST * found.total()


# --- the engine itself --------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["x86_64/common/fe_select", "arm64/karatsuba/fe_sqr"])
def test_the_same_mutants_in_the_same_order_all_different(path: str) -> None:
    code = own(path)
    first, second = ([mutant.change for mutant in mutants(code)] for _ in range(2))
    assert first == second
    texts = [tuple((i.address, i.mnemonic, i.operands) for i in mutant.routine.instructions())
             for mutant in mutants(code)]
    assert len(set(texts)) == len(texts)
    assert own(path).instructions() == code.instructions()         # the original is untouched


def test_every_operator_makes_some() -> None:
    made = Counter(mutant.operator for path in ("x86_64/adx/fe_mul", "arm64/karatsuba/fe_mul")
                   for mutant in mutants(own(path)))
    assert set(made) == set(OPERATORS)


def change(path: str, *words: str) -> tuple[Routine, Mutant]:
    """The first mutant whose description has these words."""
    code = own(path)
    return code, next(m for m in mutants(code) if all(word in m.change for word in words))


@pytest.mark.parametrize(("path", "words", "outcome"), [
    ("x86_64/common/fe_add", ("adc rcx,[rdx+8]", "becomes `sbb"), "replayed"),
    ("x86_64/common/fe_add", ("adc rcx,[rdx+8]", "becomes `adcx"), "equal"),              # OF is dead
    ("x86_64/common/fe_add", ("mov rax,[rsi]`", "changes places"), "equal"),
    ("x86_64/common/fe_add", ("mov rax,[rsi]`", "[rsi -8]"), "structural"),
    ("x86_64/adx/fe_mul", ("push rbx", "nop"), "structural"),
    ("x86_64/common/fe_select", ("neg rsi", "nop"), "replayed"),
    ("arm64/schoolbook/fe_mul", ("adds", "changes places"), "equal"),
])
def test_verdicts(path: str, words: tuple[str, ...], outcome: str) -> None:
    code, mutant = change(path, *words)
    assert judge(mutant, code, solver()).outcome == outcome, mutant.change


def test_equality_is_not_claimed_of_what_differs() -> None:
    """Of all mutants of fe_add that a concrete input refutes, none is said to write the same words."""
    code = own("x86_64/common/fe_add")
    wrong = [mutant for mutant in mutants(code) if judge(mutant, code, solver()).outcome == "replayed"]
    assert len(wrong) > 100
    assert all(same_words(code, mutant.routine) for mutant in wrong)
    assert all(same_words(code, mutant.routine, solver()) for mutant in wrong[::20])


def test_equality_at_a_cut_needs_carries_that_are_always_0() -> None:
    """`add` that begins a row may be `adc`, since no carry leaves the row before: the solver has to show that."""
    code = own("x86_64/adx/fe_mul")
    mutant = [m for m in mutants(code) if "`add rcx,r15` becomes `adc " in m.change][1]
    assert same_words(code, mutant.routine) and not same_words(code, mutant.routine, solver(), ("product",))
