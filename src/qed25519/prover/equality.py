"""Two routines with one contract write the same words: for mutants that all theorems accept.

Both run in the integers domain over one theory in which equal operations on equal operands have equal results, so
most rewritten code ends in the very same polynomials.  Where two words differ, the solver must show that their
polynomials are equal under all that the two runs recorded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from qed25519.domains.integers import Integers
from qed25519.domains.polynomial import Poly
from qed25519.domains.theory import Clause, InternalError, Theory, equal
from qed25519.isa.machine import MachineError
from qed25519.prover.calls import Pattern, results, set_up
from qed25519.prover.contract import alias_partitions
from qed25519.prover.correct import CorrectRun
from qed25519.prover.hints import Proof, ProofError
from qed25519.prover.objects import Routine
from qed25519.prover.obligations import obligation
from qed25519.prover.solver import Solver
from qed25519.prover.statement import FalseClaim, Relation


class Shared(Integers):
    """The integers domain, with each operation remembered by its operands.

    Sound because a result is determined by the operands, by definition of the operation.  What is undefined is not
    remembered, except the registers and flags at entry, which the two runs have in common.  A carry that has one value
    on all concrete inputs becomes that constant where `decide` shows it.
    """

    def __init__(self, theory: Theory, decide: Callable[[Poly, int], bool]) -> None:
        super().__init__(theory)
        self.decide = decide
        self._known: dict[Any, Any] = {}

    def forget(self) -> None:
        super().forget()
        self._known.clear()

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

    def _decided(self, carry: Poly) -> Poly:
        values = set(self.theory.shadow(carry))
        if len(values) > 1 or carry.constant_value() is not None or not self._is_bit(carry):
            return carry
        if ("decided", carry) not in self._known:
            value = values.pop()
            self._known["decided", carry] = Poly.constant(value) if self.decide(carry, value) else carry
        decided: Poly = self._known["decided", carry]
        return decided

    def _split(self, x: Poly, k: int, high_hint: str, low_hint: str) -> tuple[Poly, Poly]:
        high, low = super()._split(x, k, high_hint, low_hint)
        return self._decided(high), low

    def sub(self, x: Poly, y: Poly, borrow: Poly, width: int = 64) -> tuple[Poly, Poly]:
        """By the difference, on which alone the result depends."""
        difference, out = self._once("sub", x - y - borrow, Poly({}), Poly({}), width)
        return difference, self._decided(out)

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


def same_words(first: Routine, second: Routine, solver: Solver | None = None, cuts: Iterable[str] = ()) -> str:
    """"" if the two write the same words for every input and aliasing pattern, else what could not be shown.

    Without a solver, by the polynomials alone.  At the labels `cuts` the two runs meet: what is equal there is from
    then on one unknown word, the rest two.
    """
    for pattern in alias_partitions(first.contract):
        try:
            why = _Pair(first, second, pattern, solver, frozenset(cuts)).difference()
        except (FalseClaim, InternalError, MachineError, ProofError) as error:
            why = str(error)
        if why:
            return why
    return ""


class _Pair:
    """The two routines under one aliasing pattern, run side by side."""

    def __init__(self, first: Routine, second: Routine, pattern: Pattern, solver: Solver | None,
                 cuts: frozenset[str]) -> None:
        self.routines, self.pattern, self.solver, self.cuts = (first, second), pattern, solver, cuts
        self.run = CorrectRun(first, pattern, Proof("integers"))
        self.domain = Shared(self.run.theory, lambda carry, value: self._equal(carry, Poly.constant(value)))
        self.run.domain = self.domain
        self.machines = [set_up(routine, pattern, self.domain, self.run.arguments.entry) for routine in self.routines]

    def difference(self) -> str:
        addresses: list[int] = [routine.start for routine in self.routines]
        for machine in self.machines:
            machine.enter()
        while not all(machine.finished for machine in self.machines):
            addresses = [self._advance(*each) for each in zip(self.machines, self.routines, addresses, strict=True)]
            met = {routine.labels.get(address) for routine, address in zip(self.routines, addresses, strict=True)}
            ended = {machine.finished for machine in self.machines}
            if len(ended) == 2 or (ended == {False} and len(met) == 2):
                return "the two do not meet at the same label"
            if ended == {False}:
                self._meet()
        exits = [results(machine, routine.contract, self.pattern)
                 for machine, routine in zip(self.machines, self.routines, strict=True)]
        different = [f"{name}[{index}]" for name, words in exits[0].items()
                     for index, (left, right) in enumerate(zip(words, exits[1][name], strict=True))
                     if not self._equal(left, right)]
        return f"not shown to be the same: {', '.join(different)}" if different else ""

    def _advance(self, machine: Any, routine: Routine, address: int) -> int:
        """To the return or to the next cut."""
        address = machine.step(address)
        while not machine.finished and routine.labels.get(address) not in self.cuts:
            address = machine.step(address)
        return int(address)

    def _equal(self, left: Any, right: Any) -> bool:
        """Two values are the same: they are one polynomial, or the solver shows it."""
        if left == right:
            return True
        if self.solver is None or not (isinstance(left, Poly) and isinstance(right, Poly)):
            return False
        if self.run.theory.shadow(left) != self.run.theory.shadow(right):
            return False
        self.run.obligations.clear()
        self.run.prove(Relation("=", left, right), "the same")       # by way of carries that are constant, if they are
        plain = obligation("the same", self.run.theory, Clause(equal(left, right)))
        return any(all(future.result().verdict == "proved" for future in self.solver.submit(items))
                   for items in ([plain], self.run.obligations))

    def _fresh(self, value: Poly) -> Poly:
        factor = 2**64 - 1
        bit = value.quotient(factor)
        if bit is not None and self.domain.bounds(bit) == (0, 1):
            return self.domain.new("met", 1, self.run.theory.shadow(bit)) * factor
        low, high = self.domain.bounds(value)
        return self.domain.new("met", min(high, factor) if low >= 0 else factor, self.run.theory.shadow(value))

    def _meet(self) -> None:
        """Forget: equal data becomes a fresh word that the two share, other data two fresh words; a mask stays one,
        and what intervals show to be small stays so.
        Constants stay, and what is made of words at entry and equal; flags are unknown, but for those that are one
        constant in both."""
        one, two = self.machines
        shared: list[tuple[dict[Any, Any], dict[Any, Any]]] = [(one.registers, two.registers)]
        shared += [(region.words, two.regions[name].words) for name, region in one.regions.items()]
        new = []
        for mine, yours in shared:
            for place in mine.keys() | yours.keys():
                left, right = mine.get(place), yours.get(place)
                same = self._equal(left, right)
                if same and isinstance(left, Poly) and all(v < self.run.entry_variables for v in left.variables()):
                    yours[place] = left
                    continue
                for words, value in ((mine, left), (yours, right)):
                    if isinstance(value, Poly) and value.variables() and not (same and words is yours):
                        words[place] = self._fresh(value)
                if same and isinstance(left, Poly) and left.variables():
                    new.append((yours, place, mine[place]))
        for words, place, value in new:
            words[place] = value
        self.run.theory.constraints.clear()
        for clause in self.run.preconditions:
            self.run.theory.record(clause)
        self.domain.forget()
        constants = {name: value for name, value in one.flags.items() if isinstance(value, Poly)
                     and value.constant_value() is not None and value == two.flags[name]}
        for machine in self.machines:
            machine.undefine(*machine.flag_names)
            machine.flags.update(constants)
