"""Both Arm64 ladder steps, in unicorn, are the spec's, for either value of swap, and write nowhere else."""

import random

import pytest

from qed25519.spec.curve25519 import swap_and_step
from qed25519.spec.field import P

from .emulated import DATA, call

STATE, POINT, GUARD = DATA + 0x100, DATA, 0xA5 << 120
WORDS = [0, 1, 19, 37, 38, 2**32, 2**63 - 1, 2**63, 2**64 - 38, 2**64 - 19, 2**64 - 1]
SHORT = 2**255 + 2**198
EDGES = [0, 1, 19, 38, P - 1, P, P + 1, 2**255 - 1, 2**255, SHORT - 1]


def short(source: random.Random) -> int:
    """A short element: an edge, of edges, or random."""
    words = sum(source.choice(WORDS) << 64 * index for index in range(4))
    return source.choice([source.choice(EDGES), words % SHORT, source.randrange(SHORT)])


@pytest.mark.parametrize("variant", ["schoolbook", "karatsuba"])
def test_a_step(variant: str) -> None:
    source = random.Random(variant)
    for _ in range(2000):
        x1, *state = 2**256 - 1 - short(source), *(short(source) for _ in range(4))
        around = {STATE - 32: GUARD, STATE + 128: GUARD, POINT: x1}
        for swap in (0, 1):
            memory = around | {STATE + 32 * index: value for index, value in enumerate(state)}
            found = call(f"arm64/{variant}/ladder_step", STATE, POINT, swap, memory=memory, output=STATE - 32, size=6)
            assert tuple(value % P for value in found[1:5]) == swap_and_step(swap, x1, *state)
            assert found[0] == found[5] == GUARD
