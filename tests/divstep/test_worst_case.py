"""No bound that we claim is below what happens: exhaustive worst cases, exact hulls, slow inputs."""

import pytest

from qed25519.divstep import SLOW, P, slow_inputs, steps_by_hull, steps_to_zero, walk, worst_case
from qed25519.divstep.certificates import kept, made_for
from qed25519.proofs.divstep.facts import CLASSIC, HALF
from qed25519.proofs.divstep.generate import steps_needed
from qed25519.proofs.divstep.theorems import SIZES

FORMULAS = {"1/2": HALF, "1": CLASSIC}
CERTIFICATES = {"1/2": ("half_590", "half_588", "half_every"), "1": ("classic_724", "classic_every")}
# Exhaustive, for odd f < 2^d and 0 <= g <= f, d = 1, 2, …
WORST = {"1/2": (1, 3, 6, 8, 12, 14, 16, 19, 21, 23, 25, 28, 30), "1": (1, 3, 6, 9, 12, 15, 17, 21, 23, 27)}


def claimed(bits: int, start: str) -> list[int]:
    """Every number of steps that we call enough for this size."""
    by_certificate = [steps_needed(kept(name), 2**bits, 2**bits) for name in CERTIFICATES[start]]
    return [FORMULAS[start].steps(bits), made_for(bits, start)[1], *by_certificate]


@pytest.mark.parametrize("start", ["1/2", "1"])
@pytest.mark.parametrize("bits", range(1, 11))
def test_exhaustive_worst_case_up_to_10_bits(bits: int, start: str) -> None:
    worst, f, g = worst_case(bits, start)
    assert worst == WORST[start][bits - 1] == steps_to_zero(f, g, start)
    by_hull = steps_by_hull([(2**bits, 0), (2**bits, 2**bits)], start)
    assert worst <= by_hull <= min(claimed(bits, start))


@pytest.mark.slow
@pytest.mark.parametrize("bits", (11, 12, 13))
def test_exhaustive_worst_case_up_to_13_bits(bits: int) -> None:
    worst, _, _ = worst_case(bits)
    assert worst == WORST["1/2"][bits - 1] <= min(claimed(bits, "1/2"))


@pytest.mark.parametrize("start", ["1/2", "1"])
@pytest.mark.parametrize("bits", (16, 24, 40))
def test_the_exact_hull_is_below_what_is_claimed(bits: int, start: str) -> None:
    assert steps_by_hull([(2**bits, 0), (2**bits, 2**bits)], start) <= min(claimed(bits, start))


@pytest.mark.slow
def test_the_exact_hull_of_p_is_588_steps() -> None:
    assert steps_by_hull([(P, 0), (P, P)]) == 588


@pytest.mark.slow
def test_the_exact_hull_of_p_from_delta_1_is_722_steps() -> None:
    assert steps_by_hull([(P, 0), (P, P)], "1") == 722


def test_slow_inputs_are_as_slow_as_said_and_no_slower_than_claimed() -> None:
    assert len(SLOW) >= 4 and max(SLOW.values()) == 560 > 9 * 62     # nine batches of 62 are not enough
    for g, steps in SLOW.items():
        assert 0 < g < P
        assert 550 <= steps == steps_to_zero(P, g) <= 588


@pytest.mark.parametrize("g", SLOW)
def test_slow_inputs_fit_the_proved_sizes(g: int) -> None:
    states = list(walk(P, g))
    for batch, bits in enumerate(SIZES):
        state = states[min(59 * batch, len(states) - 1)]
        assert max(abs(state.f), abs(state.g)) < 2**bits
    assert abs(states[-1].f) == 1
    assert all(abs(state.f) == 1 for state in states[586:])


def test_the_search_finds_inputs_that_chance_does_not() -> None:
    certificate = kept("half_every")
    n, d = certificate["alpha"]
    steps, g = slow_inputs(certificate["strips"], n / d, width=80)[0]
    assert steps == steps_to_zero(P, g) > 535
