"""Why the points of a complete Edwards curve are a commutative group, lemma by lemma.

a = c^2 is not 0 and d is no square; E(a, d) is the set of (x, y) with a·x^2 + y^2 = 1 + d·x^2·y^2, and
(x1, y1) + (x2, y2) = (x3, y3), where for t = d·x1·x2·y1·y2

    x3·(1 + t) = x1·y2 + x2·y1        y3·(1 - t) = y1·y2 - a·x1·x2
"""

from __future__ import annotations

from typing import NamedTuple

from qed25519.proofs.formulas.elements import definitions, elements, inverses, text, with_names
from qed25519.proofs.formulas.identities import curve, follows
from qed25519.prover.lemmas import Lemma
from qed25519.spec import edwards25519 as spec

FIRST, SECOND, THIRD = curve("x1", "y1"), curve("x2", "y2"), curve("x3", "y3")
T = "d*x1*x2*y1*y2"
SUM = f"t = {T}", "nx = x1*y2 + x2*y1", "ny = y1*y2 - a*x1*x2"


def complete() -> list[Lemma]:
    """d is no square: from m^2 = d·n^2 follows n = 0.  If t were 1 or -1, two such n would be 0, and so would 2."""
    found = []
    for sign in "+-":
        found.append(follows(
            f"t^2 = 1: (c·x1 {sign} t·y1)^2 = d·(x1·y1·(c·x2 {sign} y2))^2",
            f"(c*x1 {sign} t*y1)**2 - d*(x1*y1*(c*x2 {sign} y2))**2",
            [FIRST.replace("a*", "c**2*"), SECOND.replace("a*", "c**2*"), "t**2 - 1"], where=SUM[:1],
            by=["1", "-d*x1**2*y1**2", "y1**2 - 1"]))
    return [*found,
            follows("both x1·y1·(c·x2 + y2) and x1·y1·(c·x2 - y2) are 0: so is 2", "2",
                    ["x1*y1*(c*x2 + y2)", "x1*y1*(c*x2 - y2)", "t**2 - 1"], where=SUM[:1],
                    by=["t*d*x2", "-t*d*x2", "-2"]),
            follows("a - d·y^2 is 0: c^2 = d·y^2", "c**2 - d*y**2", ["a - d*y**2", "c**2 - a"], by=["1", "1"])]


def closed() -> list[Lemma]:
    return [follows("the sum is on the curve", "a*nx**2*(1 - t)**2 + ny**2*(1 + t)**2 - (1 + t)**2*(1 - t)**2"
                    " - d*nx**2*ny**2", [FIRST, SECOND], where=SUM)]


class Fraction(NamedTuple):
    """The point (x/u, y/v)."""

    x: str
    u: str
    y: str
    v: str


def plus(p: Fraction, q: Fraction, name: str) -> tuple[Fraction, list[str]]:
    """p + q, and the definitions that say so."""
    one = f"{p.u}*{p.v}*{q.u}*{q.v}"
    return Fraction(*(name + part for part in "XUYV")), [
        f"{name}T = d*{p.x}*{q.x}*{p.y}*{q.y}", f"{name}U = {one} + {name}T", f"{name}V = {one} - {name}T",
        f"{name}X = {p.x}*{q.y}*{p.v}*{q.u} + {q.x}*{p.y}*{q.v}*{p.u}",
        f"{name}Y = {p.y}*{q.y}*{p.u}*{q.u} - a*{p.x}*{q.x}*{p.v}*{q.v}"]


def associative() -> list[Lemma]:
    """Let l be (p + q) + r and m be p + (q + r)."""
    p, q, r = (Fraction(f"x{k}", "1", f"y{k}", "1") for k in (1, 2, 3))
    first, pq = plus(p, q, "f")
    second, qr = plus(q, r, "s")
    left, right = plus(first, r, "l")[1], plus(p, second, "m")[1]
    where = [*pq, *qr, *left, *right]
    return [follows(f"(p + q) + r and p + (q + r) have one {part.lower()}",
                    f"l{part}*m{under} - m{part}*l{under}", (FIRST, SECOND, THIRD), where=where)
            for part, under in ("XU", "YV")]


def opposites() -> list[Lemma]:
    """The sum is symmetric; (0, 1) is neutral; (-x, y) is the opposite of (x, y)."""
    neutral, opposite = ("x2", "y2 - 1"), ("x2 = -x1", "y2 = y1", *SUM)
    return [
        follows("q + p and p + q have one t", "d*x2*x1*y2*y1 - t", where=SUM),
        follows("q + p and p + q have one x", "x2*y1 + x1*y2 - nx", where=SUM),
        follows("q + p and p + q have one y", "y2*y1 - a*x2*x1 - ny", where=SUM),
        follows("(0, 1) is on the curve", SECOND, neutral),
        follows("p + (0, 1): t is 0", "t", neutral, where=SUM),
        follows("p + (0, 1): x is that of p", "nx - x1", neutral, where=SUM),
        follows("p + (0, 1): y is that of p", "ny - y1", neutral, where=SUM),
        follows("(-x, y) is on the curve", SECOND, [FIRST], where=opposite),
        follows("p + (-x, y): x is 0", "nx", where=opposite),
        follows("p + (-x, y): y is 1", "ny - (1 - t)", [FIRST], where=opposite)]


def group() -> list[Lemma]:
    return [*closed(), *associative(), *opposites()]


def law() -> list[Lemma]:
    """What spec.edwards25519 calls its curve is E(-1, D), and sum_affine is the sum."""
    x1, y1, x2, y2, d = elements("x1", "y1", "x2", "y2", "d")
    code = with_names(spec, D=d)
    equation = code.equation(spec.Affine(x1, y1))
    x, y = code.sum_affine(spec.Affine(x1, y1), spec.Affine(x2, y2))
    where = [*SUM, *definitions({"x": x, "y": y})]
    found = [follows("equation is that of E(-1, d)", f"{text(equation)} - ({FIRST})", ["a + 1"])]
    for name, under, (inverse, of) in zip("xy", ("1 + t", "1 - t"), inverses(d, 2), strict=True):
        found += [follows(f"sum_affine: {under} is inverted", f"{of} - ({under})", where=where),
                  follows(f"sum_affine: {name} is that of the sum", f"{name}*({under}) - n{name}",
                          ["a + 1", f"{inverse}*({of}) - 1"], where=where)]
    return found
