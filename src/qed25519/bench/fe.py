"""How many core cycles a field or group routine takes, its call included: `qed25519 bench fe`.

    routine                        latency      best   throughput      best   bound
    x86_64/adx/fe_mul                 44.1      44.0         34.5      34.2      20
    x86_64/adx/fe_sqr                 39.1      39.0         25.8      25.4      14

(on a Zen 3 server)

- latency: what a call writes, the next reads;
- throughput: the calls do not wait for each other;
- best: the tenth percentile, to look at where the machine does other work, too;
- bound: the 64×64-bit products it needs, at one a cycle: for a multiplication 16 and 4 to reduce, for a square
  10 and 4.  No order of the same products is faster on a core that starts one each cycle;
- python: `pow(x, -1, p)` beside fe_invert, as Python's own integers do it (not in constant time).
"""

from __future__ import annotations

import timeit
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from qed25519.bench.measure import Figure, Loop, Quality, in_turns
from qed25519.bench.native import independent, runs_here, waiting
from qed25519.prover.contract import CONSTANTS, load_contracts

ROUNDS = 200

# Products of 64-bit words, by routine: to multiply, and to reduce 512 bits by 38 four times.
PRODUCTS = {"fe_mul": 16 + 4, "fe_sqr": 10 + 4, "fe_mul_small": 4}
WHOLE = ("x25519", "x25519_base")       # `bench x25519` measures these


@dataclass(frozen=True)
class Row:
    """One routine.  `latency` is None where no input can be an output."""

    routine: str
    latency: Figure | None
    throughput: Figure | None
    bound: int | None


def measure() -> tuple[list[Row], Quality]:
    """All routines of asm/ that this CPU can run, in the order of their names; and how quiet it was."""
    contracts = [c for c in load_contracts(Path(__file__).parents[1] / "asm") if runs_here(c) and c.name not in WHOLE]
    loops: dict[tuple[str, str], Loop] = {}
    for contract in contracts:
        chain = waiting(contract)
        loops |= {(contract.path, "latency"): chain} if chain else {}
        loops[contract.path, "throughput"] = independent(contract)
    loops["python/pow(x, -1, p)", "latency"] = _python_inversions
    samples = in_turns(loops, ROUNDS)
    figures = {name: Figure.of([sample.cycles for sample in taken]) for name, taken in samples.items()}
    rows = [Row(path, figures.get((path, "latency")), figures.get((path, "throughput")),
                PRODUCTS.get(path.rpartition("/")[2])) for path in dict.fromkeys(path for path, _ in loops)]
    return rows, Quality.of(samples)


def _python_inversions(calls: int) -> float:
    timer = timeit.Timer("x = pow(x, -1, p) ^ 1", "x = 2**254 + 12345", globals={"p": CONSTANTS["p"]})
    return 1e9 * timer.timeit(calls)


def table(rows: Sequence[Row]) -> str:
    lines = [f"{'routine':28}{'latency':>10}{'best':>10}{'throughput':>13}{'best':>10}{'bound':>8}"]
    for row in rows:
        latency = f"{row.latency.median:10.1f}{row.latency.best:10.1f}" if row.latency else f"{'':20}"
        throughput = f"{row.throughput.median:13.1f}{row.throughput.best:10.1f}" if row.throughput else f"{'':23}"
        lines.append(f"{row.routine:28}{latency}{throughput}{row.bound or '':>8}".rstrip())
    lines.append("core cycles, call included; bound: 64-bit products at one a cycle")
    return "\n".join(lines)


def as_json(rows: Sequence[Row]) -> dict[str, Any]:
    return {"unit": "core cycles, call included", "rows": [asdict(row) for row in rows]}
