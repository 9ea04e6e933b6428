"""The bitvectors domain agrees with ints, and z3 agrees that each definition's term has the recorded values."""

from __future__ import annotations

import z3
from hypothesis import given, settings

from qed25519.domains.bitvectors import BitVectors, Term
from qed25519.domains.theory import SHADOWS, BitVectorDefinition, Theory

from . import sequences


class Shadowed(BitVectors):
    """With inputs that have given values on the concrete inputs."""

    def shadowed(self, values: list[int]) -> Term:
        return Term(self.theory.new(self.theory.fresh_name("x"), 0, 2**64 - 1, values, 64), 64)

    def values(self, result: Term | int) -> list[int]:
        return list(self.theory.variables[result.index].shadow) if isinstance(result, Term) else [result] * SHADOWS


def refuted(theory: Theory, index: int) -> list[str]:
    """The definitions that z3 finds false on one concrete input."""
    def text(operand: int | str) -> str:
        if isinstance(operand, str):
            return operand
        variable = theory.variables[operand]
        return f"(_ bv{variable.shadow[index]} {variable.bits})"

    found = []
    for definition in theory.constraints:
        assert isinstance(definition, BitVectorDefinition)
        term = definition.term.format(*map(text, definition.operands))
        (fact,) = z3.parse_smt2_string(f"(assert (= {text(definition.variable)} {term}))")
        if not z3.is_true(z3.simplify(fact)):
            found.append(term)
    return found


@settings(max_examples=60)
@given(sequences.inputs, sequences.inputs, sequences.programs)
def test_sequences_agree_with_ints_and_z3(first: list[int], second: list[int], program: list[sequences.Step]) -> None:
    domain = Shadowed(Theory())
    sequences.check(domain, [first, second], program, domain.values, lambda result: None)
    assert not [term for index in (0, 7, 31) for term in refuted(domain.theory, index)]


def test_every_operation_on_edges() -> None:
    """Each operation alone, on all pairs of edges, with each bit."""
    pairs = [(x, y) for x in sequences.EDGES for y in sequences.EDGES]
    for name in sequences.OPERATIONS:
        for start in range(0, len(pairs), SHADOWS):
            rows = (pairs[start:] + pairs)[:SHADOWS]
            domain = Shadowed(Theory())
            step = sequences.Step(name, (1, 2), (2, 3), 13 + start % 40, 5)     # the bits are the words' low bits
            sequences.check(domain, [[x for x, _ in rows], [y for _, y in rows]], [step], domain.values, lambda _: None)
            assert not [term for index in range(0, SHADOWS, 5) for term in refuted(domain.theory, index)], name


def test_parity() -> None:
    domain = Shadowed(Theory())
    for start in range(0, 256, SHADOWS):
        result = domain.parity(domain.shadowed([0xABC00 + start + index for index in range(SHADOWS)]))
        assert domain.values(result) == [1 - (start + index).bit_count() % 2 for index in range(SHADOWS)]
    assert not [term for index in range(SHADOWS) for term in refuted(domain.theory, index)]


def test_a_product_has_no_definition() -> None:
    """z3 is never given the bits of a 64 x 64 bit product: the halves are unknown words."""
    domain = Shadowed(Theory())
    domain.mul(domain.shadowed([2**64 - 1] * SHADOWS), domain.constant(3))
    assert not domain.theory.constraints
