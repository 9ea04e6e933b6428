"""Short measurements in turns, in core cycles, and whether the machine was quiet enough to believe them.

A clock does not count core cycles, so each measurement stands between two of a chain of additions, which take one cycle
each.  Where the two disagree, something came between: an interrupt, another process, another clock frequency.
Another thread on the same core slows the code, but hardly the chain; that shows as spread, if at all.

What was measured just before has left other code in the caches.  So before each measurement one call is made that is
not measured: a first call that is slower would else be shared out among the few calls of a slow loop.
"""

from __future__ import annotations

import gc
import statistics
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, fields
from typing import TypeVar

from qed25519._native import lib

Loop = Callable[[int], float]   # makes so many calls of what is measured; the nanoseconds that they took
Name = TypeVar("Name")

CHAIN = 64 * 200                # additions
TARGET = 300_000.0              # nanoseconds of a measurement: long for the clock, short for the scheduler
AGREE = 0.03                    # by how much the chains before and after may differ
DISTURBED, SPREAD = 0.10, 0.05  # what Quality may be


@dataclass(frozen=True)
class Sample:
    """One measurement: nanoseconds of a call, and of an addition just before and just after."""

    call: float
    before: float
    after: float

    @property
    def cycles(self) -> float:
        return self.call / ((self.before + self.after) / 2)

    @property
    def is_disturbed(self) -> bool:
        return abs(self.before - self.after) > AGREE * min(self.before, self.after)


@dataclass(frozen=True)
class Figure:
    """Of many measurements of one quantity: the tenth percentile, the quartiles."""

    best: float
    lower: float
    median: float
    upper: float

    @classmethod
    def of(cls, values: Sequence[float]) -> Figure:
        """Of two values or more."""
        lower, median, upper = statistics.quantiles(values, n=4, method="inclusive")
        return cls(statistics.quantiles(values, n=10, method="inclusive")[0], lower, median, upper)

    @classmethod
    def median_of(cls, runs: Sequence[Figure]) -> Figure:
        """Each number is the median of that of the runs."""
        return cls(*(statistics.median(getattr(run, field.name) for run in runs) for field in fields(cls)))

    @property
    def spread(self) -> float:
        return (self.upper - self.lower) / self.median


def in_turns(loops: Mapping[Name, Loop], rounds: int) -> dict[Name, list[Sample]]:
    """In each round every loop is measured once, after one call, so that what changes on the machine changes for all
    alike."""
    with _no_collection():
        calls = {name: _calls_for(loop) for name, loop in loops.items()}
        samples: dict[Name, list[Sample]] = {name: [] for name in loops}
        for _ in range(rounds):
            for name, loop in loops.items():
                loop(1)
                before = lib.qed25519_bench_chain(CHAIN) / CHAIN
                call = loop(calls[name]) / calls[name]
                samples[name].append(Sample(call, before, lib.qed25519_bench_chain(CHAIN) / CHAIN))
    return samples


def _calls_for(loop: Loop) -> int:
    """How many calls take about TARGET, by the least time of some tries, which also warm up."""
    calls = 1
    while (taken := min(loop(calls) for _ in range(5))) < TARGET / 4:
        calls *= 2
    return max(1, round(calls * TARGET / taken))


@contextmanager
def _no_collection() -> Iterator[None]:
    """Python's garbage collector would be measured, too."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


@dataclass(frozen=True)
class Quality:
    """How quiet the machine was: the share of disturbed measurements, and how wide the middle half of a quantity's
    measurements is, in terms of its median (the median over all quantities)."""

    disturbed: float
    spread: float

    @classmethod
    def of(cls, samples: Mapping[Name, Sequence[Sample]]) -> Quality:
        every = [sample for taken in samples.values() for sample in taken]
        spreads = [Figure.of([sample.cycles for sample in taken]).spread for taken in samples.values()]
        return cls(sum(sample.is_disturbed for sample in every) / len(every), statistics.median(spreads))

    @classmethod
    def median_of(cls, runs: Sequence[Quality]) -> Quality:
        return cls(statistics.median(run.disturbed for run in runs), statistics.median(run.spread for run in runs))

    def doubts(self) -> list[str]:
        """Why not to trust the measurements; nothing if they may be trusted."""
        found = []
        if self.disturbed > DISTURBED:
            found.append(f"the chains before and after disagree by more than {AGREE:.0%} in {self.disturbed:.0%} "
                         f"of the measurements; expected at most {DISTURBED:.0%}")
        if self.spread > SPREAD:
            found.append(f"the middle half of the measurements spreads by {self.spread:.0%} of their median; "
                         f"expected at most {SPREAD:.0%}")
        return found
