"""X25519 in core cycles and through Python, beside other libraries: `qed25519 bench x25519`.

(runs.py says what a run is.)

- routine: machine code, called from C with its buffers in the cache;
- wrapper: what a call through Python takes longer than the routine that it calls, measured in the same turn.  The loop
  around the call, some 10 ns, is in it.  So is that the routine leaves the processor nothing of what it had learned of
  Python's code: the same lines around a routine that does nothing take 0.33 µs in a loop by themselves, and 0.45 to
  0.6 µs where X25519 runs before each (Intel Xeon, family 6 model 167).  A user pays that, too;
- operations per second: with one base and one variable point together as well, as a key exchange with fresh keys needs.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from qed25519.bench import runs as of_runs
from qed25519.bench.measure import in_turns
from qed25519.bench.runs import Row, Run, median_of, per_second_table, rows_table, run_of, wrapper_line
from qed25519.bench.subjects import BASE, VARIABLE, ours, peers, routines

ROUNDS = 200


def measure(runs: int) -> tuple[list[Run], list[str]]:
    """So many runs, and which libraries are missing."""
    others, missing = peers()
    loops = routines() | ours() | others
    return [run_of(in_turns(loops, ROUNDS)) for _ in range(runs)], missing


def per_second(rows: Sequence[Row]) -> dict[str, dict[str, float]]:
    """Also of one exchange with each kind of point."""
    found = of_runs.per_second(rows)
    for numbers in found.values():
        if len(numbers) == 2:
            numbers["both"] = 1 / (1 / numbers[BASE] + 1 / numbers[VARIABLE])
    return found


def table(run: Run) -> str:
    parts = [rows_table("routine", run, [row for row in run.rows if row.subject.is_routine]),
             rows_table("through Python", run, [row for row in run.rows if not row.subject.is_routine]),
             "\n".join(["wrapper: longer than its routine", *map(wrapper_line, run.wrappers)]),
             per_second_table(per_second(run.rows), (BASE, VARIABLE, "both"))]
    return "\n\n".join(parts)


def as_json(runs: Sequence[Run]) -> dict[str, Any]:
    return of_runs.as_json(runs, per_second(median_of(runs).rows))
