"""The variables that stand for a routine's arguments at entry.  Trusted: ranges come from types and `requires` only."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from qed25519.domains.polynomial import Poly
from qed25519.domains.theory import Theory
from qed25519.prover.contract import Contract
from qed25519.prover.replay import words_of

MASK = 2**64 - 1


def entry_words(theory: Theory, contract: Contract, pattern: Mapping[str, str],
                inputs: Sequence[Mapping[str, int]]) -> dict[str, list[Poly]]:
    """A variable for every word that is read, named x0, x1, …; arguments in one buffer share theirs."""
    shadows = [words_of(contract, values) for values in inputs]
    entry: dict[str, list[Poly]] = {}
    owners: dict[str, list[Poly]] = {}
    for argument in (a for a in contract.args if a.is_read):
        owner = pattern.get(argument.name, argument.name)
        if owner not in owners:
            owners[owner] = [
                Poly.variable(theory.new(f"{argument.name}{index}" if argument.words else argument.name, 0,
                                         MASK if argument.words else upper_bound(contract, argument.name),
                                         [words[argument.name][index] for words in shadows]))
                for index in range(max(argument.words, 1))]
        entry[argument.name] = owners[owner]
    return entry


def upper_bound(contract: Contract, name: str) -> int:
    """The bound that a precondition `name < 2^k` or `name < n` gives a u64."""
    for text in contract.requires:
        bound = re.fullmatch(rf"\s*{name}\s*<\s*(2\^)?([0-9]+)\s*", text)
        limit = 0 if not bound else 2 ** min(int(bound[2]), 64) if bound[1] else int(bound[2])
        if limit:
            return min(MASK, limit - 1)
    return MASK
