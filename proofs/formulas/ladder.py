"""What the Montgomery ladder of spec/curve25519.py computes, lemma by lemma.

E(a, d) is complete, s is 1 or -1, A·(a - d) = 2·s·(a + d), and u(x, y) = s·(1 + y)/(1 - y).  A pair (X, Z) represents a
point (x, y) if X = l·s·(1 + y) and Z = l·(1 - y) for some l that is not 0: then X/Z is its u, and Z is 0 just for
(0, 1).  Every point has such pairs, so that no case is left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

from qed25519.proofs.formulas.edwards import FIRST, SECOND, SUM
from qed25519.proofs.formulas.elements import definitions, elements, inverses, text, with_names
from qed25519.proofs.formulas.identities import follows
from qed25519.prover.claims import Refuted
from qed25519.prover.lemmas import Lemma
from qed25519.spec import curve25519 as spec

SIGN, TRACE = "s**2 - 1", "A*(a - d) - 2*s*(a + d)"
SMALL = "4*a24 + 2 - A"                                       # a24 = (A - 2)/4
SUM_AND_DIFFERENCE = (*SUM, "m = 1 - t", "k = 1 - d*(-x1)*x2*y1*y2", "nk = y1*y2 - a*(-x1)*x2")
FIRST_PAIR = ("X1 = l1*s*(1 + y1)", "Z1 = l1*(1 - y1)")
SECOND_PAIR = ("X2 = l2*s*(1 + y2)", "Z2 = l2*(1 - y2)")
PAIRS = (("X1", "Z1"), ("X2", "Z2"))


def steps() -> Iterator[tuple[str, int, spec.Ladder]]:
    """spec.step for each pending swap and each bit: (which, bit, state after it), where the first pair is that of n·P
    and the second that of (n + 1)·P."""
    for swap, bit in product((0, 1), repeat=2):
        u, a24, x_2, z_2, x_3, z_3 = elements("u", "a24", *PAIRS[swap], *PAIRS[1 - swap])
        state: Any = spec.Ladder(u, x_2, z_2, x_3, z_3, swap)
        after = with_names(spec, A24=a24).step(state, bit)
        if text(after.x_1) != "u" or after.swap != bit:
            raise Refuted(f"after the bit {bit} the swap pending is {after.swap}, the input {text(after.x_1)}")
        yield f"swap {swap}, bit {bit}", bit, after


def step() -> list[Lemma]:
    """(x1, y1) is n·P, (x2, y2) is (n + 1)·P, and u their difference's, which is P: u(P) = u, and u is not 0.

    Then x_2, z_2 represent the double of one of the two, and x_3, z_3 their sum."""
    both, weight = "16*l1**2*l2**2*(a - d*y1**2)*(a - d*y2**2)", "(a - d)*(a - d*y1**2*y2**2)"
    times_u, difference = f"{weight}*ZZ - u*{both}*(m - ny)*(k - nk)", "u*(k - nk) - s*(k + nk)"
    found = [
        follows("u is that of (x2, y2) + (-x1, y1), which has y = nk/k", difference,
                ["k*y - nk", "u*(1 - y) - s*(1 + y)"], by=["u + s", "k"]),
        follows("z_3 is that of the sum, if it is u times so much", f"{weight}*ZZ - s*{both}*(m - ny)*(k + nk)",
                [times_u, difference], by=["1", f"{both}*(m - ny)"])]
    for which, bit, after in steps():
        x, y, scale = (f"{name}{1 + bit}" for name in "xyl")
        double = [*FIRST_PAIR, *SECOND_PAIR, f"m = 1 - d*{x}**2*{y}**2", f"n = {y}**2 - a*{x}**2",
                  f"w = a - d*{y}**2", *definitions({"X": after.x_2, "Z": after.z_2})]
        sum_ = [*FIRST_PAIR, *SECOND_PAIR, *SUM_AND_DIFFERENCE, *definitions({"XX": after.x_3, "ZZ": after.z_3})]
        zero, points = [SIGN, (FIRST, SECOND)[bit], SMALL, TRACE], [SIGN, FIRST, SECOND]
        found += [
            follows(f"{which}: x_2 is that of the double", f"(a - d)*X - 8*{scale}**4*w*(m + n)", zero, where=double),
            follows(f"{which}: z_2 is that of the double", f"(a - d)*Z - s*8*{scale}**4*w*(m - n)", zero, "2", double),
            follows(f"{which}: x_3 is that of the sum", f"{weight}*XX - {both}*(m + ny)*(k + nk)", points, where=sum_),
            follows(f"{which}: z_3 is u times so much", times_u, points, where=sum_)]
    return found


def ends() -> list[Lemma]:
    """The first state, and what is made of the last.  An inverse of 0 is 0."""
    first = spec.start(elements("u")[0])
    if first.swap != 0 or text(first.x_1) != "u":
        raise Refuted(f"start leaves the swap {first.swap} pending, and {text(first.x_1)} as its input")
    found = [
        follows("start: x_2 is that of (0, 1)", f"{text(first.x_2)} - l*s*(1 + y)", ["y - 1", "2*l - s", SIGN],
                by=["-l*s", "-s", "-1"]),
        follows("start: z_2 is that of (0, 1)", f"{text(first.z_2)} - l*(1 - y)", ["y - 1"]),
        follows("start: x_3 is that of P", f"{text(first.x_3)} - l*s*(1 + y)",
                ["l*(1 - y) - 1", "u*(1 - y) - s*(1 + y)"], by=["-u", "l"]),
        follows("start: z_3 is that of P", f"{text(first.z_3)} - l*(1 - y)", ["l*(1 - y) - 1"])]
    for swap, out, inverse, of in results():
        found += [
            inverted(swap, of),
            follows(f"finish, swap {swap}: (1 - y)·x_2/z_2 = s·(1 + y)", f"({out})*(1 - y1) - s*(1 + y1)",
                    [f"{inverse}*({of}) - 1"], where=FIRST_PAIR),
            follows(f"finish, swap {swap}: 0 where 1/z_2 is 0", out, [inverse])]
    return found


def inverted(swap: int, of: str) -> Lemma:
    return follows(f"finish, swap {swap}: what is inverted is z_2", f"{of} - Z1")


def results() -> Iterator[tuple[int, str, str, str]]:
    """spec.finish for each pending swap, where the first pair is that of n·P: (swap, what it gives, the name that it
    gave to an inverse, of what)."""
    for swap in 0, 1:
        u, x_2, z_2, x_3, z_3 = elements("u", *PAIRS[swap], *PAIRS[1 - swap])
        out: Any = spec.finish(spec.Ladder(u, x_2, z_2, x_3, z_3, swap))
        ((inverse, of),) = inverses(u, 1)
        if not out.reduced:
            raise Refuted(f"swap {swap}: the result is not reduced modulo p")
        yield swap, text(out), inverse, of


def zero() -> list[Lemma]:
    """u = 0: x·z stays 0 for both pairs, because each z is 0 after a step; so the result is 0, for x = 0 and for z = 0.
    The points with u = 0 are (0, -1) and, by convention, (0, 1), and their multiples are among them."""
    first = spec.start(elements("u")[0])
    found = [follows("start: x_2·z_2 is 0", f"({text(first.x_2)})*({text(first.z_2)})", ["u"]),
             follows("start: x_3·z_3 is 0", f"({text(first.x_3)})*({text(first.z_3)})", ["u"])]
    for which, bit, after in steps():
        found += [follows(f"{which}: z_2 is 0", text(after.z_2), [f"X{1 + bit}*Z{1 + bit}"]),
                  follows(f"{which}: z_3 is 0", text(after.z_3), ["u"])]
    for swap, out, inverse, of in results():
        found += [inverted(swap, of), follows(f"finish, swap {swap}: 0 where x_2 is 0", out, ["X1"]),
                  follows(f"finish, swap {swap}: 0 where 1/z_2 is 0", out, [inverse])]
    return found
