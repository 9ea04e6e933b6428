"""X25519 in core cycles and through Python, beside other libraries: `qed25519 bench x25519`.

A run measures everything in turns, many times; its figures are medians.  A figure of several runs is the median of
theirs, number by number; so is a ratio, which is always one of medians of the same run.

- routine: machine code, called from C with its buffers in the cache;
- wrapper: what a call through Python takes longer than the routine that it calls, measured in the same turn.  The loop
  around the call, some 10 ns, is in it.  So is that the routine leaves the processor nothing of what it had learned of
  Python's code: the same lines around a routine that does nothing take 0.33 µs in a loop by themselves, and 0.45 to
  0.6 µs where X25519 runs before each (Intel Xeon, family 6 model 167).  A user pays that, too;
- operations per second: with one base and one variable point together as well, as a key exchange with fresh keys needs.
"""

from __future__ import annotations

import statistics
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import product
from typing import Any

from qed25519.bench.measure import Figure, Quality, Sample, in_turns
from qed25519.bench.subjects import BASE, VARIABLE, Subject, ours, peers, routines

ROUNDS = 200


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


def measure(runs: int) -> tuple[list[Run], list[str]]:
    """So many runs, and which libraries are missing."""
    others, missing = peers()
    loops = routines() | ours() | others
    return [run_of(in_turns(loops, ROUNDS)) for _ in range(runs)], missing


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


def per_second(rows: Sequence[Row]) -> dict[str, dict[str, float]]:
    """Operations per second of each implementation, by its first call of each kind."""
    found: dict[str, dict[str, float]] = {}
    for row in rows:
        found.setdefault(row.subject.implementation, {}).setdefault(row.subject.operation, row.microseconds.median)
    return {name: {operation: 1e6 / taken for operation, taken in
                   (times | ({"both": times[BASE] + times[VARIABLE]} if len(times) == 2 else {})).items()}
            for name, times in found.items()}


# --- as text and JSON ---------------------------------------------------------------------------------------


def table(run: Run) -> str:
    parts = [_rows("routine", run, [row for row in run.rows if row.subject.is_routine]),
             _rows("through Python", run, [row for row in run.rows if not row.subject.is_routine]),
             "\n".join(["wrapper: longer than its routine", *map(_wrapper, run.wrappers)]),
             _operations(run)]
    return "\n\n".join(parts)


def _rows(title: str, run: Run, rows: Sequence[Row]) -> str:
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


def _wrapper(wrapper: Wrapper) -> str:
    figure = wrapper.microseconds
    return f"{wrapper.subject!s:48}{figure.median:8.2f} µs, quartiles {figure.lower:.2f} and {figure.upper:.2f}"


def _operations(run: Run) -> str:
    lines = [f"{'operations per second':48}{'base':>8}{'variable':>11}{'both':>11}"]
    for name, found in per_second(run.rows).items():
        numbers = [f"{found[key]:,.0f}" if key in found else "" for key in (BASE, VARIABLE, "both")]
        lines.append(f"{name:45}{''.join(f'{number:>11}' for number in numbers)}".rstrip())
    return "\n".join(lines)


def as_json(runs: Sequence[Run]) -> dict[str, Any]:
    whole = median_of(runs)
    return {"unit": "core cycles and microseconds of one call; wrapper: microseconds", **asdict(whole),
            "operations_per_second": per_second(whole.rows), "runs": [asdict(run) for run in runs]}
