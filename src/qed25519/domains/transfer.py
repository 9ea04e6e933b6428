"""The only ways by which a fact about bit-vectors becomes one about integers.  Trusted; tested exhaustively when small.

A word w stands for the integer of its bits, 0 <= unsigned(w) < 2^64.  Each template pairs a bit-vector question with
the clause over the integers that its answer justifies.
"""

from __future__ import annotations

from dataclasses import dataclass

from qed25519.domains.bitvectors import Term, literal
from qed25519.domains.polynomial import Poly
from qed25519.domains.theory import BitVectorDefinition, Clause, Theory, equal


@dataclass(frozen=True)
class Word:
    """A bit-vector word and the integer variable or constant that stands for unsigned(word)."""

    term: Term | int
    value: Poly

    @property
    def operand(self) -> int | str:
        return self.term.index if isinstance(self.term, Term) else literal(self.term, 64)


@dataclass(frozen=True)
class WordEquality:
    """A question in bit-vectors: two words, each a variable's number or a literal, are equal."""

    left: int | str
    right: int | str


def twin(theory: Theory, index: int) -> Word:
    """A fresh bit-vector word for the integer variable `index`, which is within [0, 2^64) and is its unsigned value.

    A bound on the integer (from the contract) is a bound on the word.
    """
    variable = theory.variables[index]
    word = theory.new(f"{variable.name}.bits", 0, 2**64 - 1, variable.shadow, 64)
    if variable.high is not None and variable.high < 2**64 - 1:
        limit = theory.new(f"{variable.name}.bounded", 0, 1, [1] * len(variable.shadow), 1)
        term = f"(ite (bvule {{0}} {literal(variable.high, 64)}) (_ bv1 1) (_ bv0 1))"
        theory.record(BitVectorDefinition(limit, term, (word,)))
        theory.record(BitVectorDefinition(limit, "(_ bv1 1)", ()))
    return Word(Term(word, 64), Poly.variable(index))


def unsigned(theory: Theory, name: str, term: Term | int) -> Word:
    """The word with a fresh integer variable for its unsigned value."""
    if not isinstance(term, Term):
        return Word(term, Poly.constant(term))
    index = theory.new(name, 0, 2**64 - 1, theory.variables[term.index].shadow)
    return Word(term, Poly.variable(index))


def equal_words(left: Word, right: Word) -> tuple[WordEquality, Clause]:
    """If the words are equal, so are their unsigned values."""
    return WordEquality(left.operand, right.operand), Clause(equal(left.value, right.value))
