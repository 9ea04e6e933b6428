"""The curves that the theorems are about: edwards25519, and the complete Edwards curve of curve25519's twist.

M(1) is curve25519 of RFC 7748 and M(2) its twist; E(a, d) is the Edwards curve that goes with each, by s and g of
montgomery.py, and c a root of a.
"""

from __future__ import annotations

from typing import NamedTuple

from qed25519.proofs.formulas.identities import follows
from qed25519.proofs.formulas.squares import ROOT_OF_MINUS_1, is_square, root
from qed25519.prover.claims import Refuted
from qed25519.prover.lemmas import Lemma
from qed25519.spec.curve25519 import A24, A
from qed25519.spec.edwards25519 import D
from qed25519.spec.field import P


class Curve(NamedTuple):
    a: int
    d: int
    s: int
    b: int
    g: int
    c: int


CURVE = Curve(a=-1, d=D, s=1, b=1, g=root(-(A + 2)), c=ROOT_OF_MINUS_1)
TWIST = Curve(a=2 * (A - 2), d=2 * (A + 2), s=-1, b=2, g=(P + 1) // 2, c=root(2 * (A - 2)))


def complete(curve: Curve) -> str:
    """a = c^2 is not 0 and d is no square."""
    if curve.a % P == 0 or (curve.c**2 - curve.a) % P or curve.d % P == 0 or is_square(curve.d):
        raise Refuted(f"{curve}: a is not c^2 or is 0, or d is a square")
    return f"a = c^2 for c = {curve.c}, and d is no square"


def parameters() -> list[Lemma]:
    """Of both curves: the equations of montgomery.py."""
    found = [Lemma("a24 = (A - 2)/4", logic="QF_LIA", goal=f"4*{A24} + 2 == {A}")]
    for name, (a, d, s, b, g, c) in (("curve", CURVE), ("twist", TWIST)):
        for what, value in (("c^2 = a", f"{c}*{c} - ({a})"), ("s^2 = 1", f"({s})*({s}) - 1"),
                            ("A·(a - d) = 2·s·(a + d)", f"{A}*({a} - {d}) - 2*({s})*({a} + {d})"),
                            ("b·g^2·(a - d) = 4·s, so g is not 0", f"{b}*{g}*{g}*({a} - {d}) - 4*({s})")):
            found.append(Lemma(f"{name}: {what} modulo p", logic="QF_NIA", goal=f"({value}) % {P} == 0"))
    return found


def every_u() -> list[Lemma]:
    """For u not 0, f = u^3 + A·u^2 + u is not 0, and f or 2·f is a square."""
    where = ["f = u**3 + A*u**2 + u"]
    return [
        follows("f = 0, u not 0: (2·u + A)^2 = A^2 - 4", "(2*u + A)**2 - (A**2 - 4)", ["f"], "u", where=where),
        follows("f = w^2: (u, w) is on M(1)", "u**3 + A*u**2 + u - 1*w**2", ["f - w**2"], where=where),
        follows("2·f = w^2: (u, w/2) is on M(2)", "u**3 + A*u**2 + u - 2*v**2", ["2*f - w**2", "2*v - w"], "2",
                where=where)]
