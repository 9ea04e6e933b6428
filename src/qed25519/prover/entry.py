"""The variables that stand for a routine's arguments at entry.  Trusted: ranges come from types and `requires` only."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from qed25519.domains.polynomial import Poly, val
from qed25519.domains.theory import Theory
from qed25519.prover.contract import Argument, Contract
from qed25519.prover.replay import words_of

MASK = 2**64 - 1


def entry_words(theory: Theory, contract: Contract, pattern: Mapping[str, str],
                inputs: Sequence[Mapping[str, int]]) -> dict[str, list[Poly]]:
    """A variable for every word that is read, named x0, x1, …; those at one place of a buffer share theirs."""
    shadows = [words_of(contract, values) for values in inputs]
    entry: dict[str, list[Poly]] = {}
    owners: dict[tuple[str, int], Poly] = {}
    for argument in (a for a in contract.args if a.is_read):
        owner = pattern.get(argument.buffer, argument.buffer)
        entry[argument.name] = []
        for index in range(max(argument.words, 1)):
            place = owner, argument.offset + 8 * index
            if place not in owners:
                owners[place] = _word(theory, contract, argument, index, [w[argument.name][index] for w in shadows])
            entry[argument.name].append(owners[place])
    return entry


def _word(theory: Theory, contract: Contract, argument: Argument, index: int, shadow: Sequence[int]) -> Poly:
    """A variable for a word; of a string's word, one for each bit."""
    if not argument.words:
        return Poly.variable(theory.new(argument.name, 0, upper_bound(contract, argument.name), shadow))
    if not argument.is_bytes:
        return Poly.variable(theory.new(f"{argument.name}{index}", 0, MASK, shadow))
    word = Poly.constant(0)
    for bit in range(64):
        variable = theory.new(f"{argument.name}.{64 * index + bit}", 0, 1, [value >> bit & 1 for value in shadow])
        word = word.plus(Poly.variable(variable), 1 << bit)
    return word


def names_of(theory: Theory, contract: Contract, entry: Mapping[str, Sequence[Poly]]) -> dict[Poly, Poly]:
    """A variable for the integer of every argument of several words that is read, by its polynomial in words."""
    names: dict[Poly, Poly] = {}
    for argument in (a for a in contract.pointers if a.is_read and not a.is_bytes):
        value = val(entry[argument.name])
        if value not in names:
            high = 2 ** (64 * argument.words) - 1
            names[value] = Poly.variable(theory.new(f"{argument.name}.integer", 0, high, theory.shadow(value)))
    return names


def upper_bound(contract: Contract, name: str) -> int:
    """The bound that a precondition `name < 2^k` or `name < n` gives a u64."""
    for text in contract.requires:
        bound = re.fullmatch(rf"\s*{name}\s*<\s*(2\^)?([0-9]+)\s*", text)
        limit = 0 if not bound else 2 ** min(int(bound[2]), 64) if bound[1] else int(bound[2])
        if limit:
            return min(MASK, limit - 1)
    return MASK
