"""The theorems on curves are proved; changed formulas, changed code of the spec and other curves are not."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Sequence
from types import ModuleType
from typing import Any

import pytest

from qed25519.proofs.formulas import (
    base,
    cofactors,
    curves,
    decode,
    edwards,
    extended,
    fold,
    identities,
    ladder,
    montgomery,
    squares,
)
from qed25519.proofs.formulas import theorems as claims
from qed25519.proofs.formulas.curves import CURVE, TWIST
from qed25519.proofs.formulas.elements import NotAlgebra, elements, text
from qed25519.proofs.formulas.identities import follows
from qed25519.proofs.formulas.theorems import CLAIMS
from qed25519.prover.claim_run import attempt_claim
from qed25519.prover.claims import Claim, Refuted
from qed25519.prover.lemmas import Lemma, LemmaError, holds
from qed25519.prover.report import rests_on
from qed25519.prover.run import Options, prove
from qed25519.prover.solver import Solver
from qed25519.prover.theorems import PACKAGE, Result, Theorem, all_theorems, select
from qed25519.spec import curve25519, edwards25519, field, primes
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
    by_name = {result.theorem: result for result in results}
    cited = set(by_name["formulas/base_point"].cites)
    assert {"formulas/ladder/multiply", "formulas/edwards/order", "formulas/montgomery/sums"} <= cited
    assert "divstep/p/fermat" in cited


def test_they_are_listed_and_selected() -> None:
    found = select(all_theorems(proofs=PACKAGE / "proofs"), ["formulas"])
    assert [theorem.name for theorem in found] == [claim.name for claim in CLAIMS]


@pytest.mark.parametrize("claim", CLAIMS, ids=lambda claim: claim.name)
def test_lemmas_have_titles_of_their_own_and_hold_at_their_witness(claim: Claim) -> None:
    lemmas = claim.lemmas()
    assert len({lemma.title for lemma in lemmas}) == len(lemmas)
    assert all(holds(lemma, lemma.at) for lemma in lemmas)
    modules = set(rests_on(Result(claim.name, "proved", "", ()), claim)["modules"])
    assert {"proofs/formulas/identities.py", "spec/edwards25519.py", "prover/lemmas.py"} <= modules
    assert not any("cofactors" in module for module in modules)
    assert ("spec/divstep.py" in modules) == any(one.name.startswith("divstep") for one in claim.with_cited())


# --- changed formulas ---------------------------------------------------------------------------------------

Lemmas = Callable[[], Sequence[Lemma]]

# lemmas, what is changed in the formulas they are made of, into what: then the search finds no cofactors
MUTANTS: list[tuple[Lemmas, str, str]] = [
    (edwards.complete, "y1**2 - 1'", "y1**2 + 1'"),
    (edwards.complete, "t = d*x1*x2*y1*y2", "t = d*x1*x2*y1"),
    (edwards.complete, "c**2 - d*y**2", "c**2 + d*y**2"),
    (edwards.complete, "'2'", "'1'"),
    (edwards.closed, "ny = y1*y2 - a*x1*x2", "ny = y1*y2 + a*x1*x2"),
    (edwards.closed, "nx = x1*y2 + x2*y1", "nx = x1*y2 - x2*y1"),
    (edwards.closed, "(1 - t)", "(1 + t)"),
    (edwards.associative, "fV = 1*1*1*1 - fT", "fV = 1*1*1*1 + fT"),
    (edwards.associative, "- a*", "+ a*"),
    (edwards.associative, "lY*mV", "lY*mU"),
    (edwards.opposites, "x2 = -x1", "x2 = x1"),
    (edwards.opposites, "ny - (1 - t)", "ny - (1 + t)"),
    (edwards.opposites, "y2 - 1", "y2 + 1"),
    (edwards.law, "a + 1", "a - 1"),
    (edwards.law, "x*(1 + t)", "x*(1 - t)"),
    (extended.add, "ny = y1*y2 - a*x1*x2", "ny = y1*y2 + a*x1*x2"),
    (extended.add, "a + 1", "a - 1"),
    (extended.add, "(1 - t)", "(1 + t)"),
    (extended.madd, "4*z1**2", "2*z1**2"),
    (extended.madd, "T*Z", "T*T"),
    (extended.double, "-z1**4", "z1**4"),
    (extended.double, "Y*(1 - t)", "Y*(1 + t)"),
    (extended.multiply, "- mX'", "- dX'"),
    (extended.affine, "- x'", "- y'"),
    (montgomery.there, "1 + y1", "2 + y1"),
    (montgomery.there, "A*(a - d) - 2*s*(a + d)", "A*(a - d) - s*(a + d)"),
    (montgomery.there, "b*g**2*(a - d) - 4*s", "b*g**2*(a - d) - 2*s"),
    (montgomery.there, "y2 = y1", "y2 = 2*y1"),
    (montgomery.back, "u1 = -s", "u1 = s"),
    (montgomery.back, "16*a*d", "8*a*d"),
    (montgomery.back, "'u1 - s'", "'u1 - 2*s'"),
    (montgomery.chord, "mu = v1 - lam*u1", "mu = v1 + lam*u1"),
    (montgomery.chord, "- A - u1 - u2", "- A - u1 + u2"),
    (montgomery.chord, "(-mu - lam*u3)", "(mu + lam*u3)"),
    (montgomery.chord, "s*(m + ny)", "s*(m - ny)"),
    (montgomery.chord, "ny = y1*y2 - a*x1*x2", "ny = y1*y2 + a*x1*x2"),
    (montgomery.tangent, "3*u1**2 + 2*A*u1 + 1", "3*u1**2 + A*u1 + 1"),
    (montgomery.tangent, "- A - 2*u1", "- A - u1"),
    (montgomery.tangent, "(-mu - lam*u3)", "(mu + lam*u3)"),
    (montgomery.through_zero, "u1*u3 - 1", "u1*u3 + 1"),
    (montgomery.through_zero, "(-x1)", "x1"),
    (montgomery.through_zero, "y1*y2 - a*x1*x2 + y1", "y1*y2 - a*x1*x2 - y1"),
    (ladder.step, "4*a24 + 2 - A", "4*a24 - 2 - A"),
    (ladder.step, "A*(a - d) - 2*s*(a + d)", "A*(a - d) + 2*s*(a + d)"),
    (ladder.step, "X1 = l1*s*(1 + y1)", "X1 = l1*s*(1 - y1)"),
    (ladder.step, "Z2 = l2*(1 - y2)", "Z2 = l1*(1 - y2)"),
    (ladder.step, "k = 1 - d", "k = 1 + d"),
    (ladder.step, "u*(1 - y)", "u*(1 + y)"),
    (ladder.ends, "2*l - s", "l - s"),
    (ladder.ends, "u*(1 - y)", "u*(1 + y)"),
    (ladder.ends, "Z1 = l1*(1 - y1)", "Z1 = l1*(1 + y1)"),
    (ladder.zero, "'u'", "'u - 1'"),
    (base.u_coordinate, "Y = y*Z", "Y = 2*y*Z"),
    (base.u_coordinate, "(1 - y)", "(2 - y)"),
    (curves.every_u, "A**2 - 4", "A**2 + 4"),
    (curves.every_u, "2*v - w", "v - w"),
    (squares.squares, "q + 1", "q + 2"),
    (squares.squares, "i**2 + 1", "i**2 - 1"),
    (squares.squares, "k + 1", "k - 1"),
    (decode.points, "a + 1", "a - 1"),
    (decode.points, "+ (a - d*y**2)", "- (a - d*y**2)"),
    (decode.points, "- u*v**7", "- u*v**8"),
    (decode.points, "w**2*u*v**7", "w**2*u*v**6"),
    (decode.points, "(v**4*x)", "(v**3*x)"),
    (decode.points, "r = u*v**3*w", "r = v**3*w"),
    (decode.points, "q + 1", "q + 2"),
    (decode.points, "i**2 + 1", "i**2 - 1"),
    (decode.points, "'(x1 - x2)*(x1 + x2)'", "'x1 - x2'"),
    (decode.points, "(-x)**2", "(-x)**3"),
]


def changing(old: str, new: str, used: list[str]) -> Callable[..., Lemma]:
    """`follows`, after a change of the formulas; they are written as in Python, to tell 'u' from the u in 'u*v'."""
    def changed(title: str, goal: str, zero: Sequence[str] = (), unit: str = "1", where: Sequence[str] = (),
                by: Sequence[str] | None = None, fractions: dict[str, tuple[str, str]] | None = None) -> Lemma:
        before = goal, tuple(zero), unit, tuple(where), tuple(by or ()), fractions
        shown = repr(before)
        after = eval(shown.replace(old, new))
        if after == before:
            return follows(title, goal, zero, unit, where, by, fractions)
        used.append(title)
        goal, zero, unit, where, _, fractions = after
        return follows(title, goal, zero, unit, where, after[4] if by is not None else None, fractions)
    return changed


@pytest.mark.parametrize(("lemmas", "old", "new"), MUTANTS)
def test_mutants_of_the_formulas_fail(lemmas: Lemmas, old: str, new: str, monkeypatch: pytest.MonkeyPatch,
                                      verdicts: Verdicts) -> None:
    used: list[str] = []
    for module in (base, curves, decode, edwards, extended, ladder, montgomery, squares):
        monkeypatch.setattr(module, "follows", changing(old, new, used))
    found = lemmas()
    assert used, f"no lemma has {old!r}"
    assert "refuted" in verdicts([lemma for lemma in found if lemma.title in used])


@pytest.mark.parametrize(("old", "new"), [("F*F > N", "2*F*F > N"), ("k*F >= 1", "k*F >= 0")])
def test_mutants_of_pocklington_fail(old: str, new: str, verdicts: Verdicts) -> None:
    (lemma,) = squares.pocklington()
    given = tuple(part.replace(old, new) for part in lemma.given)
    assert given != lemma.given
    weaker = Lemma(lemma.title, lemma.goal, given, lemma.where, {"F": 4, "N": 13, "k": 3}, lemma.integers, lemma.logic)
    assert verdicts([weaker]) == {"refuted"}


# --- changed code -------------------------------------------------------------------------------------------


def with_text(function: Callable[..., Any], old: str, new: str, module: ModuleType) -> Any:
    """The function, compiled from its text with a change."""
    source = inspect.getsource(function)
    assert old in source
    names = dict(vars(module))
    exec(compile(source.replace(old, new, 1), "changed", "exec"), names)
    return names[function.__name__]


@pytest.mark.parametrize(("function", "old", "new", "lemmas"), [
    ("equation", "sub(yy, xx)", "plus(yy, xx)", edwards.law),
    ("sum_affine", "plus(mul(y1, y2), mul(x1, x2))", "sub(mul(y1, y2), mul(x1, x2))", edwards.law),
    ("sum_affine", "plus(1, t)", "plus(2, t)", edwards.law),
    ("sum_affine", "invert(sub(1, t))", "mul(x1, invert(mul(x1, sub(1, t))))", edwards.law),       # not for x1 = 0
    ("add", "sub(y2, x2)", "sub(x2, y2)", extended.add),
    ("add", "plus(t1, t1)", "t1", extended.add),
    ("add", "plus(z1, z1)", "z1", extended.add),
    ("madd", "sub(d, c), plus(d, c)", "plus(d, c), sub(d, c)", extended.madd),
    ("madd", "mul(plus(y1, x1), y_plus_x)", "mul(plus(y1, x1), y_minus_x)", extended.madd),
    ("madd", "d = plus(z1, z1)", "d = z1", extended.madd),
    ("precomputed", "plus(t, t)", "t", extended.madd),
    ("negative", "q.y_plus_x, q.y_minus_x, neg", "q.y_minus_x, q.y_plus_x, neg", extended.madd),
    ("negative", "neg(q.t2d)", "q.t2d", extended.madd),
    ("double", "f = plus(c, g)", "f = sub(c, g)", extended.double),
    ("double", "c = plus(zz, zz)", "c = zz", extended.double),
    ("add_cached", "d = mul(z1, z2)", "d = z2", extended.cached),
    ("add_cached", "mul(sub(y1, x1), y_minus_x)", "mul(sub(x1, y1), y_minus_x)", extended.cached),
    ("cached", "mul(plus(t, t), D)", "mul(t, D)", extended.cached),
    ("cached", "plus(z, z)", "z", extended.cached),
    ("negative_cached", "neg(q.t2d)", "q.t2d", extended.cached),
    ("negative_cached", "q.y_plus_x, q.y_minus_x, neg", "q.y_minus_x, q.y_plus_x, neg", extended.cached),
    ("double_projective", "double(Extended(x, y, z, 0))", "double(Extended(y, x, z, 0))", extended.double_projective),
    ("affine", "mul(p.y, z)", "mul(p.x, z)", extended.affine),
    ("affine", "mul(p.x, z)", "p.x", extended.affine),
    ("_completed", "mul(e, h)", "mul(e, g)", extended.double),
    ("_completed", "mul(e, h)", "mul(f, g)", extended.add),
    ("extended", "p.x, p.y, 1,", "p.y, p.x, 1,", extended.multiply),
    ("step", "select(bit, x, y)", "select(bit, y, x)", extended.multiply),
    ("ratio", "mul(D, sqr(y)), 1", "mul(D, sqr(y)), 2", decode.points),
    ("ratio", "sub(sqr(y), 1)", "sub(1, sqr(y))", decode.points),
    ("candidate", "mul(v, sqr(v))", "sqr(v)", decode.points),
    ("candidate", "sqr(sqr(v))", "sqr(v)", decode.points),
    ("candidate", "return mul(uv3, root_power", "return mul(u, root_power", decode.points),
    ("u_coordinate", "plus(p.z, p.y)", "plus(p.z, p.x)", base.u_coordinate),
    ("u_coordinate", "sub(p.z, p.y)", "sub(p.y, p.z)", base.u_coordinate),
])
def test_changed_edwards_formulas_fail(monkeypatch: pytest.MonkeyPatch, function: str, old: str, new: str,
                                       lemmas: Lemmas, verdicts: Verdicts) -> None:
    changed = with_text(getattr(edwards25519, function), old, new, edwards25519)
    monkeypatch.setattr(edwards25519, function, changed)
    assert "refuted" in verdicts(lemmas())


@pytest.mark.parametrize(("function", "old", "new", "lemmas"), [
    ("swap_and_step", "a = add(x_2, z_2)", "a = add(x_2, z_3)", ladder.step),
    ("swap_and_step", "da = mul(d, a)", "da = mul(d, b)", ladder.step),
    ("swap_and_step", "sqr(sub(da, cb))", "sqr(add(da, cb))", ladder.step),
    ("swap_and_step", "mul(x_1, ", "mul(1, ", ladder.step),
    ("swap_and_step", "add(aa, mul_small", "add(bb, mul_small", ladder.step),       # a24 = (A + 2)/4 would do
    ("swap_and_step", "z_2, z_3 = cswap(swap, z_2, z_3)", "pass", ladder.step),
    ("step", "swap ^ k_t", "k_t", ladder.step),
    ("step", "swap ^ k_t", "swap", ladder.step),
    ("swap_and_step", "e = sub(aa, bb)", "e = aa", ladder.zero),
    ("swap_and_step", "mul(x_1, ", "mul(1, ", ladder.zero),
    ("start", "x_2=1, z_2=0", "x_2=0, z_2=1", ladder.ends),
    ("start", "x_3=u, z_3=1", "x_3=1, z_3=u", ladder.ends),
    ("start", "x_2=1, z_2=0", "x_2=1, z_2=1", ladder.zero),
    ("finish", "x_2, x_3 = cswap(swap, x_2, x_3)", "pass", ladder.ends),
    ("finish", "z_2, z_3 = cswap(swap, z_2, z_3)", "pass", ladder.ends),
    ("finish", "mul(x_2, invert(z_2))", "mul(z_2, invert(x_2))", ladder.ends),
    ("finish", "z_2, z_3 = cswap(swap, z_2, z_3)", "pass", ladder.zero),
])
def test_changed_ladders_fail(monkeypatch: pytest.MonkeyPatch, function: str, old: str, new: str, lemmas: Lemmas,
                              verdicts: Verdicts) -> None:
    changed = with_text(getattr(curve25519, function), old, new, curve25519)
    monkeypatch.setattr(curve25519, function, changed)
    assert "refuted" in verdicts(lemmas())


@pytest.mark.parametrize(("function", "old", "new", "lemmas"), [
    ("step", ", k_t)", ", swap ^ k_t)", ladder.step),
    ("step", "Ladder(x_1, ", "Ladder(x_2, ", ladder.step),
    ("start", "swap=0", "swap=1", ladder.ends),
    ("finish", "canonical(mul(x_2, invert(z_2)))", "mul(x_2, invert(z_2))", ladder.ends),
])
def test_ladders_with_another_state_are_refuted(monkeypatch: pytest.MonkeyPatch, function: str, old: str, new: str,
                                                lemmas: Lemmas) -> None:
    monkeypatch.setattr(curve25519, function, with_text(getattr(curve25519, function), old, new, curve25519))
    with pytest.raises(Refuted):
        lemmas()


@pytest.mark.parametrize(("module", "function", "old", "new"), [
    (curve25519, "ladder", "reversed(range(BITS))", "range(BITS)"),
    (curve25519, "ladder", "range(BITS)", "range(BITS - 1)"),
    (curve25519, "ladder", "range(BITS)", "range(1, BITS)"),
    (curve25519, "ladder", "k >> t & 1", "k >> t & 3"),
    (curve25519, "ladder", "k >> t & 1", "k >> t + 1 & 1"),
    (curve25519, "ladder", "state = step", "step"),
    (edwards25519, "multiply", "reversed(range(BITS))", "range(BITS)"),
    (edwards25519, "multiply", "range(BITS)", "range(1, BITS)"),
    (edwards25519, "multiply", "extended(NEUTRAL)", "extended(p)"),
    (edwards25519, "multiply", "precomputed(p)", "precomputed(NEUTRAL)"),
])
def test_changed_loops_are_refuted(monkeypatch: pytest.MonkeyPatch, module: ModuleType, function: str, old: str,
                                   new: str) -> None:
    monkeypatch.setattr(module, function, with_text(getattr(module, function), old, new, module))
    with pytest.raises(Refuted):
        fold.ladder() if function == "ladder" else fold.multiply()


@pytest.mark.parametrize(("module", "name", "value", "claim"), [
    (edwards25519, "B", edwards25519.Affine(edwards25519.B.x, edwards25519.B.y + 1), claims.EDWARDS),
    (edwards25519, "B", edwards25519.NEUTRAL, claims.ORDER),
    (edwards25519, "B", edwards25519.Affine(squares.ROOT_OF_MINUS_1, 0), claims.ORDER),
    (edwards25519, "B", edwards25519.Affine(0, P - 1), claims.BASE_POINT),
    (curve25519, "BASE_POINT", 10, claims.BASE_POINT),
    (claims, "A", curve25519.A + 1, claims.POINTS),
    (claims, "CURVE", CURVE._replace(c=CURVE.c + 1), claims.EDWARDS),
    (claims, "CURVE", CURVE._replace(d=4), claims.EDWARDS),
    (claims, "CURVE", CURVE._replace(a=0, c=0), claims.CURVES),
    (claims, "TWIST", TWIST._replace(d=0), claims.CURVES),
    (claims, "L", primes.L + 2, claims.PRIMES),
    (claims, "P", P + 2, claims.SQUARES),
    (edwards25519, "ROOT_OF_MINUS_1", edwards25519.ROOT_OF_MINUS_1 + 1, claims.DECODE),
])
def test_other_numbers_are_refuted(monkeypatch: pytest.MonkeyPatch, module: Any, name: str, value: object,
                                   claim: Claim) -> None:
    assert claim.check()
    monkeypatch.setattr(module, name, value)
    with pytest.raises(Refuted):
        claim.check()


@pytest.mark.parametrize(("name", "curve"), [
    ("CURVE", CURVE._replace(g=CURVE.g + 1)), ("CURVE", CURVE._replace(s=-1)), ("CURVE", CURVE._replace(c=1)),
    ("CURVE", CURVE._replace(d=CURVE.d + 1)), ("TWIST", TWIST._replace(b=1)), ("TWIST", TWIST._replace(a=TWIST.d)),
])
def test_other_parameters_are_refuted(monkeypatch: pytest.MonkeyPatch, name: str, curve: curves.Curve,
                                      verdicts: Verdicts) -> None:
    monkeypatch.setattr(curves, name, curve)
    assert "refuted" in verdicts(curves.parameters())


def test_another_a24_is_refuted(monkeypatch: pytest.MonkeyPatch, verdicts: Verdicts) -> None:
    monkeypatch.setattr(curves, "A24", 121666)
    assert "refuted" in verdicts(curves.parameters())


def test_what_lemmas_refute_themselves_is_refuted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(curve25519, "start", with_text(curve25519.start, "swap=0", "swap=1", curve25519))
    claim = Claim("formulas/ladder/changed", "", lambda: ladder.ends(), claims.FILE)
    with Solver(1) as solver:
        result = attempt_claim(claim, solver).result()
    assert result.verdict == "refuted" and "swap 1 pending" in result.message


# --- what judges --------------------------------------------------------------------------------------------


def test_wrong_cofactors_prove_nothing(monkeypatch: pytest.MonkeyPatch, verdicts: Verdicts) -> None:
    true = cofactors.cofactors

    def lying(goal: str, zero: Sequence[str], *more: Any) -> tuple[dict[str, int], list[str]]:
        powers, found = true(goal, zero, *more)
        return powers, [*found[:-1], f"{found[-1]} + 1"]

    monkeypatch.setattr(identities, "cofactors", lying)
    assert verdicts(edwards.closed()) == {"refuted"} and "refuted" in verdicts(montgomery.chord())


@pytest.mark.parametrize("goal", ["x/2", "x // 2", "x % 3", "abs(x)", "x == y"])
def test_only_polynomials_with_integer_coefficients_are_identities(goal: str) -> None:
    with pytest.raises(LemmaError, match="no polynomial"):
        follows("t", goal, by=[])


def test_elements_know_only_the_operations_of_the_field() -> None:
    x, y = elements("x", "y")
    assert text(field.mul(field.add(x, 1), field.sub(2, y))) == "(x + 1) * (2 - y)"
    assert text(field.invert(x * y)) == text(field.invert(x * y)) != text(field.invert(x))
    reduced: Any = field.canonical(x)
    assert reduced.reduced and not (x + y).reduced and not (reduced + 0).reduced
    for wrong in (lambda: x % 3, lambda: x**2, lambda: pow(x, P - 3, P), lambda: x == y, lambda: bool(x), lambda: x < y,
                  lambda: x + 0.5, lambda: x // 2, lambda: x >> 1, lambda: {x: 1}, lambda: [1, 2][x], lambda: int(x),
                  lambda: field.is_zero(x)):
        with pytest.raises(NotAlgebra):
            wrong()


def test_what_is_no_element_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(NotAlgebra, match="returned"):
        text((1, 2))
    monkeypatch.setattr(edwards25519, "sum_affine", with_text(
        edwards25519.sum_affine, "plus(1, t)", "sub(1, t)", edwards25519))
    with pytest.raises(NotAlgebra, match="2 inverses"):
        edwards.law()
