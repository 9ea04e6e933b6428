"""What the formulas of spec/edwards25519.py do with extended coordinates, lemma by lemma.

(X, Y, Z, T) represents (x, y) if Z is not 0, X = x·Z, Y = y·Z and T = x·y·Z.  The formulas are run on such
coordinates of points of E(-1, d), and what comes out is compared with the sum (x3, y3): with edwards.SUM,
x3 = nx/(1 + t) and y3 = ny/(1 - t).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from qed25519.proofs.formulas.edwards import FIRST, SUM
from qed25519.proofs.formulas.elements import definitions, elements, inverses, text, with_names
from qed25519.proofs.formulas.fold import expect
from qed25519.proofs.formulas.identities import follows
from qed25519.prover.claims import Refuted
from qed25519.prover.lemmas import Lemma
from qed25519.spec import edwards25519 as spec

MINUS = "a + 1"                                      # a = -1


def representing(number: int) -> list[str]:
    """Coordinates of (x, y), as expressions."""
    x, y, z = f"x{number}", f"y{number}", f"z{number}"
    return [f"{x}*{z}", f"{y}*{z}", z, f"{x}*{y}*{z}"]


def code() -> tuple[Any, spec.Extended, spec.Extended, spec.Affine]:
    """The spec with a name for D, representations of two points, and the second point itself."""
    d, *coordinates = elements("d", *representing(1), *representing(2), "x2", "y2")
    points: Any = spec.Extended(*coordinates[:4]), spec.Extended(*coordinates[4:8]), spec.Affine(*coordinates[8:])
    return with_names(spec, D=d), *points


def represents(what: str, output: spec.Extended, zero: Sequence[str], where: Sequence[str], scale: str) -> list[Lemma]:
    """The output represents the sum; its Z is scale·(1 + t)·(1 - t)."""
    where = [*where, *definitions(dict(zip("XYZT", output, strict=True)))]
    return [
        follows(f"{what}: Z is not 0 where {scale}·(1 + t)·(1 - t) is not", f"Z - ({scale})*(1 + t)*(1 - t)", zero,
                where=where),
        follows(f"{what}: X/Z is the x of the sum", "X*(1 + t) - nx*Z", zero, where=where),
        follows(f"{what}: Y/Z is the y of the sum", "Y*(1 - t) - ny*Z", zero, where=where),
        follows(f"{what}: T·Z = X·Y", "T*Z - X*Y", zero, where=where)]


def add() -> list[Lemma]:
    spec_, p, q, _ = code()
    return represents("add", spec_.add(p, q), [MINUS], SUM, "4*z1**2*z2**2")


def madd() -> list[Lemma]:
    """And the opposite of a precomputed point is that of -Q = (-x, y)."""
    spec_, p, _, q = code()
    found = represents("madd", spec_.madd(p, spec_.precomputed(q)), [MINUS], SUM, "4*z1**2")
    opposite = spec_.precomputed(spec.Affine(-q.x, q.y))
    return [*found, *(follows(f"negative: {name} is that of (-x, y)", f"{text(found)} - ({text(wanted)})")
                      for name, found, wanted in zip(
                          spec.Precomputed._fields, spec_.negative(spec_.precomputed(q)), opposite, strict=True))]


def double() -> list[Lemma]:
    """The sum of p and p."""
    spec_, p, _, _ = code()
    return represents("double", spec_.double(p), [MINUS, FIRST], ["x2 = x1", "y2 = y1", *SUM], "-z1**4")


def double_projective() -> list[Lemma]:
    """X, Y, Z of the double, without T."""
    spec_, p, _, _ = code()
    return _equal("double_projective", spec.Projective._fields, spec_.double_projective(p[:3]), spec_.double(p)[:3])


def cached() -> list[Lemma]:
    """To add what is cached of a point is to add the point; its opposite is what is cached of (-X, Y, Z, -T)."""
    spec_, p, q, _ = code()
    opposite = spec.Extended(-q.x, q.y, q.z, -q.t)
    return [*_equal("add_cached", spec.Extended._fields, spec_.add_cached(p, spec_.cached(q)), spec_.add(p, q)),
            *_equal("negative_cached", spec.Cached._fields, spec_.negative_cached(spec_.cached(q)),
                    spec_.cached(opposite))]


def _equal(what: str, names: Sequence[str], found: Sequence[Any], wanted: Sequence[Any]) -> list[Lemma]:
    return [follows(f"{what}: {name}", f"{text(one)} - ({text(other)})")
            for name, one, other in zip(names, found, wanted, strict=True)]


def affine() -> list[Lemma]:
    """X/Z and Y/Z, of coordinates that represent (x, y)."""
    x, y, z, t, px, py = elements("x*Z", "y*Z", "Z", "x*y*Z", "x", "y")
    out: Any = spec.affine(spec.Extended(x, y, z, t))
    ((inverse, of),) = inverses(x, 1)
    if not all(one.reduced for one in out):
        raise Refuted("affine coordinates are not reduced modulo p")
    return [follows(f"{name} is that of the point", f"{text(one)} - {text(wanted)}", [f"{inverse}*({of}) - 1"])
            for name, one, wanted in zip("xy", out, (px, py), strict=True)]


def multiply() -> list[Lemma]:
    """The beginning, and one step for both bits: twice is double(q), and more is madd(twice, p)."""
    twice, more = (spec.Extended(*elements(*(f"{name}{i}" for i in "XYZT"))) for name in "dm")
    code = with_names(spec, double=lambda q: expect(q, "q", twice),
                      madd=lambda q, p: expect((q is twice, p), (True, "p"), more))
    return [
        Lemma("(0, 1, 1, 0) represents (0, 1)", logic="QF_LIA", goal=" and ".join(
            f"{text(value)} == {wanted}" for value, wanted in zip(
                spec.extended(spec.NEUTRAL), (0, 1, 1, 0), strict=True))),
        *(follows(f"step, bit {bit}: {name} is that of {what}", f"{text(value)} - {text(wanted)}")
          for bit, (what, point) in enumerate((("2·q", twice), ("2·q + p", more)))
          for name, value, wanted in zip("XYZT", code.step("q", "p", bit), point, strict=True))]
