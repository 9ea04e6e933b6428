"""Why `decode` finds the points with a given y, and none where there is none; lemma by lemma.

On the curve v·x^2 = u, for (u, v) = ratio(y), and v is not 0.  Let w = (u·v^7)^((p - 5)/8), q = (u·v^7)^((p - 1)/4),
so that q = w^2·u·v^7, and r = candidate(u, v) = u·v^3·w.  Then v·r^2 = u·q.  If there is an x with v·x^2 = u, then
u·v^7 is the square of v^4·x; it is 0, and so is r, or q is 1 or -1 (field/squares), so that r or i·r is such an x, for
i^2 = -1.
"""

from __future__ import annotations

from typing import Any

from qed25519.proofs.formulas.elements import Element, elements, text, with_names
from qed25519.proofs.formulas.identities import follows
from qed25519.prover.lemmas import Lemma
from qed25519.spec import edwards25519 as spec
from qed25519.spec import field
from qed25519.spec.field import P


def points() -> list[Lemma]:
    return [*equation(), *candidates(), *roots(), *signs()]


def equation() -> list[Lemma]:
    """The points with this y are the roots of u/v."""
    x, y, d = elements("x", "y", "d")
    code = with_names(spec, D=d)
    u, v = map(text, code.ratio(y))
    return [
        follows("`equation` is u - v·x^2", f"{text(code.equation(spec.Affine(x, y)))} - (({u}) - ({v})*x**2)"),
        follows("v is -(a - d·y^2), for a = -1", f"({v}) + (a - d*y**2)", ["a + 1"])]


def candidates() -> list[Lemma]:
    """What the code of `candidate` computes."""
    raised: list[str] = []

    def power(element: Element) -> Element:
        raised.append(element.text)
        return Element("w", element.inverses)

    u, v = elements("u", "v")
    r: Any = with_names(spec, root_power=power).candidate(u, v)
    (of,) = raised
    return [
        Lemma("2·((p - 5)/8) + 1 = (p - 1)/4, and 2·((p - 1)/4) = (p - 1)/2", logic="QF_LIA",
              goal=f"2*{(P - 5) // 8} + 1 == {(P - 1) // 4} and 2*{(P - 1) // 4} == {(P - 1) // 2}"),
        follows("the power is of u·v^7", f"{of} - u*v**7"),
        follows("v·r^2 = u·q", "v*r**2 - u*q", where=[f"r = {text(r)}", "q = w**2*u*v**7"])]


def roots() -> list[Lemma]:
    """Where there is an x: r or i·r is one."""
    return [
        follows("v·x^2 = u: u·v^7 is a square", "u*v**7 - (v**4*x)**2", ["v*x**2 - u"], by=["-v**7"]),
        follows("u = 0: v·r^2 = u", "v*r**2 - u", ["u"], where=["r = u*v**3*w"]),
        follows("q^2 = 1: (q - 1)·(q + 1) = 0", "(q - 1)*(q + 1)", ["q**2 - 1"], by=["1"]),
        follows("v·r^2 = u·q and q = 1: v·r^2 = u", "v*r**2 - u", ["v*r**2 - u*q", "q - 1"], by=["1", "u"]),
        follows("v·r^2 = u·q, q = -1 and i^2 = -1: v·(i·r)^2 = u", "v*(i*r)**2 - u",
                ["v*r**2 - u*q", "q + 1", "i**2 + 1"], by=["-1", "-u", "v*r**2"])]


def signs() -> list[Lemma]:
    """There are two, each the opposite of the other, of different parity; or one, which is 0."""
    x, y = elements("x", "y")
    chosen = [text(field.select(bit, x, y)) for bit in (0, 1)]
    return [
        follows("select with 0 is the first", f"{chosen[0]} - x"),
        follows("select with 1 is the second", f"{chosen[1]} - y"),
        follows("v·x1^2 = u = v·x2^2, and v is not 0: (x1 - x2)·(x1 + x2) = 0", "(x1 - x2)*(x1 + x2)",
                ["v*x1**2 - u", "v*x2**2 - u"], unit="v", by=["1", "-1"]),
        follows("v·(-x)^2 is v·x^2", "v*(-x)**2 - v*x**2"),
        Lemma("x and p - x differ in parity", logic="QF_LIA", integers=("x",), given=("x >= 1", f"x <= {P} - 1"),
              goal=f"x % 2 + ({P} - x) % 2 == 1", at={"x": 1})]
