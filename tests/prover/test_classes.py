"""The rule for classes modulo p gives what follows from facts that are proved, and nothing else.

`nearly` copies x, but adds 1 where x0 is K, which no concrete input has: every false claim below is true on all of
them, and only a proof would notice.
"""

from __future__ import annotations

import sys
import types
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from qed25519.domains.polynomial import Poly
from qed25519.domains.theory import SHADOWS, InternalError, Theory
from qed25519.prover.classes import Classes
from qed25519.prover.contract import alias_partitions
from qed25519.prover.correct import CorrectRun
from qed25519.prover.hints import Fact, Proof, ProofError, State, val
from qed25519.prover.hints import at_most as most
from qed25519.prover.objects import Routine
from qed25519.prover.statement import FalseClaim
from qed25519.prover.symbols import StatementError

from .routines import answers, correct, own, routine

P = 2**255 - 19
K = 2**63 + 987654321
WORDS = "rax r8 r9 r10"
ARGS = 'z = "out u64[4] rdi", x = "in u64[4] rsi"'
COPY = "mov rax, [rsi]\nmov r8, [rsi + 8]\nmov r9, [rsi + 16]\nmov r10, [rsi + 24]\n"
TWEAK = f"mov rdx, {K}\nmov ecx, 0\ncmp rax, rdx\nsetz cl\nadd rax, rcx\n"
STORE = "mov [rdi], rax\nmov [rdi + 8], r8\nmov [rdi + 16], r9\nmov [rdi + 24], r10"
SAME = '["z = field.add(x, 0) mod p"]'

CutFunction = Callable[[State], Sequence[Fact]]


def same(x: Poly) -> Poly:
    return x


def nearly(folder: Path, spec: str = SAME, tweak: str = TWEAK) -> Routine:
    return routine(folder, f"{COPY}{tweak}CUT(one)\nnop\nCUT(two)\n{STORE}", ARGS, spec)


def run_of(code: Routine, one: CutFunction | None = None, two: CutFunction | None = None) -> CorrectRun:
    proof = Proof(classes=True)
    for label, function in (("one", one), ("two", two)):
        if function:
            proof.cut(label)(function)
    return CorrectRun(code, next(iter(alias_partitions(code.contract))), proof)


def claims(*, exact: bool = False) -> CutFunction:
    """z's words have the class of x."""
    def cut(s: State) -> list[Fact]:
        s.element(val(s.words(WORDS)), same, val(s["x"]), exact=exact)
        return []
    return cut


def test_a_class_that_is_proved_shows_the_equation(tmp_path: Path) -> None:
    for exact in (False, True):
        assert set(answers(run_of(nearly(tmp_path, tweak=""), claims(exact=exact))).values()) == {"proved"}


def test_a_class_that_is_only_claimed_does_not(tmp_path: Path) -> None:
    found = answers(run_of(nearly(tmp_path), claims()))
    assert "refuted" in [verdict for title, verdict in found.items() if title.startswith("one, fact")]


def test_a_class_that_a_concrete_input_refutes(tmp_path: Path) -> None:
    with pytest.raises(FalseClaim, match="one, the class of"):
        run_of(nearly(tmp_path, tweak="add rax, 1\n"), claims()).run()


def test_equal_modulo_p_is_not_exactly_equal(tmp_path: Path) -> None:
    """fe_add's sum is congruent, and neither exact nor canonical."""
    spec = 'spec      = ["z = field.add(x, y) mod p"]'
    for other in ("field.add(x, y)", "field.canonical(field.add(x, y))", "field.add(x, y) mod l"):
        code = own("x86_64/common/fe_add", spec, f'spec = ["z = {other}"]', tmp_path)
        assert correct(code, Proof(classes=True)).verdict == "refuted"


def test_a_congruent_value_has_to_be_shown_canonical(tmp_path: Path) -> None:
    """x itself is canonical where x < p; of which the precondition says too little by one value."""
    for bound, verdict in ((P, "proved"), (P + 1, "refuted")):
        code = routine(tmp_path, f"{COPY}CUT(one)\n{STORE}", ARGS, '["z = field.canonical(x)"]',
                       requires=f'["x < {bound}"]')
        def cut(s: State) -> list[Fact]:
            words = val(s.words(WORDS))
            s.element(words, same, val(s["x"]))
            return [Fact(most(words, P - 1))]
        proof = Proof(classes=True)
        proof.cut("one")(cut)
        assert correct(code, proof).verdict == verdict


def test_after_a_cut_the_class_of_new_words_is_unknown(tmp_path: Path) -> None:
    """The second cut names fresh words, of which no class is known."""
    def forget(s: State) -> list[Fact]:
        s.words(WORDS)
        return []
    found = answers(run_of(nearly(tmp_path, tweak=""), claims(), forget))
    assert found["return: z = field.add(x, 0) mod p"] == "refuted"


def test_a_class_outlives_the_cut_where_its_words_are_held(tmp_path: Path) -> None:
    def hold(s: State) -> list[Fact]:
        s.hold(WORDS)
        return []
    assert set(answers(run_of(nearly(tmp_path, tweak=""), claims(), hold)).values()) == {"proved"}


def test_a_name_is_that_of_the_spec(tmp_path: Path) -> None:
    """What the spec calls the canonical value of x; the name of a name is another, which says less."""
    for times, verdict in ((1, "proved"), (2, "refuted")):
        def named(s: State, times: int = times) -> list[Fact]:
            words = val(s.words(WORDS))
            s.element(words, same, val(s["x"]))
            for _ in range(times):
                s.name(words)
            return []
        code = nearly(tmp_path, '["z = field.canonical(x) mod p"]', "")
        assert answers(run_of(code, named))["return: z = field.canonical(x) mod p"] == verdict


# --- claims that come too late, or change ---------------------------------------------------------------------------


def test_a_cut_that_is_over_claims_nothing(tmp_path: Path) -> None:
    """Its facts are proved already: a class that it claimed now would be believed."""
    for catch in (False, True):
        states: list[State] = []

        def first(s: State, states: list[State] = states) -> list[Fact]:
            states.append(s)
            s.hold(WORDS)
            return []

        def second(s: State, states: list[State] = states, catch: bool = catch) -> list[Fact]:
            try:
                states[0].element(val(s.words(WORDS)), same, val(s["x"]))
            except ProofError:
                if not catch:
                    raise
            return []

        run = run_of(nearly(tmp_path), first, second)
        if catch:
            assert "refuted" in answers(run).values()
        else:
            with pytest.raises(ProofError, match="the cut one is over"):
                run.run()


def test_a_range_claimed_by_a_cut_that_is_over(tmp_path: Path) -> None:
    states: list[State] = []

    def first(s: State) -> list[Fact]:
        states.append(s)
        return []

    def second(s: State) -> list[Fact]:
        states[0].bounded("r8", 2**64 - 1)
        return []

    with pytest.raises(ProofError, match="the cut one is over"):
        run_of(nearly(tmp_path), first, second).run()


def test_a_function_is_asked_once(tmp_path: Path) -> None:
    """The fact and the class come from one answer."""
    results = [lambda x: x + 0 * x, lambda x: x + 1]

    def cut(s: State) -> list[Fact]:
        s.element(val(s.words(WORDS)), lambda x: results.pop(0)(x), val(s["x"]))
        return []

    assert "refuted" in answers(run_of(nearly(tmp_path), cut)).values() and len(results) == 1


@pytest.mark.parametrize("function", [
    lambda x: Poly.variable(0), lambda x: x * Poly.variable(3), lambda x: Poly.variable(-2), lambda x: 5,
    lambda x: Poly({(-1,): 0.5}),  # type: ignore[dict-item]
    lambda x: Poly({(-1,): True}), lambda x: (x, x), lambda x: None, lambda x: x.x,
])
def test_what_is_no_polynomial_in_the_others(function: Any, tmp_path: Path) -> None:
    def cut(s: State) -> list[Fact]:
        s.element(val(s.words(WORDS)), function, val(s["x"]))
        return []
    with pytest.raises(ProofError):
        run_of(nearly(tmp_path, tweak=""), cut).run()


class Chameleon:
    """Equal to a value whose class is known, and made of the terms of another."""

    def __init__(self, known: Poly, other: Poly) -> None:
        self.known, self.terms, self._terms = known, other.terms, dict(other.terms)

    def __hash__(self) -> int:
        return hash(self.known)

    def __eq__(self, other: object) -> bool:
        return other == self.known


@pytest.mark.parametrize("value", [5, True, None, "x", Chameleon(Poly.variable(0), Poly.variable(1))])
def test_a_class_is_that_of_a_polynomial(value: Any, tmp_path: Path) -> None:
    def cut(s: State) -> list[Fact]:
        s.element(val(s.words(WORDS)), lambda x, y: x + 0 * y, val(s["x"]), value)
        return []

    def left(s: State) -> list[Fact]:
        s.element(value, same, val(s["x"]))
        return []

    for function in (cut, left):
        with pytest.raises(ProofError):
            run_of(nearly(tmp_path, tweak=""), function).run()


# --- polynomials that change ----------------------------------------------------------------------------------------


def test_a_polynomial_does_not_change(tmp_path: Path) -> None:
    """A proof file is given those that the prover goes on with, and the prover keeps those that it gives."""
    def cut(s: State) -> list[Fact]:
        terms: Any = {(): 0}
        for word in (s["x"][0], s.words("rax")[0], s.saved.setdefault("kept", Poly(terms))):
            with pytest.raises((TypeError, AttributeError)):
                word.terms[()] = 1  # type: ignore[index]
            with pytest.raises(AttributeError):
                word.terms.clear()  # type: ignore[attr-defined]
            with pytest.raises(AttributeError):
                word.terms = {}  # type: ignore[misc]
        terms[()] = 1
        assert s.saved["kept"].terms == {(): 0}
        return []

    run_of(nearly(tmp_path, tweak=""), cut).run()
    with pytest.raises(TypeError):
        types.new_class("Other", (Poly,))


def test_a_variable_counted_from_the_last_is_none(tmp_path: Path) -> None:
    """Number -1 would be another variable, with another range, whenever there is a new one."""
    def saves(s: State) -> list[Fact]:
        s.save("last", Poly.variable(-1))
        return [Fact(most(s.saved["last"], 2**64 - 1))]

    def element(s: State) -> list[Fact]:
        s.save("last", Poly.variable(-1))
        s.element(s.saved["last"], same, s.saved["last"])
        return []

    def asks(s: State) -> list[Fact]:
        s.remainder(Poly.variable(-1), P)
        return []

    def multiplies(s: State) -> list[Fact]:
        fact = Fact(most(s.words("rax")[0], 2**64 - 1), name="known")
        return [fact, Fact(fact.relation, times=(("known", Poly.variable(-1)),))]

    for cut in (saves, element, asks, multiplies):
        with pytest.raises(ProofError, match=r"no polynomial|no entry value"):
            run_of(nearly(tmp_path, tweak=""), cut).run()


def test_a_remainder_is_modulo_an_integer(tmp_path: Path) -> None:
    for modulus in (0, -P, 2.0, True):
        def cut(s: State, modulus: Any = modulus) -> list[Fact]:
            s.remainder(val(s["x"]), modulus)
            return []
        with pytest.raises((ProofError, InternalError)):
            run_of(nearly(tmp_path, tweak=""), cut).run()


# --- the rule by itself ---------------------------------------------------------------------------------------------


def classes(*ranges: tuple[int, int | None]) -> tuple[Classes, list[Poly]]:
    theory = Theory()
    return Classes(theory), [Poly.variable(theory.new(f"v{n}", low, high, [low + i % 2 for i in range(SHADOWS)]))
                             for n, (low, high) in enumerate(ranges)]


def test_a_class_that_is_false_on_a_concrete_input() -> None:
    found, (x, y) = classes((0, None), (5, None))
    with pytest.raises(InternalError, match="is not congruent to"):
        found.learn(x, y)
    found.learn(x, y - 5)
    found.learn(x, y - 5 + P * y)
    assert found.of(x) == y - 5 + P * y and found.of(y) == y


def test_cases_are_those_of_bits_only() -> None:
    """b·b = b for a bit; a number in [0, 2] is 0, 1 or 2, and one in [0, 1] without an upper bound anything."""
    for ends, shown in (((0, 1), True), ((0, 2), False), ((0, None), False), ((1, 2), False)):
        found, (b,) = classes(ends)
        assert (found.identities(b * b, b) is not None) == shown
        assert found.identities(b, b + P) and found.identities(b, b + 1) is None


def test_more_bits_than_cases_are_tried_for() -> None:
    found, bits = classes(*5 * [(0, 1)])
    for count, shown in ((4, True), (5, False)):
        value = sum((b * b for b in bits[:count]), Poly.constant(0))
        assert (found.identities(value, sum(bits[:count], Poly.constant(0))) is not None) == shown


def test_a_name_stands_for_what_it_names_modulo_p_only() -> None:
    """The remainder modulo another number is no class."""
    found, (x,) = classes((0, 2**256))
    for modulus, shown in ((P, True), (P + 2, False)):
        name = found.theory.remainder(x * x, modulus, (0, 2**512), define=False)
        assert (found.identities(x * x, name) is not None) == shown


def test_names_are_replaced_to_a_depth() -> None:
    found, (x,) = classes((0, 2**256))
    names = [x]
    for _ in range(4):
        names.append(found.theory.remainder(names[-1] * names[-1], P, (0, 2**512), define=False))
    assert [found.identities(power(x, 2**depth), names[depth]) is not None
            for depth in range(1, 5)] == [True, True, True, False]


def power(x: Poly, exponent: int) -> Poly:
    return x if exponent == 1 else power(x, exponent // 2) * power(x, exponent // 2)


# --- the spec, on elements ------------------------------------------------------------------------------------------


def test_a_proof_by_classes_does_not_change_the_statement(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Parity is no function of a class; a name for x must not pass for x."""
    module = types.ModuleType("qed25519.spec.cheat")
    module.halved = lambda x: x % P % 2  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "qed25519.spec.cheat", module)
    code = nearly(tmp_path, '["z = cheat.halved(x)"]', "")
    assert correct(code, run_of(code, claims()).proof).verdict in ("refuted", "unknown")
    with pytest.raises((StatementError, FalseClaim)):
        run_of(code, claims()).run()
