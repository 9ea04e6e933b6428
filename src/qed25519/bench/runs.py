"""What `bench x25519` and `bench ed25519` share: figures, ratios and wrappers of a run, medians of runs, tables.

A run measures everything in turns, many times; its figures are medians.  A figure of several runs is the median of
theirs, number by number; so is a ratio, which is always one of medians of the same run.
"""

from __future__ import annotations

import statistics
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import product
from typing import Any

from qed25519.bench.measure import Figure, Quality, Sample
from qed25519.bench.subjects import Subject


@dataclass(frozen=True)
class Row:
    """One subject: a call in core cycles and in microseconds."""

    subject: Subject
    cycles: Figure
    microseconds: Figure


@dataclass(frozen=True)
class Ratio:
    """The time of `subject` in terms of that of `to`."""

    subject: Subject
    to: Subject
    value: float


@dataclass(frozen=True)
class Wrapper:
    """By how many microseconds a call through Python is longer than the routine."""

    subject: Subject
    microseconds: Figure


@dataclass(frozen=True)
class Run:
    """One run, or the medians of several."""

    rows: tuple[Row, ...]
    ratios: tuple[Ratio, ...]
    wrappers: tuple[Wrapper, ...]
    quality: Quality


def run_of(samples: Mapping[Subject, Sequence[Sample]]) -> Run:
    rows = tuple(Row(subject, Figure.of([sample.cycles for sample in taken]),
                     Figure.of([sample.call / 1000 for sample in taken])) for subject, taken in samples.items())
    return Run(rows, tuple(_ratios(rows)), tuple(_wrappers(samples)), Quality.of(samples))


def median_of(runs: Sequence[Run]) -> Run:
    rows = tuple(Row(alike[0].subject, Figure.median_of([row.cycles for row in alike]),
                     Figure.median_of([row.microseconds for row in alike]))
                 for alike in zip(*(run.rows for run in runs), strict=True))
    ratios = tuple(Ratio(alike[0].subject, alike[0].to, statistics.median(ratio.value for ratio in alike))
                   for alike in zip(*(run.ratios for run in runs), strict=True))
    wrappers = tuple(Wrapper(alike[0].subject, Figure.median_of([wrapper.microseconds for wrapper in alike]))
                     for alike in zip(*(run.wrappers for run in runs), strict=True))
    return Run(rows, ratios, wrappers, Quality.median_of([run.quality for run in runs]))


def _ratios(rows: Sequence[Row]) -> list[Ratio]:
    """Of other variants to the best, and of our API to other libraries, for the same operation."""
    best = next((row.subject.variant for row in rows if row.subject.is_routine), "")
    return [Ratio(row.subject, to.subject, row.cycles.median / to.cycles.median) for row, to in product(rows, rows)
            if row.subject.operation == to.subject.operation and _compare(row.subject, to.subject, best)]


def _compare(subject: Subject, to: Subject, best: str) -> bool:
    if subject.is_routine:
        return to.is_routine and to.variant == best != subject.variant
    return subject.is_api and to.is_peer


def _wrappers(samples: Mapping[Subject, Sequence[Sample]]) -> list[Wrapper]:
    """By pairs of measurements in one turn: what disturbs longer than a turn disturbs both."""
    found = []
    for call, routine in product(samples, samples):
        same = (call.variant, call.operation) == (routine.variant, routine.operation)
        if same and call.is_api and routine.is_routine:
            pairs = zip(samples[call], samples[routine], strict=True)
            found.append(Wrapper(call, Figure.of([(longer.call - shorter.call) / 1000 for longer, shorter in pairs])))
    return found


# --- as text and JSON ---------------------------------------------------------------------------------------


def rows_table(title: str, run: Run, rows: Sequence[Row]) -> str:
    """A row for each subject; a column of ratios for each implementation that one is compared with."""
    ratios = [ratio for ratio in run.ratios if ratio.subject in [row.subject for row in rows]]
    columns = {ratio.to.implementation: f"/ {ratio.to.implementation.split()[0]}" for ratio in ratios}
    lines = [f"{title:48}{'cycles':>8}{'quartiles':>17}{'µs':>8}" + "".join(f"  {head}" for head in columns.values())]
    for row in rows:
        cycles = row.cycles
        line = (f"{row.subject!s:48}{cycles.median:8,.0f} {cycles.lower:8,.0f}{cycles.upper:8,.0f}"
                f"{row.microseconds.median:8.2f}")
        for name, head in columns.items():
            value = [ratio.value for ratio in ratios if (ratio.subject, ratio.to.implementation) == (row.subject, name)]
            line += f"  {value[0]:{len(head)}.3f}" if value else " " * (2 + len(head))
        lines.append(line.rstrip())
    return "\n".join(lines)


def wrapper_line(wrapper: Wrapper) -> str:
    figure = wrapper.microseconds
    return f"{wrapper.subject!s:48}{figure.median:8.2f} µs, quartiles {figure.lower:.2f} and {figure.upper:.2f}"


def per_second(rows: Sequence[Row]) -> dict[str, dict[str, float]]:
    """Operations per second of each implementation, by its first call of each kind."""
    found: dict[str, dict[str, float]] = {}
    for row in rows:
        numbers = found.setdefault(row.subject.implementation, {})
        numbers.setdefault(row.subject.operation, 1e6 / row.microseconds.median)
    return found


def per_second_table(found: Mapping[str, Mapping[str, float]], operations: Sequence[str]) -> str:
    width = max(11, *(len(operation) + 2 for operation in operations))
    lines = [f"{'operations per second':45}" + "".join(f"{operation:>{width}}" for operation in operations)]
    for name, numbers in found.items():
        if not numbers.keys().isdisjoint(operations):
            texts = [f"{numbers[operation]:,.0f}" if operation in numbers else "" for operation in operations]
            lines.append(f"{name:45}{''.join(f'{text:>{width}}' for text in texts)}".rstrip())
    return "\n".join(lines)


def as_json(runs: Sequence[Run], operations: Mapping[str, Mapping[str, float]]) -> dict[str, Any]:
    return {"unit": "core cycles and microseconds of one call; wrapper: microseconds", **asdict(median_of(runs)),
            "operations_per_second": operations, "runs": [asdict(run) for run in runs]}
