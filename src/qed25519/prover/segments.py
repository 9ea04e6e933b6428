"""Reuse of proofs between segments: the stretch from cut to cut is proved once for all places where it is the same.

The key is all that obligations are made from: the facts to prove, the known constraints that are linked to them by
shared variables, and the ranges of the variables in them, with variables numbered by first appearance.  Two segments
with one key differ by an injective renaming, so one set of obligations proves both.  The code itself is always
executed: the shadow values of what follows come from it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from qed25519.domains.polynomial import Poly
from qed25519.domains.theory import BitVectorDefinition, Clause, Compare, Theory
from qed25519.prover.hints import Fact
from qed25519.prover.obligations import Obligation, relevant
from qed25519.prover.statement import Relation

Key = tuple[Any, ...]
ZERO = Poly.constant(0)


@dataclass
class Segments:
    """Obligations by key, for the runs of one session."""

    known: dict[Key, list[Obligation]] = field(default_factory=dict)
    hits: int = 0

    def obligations(self, key: Key, make: Callable[[], list[Obligation]]) -> list[Obligation]:
        """Those known under the key, else the ones that `make` makes, remembered."""
        if key in self.known:
            self.hits += 1
        else:
            self.known[key] = make()
        return self.known[key]


Known = tuple[list[Clause | BitVectorDefinition], dict[str, Clause]]


def polynomials(fact: Fact) -> list[Poly]:
    """All that a fact is made of."""
    given = [part.poly for part in fact.relation.given]
    return [fact.relation.left, fact.relation.right, *given, *(poly for _, poly in (*fact.times, *fact.signs))]


def linked(theory: Theory, facts: Sequence[Fact], named: Mapping[str, Clause]) -> Known:
    """What obligations for these facts can rest on: the constraints that variables link to them, the clauses that they
    name.  `named` are the clauses that they may name now; a fact names itself for those after it."""
    used = {name for fact in facts for name, _ in (*fact.times, *fact.signs)}
    wanted = {index for fact in facts for poly in polynomials(fact) for index in poly.variables()}
    wanted |= {index for name in used & set(named) for index in named[name].variables()}
    return relevant(theory, wanted), {name: clause for name, clause in named.items() if name in used}


def key_of(theory: Theory, facts: Sequence[Fact], named: Mapping[str, Clause]) -> Key:
    """The key of facts to be proved in order where no more is known than this, with the hints that bear on them."""
    numbering = _Numbering(theory)
    constraints = tuple(map(numbering.constraint, theory.constraints))
    names = tuple((name, numbering.constraint(clause)) for name, clause in named.items())
    goals = tuple((numbering.relation(fact.relation), fact.split, fact.direct, fact.forget, fact.name,
                   tuple((name, numbering.poly(poly)) for name, poly in (*fact.times, ("", ZERO), *fact.signs)))
                  for fact in facts)
    return constraints, names, goals, tuple(numbering.ranges)


class _Numbering:
    """Numbers variables by first appearance; monomials are written in order of their coefficients' appearance."""

    def __init__(self, theory: Theory) -> None:
        self.theory = theory
        self.numbers: dict[int, int] = {}
        self.ranges: list[tuple[int | None, int | None, int | None]] = []

    def variable(self, index: int) -> int:
        if index not in self.numbers:
            self.numbers[index] = len(self.numbers)
            variable = self.theory.variables[index]
            self.ranges.append((variable.low, variable.high, variable.bits))
        return self.numbers[index]

    def poly(self, poly: Poly) -> Key:
        return tuple((coefficient, tuple(map(self.variable, monomial))) for monomial, coefficient in poly.terms.items())

    def compare(self, part: Compare) -> Key:
        return part.relation, self.poly(part.poly)

    def relation(self, relation: Relation) -> Key:
        given = tuple(map(self.compare, relation.given))
        return relation.kind, self.poly(relation.left), self.poly(relation.right), relation.modulus, given

    def constraint(self, constraint: Clause | BitVectorDefinition) -> Key:
        if isinstance(constraint, Clause):
            return self.compare(constraint.then), tuple(map(self.compare, constraint.given))
        operands = tuple(self.variable(x) if isinstance(x, int) else x for x in constraint.operands)
        return self.variable(constraint.variable), constraint.term, operands
