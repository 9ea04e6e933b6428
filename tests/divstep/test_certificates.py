"""The checker of certificates: what it accepts is one, and what is not one it rejects."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from qed25519.divstep import kept, polygons, steps_by_hull
from qed25519.proofs.divstep import check as check_module
from qed25519.proofs.divstep.check import SWAP, UP0, UP1, BadCertificate, check, enough, inclusions, product, w
from qed25519.proofs.divstep.facts import Hull
from qed25519.proofs.divstep.generate import OPTIMUM, NoCertificate, make, make_for_slope, steps_needed, with_pairs
from qed25519.proofs.divstep.minimize import FOLDER, KEPT, fewer_strips, proves, size, text
from qed25519.proofs.divstep.theorems import hull
from qed25519.prover.solver import Solver
from qed25519.spec.field import P

Certificate = dict[str, Any]
NAMES = [*KEPT]


def is_accepted(certificate: Certificate) -> bool:
    try:
        check(certificate)
    except BadCertificate:
        return False
    return True


def again(certificate: Certificate) -> Certificate:
    """The same strips and alpha, with the best pairs."""
    return with_pairs(certificate["start"], Fraction(*certificate["alpha"]), certificate["scale"],
                      certificate["strips"])


# --- what is kept -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_kept_certificates_prove_what_they_are_kept_for(name: str) -> None:
    start, wanted, _ = KEPT[name]
    certificate = kept(name)
    assert certificate["start"] == start and wanted(certificate)
    assert check(certificate) == sum(map(len, certificate["pairs"]))
    assert text(certificate) == (FOLDER / f"{name}.json").read_text()
    assert size(certificate) < 1500


def test_the_certificate_for_590_steps_is_below_a_kilobyte() -> None:
    assert size(kept("half_590")) < 700
    assert steps_needed(kept("half_590"), P, P) == 590
    assert steps_needed(kept("half_588"), P, P) == 588
    assert steps_needed(kept("half_588"), P, 2**256) == 590
    assert steps_needed(kept("classic_724"), P, P) == 724


def test_the_checker_is_short_and_needs_the_standard_library_only() -> None:
    source = Path(check_module.__file__).read_text()
    assert source.count("\n") < 100
    assert [line for line in source.splitlines() if line.startswith(("import", "from"))] == [
        "from collections.abc import Iterator, Sequence", "from typing import Any, NamedTuple"]


@pytest.mark.parametrize("e", [0, 1])
def test_the_tail_is_what_its_matrices_say(e: int) -> None:
    assert len([*inclusions(e)]) == 8 - e
    k = 3 - e
    for name, image, polygon in [*inclusions(e)][-2:]:
        branch = UP0 if name.startswith("up0") else UP1
        (a, b), (c, d) = product(branch, w(-3, e).matrix)
        factor = 2 ** (k - 1)
        assert product(w(-2, e).matrix, image.matrix) == ((a * factor, b * factor), (c * factor, d * factor))
        assert polygon == 0 and (image.bits, image.power) == (k + 1, 2)
    assert SWAP == ((0, 2), (-1, 1))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("i", range(-7, 7))
def test_an_accepted_certificate_is_one_at_every_i(name: str, i: int) -> None:
    """The images of W_i's vertices under both branches are in alpha·W_i1, in rational arithmetic, for i far beyond
    the inclusions that are checked."""
    certificate = kept(name)
    e, c = hull(name).e, hull(name).c
    source, target = {}, {}
    for j in (i, i + 1, -i - e):
        source[j] = vertices_of(certificate, j, e, c)
        target[j] = strips_of(certificate, j, e, c)
    for f, g in source[i]:
        reached = [(i + 1, f, g / 2), (-i - e, g, (g - f) / 2) if i >= 0 else (i + 1, f, (g + f) / 2)]
        for j, f1, g1 in reached:
            assert all(abs(a * f1 + b * g1) * c <= h for a, b, h in target[j])


Rows = list[tuple[Fraction, Fraction, Fraction]]


def strips_of(certificate: Certificate, i: int, e: int, c: Fraction) -> Rows:
    """|a·f + b·g| <= h on W_i, from the definition."""
    h = Fraction(certificate["scale"])
    if i == -1:
        return [(Fraction(a), Fraction(b), h) for a, b in certificate["strips"][1]]
    if i >= 0:
        return [(a / c**i, b * 2**i / c**i, h) for a, b in certificate["strips"][0]]
    k = -i - e
    size = c ** (k + 1)                           # f = Y·size/2^k, g = (Y/2^k - X)·size/2
    return [((a + b * 2**k) / size, -2 * a / size, h) for a, b in certificate["strips"][0]]


def vertices_of(certificate: Certificate, i: int, e: int, c: Fraction) -> list[tuple[Fraction, Fraction]]:
    """The exact vertices of W_i, up to sign: neighbours meet."""
    rows = strips_of(certificate, i, e, c)
    found = []
    for (a, b, h), (p, q, r) in zip(rows, [*rows[1:], (-rows[0][0], -rows[0][1], rows[0][2])], strict=True):
        d = a * q - b * p
        found.append(((h * q - r * b) / d, (a * r - p * h) / d))
    assert all(abs(a * x + b * y) <= h for x, y in found for a, b, h in rows), "not in angular order"
    return found


# --- what is not one ----------------------------------------------------------------------------------------


def perturbed(certificate: Certificate) -> Iterator[tuple[str, Certificate]]:
    """Every strip moved out and in, or turned; alpha raised and lowered."""
    scale = 1000
    finer = copy.deepcopy(certificate)
    finer["scale"] *= scale
    finer["strips"] = [[[a * scale, b * scale] for a, b in strips] for strips in finer["strips"]]
    for percent in (-20, -5, -2, 2, 5, 20):                              # thousandths
        changed = copy.deepcopy(certificate)
        changed["alpha"] = [certificate["alpha"][0] * (1000 + percent), certificate["alpha"][1] * 1000]
        yield f"alpha {percent}", changed
        for polygon, strips in enumerate(certificate["strips"]):
            for number, (a, b) in enumerate(strips):
                changed = copy.deepcopy(finer)
                changed["strips"][polygon][number] = [a * (scale + percent), b * (scale + percent)]
                yield f"strip {polygon}.{number} {percent}", changed
                turned = copy.deepcopy(finer)
                turned["strips"][polygon][number] = [a * scale, b * (scale + percent)]
                yield f"turn {polygon}.{number} {percent}", turned


@pytest.mark.parametrize("name", ["half_590", "classic_724"])
def test_perturbed_certificates_are_rejected_or_true(name: str) -> None:
    """What the checker accepts, with the pairs given or the best ones, the solver accepts, asked about every fifth; and
    it rejects most."""
    accepted, rejected = [], []
    for what, certificate in perturbed(kept(name)):
        best = again(certificate)
        if is_accepted(certificate) or is_accepted(best):
            accepted.append((what, best))
        else:
            rejected.append(what)
    assert any(what.startswith("alpha -") for what in rejected)
    assert len(rejected) > 4 * len(accepted) > 0
    facts = [lemma.obligation() for _, certificate in accepted[::5] for lemma in Hull(certificate, P, P).inclusions()]
    with Solver(2) as solver:
        assert {future.result().verdict for future in solver.submit(facts)} == {"proved"}


@pytest.mark.parametrize("name", ["half_590", "classic_724"])
def test_the_solver_rejects_what_the_checker_rejects(name: str) -> None:
    """A sample: every strip moved in by a tenth, which no pairs can save."""
    certificate = kept(name)
    for polygon, strips in enumerate(certificate["strips"]):
        changed = copy.deepcopy(certificate)
        a, b = strips[len(strips) // 2]
        changed["strips"][polygon][len(strips) // 2] = [a * 11 // 10, b * 11 // 10]
        assert not is_accepted(again(changed))
        facts = [lemma.obligation() for lemma in Hull(changed, P, P).inclusions()]
        with Solver(2) as solver:
            assert "refuted" in {future.result().verdict for future in solver.submit(facts)}


@pytest.mark.parametrize("alpha", [[7401, 10000], [74014, 100000]])
@pytest.mark.parametrize("name", [name for name in NAMES if name.startswith("half")])
def test_alpha_below_the_optimum_is_rejected(name: str, alpha: list[int]) -> None:
    certificate = kept(name) | {"alpha": alpha}
    assert alpha[0] / alpha[1] < OPTIMUM["1/2"]
    assert not is_accepted(certificate) and not is_accepted(again(certificate))
    with pytest.raises(NoCertificate):
        make("1/2", Fraction(*alpha))


@pytest.mark.parametrize("change", [
    {"alpha": [0, 1]}, {"alpha": [1, 1]}, {"alpha": [-7409, 10000]}, {"alpha": [7409, -10000]}, {"alpha": [7, 10]},
    {"alpha": [0.7409, 1]}, {"alpha": ["7409", 10000]}, {"scale": -2000}, {"start": "1"}, {"top": 10**6}, {"top": "8"},
    {"pairs": []}, {"pairs": [[]] * 8}, {"strips": [[], []]}, {"strips": [[[0, 0]], [[0, 0]]]}, {"start": "2"}])
def test_what_is_no_certificate_is_rejected(change: dict[str, Any]) -> None:
    certificate = kept("half_590") | change
    with pytest.raises((BadCertificate, LookupError, ValueError, TypeError)):
        check(certificate)
        assert not enough(certificate, P, P, 590)
        raise BadCertificate("only scale and top are not the concern of `check`")


def test_a_missing_strip_is_noticed() -> None:
    """The kept certificate is minimal: without any one strip it does not prove 590 steps."""
    certificate = kept("half_590")
    for polygon, strips in enumerate(certificate["strips"]):
        for number in range(len(strips)):
            changed = copy.deepcopy(certificate)
            del changed["strips"][polygon][number]
            fewer = again(changed)
            assert not (is_accepted(fewer) and enough(fewer, P, P, 590))


def test_wrong_pairs_are_rejected_or_harmless() -> None:
    certificate = kept("half_590")
    verdicts = []
    for row, pairs in enumerate(certificate["pairs"]):
        changed = copy.deepcopy(certificate)
        changed["pairs"][row] = [k + 1 for k in pairs]
        verdicts.append(is_accepted_or_out_of_range(changed))
    assert not any(verdicts)


def is_accepted_or_out_of_range(certificate: Certificate) -> bool:
    try:
        return is_accepted(certificate)
    except IndexError:
        return False


@pytest.mark.parametrize("steps", [588, 589])
def test_one_step_fewer_than_proved_is_not_enough(steps: int) -> None:
    assert not enough(kept("half_590"), P, P, steps)
    assert enough(kept("half_590"), P, P, 590)
    assert not enough(kept("half_588"), P, P, 587) and not enough(kept("half_588"), P, 2**256, 589)


# --- generator and minimizer --------------------------------------------------------------------------------


@pytest.mark.parametrize(("start", "alpha"), [("1/2", "0.7405"), ("1/2", "0.76"), ("1", "0.7829"), ("1", "0.8")])
def test_the_generator_makes_certificates(start: str, alpha: str) -> None:
    certificate = json.loads(text(make(start, Fraction(alpha))))
    check(certificate)
    for bits in (5, 8, 12):
        assert steps_by_hull([(2**bits, 0), (2**bits, 2**bits)], start) <= steps_needed(certificate, 2**bits, 2**bits)


@pytest.mark.parametrize(("start", "slope"), [("1/2", "2.304"), ("1/2", "129/56"), ("1/2", "2.4"), ("1", "2.8284"),
                                              ("1", "99/35"), ("1", "3")])
def test_the_generator_reaches_a_wanted_slope(start: str, slope: str) -> None:
    certificate = make_for_slope(start, Fraction(slope))
    check(certificate)
    n, d = certificate["alpha"]
    wanted = Fraction(slope)
    assert n**wanted.numerator * 2**wanted.denominator <= d**wanted.numerator
    gained = steps_needed(certificate, 2**900, 2**900) - steps_needed(certificate, 2**300, 2**300)
    assert gained <= 600 * wanted + 1


@pytest.mark.parametrize(("start", "slope"), [("1/2", "2.3035"), ("1", "2.8283"), ("1/2", "1")])
def test_no_slope_below_the_optimum_is_reached(start: str, slope: str) -> None:
    with pytest.raises(NoCertificate):
        make_for_slope(start, Fraction(slope))


def test_the_minimizer_gives_up_strips_and_keeps_what_is_proved() -> None:
    certificate = make("1", Fraction("0.7835"))
    wanted = proves(P, P, steps_needed(certificate, P, P))
    smaller = fewer_strips(certificate, wanted, seed=0)
    assert wanted(smaller) and size(smaller) < size(certificate)


def test_polygons_are_those_of_the_strips() -> None:
    for polygon, strips in zip(polygons(kept("half_590")), kept("half_590")["strips"], strict=True):
        assert len(polygon) == len(strips)
        heights = [max(abs(a * x + b * y) for x, y in polygon) / 2000 for a, b in strips]
        assert all(abs(height - 1) < 1e-9 for height in heights)
