"""Division steps, as Bernstein and Yang write them (2019, section 8), and the inverse modulo p by batches of them.

A divstep takes (delta, f, g) with f odd to another such triple with the same greatest common divisor of f and g.
After enough of them g is 0, and f is plus or minus that divisor.  The paper starts at delta = 1; starting at
delta = 1/2 needs fewer steps.  How many are enough is the theorem `divstep/p/steps_590` and its kin.
"""

from fractions import Fraction
from typing import NamedTuple

from .field import P, canonical

Delta = int | Fraction
CLASSIC: Delta = 1
HALF: Delta = Fraction(1, 2)
BATCH = 59  # divsteps whose matrix is built before f, g, d, e are touched
BATCHES = 10


def divstep(delta: Delta, f: int, g: int) -> tuple[Delta, int, int]:
    """One step, f odd.  Both divisions are exact."""
    if delta > 0 and g % 2 == 1:
        return 1 - delta, g, (g - f) // 2
    return 1 + delta, f, (g + g % 2 * f) // 2


class Matrix(NamedTuple):
    """((u, v), (q, r))."""

    u: int
    v: int
    q: int
    r: int


IDENTITY = Matrix(1, 0, 0, 1)


def transition(delta: Delta, f: int, g: int) -> Matrix:
    """2·T(delta, f, g) of the paper: applied to (f, g), it is twice the next (f, g)."""
    if delta > 0 and g % 2 == 1:
        return Matrix(0, 2, -1, 1)
    return Matrix(2, 0, g % 2, 1)


def product(a: Matrix, b: Matrix) -> Matrix:
    """First b, then a."""
    return Matrix(
        a.u * b.u + a.v * b.q,
        a.u * b.v + a.v * b.r,
        a.q * b.u + a.r * b.q,
        a.q * b.v + a.r * b.r,
    )


def divsteps(n: int, delta: Delta, f: int, g: int) -> tuple[Delta, int, int, Matrix]:
    """n steps, and their matrix: applied to the first (f, g), it is 2^n times the last."""
    matrix = IDENTITY
    for _ in range(n):
        matrix = product(transition(delta, f, g), matrix)
        delta, f, g = divstep(delta, f, g)
    return delta, f, g, matrix


class Inversion(NamedTuple):
    """Between two batches, after n divsteps in all:  d·x = f·2^(n - 590) and e·x = g·2^(n - 590), modulo p."""

    delta: Delta
    f: int
    g: int
    d: int
    e: int


def start(x: int) -> Inversion:
    return Inversion(HALF, P, canonical(x), 0, pow(2, -BATCH * BATCHES, P))


def step(state: Inversion) -> Inversion:
    """One batch."""
    delta, f, g, d, e = state
    delta, f, g, (u, v, q, r) = divsteps(BATCH, delta, f, g)
    return Inversion(delta, f, g, canonical(u * d + v * e), canonical(q * d + r * e))


def finish(state: Inversion) -> int:
    """f is 1 or -1 now; or x was 0, and d still is."""
    return canonical(state.f * state.d)


def inverse(x: int) -> int:
    """1/x modulo p, and 0 for the zero element, as an integer in [0, p)."""
    state = start(x)
    for _ in range(BATCHES):
        state = step(state)
    return finish(state)
