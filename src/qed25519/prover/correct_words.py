"""The theorem `correct` of a routine that only moves and selects words, run in the bitvectors domain.  Trusted.

For each value of the bit arguments every word at exit is shown, as a bit-vector, to equal a word at entry; the
contract's statement over the integers then follows from these equalities alone.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from qed25519.domains.bitvectors import BitVectors
from qed25519.domains.integers import Integers
from qed25519.domains.polynomial import Poly
from qed25519.domains.theory import SHADOWS, Clause, Theory
from qed25519.domains.transfer import Word, equal_words, twin, unsigned
from qed25519.prover.calls import Pattern, results, set_up
from qed25519.prover.entry import entry_words
from qed25519.prover.hints import Proof, ProofError
from qed25519.prover.inputs import sample_inputs
from qed25519.prover.objects import Routine
from qed25519.prover.obligations import Obligation, disjunct_cases, obligation
from qed25519.prover.statement import Arguments, FalseClaim, Relation


@dataclass
class WordRun:
    """Runs the routine and collects obligations; `inputs` are the concrete inputs behind the shadow values."""

    routine: Routine
    pattern: Pattern
    proof: Proof
    theory: Theory = field(default_factory=Theory)
    obligations: list[Obligation] = field(default_factory=list)
    inputs: list[dict[str, int]] = field(default_factory=list)
    callees: dict[str, Routine] = field(default_factory=dict)
    links: dict[str, set[str]] = field(default_factory=dict)
    elided: int = 0          # there is no interval evaluation in this domain

    def run(self) -> list[Obligation]:
        """Execute to the return; all obligations of the theorem.  Raises MachineError, FalseClaim, ProofError."""
        if self.proof.cuts:
            raise ProofError("a proof in the bitvectors domain has no cuts")
        contract = self.routine.contract
        self.inputs = sample_inputs(contract, self.pattern, SHADOWS)
        entry = entry_words(self.theory, contract, self.pattern, self.inputs)
        indices = sorted({index for words in entry.values() for word in words for index in word.variables()})
        twins = {index: twin(self.theory, index) for index in indices}
        arguments = Arguments(contract, self.theory, Integers(self.theory).bounds, entry)
        for clause in arguments.require():
            self.theory.record(clause)
        machine = set_up(self.routine, self.pattern, BitVectors(self.theory), {
            name: [twins[index].term for word in words for index in word.variables()] for name, words in entry.items()})
        machine.run(self.routine.start)
        exits = {name: [unsigned(self.theory, f"{name}{index} at exit", term) for index, term in enumerate(terms)]
                 for name, terms in results(machine, contract, self.pattern).items()}
        conclusion = arguments.conclusion({name: [word.value for word in words] for name, words in exits.items()})
        self.links["return"] = arguments.cited
        self._check_shadows(conclusion)
        bits = [index for index in indices if self.theory.variables[index].high == 1]
        for case in disjunct_cases(bits):
            self._prove_case(case, twins, [word for words in exits.values() for word in words], conclusion)
        return self.obligations

    def _check_shadows(self, conclusion: list[Relation]) -> None:
        for relation in conclusion:
            for shadow in range(SHADOWS):
                if not relation.holds(self.theory.at(shadow)):
                    raise FalseClaim(f"return: {relation.text}", shadow)

    def _prove_case(self, case: dict[int, Poly], twins: dict[int, Word], exits: list[Word],
                    conclusion: list[Relation]) -> None:
        shown = "".join(f" where {self.theory.variables[i].name} = {bit.constant_value()}" for i, bit in case.items())
        known: list[Clause] = []
        assume = [equal_words(twins[index], Word(bit.constant_value() or 0, bit))[0] for index, bit in case.items()]
        shadows = [s for s in range(SHADOWS) if all(
            self.theory.variables[i].shadow[s] == bit.constant_value() for i, bit in case.items())]
        for word in exits:
            source = self._same_on(shadows, word, twins)
            question, clause = equal_words(word, source)
            title = f"return: {self.theory.show(clause)}{shown}"
            self.obligations.append(obligation(title, self.theory, question, case=case, assume=assume))
            known.append(clause)
        for relation in conclusion:
            self.obligations.append(
                obligation(f"return: {relation.text}{shown}", self.theory, relation.exact_clause(), known, case))

    def _same_on(self, shadows: list[int], word: Word, twins: dict[int, Word]) -> Word:
        """An entry word, or a constant, that has the exit word's value on these concrete inputs."""
        values = [self.theory.shadow(word.value)[s] for s in shadows]
        for index, candidate in twins.items():
            if [self.theory.variables[index].shadow[s] for s in shadows] == values:
                return candidate
        if values and len(set(values)) == 1:
            return Word(values[0], Poly.constant(values[0]))
        raise ProofError(f"{self.theory.show_poly(word.value)} equals no word at entry: not a routine that moves words")
