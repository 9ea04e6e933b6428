"""Why spec.divstep.inverse(x) is 1/x modulo p, once 590 divsteps are known to bring g to 0; lemma by lemma.

Every divstep can be undone over the integers, so what divides f and g at the end divides p and x: for p prime and x
not 0 modulo p, f is 1 or -1 when g is 0.  And d·x = f·s, e·x = g·s modulo p goes through every batch, for
s = 2^(n - 590) after n divsteps; in the end s is 1.
"""

from __future__ import annotations

from fractions import Fraction
from types import FunctionType
from typing import Any

from qed25519.proofs.divstep.code import Expression, paths, text
from qed25519.prover.lemmas import Lemma
from qed25519.spec import divstep as spec
from qed25519.spec.field import P

BRANCHES = {"up0": ("f", "g"), "up1": ("f", "g + f"), "swap": ("g", "g - f")}
BACK = {"up0": ("f1", "2*g1"), "up1": ("f1", "2*g1 - f1"), "swap": ("f1 - 2*g1", "f1")}


def divisors() -> list[Lemma]:
    """A common divisor of the new f and g is one of the old; in the end f itself is one."""
    found = []
    for name, (f1, twice_g1) in BRANCHES.items():
        f, g = BACK[name]
        found.append(Lemma(f"{name}: f and g are integer combinations of the new ones", logic="QF_LIA",
                           integers=("f", "g", "g1"), given=(f"2*g1 == {twice_g1}",), where=(f"f1 = {f1}",),
                           goal=f"f == {f} and g == {g}", at={"f": 1, "g": 4, "g1": 2} if name == "up0" else
                           {"f": 1, "g": 3, "g1": 2 if name == "up1" else 1}))
    found.append(Lemma("h divides h·a and h·b, and their integer combinations",
                       goal="m*(h*a) + n*(h*b) == h*(m*a + n*b)", at={"h": 3, "a": 2, "b": 5, "m": -1, "n": 2}))
    found.append(Lemma("p does not divide x for 0 < x < p", logic="QF_LIA", integers=("x", "k"),
                       given=(f"0 < x < {P}",), goal=f"x != {P}*k", at={"x": 1, "k": 0}))
    found.append(Lemma("|f| = 1, which leaves f·f = 1", logic="QF_NIA", integers=("f",),
                       given=("f == 1 or f == -1",), goal="f*f == 1", at={"f": -1}))
    return found


def zero() -> list[Lemma]:
    """x = 0 modulo p: g is 0 from the start, so f stays p, v is 0 in every matrix, d stays 0, and so is the result."""
    found = [Lemma("g = 0: g is even, f stays and g is 0", logic="QF_LIA", integers=("f", "g", "g1"),
                   given=("g == 0", "2*g1 == g"), goal="g % 2 == 0 and g1 == 0", at={"f": 3, "g": 0, "g1": 0})]
    names = ["a", "c", "d", "s", "u", "w"]

    def upper(a: Any, c: Any, d: Any, s: Any, u: Any, w: Any) -> Any:
        return spec.product(spec.Matrix(a, 0, c, d), spec.Matrix(s, 0, u, w))

    ((_, (_, v, _, _)),) = paths(upper, *names)
    found.append(Lemma("a product of matrices with v = 0 has v = 0, and then u·0 + v·e is 0",
                       goal=f"{text(v)} == 0 and u*0 + 0*e == 0", at=dict.fromkeys([*names, "e"], 2)))
    return found


def batch() -> list[Lemma]:
    """One batch of spec.step, with divsteps taken for what `matrices` in code.py says of it: n·(f1, g1) is the
    matrix applied to (f, g).  The brackets on the right of each equation are 0 before, and so the left is after."""
    names = ["f", "g", "d", "e", "u", "v", "q", "r", "f1", "g1", "w1", "w2"]

    def step(*expressions: Expression) -> Any:
        f, g, d, e, u, v, q, r, f1, g1, w1, w2 = expressions
        turns = iter((w1, w2))
        stubs = {"divsteps": lambda n, delta, f, g: (delta, f1, g1, (u, v, q, r)),
                 "canonical": lambda x: x + Expression("p", f.path) * next(turns)}
        code = FunctionType(spec.step.__code__, {**vars(spec), **stubs})
        return code(spec.Inversion(Fraction(1, 2), f, g, d, e))       # type: ignore[arg-type]

    ((_, after),) = paths(step, *names)
    at = dict.fromkeys([*names, "p", "x", "s", "n", "a", "b"], 2)
    found = []
    for new, value, goal, i, j, w in ("d", after.d, "f1", "u", "v", "w1"), ("e", after.e, "g1", "q", "r", "w2"):
        zero = f"{i}*(d*x - f*s - p*a) + {j}*(e*x - g*s - p*b) + s*({i}*f + {j}*g - n*{goal})"
        found.append(Lemma(f"a batch keeps {new}·x = {goal}·s modulo p, for s times n", at=at,
                           where=(f"new = {text(value)}",),
                           goal=f"new*x - {goal}*(s*n) - p*({i}*a + {j}*b + {w}*x) == {zero}"))
    return found


def ends() -> list[Lemma]:
    """The first values and the last."""
    state, half = spec.start(1), 2**(spec.BATCH * spec.BATCHES)
    return [
        Lemma("at the start: d·x = f·s and e·x = g·s modulo p, for f = p, g = x modulo p, e = s",
              where=("f = p", "g = x + p*k", "e = s"), goal=f"{state.d}*x == f*s + p*(-s) and e*x == g*s + p*(-k*s)",
              at={"p": 7, "x": 9, "k": -1, "s": 4}),
        Lemma("s is 2^-590 at the start, and 1 in the end", logic="QF_LIA", goal=f"({state.e}*{half}) % {P} == 1"),
        Lemma("at the end: d·x = f·s, s = 1 modulo p and f·f = 1 give (f·d)·x = 1 modulo p",
              goal="f*d*x - 1 - p*(f*f*z + f*a) == f*(d*x - f*s - p*a) + f*f*(s - 1 - p*z) + (f*f - 1)",
              at=dict.fromkeys("fdxpzas", 2)),
    ]


def unique() -> list[Lemma]:
    """Two inverses of r in [0, p) are one."""
    return [
        Lemma("y·r = 1 + p·a and z·r = 1 + p·b: y - z is a multiple of p",
              goal="y - z - p*(z*a - y*b) == z*(y*r - 1 - p*a) - y*(z*r - 1 - p*b)",
              at=dict.fromkeys("yzrpab", 2)),
        Lemma("two integers in [0, p) that differ by a multiple of p are equal", logic="QF_LIA",
              integers=("y", "z", "k"), given=(f"0 <= y < {P}", f"0 <= z < {P}", f"y - z == {P}*k"), goal="y == z",
              at={"y": 5, "z": 5, "k": 0}),
    ]


class Power:
    """Stands for a number x in spec.field.invert, which may raise it to a power, and do nothing else."""

    def __pow__(self, exponent: int, modulus: int | None = None) -> tuple[int, int | None]:
        return exponent, modulus
