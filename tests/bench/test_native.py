"""The loops call every routine with arguments that its contract allows, in the pattern that they claim."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import qed25519
from qed25519.bench.native import PARAMETERS, SETS, WORD, Calls, independent, runs_here, waiting
from qed25519.prover.contract import Argument, Contract, alias_partitions, load_contracts
from qed25519.prover.statement import comparison_holds
from qed25519.spec.field import P

ASM = Path(qed25519.__file__).parent / "asm"
CONTRACTS = {c.path: c for c in load_contracts(ASM)}
HERE = [c for c in CONTRACTS.values() if runs_here(c)]
NAMED = {name: next(c for c in HERE if c.name == name) for name in ("fe_sqr", "fe_add", "fe_cswap", "fe_is_zero")}
START = sum(WORD << 64 * i for i in range(4))


def number(words: Any) -> int:
    return sum(words[i] << 64 * i for i in range(len(words)))


def test_calls_that_wait_feed_each_other() -> None:
    loop = waiting(NAMED["fe_sqr"])
    assert loop is not None and list(loop.buffers[0]) == ["z"]
    assert loop(3) > 0
    assert number(loop.buffers[0]["z"]) % P == pow(START, 2**3, P)
    loop = waiting(NAMED["fe_add"])
    assert loop is not None
    loop(5)
    assert number(loop.buffers[0]["z"]) % P == START * 2**5 % P


def test_what_is_changed_in_place_waits_by_itself() -> None:
    loop = waiting(NAMED["fe_cswap"])
    assert loop is not None and set(loop.buffers[0]) == {"x", "y"}
    loop.buffers[0]["x"][0] = 1
    loop(3)                                             # the number is 1: swap
    assert (loop.buffers[0]["x"][0], loop.buffers[0]["y"][0]) == (WORD, 1)


def test_a_result_in_a_register_waits_for_nothing() -> None:
    assert waiting(NAMED["fe_is_zero"]) is None


def test_independent_calls_have_buffers_of_their_own() -> None:
    loop = independent(NAMED["fe_sqr"])
    loop(SETS - 1)
    found = [(number(buffers["z"]) % P, number(buffers["x"])) for buffers in loop.buffers]
    assert found == [(START**2 % P, START)] * (SETS - 1) + [(START, START)]


@pytest.mark.parametrize("contract", HERE, ids=lambda contract: contract.path)
def test_every_call_meets_requires(contract: Contract) -> None:
    for loop in filter(None, (waiting(contract), independent(contract))):
        for _ in range(3):
            for alias in alias_partitions(contract):
                check(contract, loop, alias)
            loop(SETS)


def check(contract: Contract, loop: Calls, alias: dict[str, str]) -> None:
    for buffers in loop.buffers:
        values = {a.name: 1 for a in contract.args if not a.is_pointer}
        for a in contract.pointers:
            words = buffers.get(a.buffer) or buffers.get(alias[a.buffer])
            if words is not None:
                values[a.name] = sum(words[a.offset // 8 + i] << 64 * i for i in range(a.words))
        if len(values) == len(contract.args):
            assert all(comparison_holds(text, values) for text in contract.requires)


def test_more_words_than_the_loop_passes_are_an_error() -> None:
    args = tuple(Argument(register, "in", 4, register, register) for register in ("rdi", "rsi", "rdx", "rcx", "r8"))
    wide = replace(NAMED["fe_sqr"], path="x86_64/common/wide", args=args)
    with pytest.raises(ValueError, match=f"x86_64/common/wide takes 5 words; bench passes up to {PARAMETERS}"):
        independent(wide)
    assert all(len(c.parameters) <= PARAMETERS for c in CONTRACTS.values())
