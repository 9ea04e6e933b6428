"""Cheats with divsteps, and with facts of cuts that the inversion needs: each is refused, or leaves a goal unproved."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from qed25519.domains.polynomial import Poly
from qed25519.domains.theory import SHADOWS, Theory
from qed25519.domains.theory import at_least as where_at_least
from qed25519.prover.contract import alias_partitions
from qed25519.prover.correct import CorrectRun
from qed25519.prover.divstep_rule import I_LIMIT, DivstepRule
from qed25519.prover.hints import Fact, Proof, ProofError, State, at_least, at_most, equation
from qed25519.prover.statement import FalseClaim, Relation
from qed25519.prover.theorems import PACKAGE

from .routines import routine, solver
from .test_divstep_rule import STEPS, P, state
from .test_divstep_rule import routine as four_steps

SCALARS = 'r = "return u64 rax", a = "in u64 rdi", b = "in u64 rsi"'
K = 2**63 + 987654321      # no concrete input has these values
SMALL = 2**62 + 987654321
ONE, ZERO = Poly.constant(1), Poly.constant(0)
Cut = Callable[[State], Sequence[Fact]]


def run_with(folder: Path, code: str, requires: str, **cuts: Cut) -> CorrectRun:
    """r = a, after code with these cuts."""
    made = routine(folder, code, SCALARS, '["r = a"]', requires=requires)
    proof = Proof()
    for label, function in cuts.items():
        proof.cut(label)(function)
    return CorrectRun(made, {}, proof)


def answers(run: CorrectRun, until: str = "") -> dict[str, str]:
    """Verdicts by title; `until` a claim that is false on a concrete input, if one is named."""
    if until:
        with pytest.raises(FalseClaim, match=until):
            run.run()
    else:
        run.run()
    asked = solver().submit(run.obligations)
    return {item.title: future.result().verdict for item, future in zip(run.obligations, asked, strict=True)}


# --- signs of products ----------------------------------------------------------------------------------------------


def signs(folder: Path, known: Callable[[Poly, Poly], Relation], goal: Callable[[Poly, Poly], Relation],
          name: str = "e") -> CorrectRun:
    """At a cut where a <= K: goal(a, b) by the sign of b times what is known."""
    def here(s: State) -> list[Fact]:
        (a,), (b,) = s.words("rdi"), s.words("rsi")
        return [Fact(known(a, b), name="e"), Fact(goal(a, b), signs=((name, b),), direct=True)]
    return run_with(folder, "CUT(here)\nmov rax, rdi", f'["a < {K + 1}"]', here=here)


def test_the_sign_of_a_product_is_used(tmp_path: Path) -> None:
    run = signs(tmp_path, lambda a, b: at_least(K - a, 0), lambda a, b: at_least(b * (K - a), 0))
    assert [answers(run)[f"here, fact {number}"] for number in (1, 2)] == ["proved", "proved"]


@pytest.mark.parametrize("known", [
    lambda a, b: equation(a, a), lambda a, b: Relation(">=", a, ZERO, given=(where_at_least(b, 1),))])
def test_only_an_inequality_without_conditions_has_a_sign(known: Callable[[Poly, Poly], Relation],
                                                          tmp_path: Path) -> None:
    with pytest.raises(ProofError, match="no inequality without conditions"):
        signs(tmp_path, known, lambda a, b: at_least(a * b, 0)).run()


def test_the_sign_of_a_fact_that_is_not_known(tmp_path: Path) -> None:
    with pytest.raises(ProofError, match="no fact is known here under the name other"):
        signs(tmp_path, lambda a, b: at_least(a, 0), lambda a, b: at_least(a * b, 0), "other").run()


def test_a_product_is_no_larger_than_its_sign_says(tmp_path: Path) -> None:
    """b*(K - a) >= b is false for a = K, which no concrete input has."""
    run = signs(tmp_path, lambda a, b: at_least(K - a, 0), lambda a, b: at_least(b * (K - a), b))
    assert answers(run)["here, fact 2"] == "refuted"


# --- what is known later --------------------------------------------------------------------------------------------

THREE = ("mov rax, rdi\nxor rax, rsi\nxor rax, rsi\nmov rcx, rax\n"
         "CUT(first)\nnop\nCUT(second)\nnop\nCUT(third)\nmov rax, rdi")
Options = dict[str, Any]


def later(folder: Path, fact: Options, keep: str = "rax rcx", release: bool = False, goal: Options | None = None
          ) -> CorrectRun:
    """Of rax = rcx, proved at the first cut: is it known at the third, when the second kept the registers?"""
    def first(s: State) -> list[Fact]:
        (a,), (c,) = s.words("rax"), s.words("rcx")
        s.save("c", c)
        return [Fact(equation(a, c), name="same", **fact)]

    def second(s: State) -> list[Fact]:
        s.hold(keep)
        if release:
            s.release()
        return []

    def third(s: State) -> list[Fact]:
        return [Fact(equation(s.words("rax")[0], s.saved["c"]), **(goal or {}))]
    return run_with(folder, THREE, "[]", first=first, second=second, third=third)


NAMED: Options = {"times": (("same", ONE),)}


@pytest.mark.parametrize(("fact", "goal"), [({"hold": True}, {}), ({"hold": True, "aside": True}, NAMED)])
def test_what_is_held_is_known(fact: Options, goal: Options, tmp_path: Path) -> None:
    assert answers(later(tmp_path, fact, goal=goal))["third, fact 1"] == "proved"


@pytest.mark.parametrize(("fact", "keep", "release"), [
    ({}, "rax rcx", False),                                    # the fact is not held
    ({"hold": True}, "rcx", False),                            # the register is not
    ({"hold": True}, "rax rcx", True),                         # all is released
    ({"hold": True, "aside": True}, "rax rcx", False),         # the fact is aside, and not named
    ({"hold": True, "forget": True}, "rax rcx", False),
])
def test_what_is_not_held_is_not_known(fact: Options, keep: str, release: bool, tmp_path: Path) -> None:
    assert answers(later(tmp_path, fact, keep, release))["third, fact 1"] == "refuted"


@pytest.mark.parametrize(("fact", "release"), [
    ({}, False), ({"hold": True}, True), ({"hold": True, "aside": True}, True)])
def test_a_name_that_is_not_held(fact: Options, release: bool, tmp_path: Path) -> None:
    with pytest.raises(ProofError, match="no fact is known here under the name same"):
        later(tmp_path, fact, release=release, goal=NAMED).run()


def test_a_fact_aside_is_no_hypothesis_at_its_own_cut(tmp_path: Path) -> None:
    """The second fact is the first."""
    def first(s: State) -> list[Fact]:
        (a,) = s.words("rax")
        return [Fact(equation(a, s["a"][0]), name="same", aside=True), Fact(equation(a, s["a"][0]))]

    assert answers(run_with(tmp_path, THREE, "[]", first=first))["first, fact 2"] == "refuted"


# --- parts of words -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("limit", "verdict"), [(K, "proved"), (K - 1, "refuted")])
def test_halves_are_those_of_the_word(limit: int, verdict: str, tmp_path: Path) -> None:
    def here(s: State) -> list[Fact]:
        high, low = s.halves("rdi", 62)
        whole = high * 2**62 + low
        return [Fact(equation(whole, s["a"][0])), Fact(at_most(whole, limit)), Fact(at_most(high, 2))]

    found = answers(run_with(tmp_path, "CUT(here)\nmov rax, rdi", f'["a < {K + 1}"]', here=here))
    assert [found[f"here, fact {number}"] for number in (1, 2, 3)] == ["proved", verdict, "proved"]


def test_halves_of_a_word_that_is_named_already(tmp_path: Path) -> None:
    with pytest.raises(ProofError, match="twice"):
        run_with(tmp_path, "CUT(here)\nmov rax, rdi", "[]",
                 here=lambda s: [Fact(equation(s.words("rdi")[0], s.halves("rdi", 62)[0]))]).run()


@pytest.mark.parametrize(("below", "verdict"), [(SMALL, "proved"), (SMALL + 1, "refuted")])
def test_a_known_sign_is_that_of_its_word_only(below: int, verdict: str, tmp_path: Path) -> None:
    """rdi is not negative; when 2^63 - SMALL is added, it is not for a < SMALL."""
    def first(s: State) -> list[Fact]:
        a = s.signed("rdi", hold=True)
        return [Fact(at_least(a, 0)), Fact(equation(a, s["a"][0]), hold=True)]

    def second(s: State) -> list[Fact]:
        return [Fact(equation(s.signed("rcx"), 0), direct=True)]

    code = f"CUT(first)\nmov rcx, {2**63 - SMALL}\nadd rcx, rdi\nsar rcx, 63\nCUT(second)\nmov rax, rdi"
    found = answers(run_with(tmp_path, code, f'["a < {below}"]', first=first, second=second))
    assert found["second, fact 1"] == verdict


# --- chains of divsteps ---------------------------------------------------------------------------------------------

Hook = Callable[[State, tuple[Poly, Poly, Poly]], object]


@pytest.fixture
def code(tmp_path: Path) -> Path:
    return Path(shutil.copytree(PACKAGE / "asm", tmp_path / "asm"))


def begin(s: State, words: tuple[Poly, Poly, Poly], *, bits: int = 20, n: int = STEPS, m: int = 20, alpha: int = 2**41,
          beta: int = 2**62, shift: int = 0) -> None:
    f, g, i = words
    rule = s.divsteps
    rule.begin("whole", Poly.constant(P), s["g"][0], 2**255)
    rule.low("low", of="whole", bits=bits, f=f + 2**41, g=g + 2**62, i=i + shift)
    rule.pack("packed", of="low", n=n, m=m, alpha=alpha, beta=beta, f=f, g=g, i=i)


def end(s: State, words: tuple[Poly, Poly, Poly]) -> None:
    s.divsteps.unpack("packed")


def run(asm: Path, first: Hook = begin, last: Hook = end, step: int = STEPS) -> CorrectRun:
    """Four steps of packed words, as in test_divstep_rule; `first` at the start, `last` after so many steps."""
    steps, made = Proof(), four_steps(asm)

    @steps.cut("packed")
    def packed(s: State) -> list[Fact]:
        words = s.signed("r8"), s.signed("r9"), s.signed("rcx")
        first(s, words)
        limits = [Fact(limit) for x in words[:2] for limit in (at_most(x, 2**62 - 1), at_least(x, -(2**62)))]
        return [Fact(equation(words[0], 0xfffed - 2**41)), *limits]

    def stepped(s: State) -> list[Fact]:
        limits, words = state(s)
        s.divsteps.step("packed", *words)  # type: ignore[arg-type]
        if int(s.label.rpartition("_")[2]) == step:  # type: ignore[attr-defined]
            last(s, words)  # type: ignore[arg-type]
        return limits

    for number in range(1, step + 1):
        steps.cut(f"step_{number}")(stepped)
    return CorrectRun(made, alias_partitions(made.contract)[0], steps)


def then(*actions: Hook) -> Hook:
    def all_of_them(s: State, words: tuple[Poly, Poly, Poly]) -> None:
        for action in actions:
            action(s, words)
    return all_of_them


def rebase(*order: int) -> Hook:
    """The chain's own matrix with its entries in another order."""
    def hook(s: State, words: tuple[Poly, Poly, Poly]) -> None:
        matrix = s.divsteps.chains["low"].matrix
        s.divsteps.rebase("low", (matrix[order[0]], matrix[order[1]], matrix[order[2]], matrix[order[3]]))
    return hook


def apply(name: str = "low", of: str = "whole", bits: int = 20) -> Hook:
    return lambda s, words: s.divsteps.apply(name, of=of, bits=bits)


def other(s: State, words: tuple[Poly, Poly, Poly]) -> None:
    """Another chain from the same numbers."""
    s.divsteps.begin("other", Poly.constant(P), s["g"][0], 2**255)


def test_the_chain_moves_when_nothing_is_wrong(code: Path) -> None:
    found = run(code, last=then(end, rebase(0, 1, 2, 3), apply()))
    assert set(answers(found, until="^return").values()) == {"proved"}
    assert found.divsteps.chains["whole"].steps == STEPS
    rules = "steps", "index", "matrix", "sizes", "offset", "bound", "still"
    assert found.links[f"step_{STEPS}"] == {"divstep/spec/half", *(f"divstep/rule/{name}" for name in rules)}
    assert "divstep/p/steps_590" not in set().union(*found.links.values())


REFUSED: dict[str, tuple[Hook, Hook, int, str]] = {
    "packed twice": (then(begin, lambda s, w: s.divsteps.pack(
        "again", "low", STEPS, 20, 2**41, 2**62, *w)), end, STEPS, "low is stepped already"),
    "a name packed twice": (then(begin, other, lambda s, w: s.divsteps.pack(
        "packed", "other", STEPS, 20, 2**41, 2**62, *w)), end, STEPS, "stepped already"),
    "unpacked too early": (begin, end, STEPS - 1, "3 steps are done, 4 were announced"),
    "more steps than bits of the offset": (
        lambda s, w: begin(s, w, alpha=2**3), end, STEPS, "must divide the offsets"),
    "more steps than bits": (lambda s, w: begin(s, w, n=5, m=4), end, STEPS, "need as many bits"),
    "another chain moved": (
        then(begin, other), then(end, apply(of="other")), STEPS, "these are the low 20 bits of whole"),
    "a chain of whole numbers applied": (
        then(begin, other), then(end, apply(name="other")), STEPS, "these are the low"),
    "more bits than agree": (begin, then(end, apply(bits=21)), STEPS, "these are the low 20 bits"),
    "applied twice": (begin, then(end, apply(), apply()), STEPS, "there is no chain of divsteps low"),
    "applied under way": (begin, apply(), STEPS, "steps are under way"),
    "a chain begun again, under way": (
        then(begin, lambda s, w: s.divsteps.begin("whole", Poly.constant(P), s["g"][0] + 1, 2**255)), end, STEPS,
        "a chain of divsteps whole already"),
    "low words named again, under way": (
        then(begin, lambda s, w: s.divsteps.low("low", "whole", 20, Poly.constant(1), ZERO, w[2])), end, STEPS,
        "a chain of divsteps low already"),
    "a step of nothing": (begin, then(end, lambda s, w: s.divsteps.step("packed", *w)), STEPS, "nothing is packed"),
    "unpacked twice": (begin, then(end, end), STEPS, "nothing is packed"),
    "finished after four steps": (
        begin, then(end, apply(), lambda s, w: s.divsteps.finish("whole")), STEPS, "4 steps are done; 590"),
    "an even beginning": (lambda s, w: s.divsteps.begin("whole", Poly.constant(P - 1), s["g"][0], 2**255), end, STEPS,
                          "begin as an odd constant"),
    "a beginning with a word": (lambda s, w: s.divsteps.begin("whole", s["g"][0], s["g"][0], 2**255), end, STEPS,
                                "begin as an odd constant"),
}


@pytest.mark.parametrize("cheat", REFUSED)
def test_a_cheat_with_divsteps_is_refused(cheat: str, code: Path) -> None:
    first, last, step, why = REFUSED[cheat]
    with pytest.raises((ProofError, FalseClaim), match=why):
        run(code, first, last, step).run()


FALSE: dict[str, tuple[Hook, Hook, str]] = {
    "rows exchanged": (begin, then(end, rebase(2, 3, 0, 1)), "step_4"),
    "columns exchanged": (begin, then(end, rebase(1, 0, 3, 2)), "step_4"),
    "a wrong offset of f": (lambda s, w: begin(s, w, alpha=2**42), end, "packed"),
    "a wrong offset of g": (lambda s, w: begin(s, w, beta=0), end, "packed"),
    "a range that is too small": (lambda s, w: begin(s, w, m=19), end, "packed"),
    "low words that agree in fewer bits": (lambda s, w: begin(s, w, bits=21), end, "packed"),
    "low words that are not below 2^bits": (lambda s, w: begin(s, w, bits=19), end, "packed"),
    "another i": (lambda s, w: begin(s, w, shift=1), end, "packed"),
    "another g than the chain has": (
        then(begin, lambda s, w: s.divsteps.retie("whole", Poly.constant(P), s["g"][0] + 2**20)), end, "packed"),
    "a bound that is too small": (
        lambda s, w: s.divsteps.begin("whole", Poly.constant(P), s["g"][0], 2**254), end, "packed"),
}


@pytest.mark.parametrize("cheat", FALSE)
def test_a_false_claim_about_divsteps_is_found(cheat: str, code: Path) -> None:
    first, last, where = FALSE[cheat]
    with pytest.raises(FalseClaim, match=where):
        run(code, first, last).run()


def test_a_chain_goes_on_from_its_own_matrix(code: Path) -> None:
    def hook(s: State, words: tuple[Poly, Poly, Poly]) -> None:
        s.divsteps.rebase("low", s.divsteps.unpack("packed"))
    found = run(code, last=hook)
    assert set(answers(found, until="^return").values()) == {"proved"}


# --- the rule by itself ---------------------------------------------------------------------------------------------


def numbers(f: int, g: int) -> tuple[DivstepRule, Poly, Poly]:
    theory = Theory()
    word = Poly.variable(theory.new("g", 0, P - 1, [g] * SHADOWS))
    return DivstepRule(theory), Poly.constant(f), word


@pytest.mark.parametrize("steps", [0, 531, 589, 591])
def test_590_steps_it_must_be(steps: int) -> None:
    rule, f, g = numbers(P, 5)
    rule.begin("whole", f, g, P)
    rule.chains["whole"].steps = steps
    with pytest.raises(ProofError, match=f"{steps} steps are done; 590 from f = p are needed"):
        rule.finish("whole")


def test_590_steps_from_another_f_are_none() -> None:
    rule, f, g = numbers(P + 2, 5)
    rule.begin("whole", f, g, P + 2)
    rule.chains["whole"].steps = 590
    with pytest.raises(ProofError, match="from f = p are needed"):
        rule.finish("whole")


def test_a_finish_claims_that_g_began_below_p() -> None:
    rule, f, g = numbers(P, 5)
    rule.begin("whole", f, g, P)
    rule.facts.clear()
    rule.chains["whole"].steps = 590
    rule.finish("whole")
    assert [str(fact.relation.kind) for fact in rule.facts] == [">=", ">="]
    assert rule.facts[1].relation.left == Poly.constant(P - 1)
    assert rule.cited == {"divstep/p/steps_590", "divstep/p/divisors"}


def test_there_is_a_limit_of_steps() -> None:
    rule, f, g = numbers(P, 5)
    rule.begin("whole", f, g, P)
    rule.pack("packed", "whole", 20, 255, 0, 0, f, g, ZERO)
    rule.taken = I_LIMIT - 1
    with pytest.raises(ProofError, match="more than"):
        rule.step("packed", f, g, ONE)


def test_low_words_take_no_more_steps_than_they_have_bits() -> None:
    rule, f, g = numbers(P, 5)
    rule.begin("whole", f, g, P)
    rule.low("low", "whole", 3, Poly.constant(P % 8), g, ZERO)
    rule.chains["low"].steps = 4
    with pytest.raises(ProofError, match=r"4 steps, but the pairs agree modulo 2\^3 only"):
        rule.apply("low", "whole", 3)


def test_low_words_of_a_chain_of_the_same_name() -> None:
    """Low words of low words, which are replaced by others of that name."""
    rule, f, g = numbers(P, 5)
    rule.begin("whole", f, g, P)
    for name, of in (("low", "whole"), ("lower", "low")):
        rule.low(name, of, 64, Poly.constant(P % 2**64), g, ZERO)
    rule.apply("low", "whole", 64)
    rule.low("low", "whole", 64, Poly.constant(P % 2**64), g, ZERO)
    with pytest.raises(ProofError, match="these are the low 64 bits"):
        rule.apply("lower", "low", 64)


def test_low_words_of_before_are_not_those_of_now() -> None:
    """Two chains of low words from one state: after one has moved the whole, the other is of the past."""
    rule, f, g = numbers(P, 5)
    rule.begin("whole", f, g, P)
    for name in ("first", "second"):
        rule.low(name, "whole", 64, Poly.constant(P % 2**64), g, ZERO)
    rule.apply("first", "whole", 64)
    rule.chains["whole"].steps = 4
    with pytest.raises(ProofError, match="after 0 steps"):
        rule.apply("second", "whole", 64)
