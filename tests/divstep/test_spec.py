"""spec/divstep.py against Euclid, pow and its own invariants."""

import math
import random
from fractions import Fraction

import pytest

from qed25519.divstep.walks import SHIFT, State, divstep
from qed25519.spec import divstep as spec
from qed25519.spec.field import P, invert

EDGES = [0, 1, 2, 3, P - 2, P - 1, P, P + 1, 2 * P, 2**255 - 1, 2**255, 2**256 - 1, (P + 1) // 2]


@pytest.mark.parametrize("start", [spec.HALF, spec.CLASSIC])
def test_ends_at_the_greatest_common_divisor(start: spec.Delta) -> None:
    for f in range(-41, 42, 2):
        for g in range(-41, 42):
            delta, a, b = start, f, g
            for _ in range(40):
                delta, a, b = spec.divstep(delta, a, b)
                assert a % 2 == 1
            assert b == 0 and abs(a) == math.gcd(f, g)


@pytest.mark.parametrize("start", [spec.HALF, spec.CLASSIC])
def test_the_matrix_of_n_steps_is_2_to_the_n_times_the_steps(start: spec.Delta) -> None:
    chance = random.Random(1)
    for _ in range(200):
        f, g, n = chance.getrandbits(64) | 1, chance.getrandbits(64), chance.randrange(1, 60)
        delta, a, b, (u, v, q, r) = spec.divsteps(n, start, f, g)
        assert (u * f + v * g, q * f + r * g) == (a << n, b << n)
        assert u * r - v * q == 2**n
        again = start, f, g
        for _ in range(n):
            again = spec.divstep(*again)
        assert again == (delta, a, b)


def test_inverse_is_the_field_s_on_edges_and_at_random() -> None:
    chance = random.Random(2)
    for x in EDGES + [chance.getrandbits(256) for _ in range(60)]:
        assert spec.inverse(x) == invert(x)


def test_between_batches_d_and_e_are_f_and_g_over_x() -> None:
    x = 0x1234567890ABCDEF << 150
    state = spec.start(x)
    for batch in range(spec.BATCHES):
        state = spec.step(state)
        scale = pow(2, spec.BATCH * (batch + 1 - spec.BATCHES), P)
        assert (state.d * x - state.f * scale) % P == 0 == (state.e * x - state.g * scale) % P


@pytest.mark.parametrize(("start", "delta"), [("1/2", Fraction(1, 2)), ("1", 1)])
def test_the_quick_step_is_the_specification_s(start: str, delta: spec.Delta) -> None:
    assert SHIFT[start] == 2 * (delta - Fraction(1, 2))
    for i in range(-4, 5):
        for f in range(-9, 10, 2):
            for g in range(-9, 10):
                after, f1, g1 = spec.divstep(i + delta, f, g)
                assert divstep(State(i, f, g), start) == (after - delta, f1, g1)
