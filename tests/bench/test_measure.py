"""What the bench concludes from numbers that it is given: medians, quartiles, whether the machine was quiet."""

import gc

import pytest

from qed25519.bench.measure import AGREE, CHAIN, DISTURBED, SPREAD, Figure, Quality, Sample, in_turns


def test_a_sample_counts_in_cycles() -> None:
    assert Sample(call=300, before=0.25, after=0.35).cycles == pytest.approx(1000)


def test_quartiles() -> None:
    figure = Figure.of([float(value) for value in range(101)])
    assert figure == Figure(best=10, lower=25, median=50, upper=75)
    assert figure.spread == 1


def test_a_figure_of_runs_is_their_median_number_by_number() -> None:
    runs = [Figure(1, 20, 30, 400), Figure(2, 10, 50, 600), Figure(3, 30, 40, 500)]
    assert Figure.median_of(runs) == Figure(2, 20, 40, 500)


@pytest.mark.parametrize(("before", "after", "disturbed"), [
    (1.0, 1.0, False), (1.0, 1.0 + AGREE / 2, False), (1.0, 1.0 + 2 * AGREE, True), (1.0 + 2 * AGREE, 1.0, True)])
def test_chains_that_disagree_are_a_disturbance(before: float, after: float, disturbed: bool) -> None:
    assert Sample(100, before, after).is_disturbed == disturbed


def quiet(count: int) -> list[Sample]:
    return [Sample(100, 1, 1)] * count


def test_a_quiet_machine_leaves_no_doubt() -> None:
    assert Quality.of({"a": quiet(10), "b": [Sample(7, 1, 1)] * 10}).doubts() == []


def test_disturbed_chains_are_named() -> None:
    few = int(100 * DISTURBED)
    assert Quality.of({"a": quiet(100 - few) + [Sample(100, 1, 2)] * few}).disturbed == pytest.approx(DISTURBED)
    many = Quality(disturbed=3 * DISTURBED, spread=0)
    (doubt,) = many.doubts()
    assert "the chains before and after disagree" in doubt and f"{3 * DISTURBED:.0%} of the measurements" in doubt


def test_what_the_chains_do_not_notice_shows_as_spread() -> None:
    """As code does that shares its core with another thread, now and then."""
    noisy = Quality.of({"a": [*quiet(10), *[Sample(150, 1, 1)] * 10]})
    assert noisy.disturbed == 0
    (doubt,) = noisy.doubts()
    assert "spreads by 50%" in doubt or "spreads by 40%" in doubt
    assert Quality(disturbed=0, spread=SPREAD).doubts() == []


def test_one_noisy_run_of_three_is_outvoted() -> None:
    assert Quality.median_of([Quality(0, 0), Quality(1, 1), Quality(0.01, 0.02)]) == Quality(0.01, 0.02)


def test_everything_takes_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    order: list[str] = []
    monkeypatch.setattr("qed25519.bench.measure._calls_for", lambda loop: 7)

    def loop(name: str, calls: int) -> float:
        """Its first call is slow."""
        assert not gc.isenabled()
        order.append(f"{calls} {name}")
        return 700.0 if calls == 7 else 5000.0

    samples = in_turns({"a": lambda calls: loop("a", calls), "b": lambda calls: loop("b", calls)}, rounds=3)
    assert order == ["1 a", "7 a", "1 b", "7 b"] * 3
    assert {name: [sample.call for sample in taken] for name, taken in samples.items()} == {
        "a": [100.0] * 3, "b": [100.0] * 3}
    assert all(sample.before > 0 and sample.after > 0 for taken in samples.values() for sample in taken)
    assert gc.isenabled()


def test_the_chain_is_whole_blocks() -> None:
    assert CHAIN % 64 == 0
