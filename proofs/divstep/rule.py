"""Why prover/divstep_rule.py may say what it says of divsteps in machine code, lemma by lemma.

(i, f, g) is a state, f odd, and (i1, f1, g1) the next; ((u, v), (q, r)) the matrix so far: this times the first pair
of n steps is 2^n times the last; u1, … are its entries a step later.  Each lemma is about one step, on each branch:
that a statement about n steps follows by induction is said in words, in the claims of theorems.py.
"""

from __future__ import annotations

from typing import NamedTuple

from qed25519.prover.lemmas import Lemma


class Branch(NamedTuple):
    """When a step takes it; the new i and f, and twice the new g, as the claim divstep/spec/half has them; g from f and
    the new g; the new matrix; and an example."""

    when: str
    i: str
    f: str
    twice_g: str
    g: str
    matrix: tuple[str, str, str, str]
    at: tuple[int, int, int]


BRANCHES = {
    "even": Branch("g % 2 == 0", "i + 1", "f", "g", "2*g1", ("2*u", "2*v", "q", "r"), (3, 5, 2)),
    "add": Branch("g % 2 == 1 and i < 0", "i + 1", "f", "g + f", "2*g1 - f", ("2*u", "2*v", "q + u", "r + v"),
                  (-3, 5, 6)),
    "swap": Branch("g % 2 == 1 and i >= 0", "-i", "g", "g - f", "2*g1 + f", ("2*q", "2*r", "q - u", "r - v"),
                   (3, 5, 1)),
}
ENTRIES, SOME = ("u", "v", "q", "r"), {"u": 3, "v": -1, "q": -2, "r": 1}


def stepped(branch: Branch) -> tuple[str, ...]:
    """Definitions of the new matrix."""
    return tuple(f"{name}1 = {entry}" for name, entry in zip(ENTRIES, branch.matrix, strict=True))


def rows(u: str, v: str, q: str, r: str, limit: str) -> str:
    """What sizes says of a matrix."""
    return (f"abs({u}) + abs({v}) <= {limit} and abs({q}) + abs({r}) <= {limit} and "
            + " and ".join(f"{entry} >= 1 - {limit}" for entry in (u, v, q, r)))


def locality() -> list[Lemma]:
    """A second pair (F, G) is f + 2·x and g + 2·y, where m divides x and y: it agrees modulo 2·m = 2^n, n >= 1."""
    pair = "F = f + 2*x", "G = g + 2*y"
    at = {"f": 5, "g": 4, "x": 3, "y": -8}
    found = [
        Lemma("both f are odd, both g have the same parity, so both steps the same branch", logic="QF_LIA",
              integers=tuple(at), given=("f % 2 == 1",), where=pair, goal="F % 2 == 1 and G % 2 == g % 2", at=at),
        Lemma("2·x and x + y and x - y are multiples of m, as x and y are", where=("x = m*a", "y = m*b"),
              goal="2*x == m*(2*a) and x + y == m*(a + b) and x - y == m*(a - b)", at={"m": 4, "a": 3, "b": -5})]
    for name, branch in BRANCHES.items():
        moved = {"even": "y", "add": "y + x", "swap": "y - x"}[name]
        i, f, g1 = branch.at
        second = branch.twice_g.replace("g", "G").replace("f", "F")
        found.append(Lemma(
            f"{name}: the new f differ by 2·x or 2·y, the new g by {moved}; both f are odd", logic="QF_LIA",
            integers=("i", "f", "g1", "x", "y"), given=("f % 2 == 1", branch.when), at={
                "i": i, "f": f, "g1": g1, "x": 3, "y": -8},
            where=(f"g = {branch.g}", *pair, f"f1 = {branch.f}", f"F1 = {branch.f.upper()}", f"G1 = g1 + {moved}"),
            goal=f"2*G1 == {second} and F1 - f1 == 2*{'y' if name == 'swap' else 'x'} and f1 % 2 == 1 and F1 % 2 == 1"))
    return found


def count() -> list[Lemma]:
    """From one step to n."""
    return [Lemma("after k < n <= b steps the pairs agree modulo 2^(b - k), b - k >= 1, then modulo 2^(b - (k + 1))",
                  logic="QF_LIA", integers=("k", "n", "b"), given=("0 <= k < n", "n <= b"),
                  goal="b - k >= 1 and b - k - 1 == b - (k + 1)", at={"k": 3, "n": 4, "b": 4})]


def matrices() -> list[Lemma]:
    """(x, y) is the first pair; s and t are 2^n·f and 2^n·g, which become 2^(n + 1)·f1 and 2^(n + 1)·g1."""
    found = [Lemma("the matrix of no step", goal="1*x + 0*y == x and 0*x + 1*y == y", at={"x": 3, "y": 8})]
    for name, branch in BRANCHES.items():
        f, g = (text.replace("f", "s").replace("g", "t") for text in (branch.f, branch.twice_g))
        found.append(Lemma(
            f"{name}: the next matrix gives the next pair", where=("s = u*x + v*y", "t = q*x + r*y", *stepped(branch)),
            goal=f"u1*x + v1*y == 2*({f}) and q1*x + r1*y == {g}", at=SOME | {"x": 3, "y": 8}))
    return [*found, Lemma(
        "first ((a, b), (c, d)), then ((u, v), (q, r))", where=("s = a*x + b*y", "t = c*x + d*y"),
        goal="(u*a + v*c)*x + (u*b + v*d)*y == u*s + v*t and (q*a + r*c)*x + (q*b + r*d)*y == q*s + r*t",
        at=SOME | {"a": 1, "b": 2, "c": -3, "d": 5, "x": 3, "y": 8})]


def sizes() -> list[Lemma]:
    """S is 2^n."""
    return [Lemma("the matrix of no step, for S = 1", logic="QF_LIA", goal=rows("1", "0", "0", "1", "1")),
            *(Lemma(f"{name}: from S to 2·S", logic="QF_LIA", integers=(*ENTRIES, "S"), given=(rows(*ENTRIES, "S"),),
                    where=stepped(branch), goal=rows("u1", "v1", "q1", "r1", "2*S"), at=SOME | {"S": 4})
              for name, branch in BRANCHES.items())]


def bound() -> list[Lemma]:
    return [Lemma(f"{name}: |f| <= B and |g| <= B stay", logic="QF_LRA", given=("-B <= f <= B", "-B <= g <= B"),
                  where=(f"f1 = {branch.f}", f"g1 = ({branch.twice_g})/2"), goal="-B <= f1 <= B and -B <= g1 <= B",
                  at={"B": 9, "f": 5, "g": -9}) for name, branch in BRANCHES.items()]


def offset() -> list[Lemma]:
    """A packed pair (F, G) and (F + alpha, G + beta), where alpha = N·a and beta = N·b for N = 2^n, have one matrix."""
    at = SOME | {"N": 8, "a": 3, "b": 5, "F": -17, "G": 22}
    return [
        Lemma("N times what the two become differs by N times u·a + v·b, or q·a + r·b", at=at,
              where=("alpha = N*a", "beta = N*b"),
              goal="u*(F + alpha) + v*(G + beta) == u*F + v*G + N*(u*a + v*b) and "
                   "q*(F + alpha) + r*(G + beta) == q*F + r*G + N*(q*a + r*b)"),
        Lemma("what is equal when multiplied by N is equal", given=("N >= 1", "N*x == N*y"), goal="x == y",
              at={"N": 8, "x": 3, "y": 3})]


def still() -> list[Lemma]:
    even = BRANCHES["even"]
    return [Lemma("g = 0 is even and stays", logic="QF_LIA", integers=("f", "g", "g1"),
                  given=("g == 0", f"2*g1 == {even.twice_g}"), where=(f"f1 = {even.f}",),
                  goal="g % 2 == 0 and g1 == 0 and f1 == f", at={"f": 5, "g": 0, "g1": 0}),
            Lemma("even: ((u, 0), (0, 1)) becomes ((2·u, 0), (0, 1))", logic="QF_LIA", integers=ENTRIES,
                  given=("v == 0 and q == 0 and r == 1",), where=stepped(even),
                  goal="u1 == 2*u and v1 == 0 and q1 == 0 and r1 == 1", at={"u": 4, "v": 0, "q": 0, "r": 1})]


def index() -> list[Lemma]:
    return [Lemma(f"{name}: |i| grows by 1 at most", logic="QF_LIA", integers=("i", "n", "g"),
                  given=("-n <= i <= n", branch.when), where=(f"i1 = {branch.i}",), goal="-n - 1 <= i1 <= n + 1",
                  at={"i": branch.at[0], "n": 3, "g": 0 if name == "even" else 1})
            for name, branch in BRANCHES.items()]
