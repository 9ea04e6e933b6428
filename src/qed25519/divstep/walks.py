"""Single runs of divsteps on integers, fast enough to search: the worst case of small sizes, slow inputs for p.

i counts as delta does, from 0: i = delta - 1/2 for the start "1/2", i = delta - 1 for the start "1".
"""

from __future__ import annotations

import heapq
import random
from collections.abc import Iterator
from typing import NamedTuple

from qed25519.spec.field import P

SHIFT = {"1/2": 0, "1": 1}                     # a swap sends i to -i - SHIFT

# Slow inputs for f = p and the start 1/2: g, and the steps it needs.  Random ones need 515 on average, at most 532 of
# 20,000.  The first is a known one; the others came out of `slow_inputs`.
SLOW: dict[int, int] = {
    0x75bb66887a41b26b4113805f3701339f77cd976743db2e5f2ec1705aa166a574: 560,
    0x7bce0a8283ded461d62e40b22ebc4c35cf57228450e3345f2ec1705aa166a574: 556,
    0x7e9de05a0b3daa5be695c288cad804ec5c05d1c7d01bda87dd06b670a3135c74: 556,
    0x7a4189c7e5f1ca5c143bca0fdfbc904a606edd12e2d96092cb8a6ffca3135c74: 556,
    0x6ccfb3e3dd04a65b6a5196248b147aa44f57228450e3345f2ec1705aa166a574: 554,
}


class State(NamedTuple):
    i: int
    f: int
    g: int


def divstep(state: State, start: str = "1/2") -> State:
    """spec.divstep, with i for delta."""
    i, f, g = state
    if not g & 1:
        return State(i + 1, f, g >> 1)
    if i >= 0:
        return State(-i - SHIFT[start], g, (g - f) >> 1)
    return State(i + 1, f, (g + f) >> 1)


def walk(f: int, g: int, start: str = "1/2") -> Iterator[State]:
    """The states from the first to the first with g = 0."""
    state = State(0, f, g)
    yield state
    while state.g:
        state = divstep(state, start)
        yield state


def steps_to_zero(f: int, g: int, start: str = "1/2") -> int:
    """How many divsteps until g is 0."""
    i, shift, count = 0, SHIFT[start], 0
    while g:
        if not g & 1:
            i, g = i + 1, g >> 1
        elif i >= 0:
            i, f, g = -i - shift, g, (g - f) >> 1
        else:
            i, g = i + 1, (g + f) >> 1
        count += 1
    return count


def worst_case(bits: int, start: str = "1/2") -> tuple[int, int, int]:
    """(steps, f, g) of the slowest of all odd f < 2^bits and 0 <= g <= f."""
    return max((steps_to_zero(f, g, start), f, g) for f in range(1, 2**bits, 2) for g in range(f + 1))


def slow_inputs(strips: list[list[list[int]]], alpha: float, width: int = 300, seed: int = 0,
                spread: float = 0.03) -> list[tuple[int, int]]:
    """[(steps, g)], slowest first: a beam search over the bits of g, low ones first, for f = p and the start 1/2.

    After n bits are chosen, n divsteps are known, and the rest of g makes (f, g) run over a segment.  A state is kept
    if the segment's ends are far out in alpha^n·W_i; `strips` are a certificate's.  `spread` makes runs differ.
    """
    chance = random.Random(seed)
    beam = [(0, (1, 0, 0, 1), 0)]               # i, matrix, low bits of g
    forms: dict[int, list[tuple[float, float]]] = {}
    for n in range(P.bit_length()):
        grown: dict[tuple[int, tuple[int, int, int, int]], tuple[float, int, tuple[int, int, int, int], int]] = {}
        for i, matrix, low in beam:
            for g in (low, low | 1 << n):
                j, after = _step(i, matrix, (matrix[2] * P + matrix[3] * g) >> n & 1)
                ends = (0.0, 1.0) if n < 200 else (g / P, min(1.0, (g + 2**255 - 2 ** (n + 1)) / P))
                if j not in forms:
                    forms[j] = _forms(strips, alpha, j)
                far = max(_height(after, n + 1, x, forms[j]) for x in ends) * (1 + spread * chance.random())
                grown[j, after] = far, j, after, g
        best = heapq.nlargest(width, grown.values(), key=lambda one: one[0])
        beam = [(i, matrix, g) for _, i, matrix, g in best]
    return sorted({(steps_to_zero(P, g), g) for _, _, g in beam if 0 < g < P}, reverse=True)


def _step(i: int, matrix: tuple[int, int, int, int], odd: int) -> tuple[int, tuple[int, int, int, int]]:
    u, v, q, r = matrix
    if not odd:
        return i + 1, (2 * u, 2 * v, q, r)
    if i >= 0:
        return -i, (2 * q, 2 * r, q - u, r - v)
    return i + 1, (2 * u, 2 * v, q + u, r + v)


def _height(matrix: tuple[int, int, int, int], n: int, x: float, forms: list[tuple[float, float]]) -> float:
    """How far out (f, g)/p is, for g = x·p at the start."""
    u, v, q, r = (entry / 2**n for entry in matrix)
    f, g = u + v * x, q + r * x
    height: float = max(abs(a * f + b * g) for a, b in forms)
    return height


def _forms(strips: list[list[list[int]]], alpha: float, i: int) -> list[tuple[float, float]]:
    """Linear forms whose greatest absolute value is proportional to the size of W_i that a point is on."""
    if i >= 0:
        return [(a * alpha**i, b * (2 * alpha) ** i) for a, b in strips[0]]
    if i == -1:
        return [(a, b) for a, b in strips[1]]
    k = -i
    return [((a + b * 2.0**k) * alpha ** (k + 1), -2 * a * alpha ** (k + 1)) for a, b in strips[0]]
