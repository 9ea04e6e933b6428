"""Two routines with one contract write the same words: for mutants that all theorems accept.

Both run in the integers domain over one theory in which equal operations on equal operands have equal results, so
most rewritten code ends in the very same polynomials.  A word that differs is an obligation: the solver must show
that its two polynomials are equal under all that the two runs recorded.
"""

from __future__ import annotations

from typing import Any

from qed25519.domains.integers import Integers
from qed25519.domains.polynomial import Poly
from qed25519.domains.theory import InternalError, Theory
from qed25519.isa.machine import MachineError
from qed25519.prover.calls import Pattern, results, set_up
from qed25519.prover.contract import alias_partitions
from qed25519.prover.correct import CorrectRun, ProofError
from qed25519.prover.hints import Proof
from qed25519.prover.objects import Routine
from qed25519.prover.solver import Solver
from qed25519.prover.statement import FalseClaim, Relation


class Shared(Integers):
    """The integers domain, with each operation remembered by its operands.

    Sound because a result is determined by the operands, by definition of the operation.  What is undefined is not
    remembered, except the registers and flags at entry, which the two runs have in common.
    """

    def __init__(self, theory: Theory) -> None:
        super().__init__(theory)
        self._known: dict[Any, Any] = {}

    def _once(self, name: str, *operands: Any) -> Any:
        key = (name, *operands)
        if key not in self._known:
            self._known[key] = getattr(super(), name)(*operands)
        return self._known[key]

    def unknown(self, why: str) -> Poly:
        word: Poly = self._once("unknown", why) if why.endswith(" at entry") else super().unknown(why)
        return word

    def unknown_bit(self, why: str) -> Poly:
        bit: Poly = self._once("unknown_bit", why) if why.endswith(" at entry") else super().unknown_bit(why)
        return bit

    def sub(self, x: Poly, y: Poly, borrow: Poly, width: int = 64) -> tuple[Poly, Poly]:
        """By the difference, on which alone the result depends."""
        pair: tuple[Poly, Poly] = self._once("sub", x - y - borrow, Poly({}), Poly({}), width)
        return pair

    def and_(self, x: Poly, y: Poly) -> Poly:
        word: Poly = self._once("and_", x, y)
        return word

    def or_(self, x: Poly, y: Poly) -> Poly:
        word: Poly = self._once("or_", x, y)
        return word

    def xor(self, x: Poly, y: Poly) -> Poly:
        word: Poly = self._once("xor", x, y)
        return word

    def select(self, b: Poly, x: Poly, y: Poly) -> Poly:
        word: Poly = self._once("select", b, x, y)
        return word

    def is_zero(self, x: Poly) -> Poly:
        bit: Poly = self._once("is_zero", x)
        return bit


def same_words(first: Routine, second: Routine, solver: Solver | None = None) -> str:
    """"" if the two write the same words for every input and aliasing pattern, else what could not be shown.

    Without a solver, by the polynomials alone.
    """
    for pattern in alias_partitions(first.contract):
        try:
            why = _same(first, second, pattern, solver)
        except (FalseClaim, InternalError, MachineError, ProofError) as error:
            why = str(error)
        if why:
            return why
    return ""


def _same(first: Routine, second: Routine, pattern: Pattern, solver: Solver | None) -> str:
    run = CorrectRun(first, pattern, Proof("integers"))
    run.domain = Shared(run.theory)
    exits = []
    for routine in (first, second):
        machine = set_up(routine, pattern, run.domain, run.arguments.entry)
        machine.run(routine.start)
        exits.append(results(machine, routine.contract, pattern))
    pairs = [(f"{name}[{index}] is the same", left, right) for name, words in exits[0].items()
             for index, (left, right) in enumerate(zip(words, exits[1][name], strict=True)) if left != right]
    if solver is None:
        return ", ".join(f"not shown: {title}" for title, _, _ in pairs)
    for title, left, right in pairs:
        run.prove(Relation("=", left, right), title)
    for item, future in zip(run.obligations, solver.submit(run.obligations), strict=True):
        answer = future.result()
        if answer.verdict != "proved":
            return f"{item.title}: {answer.verdict} {answer.reason}"
    return ""
