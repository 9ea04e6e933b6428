"""Obligations: what z3 is asked, as SMT-LIB text.  Trusted: `script` says what an obligation means.

An obligation is hypotheses and a goal; its text asserts the hypotheses and the goal's negation, and `unsat` proves it.
Variables are renamed by first appearance, so the same question has the same text wherever it arises.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from qed25519.domains.polynomial import Monomial, Poly
from qed25519.domains.theory import SHADOWS, BitVectorDefinition, Clause, Compare, Theory
from qed25519.domains.transfer import WordEquality


@dataclass(frozen=True)
class Obligation:
    """One question.  `script` proves it by unsat; `vacuity`, appended to `hypotheses`, must be sat: it states a
    concrete input on which the hypotheses hold.  `names` maps the script's variables to the theory's."""

    title: str
    logic: str
    hypotheses: str
    goal: str
    vacuity: str
    names: tuple[tuple[str, str], ...]
    whole: str = ""

    @property
    def premises(self) -> str:
        """What the concrete input of `vacuity` has to meet: the hypotheses, or where no concrete input is of the case
        that they speak of, those without the case."""
        return self.whole or self.hypotheses

    @property
    def script(self) -> str:
        return f"{self.hypotheses}(assert (not {self.goal}))\n(check-sat)\n"

    @property
    def key(self) -> str:
        """Of the question alone: any concrete input that meets its hypotheses shows that they can be met."""
        return hashlib.sha256(self.script.encode()).hexdigest()


class _Writer:
    """Names variables and monomials by first appearance and collects their declarations."""

    def __init__(self, theory: Theory) -> None:
        self.theory = theory
        self.names: dict[int, str] = {}
        self.products: dict[Monomial, str] = {}
        self.lines: list[str] = []

    def variable(self, index: int) -> str:
        if index not in self.names:
            name = self.names[index] = f"v{len(self.names)}"
            variable = self.theory.variables[index]
            sort = "Int" if variable.bits is None else f"(_ BitVec {variable.bits})"
            self.lines.append(f"(declare-fun {name} () {sort})")
            if variable.bits is None:
                self._range(name, variable.low, variable.high)
        return self.names[index]

    def _range(self, name: str, low: int | None, high: int | None) -> None:
        if low is not None:
            self.lines.append(f"(assert (<= {number(low)} {name}))")
        if high is not None:
            self.lines.append(f"(assert (<= {name} {number(high)}))")

    def monomial(self, monomial: Monomial) -> str:
        if len(monomial) == 1:
            return self.variable(monomial[0])
        if monomial not in self.products:
            name = self.products[monomial] = "m" + "".join(self.variable(index)[1:] + "_" for index in monomial)
            self.lines.append(f"(declare-fun {name} () Int)")
            self._range(name, *self.theory.product_range(monomial))
        return self.products[monomial]

    def linear(self, poly: Poly) -> str:
        terms = [number(c) if not m else self.monomial(m) if c == 1 else f"(* {number(c)} {self.monomial(m)})"
                 for m, c in poly.terms.items()]
        return f"(+ {' '.join(terms)})" if len(terms) > 1 else terms[0] if terms else "0"

    def compare(self, part: Compare) -> str:
        return f"({part.relation} {self.linear(part.poly)} 0)"

    def clause(self, clause: Clause) -> str:
        then = self.compare(clause.then)
        if not clause.given:
            return then
        return f"(=> {' '.join(['(and', *map(self.compare, clause.given)]) + ')'} {then})"

    def word(self, operand: int | str) -> str:
        return operand if isinstance(operand, str) else self.variable(operand)

    def equality(self, question: WordEquality) -> str:
        return f"(= {self.word(question.left)} {self.word(question.right)})"


def _words(question: WordEquality) -> set[int]:
    return {operand for operand in (question.left, question.right) if isinstance(operand, int)}


def number(value: int) -> str:
    """An SMT-LIB numeral; negative ones are applications of -."""
    return str(value) if value >= 0 else f"(- {-value})"


def relevant(theory: Theory, wanted: set[int]) -> list[Clause | BitVectorDefinition]:
    """The known constraints that can matter for these variables: all that are linked to them by shared variables.

    Leaving constraints out is sound.
    """
    pending = [(constraint, constraint.variables()) for constraint in theory.constraints]
    chosen: set[int] = set()
    grown = True
    while grown:
        grown = False
        for position, (_, variables) in enumerate(pending):
            if position not in chosen and variables & wanted:
                chosen.add(position)
                wanted |= variables
                grown = True
    return [constraint for position, (constraint, _) in enumerate(pending) if position in chosen]


def obligation(title: str, theory: Theory, goal: Clause | WordEquality, extra: Sequence[Clause] = (),
               case: dict[int, Poly] | None = None, assume: Sequence[WordEquality] = ()) -> Obligation:
    """`goal` follows from what the theory knows and from `extra` (proved before), where `case` fixes some bits, which
    `assume` says of bit-vectors."""
    case = case or {}
    wanted = _words(goal) if isinstance(goal, WordEquality) else goal.variables()
    for equality in assume:
        wanted |= _words(equality)
    for clause in extra:
        wanted |= clause.variables()
    constraints = relevant(theory, set(wanted))
    writer = _Writer(theory)
    asserts = [f"(assert {_constraint(writer, constraint, case)})" for constraint in [*constraints, *extra]]
    asserts += [f"(assert {writer.equality(equality)})" for equality in assume]
    if isinstance(goal, WordEquality):
        text, logic = writer.equality(goal), "QF_BV"
    else:
        text, logic = writer.clause(goal.substitute(case)), "QF_LIA"
    hypotheses = f"(set-logic {logic})\n" + "".join(f"{line}\n" for line in [*writer.lines, *asserts])
    names = tuple((short, theory.variables[index].name) for index, short in writer.names.items())
    shadow = next((index for index in range(SHADOWS) if all(
        theory.variables[v].shadow[index] == bit.constant_value() for v, bit in case.items())), None)
    if shadow is None:
        whole = obligation(title, theory, goal)
        return Obligation(title, logic, hypotheses, text, whole.vacuity, names, whole.hypotheses)
    return Obligation(title, logic, hypotheses, text, _witness(writer, shadow), names)


def identity(title: str, theory: Theory, left: Poly, right: Poly, modulus: int, quotient: Poly) -> Obligation:
    """left - right = modulus·quotient, whatever the values of the products of variables in them."""
    writer = _Writer(theory)
    sides = [writer.linear(poly) for poly in (left, right, quotient)]
    goal = f"(= (- {sides[0]} {sides[1]}) (* {modulus} {sides[2]}))"
    hypotheses = "(set-logic QF_LIA)\n" + "".join(f"{line}\n" for line in writer.lines)
    names = tuple((short, theory.variables[index].name) for index, short in writer.names.items())
    return Obligation(title, "QF_LIA", hypotheses, goal, _witness(writer, 0), names)


def _constraint(writer: _Writer, constraint: Clause | BitVectorDefinition, case: dict[int, Poly]) -> str:
    if isinstance(constraint, Clause):
        return writer.clause(constraint.substitute(case))
    term = constraint.term.format(*(writer.word(operand) for operand in constraint.operands))
    return f"(= {writer.variable(constraint.variable)} {term})"


def _witness(writer: _Writer, index: int) -> str:
    """Assertions that fix every variable to its value on a concrete input."""
    shadow = {v: writer.theory.variables[v].shadow[index] for v in writer.names}
    lines = []
    for v, name in writer.names.items():
        bits = writer.theory.variables[v].bits
        lines.append(f"(assert (= {name} {number(shadow[v]) if bits is None else f'(_ bv{shadow[v]} {bits})'}))")
    for monomial, name in writer.products.items():
        value = 1
        for v in monomial:
            value *= shadow[v]
        lines.append(f"(assert (= {name} {number(value)}))")
    return "".join(f"{line}\n" for line in lines)


def disjunct_cases(variables: Iterable[int]) -> list[dict[int, Poly]]:
    """All assignments of 0 and 1 to these bits."""
    cases: list[dict[int, Poly]] = [{}]
    for index in variables:
        cases = [{**case, index: Poly.constant(bit)} for case in cases for bit in (0, 1)]
    return cases
