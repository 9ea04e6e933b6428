"""Why a complete Edwards curve is a Montgomery curve, addition included, lemma by lemma.

M(b) is b·v^2 = u^3 + A·u^2 + u with its point at infinity, and E(a, d) a complete curve; s is 1 or -1, g not 0, and

    A·(a - d) = 2·s·(a + d)        b·g^2·(a - d) = 4·s

A point (x, y) of E(a, d) goes to the point of M(b) with

    u = s·(1 + y)/(1 - y)        v = g·u/x

except (0, 1), which goes to infinity, and (0, -1), which goes to (0, 0).

The third point on the line through (u1, v1) and (u2, v2), or on the tangent, has u3 = b·lam^2 - A - u1 - u2, where lam
is the slope, and the sum is (u3, lam·(u1 - u3) - v1).  The line meets u = 0 in v = mu.
"""

from __future__ import annotations

from qed25519.proofs.formulas.cofactors import Fractions
from qed25519.proofs.formulas.edwards import FIRST, SECOND, SUM
from qed25519.proofs.formulas.identities import follows
from qed25519.prover.lemmas import Lemma

SIGN, TRACE, SCALE = "s**2 - 1", "A*(a - d) - 2*s*(a + d)", "b*g**2*(a - d) - 4*s"
LINE: Fractions = {"lam": ("v2 - v1", "u2 - u1")}
TANGENT: Fractions = {"lam": ("3*u1**2 + 2*A*u1 + 1", "2*b*v1")}
U3: Fractions = {"u3": ("s*(m + ny)", "m - ny")}                      # of the sum, for m = 1 - t
SUMS = [*SUM, "m = 1 - t"]
MU = "mu = v1 - lam*u1"


def on(u: str, v: str) -> str:
    """0 for the points of M(b)."""
    return f"{u}**3 + A*{u}**2 + {u} - b*{v}**2"


def u_of(number: int) -> Fractions:
    return {f"u{number}": (f"s*(1 + y{number})", f"1 - y{number}")}


def v_of(number: int) -> Fractions:
    return {f"v{number}": (f"g*u{number}", f"x{number}")}


def there() -> list[Lemma]:
    """E(a, d) to M(b): all but (0, 1) and (0, -1), which are the points with x = 0, to points with u not 0."""
    return [
        follows("x = 0: y^2 = 1", "y1**2 - 1", [FIRST, "x1"], by=["1", "-(a - d*y1**2)*x1"]),
        follows("the image is on M(b)", on("u1", "v1"), [SIGN, FIRST, TRACE, SCALE], "a - d",
                fractions=v_of(1) | u_of(1)),
        follows("y is (u - s)/(u + s): two points with one u have one y", "y1*(u1 + s) - (u1 - s)", fractions=u_of(1)),
        follows("two points with one y have one x^2, or a - d·y^2 is 0", "(a - d*y1**2)*(x2**2 - x1**2)",
                [FIRST, SECOND], where=["y2 = y1"])]


def back() -> list[Lemma]:
    """M(b) to E(a, d): u = -s does not occur, v = 0 only for u = 0, for d and a·d are no squares."""
    x_y: Fractions = {"x1": ("g*u1", "v1"), "y1": ("u1 - s", "u1 + s")}
    return [
        follows("u = 0: v is 0", "b*v1**2", [on("u1", "v1"), "u1"], by=["-1", "u1**2 + A*u1 + 1"]),
        follows("u = -s: v^2 = g^2·d", "v1**2 - g**2*d", [on("u1", "v1"), SIGN, TRACE, SCALE], "b*(a - d)",
                where=["u1 = -s"], by=["-(a - d)", "s*(a + 3*d)", "s**2", "-d"]),
        follows("v = 0, u not 0: (2·u + A)^2·(a - d)^2 = 16·a·d", "(2*u1 + A)**2*(a - d)**2 - 16*a*d",
                [SIGN, TRACE, "u1**2 + A*u1 + 1"], by=["4*(a + d)**2", "A*(a - d) + 2*s*(a + d)", "4*(a - d)**2"]),
        follows("x = g·u/v, y = (u - s)/(u + s) are on E(a, d)", f"b*({FIRST})",
                [SIGN, on("u1", "v1"), TRACE, SCALE], fractions=x_y)]


def one_to_one() -> list[Lemma]:
    return [*there(), *back()]


def chord() -> list[Lemma]:
    """u1 is not u2, and neither is 0.  Each lemma may use those before; where t, m, nx, ny are not said to be those of
    the sum, they can be anything."""
    slope = "lam*x1*x2*(u2 - u1) - g*(u2*x1 - u1*x2)"
    intercept = "mu*x1*x2*(u2 - u1) - g*u1*u2*(x2 - x1)"
    square = "(1 - y1**2)*(1 - y2**2)*(x2 - x1)**2*(m - ny) - (a - d)*(m + ny)*(y2 - y1)**2*x1**2*x2**2"
    third = "b*g**2*u1*u2*(x2 - x1)**2*(m - ny) - s*(m + ny)*x1**2*x2**2*(u2 - u1)**2"
    line = ("((1 + y1)*(1 + y2)*(x2 - x1)*(m - ny) + ((1 + y2)*(1 - y1)*x1 - (1 + y1)*(1 - y2)*x2)*(m + ny))*nx"
            " + 2*(m + ny)*x1*x2*(y2 - y1)*(1 + t)")
    both = u_of(1) | u_of(2)
    return [
        follows("chord: u1·u2·(b·lam^2 - A - u1 - u2) = b·mu^2", "u1*u2*(b*lam**2 - A - u1 - u2) - b*mu**2",
                [on("u1", "v1"), on("u2", "v2")], fractions=LINE, where=[MU]),
        follows("chord: lam by x1 and x2", slope, fractions=LINE | v_of(1) | v_of(2)),
        follows("chord: mu by x1 and x2", intercept, fractions=LINE | v_of(1) | v_of(2), where=[MU]),
        follows("chord: the sum, squared", square, [FIRST, SECOND], "d", where=SUMS),
        follows("chord: the sum, in u1 and u2", third, [SIGN, SCALE, square], "a - d", fractions=both),
        follows("chord: u1·u2·u3 = b·mu^2, so u3 is that of the third point", "u1*u2*u3 - b*mu**2", [third],
                fractions=U3 | {"mu": ("g*u1*u2*(x2 - x1)", "x1*x2*(u2 - u1)")}),
        follows("chord: the sum, not squared", line, [FIRST, SECOND], where=SUMS),
        follows("chord: v3 = -mu - lam·u3 has v3·x3 = g·u3", "(-mu - lam*u3)*x3 - g*u3", [SIGN, line], fractions={
            "x3": ("nx", "1 + t"), **U3, "mu": ("g*u1*u2*(x2 - x1)", "x1*x2*(u2 - u1)"),
            "lam": ("g*(u2*x1 - u1*x2)", "x1*x2*(u2 - u1)"), **both})]


def tangent() -> list[Lemma]:
    """Twice (x1, y1), x1 not 0.  As for the chord."""
    same = ["x2 = x1", "y2 = y1", *SUMS]
    square = "(a - d)*(m - ny)*x1**2*y1**2 - (m + ny)*(1 - y1**2)**2"
    third = "x1**2*(1 - u1**2)**2*(m - ny) - 4*b*g**2*u1**2*s*(m + ny)"
    line = "(u1*(1 - u1**2)*(m - ny) + (3*u1**2 + 2*A*u1 + 1)*s*(m + ny))*x1*nx + 2*b*g**2*u1*s*(m + ny)*(1 + t)"
    return [
        follows("tangent: u1^2·(b·lam^2 - A - 2·u1) = b·mu^2", "u1**2*(b*lam**2 - A - 2*u1) - b*mu**2",
                [on("u1", "v1")], fractions=TANGENT, where=[MU]),
        follows("tangent: mu", "2*b*v1*mu - u1*(1 - u1**2)", [on("u1", "v1")], fractions=TANGENT, where=[MU]),
        follows("tangent: the sum, squared", square, [FIRST], "a - d", where=same),
        follows("tangent: the sum, in u1", third, [SIGN, SCALE, square], "a - d", fractions=u_of(1)),
        follows("tangent: u1^2·u3 = b·mu^2, so u3 is that of the third point", "u1**2*u3 - b*mu**2", [third],
                fractions=U3 | {"mu": ("u1*(1 - u1**2)", "2*b*v1")} | v_of(1)),
        follows("tangent: the sum, not squared", line, [SIGN, SCALE, TRACE, FIRST], "a - d", where=same,
                fractions=u_of(1)),
        follows("tangent: v3 = -mu - lam·u3 has v3·x3 = g·u3", "(-mu - lam*u3)*x3 - g*u3", [line], fractions={
            "x3": ("nx", "1 + t"), **U3, "mu": ("u1*(1 - u1**2)", "2*b*v1"), **TANGENT, **v_of(1)})]


def through_zero() -> list[Lemma]:
    """(0, -1) and (x1, y1), x1 not 0: their sum is (-x1, -y1); the line is that through (0, 0) and (u1, v1)."""
    line: Fractions = {"lam": ("v1", "u1")}
    sum_: Fractions = {"u3": ("s*(1 - y1)", "1 + y1")}
    return [
        follows("(0, -1) is on the curve", FIRST, ["x1", "y1 + 1"]),
        follows("(0, -1) + (x, y): t is 0", "d*x1*x2*y1*y2", ["x2"]),
        follows("(0, -1) + (x, y): x3 is -x", "x1*y2 + x2*y1 + x1", ["x2", "y2 + 1"]),
        follows("(0, -1) + (x, y): y3 is -y", "y1*y2 - a*x1*x2 + y1", ["x2", "y2 + 1"]),
        follows("u3 is 1/u", "u1*u3 - 1", [SIGN], fractions=u_of(1) | sum_),
        follows("u3 is that of the third point", "b*lam**2 - A - u1 - u3", ["u1*u3 - 1", on("u1", "v1")],
                fractions=line),
        follows("v3 = -lam·u3 has v3·(-x) = g·u3", "-lam*u3*(-x1) - g*u3", fractions=line | v_of(1))]


def sums() -> list[Lemma]:
    return [*chord(), *tangent(), *through_zero()]
