"""Squares modulo p = 5 mod 8: which elements are, and a root of each.

For g not 0 let h = g^((p - 1)/2), q = g^((p - 1)/4) and r = g^((p + 3)/8).  By Fermat h^2 = 1, so h is 1 or -1, and h
is 1 for a square.  If h is 1, q is 1 or -1 and r^2 = g·q; then r or i·r is a root of g, for i = 2^((p - 1)/4).
As 2^((p - 1)/2) is -1, the h of 2·g is the opposite of that of g: one of the two is a square, and the other is none.
"""

from __future__ import annotations

from qed25519.proofs.formulas.identities import follows
from qed25519.prover.lemmas import Lemma
from qed25519.spec.field import P

ROOT_OF_MINUS_1 = pow(2, (P - 1) // 4, P)


def is_square(g: int) -> bool:
    """By Euler's criterion, for g not 0."""
    return pow(g, (P - 1) // 2, P) == 1


def root(g: int) -> int:
    """Of a square."""
    r = pow(g, (P + 3) // 8, P)
    return r if (r * r - g) % P == 0 else ROOT_OF_MINUS_1 * r % P


def squares() -> list[Lemma]:
    exponent = f"{(P - 1) // 4}"
    return [
        Lemma("4·((p - 1)/4) = p - 1, and 2·((p + 3)/8) = (p - 1)/4 + 1", logic="QF_LIA",
              goal=f"4*{exponent} == {P} - 1 and 2*{(P + 3) // 8} == {exponent} + 1"),
        follows("h^2 = 1: (h - 1)·(h + 1) = 0", "(h - 1)*(h + 1)", ["h**2 - 1"]),
        follows("r^2 = g·q and q = 1: r is a root of g", "r**2 - g", ["r**2 - g*q", "q - 1"], by=["1", "g"]),
        follows("r^2 = g·q, q = -1 and i^2 = -1: i·r is a root of g", "(i*r)**2 - g",
                ["r**2 - g*q", "q + 1", "i**2 + 1"], by=["-1", "-g", "r**2"]),
        follows("h of 2·g is that of 2 times that of g: the opposite, where that of 2 is -1",
                "k*h + h", ["k + 1"])]


def pocklington() -> list[Lemma]:
    """F divides N - 1, F^2 > N; a prime divisor r of N is 1 modulo F."""
    return [Lemma("r = k·F + 1, r > 1 and F^2 > N: r^2 > N", logic="QF_NIA", integers=("F", "N", "k"),
                  given=("F >= 1", "F*F > N", "k*F >= 1"), where=("r = k*F + 1",), goal="r*r > N",
                  at={"F": 4, "N": 13, "k": 3})]
