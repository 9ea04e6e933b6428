"""The search for a proof of an equality: which variables are constant, which equations to multiply, which witness.

left = right (mod n) is proved by a polynomial w with left - right = n*w.  Rewriting every variable that an equation
defines leaves carries and products.  What is left over and the same on all concrete inputs becomes a lemma; where a
rewritten variable stands in a product, its equation times the other factor is needed.  Untrusted: whatever this
finds, the prover checks the products' form, writes the final equation itself, and asks z3 that and the lemmas.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from qed25519.domains.polynomial import Monomial, Poly
from qed25519.domains.theory import Clause, Compare, Theory
from qed25519.prover.statement import Relation

Case = dict[int, Poly]
CARRY_LIMIT = 3        # a carry is at most 1; intervals that forget a relation may bound it by a little more


@dataclass
class Lemma:
    """variable = value, to be proved with each equation of `products` times its factor as a further hypothesis."""

    variable: int
    value: int
    products: list[tuple[Clause, Poly]]


@dataclass
class Plan:
    """Prove the lemmas in order, each fixing its variable for what follows, then left - right = modulus*witness, with
    products of its own.  Without a modulus there is no witness."""

    lemmas: list[Lemma]
    products: list[tuple[Clause, Poly]]
    witness: Poly


@dataclass
class _Rewriting:
    poly: Poly
    products: dict[tuple[int, Monomial], tuple[Clause, Poly]] = field(default_factory=dict)

    def eliminate(self, index: int, form: Poly, clause: Clause) -> None:
        """Replace variable `index` by `form`, one occurrence in a monomial at a time."""
        while True:
            hits = [(m, c) for m, c in self.poly.terms.items() if index in m]
            if not hits:
                return
            for monomial, coefficient in hits:
                rest = list(monomial)
                rest.remove(index)
                other = tuple(rest)
                if other:
                    self.products[id(clause), other] = (clause, Poly({other: 1}))
                self.poly = self.poly + (form * Poly({other: coefficient}) - Poly({monomial: coefficient}))


def definition(clause: Clause, fixed: Case) -> tuple[int, Poly] | None:
    """(v, form) if the clause says v = form where `fixed` holds: the newest variable with coefficient 1 or -1."""
    if clause.then.relation != "=" or not all(is_true(part.substitute(fixed)) for part in clause.given):
        return None
    poly = clause.then.poly.substitute(fixed)
    for index in sorted(poly.variables(), reverse=True):
        unit = poly.terms.get((index,), 0)
        if abs(unit) == 1 and sum(index in monomial for monomial in poly.terms) == 1:
            return index, Poly.variable(index) - poly * unit
    return None


def is_true(part: Compare) -> bool:
    """A comparison without variables that holds."""
    value = part.poly.constant_value()
    return value is not None and (value == 0 if part.relation == "=" else value >= 0)


def plan_equality(theory: Theory, relation: Relation, case: Case, shadows: Sequence[int],
                  times: Sequence[tuple[Clause, Poly]] = ()) -> Plan:
    """How to prove the relation where `case` holds; `shadows` are the concrete inputs that meet it, if there are any,
    `times` equations and the factors with which they are subtracted first."""
    fixed, lemmas = dict(case), []
    clauses = [clause for clause in reversed(theory.constraints) if isinstance(clause, Clause)]
    while True:
        difference = (relation.left - relation.right).substitute(fixed)
        for clause, factor in times:
            difference -= (clause.then.poly * factor).substitute(fixed)
        rewriting, decided = _Rewriting(difference), {}
        for clause in clauses:
            found = definition(clause, fixed)
            if found:
                rewriting.eliminate(*found, clause)
                value = found[1].constant_value()
                if value is not None and clause.given:
                    decided[found[0]] = value
        left_over = {m for m, c in rewriting.poly.terms.items()
                     if m and (c % relation.modulus if relation.modulus else c)}
        products = list(rewriting.products.values())
        new = decided or _constants(theory, left_over, fixed, shadows)     # selections first: they decide products
        new = new or (_constants_of_part(theory, left_over, fixed) if not shadows else {})
        if not new:
            break
        lemmas += [Lemma(index, value, products) for index, value in sorted(new.items())]
        fixed |= {index: Poly.constant(value) for index, value in new.items()}
    witness = Poly({})
    if relation.modulus:
        whole = Poly({m: c for m, c in rewriting.poly.terms.items() if c % relation.modulus == 0})
        witness = whole.quotient(relation.modulus) or witness
    return Plan(lemmas, products, witness)


def _constants(theory: Theory, residual: set[Monomial], fixed: Mapping[int, Poly],
               shadows: Sequence[int]) -> dict[int, int]:
    """Carries among these that are the same on all the concrete inputs, whatever their case if none meets it."""
    found = {}
    for index in _carries(theory, residual, fixed):
        shadow = theory.variables[index].shadow
        values = {shadow[one] for one in shadows} if shadows else {*shadow}
        if len(values) == 1:
            found[index] = values.pop()
    return found


def _constants_of_part(theory: Theory, residual: set[Monomial], fixed: Case) -> dict[int, int]:
    """Of a case that no concrete input meets: carries among these that are the same on all which meet some part of it.
    Parts are fixed variables, the newest first: signs come after what they depend on."""
    found: dict[int, int] = {}
    for part in sorted(fixed, reverse=True):
        value = fixed[part].constant_value()
        met = [index for index, one in enumerate(theory.variables[part].shadow) if one == value]
        if met:
            found = {**_constants(theory, residual, fixed, met), **found}
    return found


def _carries(theory: Theory, residual: set[Monomial], fixed: Mapping[int, Poly]) -> set[int]:
    """The small ones among these that are not fixed."""
    limits = {i: theory.variables[i].high for monomial in residual for i in monomial if i not in fixed}
    return {index for index, high in limits.items() if high is not None and high <= CARRY_LIMIT}


def split_bits(theory: Theory, relation: Relation) -> list[int]:
    """Bits to prove the relation for separately: those in products in the goal, and those that selections depend on,
    unless they are selected themselves."""
    goal = relation.left - relation.right
    chosen = {index for monomial in goal.terms if len(monomial) > 1 for index in monomial}
    selected: set[int] = set()
    for clause in theory.constraints:
        if isinstance(clause, Clause) and clause.given and clause.then.relation == "=":
            chosen |= {index for part in clause.given for index in part.poly.variables()}
            selected.add(max(clause.then.poly.variables(), default=-1))
    return sorted(index for index in chosen - selected if _is_bit(theory, index))


def _is_bit(theory: Theory, index: int) -> bool:
    return (theory.variables[index].low, theory.variables[index].high) == (0, 1)
