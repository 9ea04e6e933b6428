"""The theorem `correct` of one routine under one aliasing pattern: a symbolic run, its cuts, its obligations.  Trusted.

cut = prove, then forget: the facts of a cut become obligations under what is known before it; then every symbolic
value is replaced by a fresh variable, and those facts are all that is known.  The proof file only says which facts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from qed25519.domains.integers import Integers
from qed25519.domains.polynomial import Poly, val
from qed25519.domains.theory import SHADOWS, Clause, InternalError, Theory, at_least, at_most, equal
from qed25519.isa.machine import MachineError
from qed25519.prover.call_rule import apply_call, callee_at
from qed25519.prover.calls import Pattern, results, set_up
from qed25519.prover.classes import Classes, P
from qed25519.prover.cut import Cut
from qed25519.prover.divstep_rule import DivstepRule
from qed25519.prover.entry import entry_words, names_of
from qed25519.prover.fork_rule import Cases, apply_fork
from qed25519.prover.group_rule import GroupRule
from qed25519.prover.hints import CutFunction, Fact, Proof, ProofError
from qed25519.prover.inputs import sample_inputs
from qed25519.prover.objects import Routine
from qed25519.prover.obligations import Obligation, disjunct_cases, identity, obligation
from qed25519.prover.search import is_true, plan_equality, split_bits
from qed25519.prover.segments import Segments, key_of, linked, polynomials
from qed25519.prover.statement import Arguments, FalseClaim, Relation, on_curve

SPLIT_LIMIT = 6
ZERO = Poly.constant(0)
Products = Sequence[tuple[Clause, Poly]]


@dataclass
class CorrectRun:
    """Runs the routine and collects obligations; `inputs` are the concrete inputs behind the shadow values, `links` the
    theorems about no routine that what is known after a cut, or said at the return, rests on."""

    routine: Routine
    pattern: Pattern
    proof: Proof
    strict: bool = False
    theory: Theory = field(default_factory=Theory)
    obligations: list[Obligation] = field(default_factory=list)
    inputs: list[dict[str, int]] = field(default_factory=list)
    saved: dict[str, Poly] = field(default_factory=dict)
    named: dict[str, Clause] = field(default_factory=dict)
    held: list[tuple[str, Clause, bool]] = field(default_factory=list)
    signs: list[tuple[Poly, Poly]] = field(default_factory=list)
    visits: dict[str, int] = field(default_factory=dict)
    links: dict[str, set[str]] = field(default_factory=dict)
    callees: dict[str, Routine] = field(default_factory=dict)
    cases: dict[int, Cases] = field(default_factory=dict)
    segments: Segments = field(default_factory=Segments)

    def __post_init__(self) -> None:
        self.inputs = sample_inputs(self.routine.contract, self.pattern, SHADOWS)
        self.domain = Integers(self.theory)
        self.domain.intervals = {} if self.strict else None
        self.elided = 0
        entry = entry_words(self.theory, self.routine.contract, self.pattern, self.inputs)
        names = names_of(self.theory, self.routine.contract, entry) if self.proof.classes else None
        self.arguments = Arguments(self.routine.contract, self.theory, self.domain.bounds, entry, names)
        self.preconditions = self.arguments.require()
        self.classes = Classes(self.theory)
        for value, name in (names or {}).items():
            self.classes.learn(value, name)
        self.machine = set_up(self.routine, self.pattern, self.domain, entry)
        self.entry_variables = len(self.theory.variables)
        self.where = "entry"
        self.divsteps = DivstepRule(self.theory)
        points = filter(None, map(on_curve, self.routine.contract.requires))
        conditions = [(val(entry[x]), val(entry[y])) for x, y in points]
        self.group = GroupRule(self.theory, self.domain.bounds, self.classes, self.cases, names or {}, conditions)
        for clause in self.preconditions:
            self.theory.record(clause)

    def run(self) -> list[Obligation]:
        """Execute to the return; all obligations of the theorem.  Raises MachineError, FalseClaim, ProofError."""
        missing = {*self.proof.cuts, *self.proof.forks} - set(self.routine.labels.values())
        if missing:
            raise ProofError(f"the proof cuts at {sorted(missing)}, but the code has no such label")
        self.machine.run(self.routine.start, self._before)
        self.where = "return"
        exits = results(self.machine, self.routine.contract, self.pattern)
        for relation in self.arguments.conclusion(exits):
            if not (self.proof.classes and self._by_classes(relation)):
                self.prove(relation, relation.text, self.proof.split, self.proof.direct)
        self.links["return"] = self.arguments.cited
        self._prove_elisions()
        return self.obligations

    # --- cuts --------------------------------------------------------------------------------------------------------

    def _before(self, address: int) -> int:
        """At a cut, prove and forget; at a copy of a routine, let it act as its contract says."""
        label = self.routine.labels.get(address, "")
        if label in self.proof.cuts:
            self._cut(label, self.proof.cuts[label])
        if label in self.proof.forks:
            return apply_fork(self, address, self.proof.forks[label])
        if address not in self.routine.copies:
            return address
        name = self.routine.copies[address]
        if name not in self.callees:
            self.callees[name] = callee_at(self.routine, address)
        return apply_call(self, address, self.callees[name], self.prove)

    def is_marked(self, address: int) -> bool:
        """The proof cuts or forks there, or a copy of a routine begins."""
        label = self.routine.labels.get(address, "")
        return label in self.proof.cuts or label in self.proof.forks or address in self.routine.copies

    def _cut(self, label: str, function: CutFunction) -> None:
        self.where = label
        start = len(self.theory.variables)
        self.visits[label] = self.visits.get(label, -1) + 1
        entry: dict[str, Sequence[Poly]] = {name: tuple(words) for name, words in self.arguments.entry.items()}
        cut = Cut(self, label, self.visits[label], entry)
        lasting = self.divsteps.variables()
        facts = self._stated(function, cut)
        self.divsteps.add_facts(facts)
        facts += [*cut.claims, *self.group.facts]
        self.group.facts.clear()
        self.links.setdefault(label, set()).update(self.divsteps.cited, self.group.cited)
        self.divsteps.cited.clear()
        self.group.cited.clear()
        lasting |= self.divsteps.variables()
        lasting |= {index for poly in self.saved.values() for index in poly.variables()}
        lasting |= self.theory.atoms()
        lasting |= {*range(self.entry_variables), *range(start, len(self.theory.variables))}
        self._prove_facts(facts, cut, lasting)
        self._forget(cut)
        self.held += [("", clause, False) for clause in cut.lasting]
        self.signs += cut.lasting_signs
        for word, sign in [*self.signs, *cut.signs]:
            self.domain.know_sign(word, sign)
        self.theory.constraints += self.preconditions
        self.theory.constraints += [clause for _, clause, aside in self.held if not aside]
        self.named = {name: clause for name, clause, _ in self.held if name}
        for clause in cut.definitions:
            self.theory.record(clause)
        for fact in facts:
            if not fact.forget:
                clause = self.assume(fact.relation, fact.name, fact.aside)
                self.held += [(fact.name, clause, fact.aside)] if fact.hold else []
        given = self.divsteps.assume()
        self.named |= dict(given)
        self.held += [(name, clause, False) for name, clause in given]

    def _stated(self, function: CutFunction, cut: Cut) -> list[Fact]:
        """What the proof file's function says; whatever goes wrong in it is an error in the proof."""
        try:
            facts = list(function(cut))
        except (MachineError, FalseClaim, ProofError, InternalError):
            raise
        except (Exception, SystemExit) as error:
            raise ProofError(f"the cut {cut.label}: {type(error).__name__}: {error}") from error
        finally:
            cut.over = True
        if not all(type(fact) is Fact and type(fact.relation) is Relation for fact in facts):
            raise ProofError(f"the cut {cut.label} gives {facts!r:.80}, expected a list of facts")
        return facts

    def _prove_facts(self, facts: Sequence[Fact], cut: Cut, lasting: set[int]) -> None:
        count = len(self.theory.variables)
        for number, fact in enumerate(facts, 1):
            if not all(type(poly) is Poly and poly.is_proper(count) for poly in polynomials(fact)):
                raise ProofError(f"fact {number} of the cut {self.where} speaks of what is no polynomial in variables")
            if not (fact.relation.left.variables() | fact.relation.right.variables()) <= lasting:
                raise ProofError(f"fact {number} of the cut {self.where} speaks of a value from before it")
        self._prove_in_order([replace(
            fact, relation=fact.relation.substitute(cut.before),
            times=tuple((name, poly.substitute(cut.before)) for name, poly in fact.times),
            signs=tuple((name, poly.substitute(cut.before)) for name, poly in fact.signs)) for fact in facts])

    def _forget(self, cut: Cut) -> None:
        self._prove_elisions()
        self.theory.constraints.clear()
        if cut.releases:
            self.held.clear()
            self.signs.clear()
        self.domain.forget()
        for name, value in self.machine.registers.items():
            self.machine.registers[name] = cut.after(("", name), value)
        for region in self.machine.regions.values():
            for offset, value in region.words.items():
                region.words[offset] = cut.after((region.name, offset), value)
        for name in self.machine.flags:
            self.machine.flags[name] = self.domain.unknown_bit(name)

    def assume(self, relation: Relation, name: str = "", aside: bool = False) -> Clause:
        """Record a relation that is proved elsewhere; of a congruence, that some multiple of the modulus exists."""
        if relation.modulus is not None:
            difference = relation.left - relation.right
            quotients = [value // relation.modulus for value in self.theory.shadow(difference)]
            multiple = self.theory.new(self.theory.fresh_name("multiple"), None, None, quotients)
            relation = Relation("=", relation.left, relation.right + Poly.variable(multiple) * relation.modulus,
                                given=relation.given)
        clause = relation.exact_clause()
        self.theory.check(clause, "an assumed fact")
        if not aside:
            self.theory.constraints.append(clause)
        if name:
            self.named[name] = clause
        return clause

    # --- goals -------------------------------------------------------------------------------------------------------

    def prove(self, relation: Relation, title: str, split: bool = False, direct: bool = False) -> None:
        """Obligations for one relation."""
        self._prove_in_order([Fact(relation, split, direct=direct)], title)

    def _by_classes(self, relation: Relation) -> bool:
        """Obligations for an equality that follows from the class of its left side: identities between polynomials,
        and, where it is no congruence, that both sides are canonical."""
        identities = self.classes.identities(relation.left, relation.right) if relation.kind == "=" else None
        if relation.modulus not in (None, P) or relation.given or identities is None:
            return False
        if relation.modulus is None:
            for side in (relation.left, relation.right):
                self.prove(Relation(">=", side, ZERO), f"{relation.text}: canonical")
                self.prove(Relation(">=", Poly.constant(P - 1), side), f"{relation.text}: canonical")
        for one in identities:
            title = f"{self.where}: {relation.text}{self._show(one.case)}"
            self.obligations.append(identity(title, self.theory, one.left, one.right, P, one.quotient))
        return True

    def _prove_in_order(self, facts: Sequence[Fact], title: str = "") -> None:
        """Obligations for facts, each under those before it, unless an equal segment has them."""
        titles = [f"{self.where}: {title}" if title else f"{self.where}, fact {number}"
                  for number in range(1, len(facts) + 1)]
        for fact, shown in zip(facts, titles, strict=True):
            for shadow in range(SHADOWS):
                if not fact.relation.holds(self.theory.at(shadow)):
                    raise FalseClaim(shown, shadow)
        known, named = self.theory.constraints, self.named
        self.theory.constraints, self.named = linked(self.theory, facts, named)
        key = key_of(self.theory, facts, self.named)
        self.obligations += self.segments.obligations(key, lambda: self._all(facts, titles))
        self.theory.constraints, self.named = known, named

    def _all(self, facts: Sequence[Fact], titles: Sequence[str]) -> list[Obligation]:
        """Obligations that rest on what the segment's key says, since nothing else is known now."""
        found: list[Obligation] = []
        for fact, title in zip(facts, titles, strict=True):
            missing = [name for name, _ in (*fact.times, *fact.signs) if name not in self.named]
            if missing:
                raise ProofError(f"{title}: no fact is known here under the name {', '.join(missing)}")
            times = [(self.named[name], poly) for name, poly in fact.times]
            here = len(self.theory.constraints)
            for name, poly in fact.signs:
                self.theory.constraints += self._signs(self.named[name], poly)
            if fact.direct:
                products = [self._multiplied(clause, factor, {}) for clause, factor in times]
                found.append(self._oblige(title, self._direct(fact.relation), products))
            else:
                found += self._obligations(fact.relation, title, fact.split, times)
            del self.theory.constraints[here:]
            if not fact.forget:
                self.assume(fact.relation, fact.name, fact.aside)
        return found

    def _direct(self, relation: Relation) -> Clause:
        """The relation as one clause; of a congruence, that the remainder of the difference, a new variable, is 0."""
        if relation.modulus is None:
            return relation.exact_clause()
        difference, modulus = relation.left - relation.right, relation.modulus
        values = self.theory.shadow(difference)
        quotient, rest = (Poly.variable(self.theory.new(self.theory.fresh_name(name), low, high, shadow)) for
                          name, low, high, shadow in (("quotient", None, None, [v // modulus for v in values]),
                                                      ("rest", 0, modulus - 1, [v % modulus for v in values])))
        self.theory.record(Clause(equal(difference, quotient * modulus + rest)))
        return Clause(equal(rest, 0), relation.given)

    def _obligations(self, relation: Relation, title: str, split: bool, times: Products) -> list[Obligation]:
        bits = split_bits(self.theory, relation) if split else []
        if len(bits) > SPLIT_LIMIT:
            raise ProofError(f"{title}: {len(bits)} bits to split on; at most {SPLIT_LIMIT} are allowed")
        if any((self.theory.variables[bit].low, self.theory.variables[bit].high) != (0, 1) for bit in bits):
            raise ProofError(f"{title}: the search splits on a variable that is no bit")
        return [item for case in disjunct_cases(bits)
                for item in self._case(relation, title + self._show(case), case, times)]

    def _show(self, case: Mapping[int, Poly]) -> str:
        shown = ", ".join(f"{self.theory.variables[i].name} = {bit.constant_value()}" for i, bit in case.items())
        return f" where {shown}" if shown else ""

    def _case(self, relation: Relation, title: str, case: dict[int, Poly], times: Products) -> list[Obligation]:
        given = tuple(equal(Poly.variable(v), bit) for v, bit in case.items())
        shadows = [index for index in range(SHADOWS)
                   if all(part.holds(self.theory.at(index)) for part in (*given, *relation.given))]
        if relation.kind != "=":
            return [self._oblige(title, relation.exact_clause(), case=case)]
        plan = plan_equality(self.theory, relation, case, shadows, times)
        found, fixed = [], dict(case)
        for lemma in plan.lemmas:
            products = [self._multiplied(clause, factor, fixed) for clause, factor in lemma.products]
            goal = Clause(equal(Poly.variable(lemma.variable), lemma.value), relation.given)
            name = self.theory.variables[lemma.variable].name
            found.append(self._oblige(f"{title}: {name} = {lemma.value}", goal, products, dict(fixed)))
            fixed[lemma.variable] = Poly.constant(lemma.value)
        products = [self._multiplied(clause, factor, fixed) for clause, factor in [*plan.products, *times]]
        whole = relation.left - relation.right - plan.witness * (relation.modulus or 0)
        return [*found, self._oblige(title, Clause(equal(whole, 0), relation.given), products, fixed)]

    def _multiplied(self, clause: Clause, factor: Poly, fixed: Mapping[int, Poly]) -> Clause:
        """From a recorded e = 0 and a polynomial w: e*w = 0, where what the first is given for holds."""
        known = (*self.theory.constraints, *self.named.values())
        if not any(clause is one for one in known) or clause.then.relation != "=":
            raise ProofError("the search multiplies an equation that is not known")
        given = tuple(part for part in clause.given if not is_true(part.substitute(fixed)))
        product = Clause(equal(clause.then.poly.substitute(fixed) * factor, 0), given)
        self.theory.check(product.substitute(fixed), "a multiplied equation", fixed)
        return product

    def _signs(self, clause: Clause, factor: Poly) -> list[Clause]:
        """From a known e >= 0: x*e >= 0 where x >= 0, and x*e <= 0 where x <= 0."""
        if clause.then.relation != ">=" or clause.given:
            raise ProofError("a fact whose sign is used is no inequality without conditions")
        product = clause.then.poly * factor
        found = [Clause(at_least(product, 0), (at_least(factor, 0),)),
                 Clause(at_most(product, 0), (at_most(factor, 0),))]
        for one in found:
            self.theory.check(one, "the sign of a product")
        return found

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
