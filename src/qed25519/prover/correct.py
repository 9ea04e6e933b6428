"""The theorem `correct` of one routine under one aliasing pattern: a symbolic run, its cuts, its obligations.  Trusted.

cut = prove, then forget: the facts of a cut become obligations under what is known before it; then every symbolic
value is replaced by a fresh variable, and those facts are all that is known.  The proof file only says which facts.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from qed25519.domains.integers import Integers
from qed25519.domains.polynomial import Monomial, Poly
from qed25519.domains.theory import SHADOWS, Clause, Compare, Theory, at_least, at_most, equal
from qed25519.isa.machine import STACK, Pointer, ReturnAddress
from qed25519.prover.call_rule import apply_call
from qed25519.prover.calls import Pattern, results, set_up
from qed25519.prover.entry import MASK, entry_words
from qed25519.prover.hints import CutFunction, Fact, Location, Proof, State
from qed25519.prover.inputs import sample_inputs
from qed25519.prover.objects import Routine, load_callee
from qed25519.prover.obligations import Obligation, disjunct_cases, obligation
from qed25519.prover.search import is_true, plan_equality, split_bits
from qed25519.prover.segments import Segments, goal_key
from qed25519.prover.statement import Arguments, FalseClaim, Relation

SPLIT_LIMIT = 6
Place = Location | tuple[str, int]      # a register, a word of the frame, or a word of a buffer


class ProofError(Exception):
    """The proof file does not fit the routine: a cut without a label, a mask that is none, …"""


@dataclass
class CorrectRun:
    """Runs the routine and collects obligations; `inputs` are the concrete inputs behind the shadow values."""

    routine: Routine
    pattern: Pattern
    proof: Proof
    strict: bool = False
    theory: Theory = field(default_factory=Theory)
    obligations: list[Obligation] = field(default_factory=list)
    inputs: list[dict[str, int]] = field(default_factory=list)
    saved: dict[str, Poly] = field(default_factory=dict)
    definitions: list[Clause] = field(default_factory=list)
    visits: dict[str, int] = field(default_factory=dict)
    callees: dict[str, Routine] = field(default_factory=dict)
    segments: Segments = field(default_factory=Segments)

    def __post_init__(self) -> None:
        self.inputs = sample_inputs(self.routine.contract, self.pattern, SHADOWS)
        self.domain = Integers(self.theory)
        self.domain.intervals = {} if self.strict else None
        self.elided = 0
        entry = entry_words(self.theory, self.routine.contract, self.pattern, self.inputs)
        self.arguments = Arguments(self.routine.contract, self.theory, self.domain.bounds, entry)
        self.preconditions = self.arguments.require()
        self.machine = set_up(self.routine, self.pattern, self.domain, entry)
        self.entry_variables = len(self.theory.variables)
        self.where = "entry"
        for clause in self.preconditions:
            self.theory.record(clause)

    def run(self) -> list[Obligation]:
        """Execute to the return; all obligations of the theorem.  Raises MachineError, FalseClaim, ProofError."""
        missing = set(self.proof.cuts) - set(self.routine.labels.values())
        if missing:
            raise ProofError(f"the proof cuts at {sorted(missing)}, but the code has no such label")
        self.machine.run(self.routine.start, self._before)
        self.where = "return"
        exits = results(self.machine, self.routine.contract, self.pattern)
        for relation in self.arguments.conclusion(exits):
            self.prove(relation, relation.text, self.proof.split)
        self._prove_elisions()
        return self.obligations

    # --- cuts --------------------------------------------------------------------------------------------------------

    def _before(self, address: int) -> int:
        """At a cut, prove and forget; at a copy of a routine, let it act as its contract says."""
        function = self.proof.cuts.get(self.routine.labels.get(address, ""))
        if function is not None:
            self._cut(self.routine.labels[address], function)
        if address not in self.routine.copies:
            return address
        callee = self.callees.setdefault(self.routine.copies[address], load_callee(self.routine, address))
        return apply_call(self, address, callee, self.prove)

    def _cut(self, label: str, function: CutFunction) -> None:
        self.where = label
        before: dict[int, Poly] = {}
        kept: dict[Place, Poly] = {}
        start = len(self.theory.variables)
        visit = self.visits[label] = self.visits.get(label, -1) + 1
        entry = {name: tuple(words) for name, words in self.arguments.entry.items()}
        state = State(visit, entry, functools.partial(self._keep_word, before, kept),
                      functools.partial(self._keep_memory, before, kept),
                      functools.partial(self._keep_mask, before, kept),
                      functools.partial(self._keep_signed, before, kept), self.saved)
        facts = list(function(state))
        self._prove_facts(facts, before, start)
        self._forget(kept)
        for clause in [*self.preconditions, *self.definitions]:
            self.theory.record(clause)
        self.definitions.clear()
        for fact in facts:
            self.assume(fact.relation)

    def _value_at(self, location: Place) -> Any:
        if isinstance(location, str):
            value = self.machine.registers.get(location)
        else:
            region, offset = (STACK, location) if isinstance(location, int) else location
            value = self.machine.regions[region].words.get(offset)
        if not isinstance(value, Poly):
            raise ProofError(f"the cut {self.where} names {location}, which holds no data word there")
        return value

    def _keep_word(self, before: dict[int, Poly], kept: dict[Place, Poly], location: Location) -> Poly:
        return self._keep(before, kept, location, self._value_at(location), MASK, 1)

    def _keep_memory(self, before: dict[int, Poly], kept: dict[Place, Poly], argument: str) -> list[Poly]:
        found = next((a for a in self.routine.contract.pointers if a.name == argument), None)
        if found is None:
            raise ProofError(f"the cut {self.where} names {argument}, which is no buffer")
        places = [(self.pattern[argument], 8 * index) for index in range(found.words)]
        return [self._keep(before, kept, place, self._value_at(place), MASK, 1) for place in places]

    def _keep_mask(self, before: dict[int, Poly], kept: dict[Place, Poly], location: Location) -> Poly:
        bit = self._value_at(location).quotient(MASK)
        if bit is None:
            raise ProofError(f"the cut {self.where} takes {location} for a mask, which it is not")
        return self._keep(before, kept, location, bit, 1, MASK)

    def _keep(self, before: dict[int, Poly], kept: dict[Place, Poly], location: Place, value: Poly,
              high: int, factor: int) -> Poly:
        if location in kept:
            raise ProofError(f"the cut {self.where} names {location} twice")
        low, most = self.domain.bounds(value)
        if low < 0 or most > high:
            raise ProofError(f"{location} at the cut {self.where} is not within [0, {high}]")
        shown = location if isinstance(location, (str, int)) else f"{location[0]}[{location[1]}]"
        index = self.theory.new(f"{self.where}.{shown}.{len(self.theory.variables)}", 0, high,
                                self.theory.shadow(value))
        before[index] = value
        kept[location] = Poly.variable(index) * factor
        return Poly.variable(index)

    def _keep_signed(self, before: dict[int, Poly], kept: dict[Place, Poly], location: Location) -> Poly:
        """The word is S + 2^64*b where b = 1 if S < 0, else 0."""
        value = self._value_at(location)
        bit = self.domain.split(value, 63)[0]
        signed = value - bit * 2**64
        shadow = self.theory.shadow(signed)
        name = f"{self.where}.{location}.{len(self.theory.variables)}"
        number = self.theory.new(f"{name}.signed", -(2**63), 2**63 - 1, shadow)
        negative = self.theory.new(f"{name}.sign", 0, 1, self.theory.shadow(bit))
        before[number], before[negative] = signed, bit
        s, b = Poly.variable(number), Poly.variable(negative)
        self.definitions += [Clause(at_most(s, -1), (equal(b, 1),)), Clause(at_least(s, 0), (equal(b, 0),))]
        kept[location] = s + b * 2**64
        return s

    def _prove_facts(self, facts: Sequence[Fact], before: Mapping[int, Poly], start: int) -> None:
        known = len(self.theory.constraints)
        lasting = {index for poly in self.saved.values() for index in poly.variables()}
        for number, fact in enumerate(facts, 1):
            stray = {index for index in fact.relation.left.variables() | fact.relation.right.variables()
                     if self.entry_variables <= index < start and index not in lasting}
            if stray:
                raise ProofError(f"fact {number} of the cut {self.where} speaks of a value from before it")
            relation = fact.relation.substitute(before)
            self.prove(relation, f"{self.where}, fact {number}", fact.split)
            if relation.modulus is None:
                self.theory.record(relation.exact_clause())
        del self.theory.constraints[known:]

    def _forget(self, kept: Mapping[Place, Poly]) -> None:
        self._prove_elisions()
        self.theory.constraints.clear()
        self.domain.forget()
        machine = self.machine
        for name, value in machine.registers.items():
            machine.registers[name] = kept[name] if name in kept else self._forgotten(value)
        for region in machine.regions.values():
            for offset, value in region.words.items():
                place = offset if region.name == STACK else (region.name, offset)
                region.words[offset] = kept[place] if place in kept else self._forgotten(value)
        for name in machine.flags:
            machine.flags[name] = self.domain.unknown_bit(name)

    def _forgotten(self, value: Any) -> Any:
        """Pointers, constants and words made only of entry values stay; anything else is unknown from here on."""
        if isinstance(value, (Pointer, ReturnAddress)) or all(i < self.entry_variables for i in value.variables()):
            return value
        return self.domain.new("forgotten", MASK, self.theory.shadow(value))

    def assume(self, relation: Relation) -> None:
        """Record a relation that is proved elsewhere; of a congruence, that some multiple of the modulus exists."""
        if relation.modulus is not None:
            difference = relation.left - relation.right
            quotients = [value // relation.modulus for value in self.theory.shadow(difference)]
            multiple = self.theory.new(self.theory.fresh_name("multiple"), None, None, quotients)
            relation = Relation("=", relation.left, relation.right + Poly.variable(multiple) * relation.modulus)
        self.theory.record(relation.exact_clause())

    # --- goals -------------------------------------------------------------------------------------------------------

    def prove(self, relation: Relation, title: str, split: bool = False) -> None:
        """Obligations for the relation, for every value of the bits to split on."""
        title = title if title.startswith(self.where) else f"{self.where}: {title}"
        for shadow in range(SHADOWS):
            if not relation.holds(self.theory.at(shadow)):
                raise FalseClaim(title, shadow)
        key = goal_key(self.theory, relation, split)
        self.obligations += self.segments.obligations(key, lambda: self._obligations(relation, title, split))

    def _obligations(self, relation: Relation, title: str, split: bool) -> list[Obligation]:
        bits = split_bits(self.theory, relation) if split else []
        if len(bits) > SPLIT_LIMIT:
            raise ProofError(f"{title}: {len(bits)} bits to split on; at most {SPLIT_LIMIT} are allowed")
        if any((self.theory.variables[bit].low, self.theory.variables[bit].high) != (0, 1) for bit in bits):
            raise ProofError(f"{title}: the search splits on a variable that is no bit")
        return [item for case in disjunct_cases(bits) for item in self._case(relation, title + self._show(case), case)]

    def _show(self, case: Mapping[int, Poly]) -> str:
        shown = ", ".join(f"{self.theory.variables[i].name} = {bit.constant_value()}" for i, bit in case.items())
        return f" where {shown}" if shown else ""

    def _case(self, relation: Relation, title: str, case: dict[int, Poly]) -> list[Obligation]:
        shadows = [index for index in range(SHADOWS) if all(
            self.theory.variables[v].shadow[index] == bit.constant_value() for v, bit in case.items())]
        if not shadows:          # no concrete input is of this case: show that it cannot occur at all
            given = tuple(equal(Poly.variable(v), bit) for v, bit in case.items())
            return [self._oblige(f"{title}: cannot occur", Clause(Compare(Poly.constant(1), "="), given))]
        if relation.kind != "=":
            return [self._oblige(title, relation.exact_clause(), case=case)]
        plan = plan_equality(self.theory, relation, case, shadows)
        found, fixed = [], dict(case)
        for lemma in plan.lemmas:
            products = [self._multiplied(clause, monomial, fixed) for clause, monomial in lemma.products]
            goal = Clause(equal(Poly.variable(lemma.variable), lemma.value))
            name = self.theory.variables[lemma.variable].name
            found.append(self._oblige(f"{title}: {name} = {lemma.value}", goal, products, dict(fixed)))
            fixed[lemma.variable] = Poly.constant(lemma.value)
        products = [self._multiplied(clause, monomial, fixed) for clause, monomial in plan.products]
        whole = relation.left - relation.right - plan.witness * (relation.modulus or 0)
        return [*found, self._oblige(title, Clause(equal(whole, 0)), products, fixed)]

    def _multiplied(self, clause: Clause, monomial: Monomial, fixed: Mapping[int, Poly]) -> Clause:
        """From a recorded e = 0 and a product w of variables: e*w = 0."""
        if not any(clause is known for known in self.theory.constraints) or clause.then.relation != "=" \
                or not all(is_true(part.substitute(fixed)) for part in clause.given):
            raise ProofError("the search multiplies an equation that is not known")
        product = Clause(equal(clause.then.poly.substitute(fixed) * Poly({monomial: 1}), 0))
        self.theory.check(product.substitute(fixed), "a multiplied equation", fixed)
        return product

    def _oblige(self, title: str, goal: Clause, extra: Sequence[Clause] = (),
                case: dict[int, Poly] | None = None) -> Obligation:
        return obligation(title, self.theory, goal, extra, case)

    def _prove_elisions(self) -> None:
        """Under `strict`, every interval that was used, and every place where one showed that no carry leaves, becomes
        an obligation.  It is to follow from the variables' ranges alone: what was recorded later may rest on it."""
        ranges, intervals = Theory(self.theory.variables), self.domain.intervals or {}
        claims = [("no carry", clause) for clause in self.theory.elisions]
        for poly, (low, high) in intervals.items():
            claims += [("interval", Clause(at_least(poly, low))), ("interval", Clause(at_most(poly, high)))]
        for what, clause in claims if self.strict else ():
            if clause.variables():
                title = f"{self.where}: {what}: {self.theory.show(clause)}"
                self.obligations.append(obligation(title, ranges, clause))
        self.elided += len(self.theory.elisions)
        self.theory.elisions.clear()
        intervals.clear()
