"""The theorems on divsteps are proved, and changed ones are not."""

from __future__ import annotations

import dataclasses
import inspect
import random
from collections.abc import Callable, Iterator, Sequence
from types import ModuleType
from typing import Any

import pytest

from qed25519.proofs.divstep import code, induction, inversion, rule, theorems
from qed25519.proofs.divstep.facts import CLASSIC, HALF, Formula, Hull
from qed25519.proofs.divstep.theorems import CLAIMS, hull
from qed25519.prover.claim_run import attempt_claim
from qed25519.prover.claims import Claim, Refuted
from qed25519.prover.lemmas import Lemma, holds
from qed25519.prover.report import rests_on
from qed25519.prover.run import Options, prove
from qed25519.prover.solver import Solver
from qed25519.prover.theorems import PACKAGE, Result, Theorem, all_theorems, select
from qed25519.spec import divstep as spec
from qed25519.spec.field import P

Verdicts = Callable[[Sequence[Lemma]], set[str]]


@pytest.fixture(scope="module")
def verdicts() -> Iterator[Verdicts]:
    with Solver(2) as solver:
        yield lambda lemmas: {
            future.result().verdict for future in solver.submit([lemma.obligation() for lemma in lemmas])}


# --- as they are --------------------------------------------------------------------------------------------


def test_every_theorem_is_proved() -> None:
    results = prove([Theorem(claim, claim.kind) for claim in CLAIMS], Options(jobs=2))
    assert {result.theorem: result.verdict for result in results} == {claim.name: "proved" for claim in CLAIMS}
    for result in results:
        assert result.obligations and result.rlimit > 0
    by_name = {result.theorem: result for result in results}
    assert "divstep/induction/half" in by_name["divstep/p/steps_590"].cites
    assert {"divstep/p/steps_590", "divstep/p/divisors", "divstep/spec/matrix"} <= set(
        by_name["divstep/p/inverse"].cites)


def test_they_are_listed_and_selected() -> None:
    found = select(all_theorems(proofs=PACKAGE / "proofs"), ["divstep/p"])
    assert {"divstep/p/steps_590", "divstep/p/sizes", "divstep/p/inverse"} <= {theorem.name for theorem in found}
    assert not select(all_theorems(), ["divstep"])


@pytest.mark.parametrize("claim", CLAIMS, ids=lambda claim: claim.name)
def test_lemmas_have_titles_of_their_own_and_hold_at_their_witness(claim: Claim) -> None:
    lemmas = claim.lemmas()
    assert lemmas and all(lemma.title and "\n" not in lemma.title for lemma in lemmas)
    assert all(holds(lemma, lemma.at) for lemma in lemmas if len(lemma.goal) < 4000)
    modules = rests_on(Result(claim.name, "proved", "", ()), claim)["modules"]
    assert {"proofs/divstep/check.py", "prover/lemmas.py"} <= set(modules)
    assert not any("generate" in module or "minimize" in module for module in modules)


# --- changed lemmas -----------------------------------------------------------------------------------------

HALF_590, HALF_588 = hull("half_590"), hull("half_588")
Lemmas = Callable[[], Sequence[Lemma]]

# lemmas, what is changed, into what: at least one is then not proved
MUTANTS: list[tuple[Lemmas, str, str]] = [
    (induction.polygons, "0 <= m <= 1", "0 <= m <= 2"),
    (induction.polygons, "-1 <= m <= 1", "-1 <= m <= 2"),
    (lambda: induction.members(0), "t1 = t/2", "t1 = t"),
    (lambda: induction.members(0), "C1 = C*c", "C1 = C"),
    (lambda: induction.members(0), "S = S1*c", "S = S1"),
    (lambda: induction.members(0), "f1 = g", "f1 = f"),
    (lambda: induction.members(0), "twice_g1 = g - f", "twice_g1 = g + f"),
    (lambda: induction.members(0), "i >= 2", "i >= 1"),
    (lambda: induction.members(1), "i >= 1", "i >= 0"),
    (lambda: induction.members(0), "i <= -3", "i <= -2"),
    (lambda: induction.members(1), "i <= -3", "i <= -2"),
    (lambda: induction.members(0), "(X + Y*t)*c*c/2", "(X + Y*t)*c/2"),
    (lambda: induction.members(0), "(X - Y*t)*c*c/2", "(X + Y*t)*c*c/2"),
    (lambda: induction.members(0), "Y1 = Y*c*c/2", "Y1 = Y*c*c"),
    (lambda: induction.members(0), "t1 = 2*t", "t1 = t"),
    (lambda: induction.members(0), "0 <= r <= 1", "0 <= r <= 2"),
    (lambda: induction.members(0), "m = (1 - r)/2", "m = (1 + r)/2"),
    (lambda: induction.ends(0), "c*c < 2", "c*c < 3"),
    (lambda: induction.ends(0), "1 < c", "0 < c"),
    (lambda: induction.ends(0), "B < 1", "B < 2"),
    (lambda: induction.ends(0), "2*R <= c", "R <= c"),
    (lambda: induction.ends(0), "R = R1*c/2", "R = R1"),
    (lambda: induction.ends(1), "B*c < 1", "B < 1"),
    (lambda: induction.ends(1), "R <= 1", "R <= 2"),
    (lambda: induction.ends(0), "f % 2 == 1", "f % 2 == 0"),
    (lambda: induction.ends(0), "B = B1*c", "B = B1*c*c"),
    (induction.sizes, "0 <= r <= 1", "0 <= r <= 2"),
    (induction.sizes, "-w <= z <= w", "-w <= z <= 2*w"),
    (induction.sizes, "1 < c", "0 < c"),
    (inversion.divisors, "f == f1 and g == 2*g1 - f1", "f == f1 and g == 2*g1 + f1"),
    (inversion.batch, "(u) * (d)", "(v) * (d)"),
    (inversion.batch, "(s*n)", "s"),
    (inversion.ends, " == 1", " == 2"),
    (inversion.ends, "(f*f - 1)", "(f - 1)"),
    (inversion.zero, "g == 0 and 2*g1 == g", "2*g1 == g"),
    (lambda: code.branches(0), "i >= 0 and", "i > 0 and"),
    (lambda: code.branches(0), "2*g1 == g - f", "2*g1 == g + f"),
    (lambda: code.branches(1), "delta1 == -i - 1 + 1", "delta1 == -i + 1"),
    (code.matrices, "== 2*f1", "== f1"),
    (inversion.unique, "0 <= y < ", "0 <= y <= "),
    (inversion.unique, "(z*a - y*b)", "(z*b - y*a)"),
    (rule.locality, "G = g + 2*y", "G = g + y"),
    (rule.locality, "F = f + 2*x", "F = f + x"),
    (rule.locality, "i >= 0", "i < 0"),
    (rule.locality, "g1 + y - x", "g1 + y + x"),
    (rule.locality, "m*(a - b)", "m*(b - a)"),
    (rule.locality, "f % 2 == 1", "f % 2 == 0"),
    (rule.count, "n <= b", "n <= b + 1"),
    (rule.matrices, "u1 = 2*q", "u1 = 2*u"),
    (rule.matrices, "q1 = q + u", "q1 = q - u"),
    (rule.matrices, "(q*a + r*c)", "(q*a + r*b)"),
    (rule.sizes, "v >= 1 - S and q", "v >= -S and q"),
    (rule.sizes, "u1 = 2*q", "u1 = 3*q"),
    (rule.sizes, "r1 >= 1 - 2*S", "r1 >= 2 - 2*S"),
    (rule.sizes, "abs(q) + abs(r) <= S", "abs(q) + abs(r) <= S + 1"),
    (rule.bound, "-B <= g <= B", "-B <= g <= 2*B"),
    (rule.bound, "(g - f)/2", "g - f"),
    (rule.offset, "beta = N*b", "beta = b"),
    (rule.offset, "N >= 1", "N >= 0"),
    (rule.still, "g == 0", "g == 2"),
    (rule.still, "v == 0 and q", "v == 1 and q"),
    (rule.index, "<= n + 1", "<= n"),
    (rule.index, "<= i <= n", "<= i <= n + 1"),
]


def changed(lemma: Lemma, old: str, new: str) -> Lemma:
    def put(text: str) -> str:
        return text.replace(old, new)
    joined = " and ".join(lemma.given)
    given = (put(joined),) if joined and old in joined else lemma.given
    return dataclasses.replace(lemma, goal=put(lemma.goal), given=given, where=tuple(map(put, lemma.where)))


@pytest.mark.parametrize(("lemmas", "old", "new"), MUTANTS)
def test_mutants_of_the_induction_fail(lemmas: Lemmas, old: str, new: str, verdicts: Verdicts) -> None:
    touched = [(lemma, changed(lemma, old, new)) for lemma in lemmas()]
    touched = [(before, after) for before, after in touched if before != after]
    assert touched, f"no lemma has {old!r}"
    assert verdicts([before for before, _ in touched]) == {"proved"}
    assert verdicts([after for _, after in touched]) - {"proved"}


@pytest.mark.parametrize("lemmas", [
    lambda: [HALF_590.finished(589)], lambda: [HALF_588.finished(587)], lambda: [hull("classic_724").finished(723)],
    lambda: [hull("half_588", P, 2**256).finished(589)], lambda: [hull("half_588", P, 2 * P).finished(588)],
    lambda: [*HALF_588.unit_f(585)], lambda: [*HALF_588.sizes(531, 43)], lambda: [*HALF_588.sizes(472, 88)],
    lambda: [*HALF_588.sizes(413, 134)], lambda: [*HALF_588.sizes(354, 179)], lambda: [*HALF_588.sizes(295, 224)],
    lambda: [*hull("half_every", 1, 1).every_size(Formula(129, 56, 72))],
    lambda: [*hull("half_every", 1, 1).every_size(Formula(128, 56, 500))],
    lambda: [*hull("classic_every", 1, 1).every_size(Formula(99, 35, 69))],
    lambda: [*hull("half_588", 1, 1).every_size(HALF)], lambda: [*hull("classic_724", 1, 1).every_size(CLASSIC)],
])
def test_less_than_what_is_claimed_is_refuted(lemmas: Lemmas, verdicts: Verdicts) -> None:
    assert "refuted" in verdicts(lemmas())


@pytest.mark.parametrize("name", ["half_590", "half_588", "half_every"])
def test_alpha_below_the_optimum_is_refuted(name: str, verdicts: Verdicts) -> None:
    wrong = Hull(hull(name).certificate | {"alpha": [7401, 10000]}, P, P)
    assert "refuted" in verdicts(wrong.sound())


def test_an_invert_that_is_another_power_is_refuted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(theorems, "invert", lambda x: pow(x, P - 3, P))
    with pytest.raises(Refuted):
        theorems.fermat()


def test_the_branches_of_the_rule_are_those_of_the_spec() -> None:
    """Their text, evaluated: state and matrix after a step."""
    source = random.Random(5)
    for _ in range(300):
        f, g, i = source.getrandbits(20) | 1, source.getrandbits(20), source.randrange(-5, 5)
        matrix = spec.Matrix(*(source.randrange(-9, 9) for _ in range(4)))
        known: dict[str, Any] = dict(zip(rule.ENTRIES, matrix, strict=True))
        known |= {"f": f, "g": g, "i": i, "half": spec.HALF}
        (branch,) = [branch for branch in rule.BRANCHES.values() if eval(branch.when, known)]
        delta, f1, g1 = (eval(text, known) for text in (f"{branch.i} + half", branch.f, f"({branch.twice_g})//2"))
        assert (delta, f1, g1) == spec.divstep(i + spec.HALF, f, g)
        assert eval(branch.g, known | {"g1": g1}) == g
        assert tuple(eval(text, known) for text in branch.matrix) == spec.product(
            spec.transition(i + spec.HALF, f, g), matrix)


def test_wrong_bounds_of_the_polygons_are_refuted(monkeypatch: pytest.MonkeyPatch, verdicts: Verdicts) -> None:
    top = Hull.top
    monkeypatch.setattr(Hull, "top", lambda self, polygon, row: top(self, polygon, row) * 999 / 1000)
    wrong = Hull(hull("half_590").certificate, P, P)
    for polygon, row in ((0, (1, 0)), (0, (0, 1)), (1, (1, 0)), (1, (0, 1)), (0, (4, -1))):
        assert verdicts([wrong.reaches(polygon, row)]) == {"refuted"}


def test_a_starting_set_that_is_too_large_is_refuted(verdicts: Verdicts) -> None:
    narrow = Hull(hull("half_590").certificate, P, P)
    wide = Hull(hull("half_590").certificate, P, 2 * P)
    object.__setattr__(wide, "u", narrow.u)
    assert verdicts([wide.beginning()]) == {"refuted"}


# --- changed code -------------------------------------------------------------------------------------------


def with_text(function: Callable[..., Any], old: str, new: str, module: ModuleType = spec) -> Any:
    """The function, compiled from its text with a change."""
    source = inspect.getsource(function)
    assert old in source
    names = dict(vars(module))
    exec(compile(source.replace(old, new, 1), "changed", "exec"), names)
    return names[function.__name__]


@pytest.mark.parametrize(("function", "old", "new"), [
    ("divstep", "delta > 0", "delta > 1"), ("divstep", "1 - delta", "-delta"), ("divstep", "(g - f)", "(f - g)"),
    ("divstep", "1 - delta, g,", "1 - delta, f,"), ("divstep", "1 + delta", "delta"),
    ("divstep", "(g + g % 2 * f)", "(g - g % 2 * f)"), ("divstep", "1 + delta, f", "1 + delta, -f"),
])
def test_changed_divsteps_fail(monkeypatch: pytest.MonkeyPatch, function: str, old: str, new: str,
                               verdicts: Verdicts) -> None:
    monkeypatch.setattr(spec, function, with_text(getattr(spec, function), old, new))
    assert all(verdicts(code.branches(e)) - {"proved"} for e in (0, 1))


def test_a_swap_at_delta_0_fails_where_delta_can_be_0(monkeypatch: pytest.MonkeyPatch, verdicts: Verdicts) -> None:
    monkeypatch.setattr(spec, "divstep", with_text(spec.divstep, "delta > 0", "delta >= 0"))
    assert verdicts(code.branches(1)) - {"proved"}
    assert verdicts(code.branches(0)) == {"proved"}              # from 1/2 it never is


@pytest.mark.parametrize(("function", "old", "new"), [
    ("transition", "Matrix(0, 2, -1, 1)", "Matrix(0, 2, 1, 1)"), ("transition", "g % 2, 1", "-(g % 2), 1"),
    ("transition", "Matrix(2, 0,", "Matrix(1, 0,"), ("product", "a.u * b.u + a.v * b.q", "a.u * b.u + a.q * b.v"),
])
def test_changed_matrices_fail(monkeypatch: pytest.MonkeyPatch, function: str, old: str, new: str,
                               verdicts: Verdicts) -> None:
    monkeypatch.setattr(spec, function, with_text(getattr(spec, function), old, new))
    assert verdicts(code.matrices()) - {"proved"}


@pytest.mark.parametrize(("function", "old", "new"), [
    ("step", "u * d + v * e", "v * d + u * e"), ("step", "q * d + r * e", "q * d - r * e"),
    ("step", "v * e), canonical(q * d + r * e)", "r * e), canonical(u * d + v * e)"),
    ("start", "-BATCH * BATCHES", "1 - BATCH * BATCHES"), ("start", "0, pow", "1, pow"),
])
def test_changed_inversions_fail(monkeypatch: pytest.MonkeyPatch, function: str, old: str, new: str,
                                 verdicts: Verdicts) -> None:
    monkeypatch.setattr(spec, function, with_text(getattr(spec, function), old, new))
    assert verdicts([*inversion.batch(), *inversion.ends()]) - {"proved"}


@pytest.mark.parametrize(("name", "value"), [("BATCHES", 9), ("BATCH", 58)])
def test_other_batches_fail(monkeypatch: pytest.MonkeyPatch, name: str, value: int) -> None:
    monkeypatch.setattr(spec, name, value)
    with pytest.raises(Refuted):
        theorems.prime()


# --- claims -------------------------------------------------------------------------------------------------


def test_a_false_check_or_lemma_refutes_the_claim_and_all_that_cite_it() -> None:
    def fail() -> str:
        raise Refuted("as it happens")

    file = theorems.FOLDER / "theorems.py"
    true = Lemma("t", goal="x <= x", at={"x": 1})
    false = Lemma("f", goal="x < x", at={"x": 1})
    checked = Claim("divstep/a/checked", "", lambda: [true], file, fail)
    lemma = Claim("divstep/a/lemma", "", lambda: [true, false], file)
    citing = [Claim(f"divstep/b/{one.kind}", "", lambda: [true], file, cites=(one,)) for one in (checked, lemma)]
    with Solver(1) as solver:
        for claim in (checked, lemma, *citing):
            result = attempt_claim(claim, solver).result()
            assert result.verdict == "refuted" and "divstep/a/" in result.message


def test_a_file_that_cannot_be_read_is_an_error_and_the_rest_goes_on(tmp_path: Any) -> None:
    folder = tmp_path / "proofs" / "divstep"
    folder.mkdir(parents=True)
    (folder / "theorems.py").write_text("raise ZeroDivisionError('as it happens')")
    (theorem,) = select(all_theorems(proofs=tmp_path / "proofs"), ["divstep"])
    (result,) = prove([theorem], Options(jobs=1))
    assert result.verdict == "error" and "as it happens" in result.message
