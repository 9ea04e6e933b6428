"""Concrete inputs for a routine: edge values, carry boundaries and random ones, all meeting the precondition."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from functools import cache

from qed25519.prover.contract import CONSTANTS, Contract
from qed25519.prover.entry import upper_bound
from qed25519.prover.statement import comparison_holds, on_curve
from qed25519.prover.symbols import StatementError, spec_function

P, L = CONSTANTS["p"], CONSTANTS["l"]
EDGES_256 = (0, 1, 2**256 - 1, P, P - 1, P + 1, 2 * P, 2 * P - 1, 2 * P + 1, 2**255 - 1, 2**255, 2**256 - 38,
             2**256 - 39, 37, 38, 18, 19, 2**64 - 1, 2**64, 2**128 - 1, 2**192, 2**256 - 2**64, 2**255 - 2**64)
EDGES_SCALAR = (0, 1, 2**256 - 1, L, L - 1, L + 1, 2 * L, 14 * L + 1, 15 * L - 1, 15 * L, 2**252 - 1, 2**252, 2**253,
                2**255, 2**256 - L, 2**256 - 2**128)
EDGES_512 = (*EDGES_SCALAR, 2**512 - 1, 2**512 // L * L - 1, 2**512 // L * L, 2**256 * L, 2**259 * L - 1, L**2,
             2**512 - 2**256, 2**511, 2**256 * (2**320 // (8 * L - 2**255)))     # the last: u = 2^64 - 1 in scalar.h
EDGES_64 = (0, 1, 2, 2**17 - 1, 2**63, 2**64 - 1, 121666)
# Words whose product with a small constant has a low half near 2^64, where a carry into it leaves it.
CARRYING = tuple(-distance * pow(factor, -1, 2**64) % 2**64 for factor in (2**17 - 1, 19) for distance in (1, 2, 2**16))


class NoInputs(StatementError, ValueError):
    """Too few inputs were found that meet the precondition."""


def sample_inputs(contract: Contract, pattern: Mapping[str, str], count: int, seed: int = 1) -> list[dict[str, int]]:
    """`count` assignments of integers to the arguments that are read; arguments that share a buffer are equal."""
    stream = _candidates(contract, pattern, random.Random(seed))
    found: list[dict[str, int]] = []
    for _ in range(200 * count):
        values = next(stream)
        if all(comparison_holds(text, values) for text in contract.requires):
            found.append(values)
            if len(found) == count:
                return found
    raise NoInputs(f"{contract.file}:{contract.line}: requires: found {len(found)} inputs that meet "
                   f"{list(contract.requires)}, expected {count}")


def _candidates(contract: Contract, pattern: Mapping[str, str], source: random.Random) -> Iterator[dict[str, int]]:
    turn = 0
    while True:
        values: dict[str, int] = {}
        shared: dict[tuple[str, int], int] = {}
        for position, argument in enumerate(a for a in contract.args if a.is_read):
            place = pattern.get(argument.buffer, argument.buffer), argument.offset
            if place in shared:
                values[argument.name] = shared[place]
                continue
            bits = 64 * max(argument.words, 1)
            edges = _edges(contract, bits)
            if turn < len(edges):
                value = edges[(turn * (1 + 2 * position) + position) % len(edges)]
            elif not argument.words and turn % 2:
                value = source.choice(EDGES_64)
            else:
                value = _shaped(source, bits)
            values[argument.name] = value % (2**bits if argument.words else upper_bound(contract, argument.name) + 1)
            shared[place] = values[argument.name]
        for x, y in filter(None, map(on_curve, contract.requires)):
            values[x], values[y] = points()[turn % MOST_POINTS]
        yield {a.name: values[a.name] for a in contract.args if a.is_read}
        turn += 1


def _edges(contract: Contract, bits: int) -> tuple[int, ...]:
    """Modulo l for what the spec says of scalars, else modulo p."""
    of_scalars = any(equation.rhs_text.startswith("scalar.") for equation in contract.spec)
    return {256: EDGES_SCALAR if of_scalars else EDGES_256, 512: EDGES_512}.get(bits, EDGES_64)


MOST_POINTS = 97


@cache
def points() -> list[tuple[int, int]]:
    """Points of edwards25519: j·(B + R) for a point R of order 4, and so those of order 1, 2 and 4 among them."""
    total = spec_function("edwards25519", "sum_affine")
    order_4 = pow(2, (P - 1) // 4, P), 0                  # -x² = 1
    step = total(spec_function("edwards25519", "B"), order_4)
    found = [(0, 1), (0, P - 1), order_4, (-order_4[0] % P, 0), step]
    while len(found) < MOST_POINTS:
        found.append(total(found[-1], step))
    return found


def _shaped(source: random.Random, bits: int) -> int:
    """Uniform, short, or made of words that are all zeros, all ones, near them, or CARRYING."""
    shape = source.randrange(4)
    if shape == 0:
        return source.getrandbits(bits)
    if shape == 1:
        return source.getrandbits(source.randrange(1, bits + 1))
    special = (0, 1, 2**64 - 2, 2**63, source.getrandbits(64)) if shape == 2 else CARRYING
    words = [source.choice((*special, *(len(special) // 2) * (2**64 - 1,))) for _ in range(bits // 64)]
    return sum(word << (64 * index) for index, word in enumerate(words))
