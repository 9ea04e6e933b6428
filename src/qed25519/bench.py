"""How many core cycles a field routine takes, its call included.

    routine                       latency    best   throughput    best   bound
    x86_64/adx/fe_mul                44.1    44.0         34.5    34.2      20
    x86_64/adx/fe_sqr                39.1    39.0         25.8    25.4      14

(on a Zen 3 server)

- latency: all inputs of a call are the output of the call before;
- throughput: the calls do not wait for each other;
- python: `pow(x, -1, p)` beside fe_invert, as Python's own integers do it (not in constant time);
- bound: the 64×64-bit products it needs, at one a cycle: for a multiplication 16 and 4 to reduce, for a square
  10 and 4.  No order of the same products is faster on a core that starts one each cycle.

A clock does not count core cycles, so each measurement stands between two of a chain of additions, which take
one cycle each.  A number is the median of many short measurements, the routines taking turns.  On a machine
that does other work too, look at `best`, the tenth percentile, as well.  None of this is part of any proof.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from qed25519._host import host
from qed25519._native import ffi, lib
from qed25519.prover.contract import CONSTANTS, Contract, load_contracts

# Products of 64-bit words, by routine: to multiply, and to reduce 512 bits by 38 four times.
PRODUCTS = {"fe_mul": 16 + 4, "fe_sqr": 10 + 4, "fe_mul_small": 4}

CALLS = 500
CALLS_OF = {"fe_invert": 20}  # a short measurement is seldom interrupted
CHAIN = 64 * 200


@dataclass(frozen=True)
class Cycles:
    """Of many measurements of one quantity, in core cycles."""

    median: float
    best: float

    @classmethod
    def of(cls, samples: Sequence[float]) -> Cycles:
        return cls(statistics.median(samples), statistics.quantiles(samples, n=10)[0])


@dataclass(frozen=True)
class Row:
    """One routine.  `latency` is None where the output is a word in a register, which no input can be."""

    variant: str
    routine: str
    latency: Cycles | None
    throughput: Cycles
    bound: int | None


def bench_fe(repetitions: int = 200) -> list[Row]:
    """All routines of asm/ that this CPU can run, in the order of their names."""
    contracts = [c for c in load_contracts(Path(__file__).parent / "asm") if _runs_here(c)]
    latency: dict[str, list[float]] = {c.path: [] for c in contracts}
    throughput: dict[str, list[float]] = {c.path: [] for c in contracts}
    for _ in range(repetitions):
        for contract in contracts:
            code = lib.qed25519_routine_address(contract.symbol.encode())
            calls = CALLS_OF.get(contract.name, CALLS)
            latency[contract.path].append(_cycles(lib.qed25519_bench_latency, code, calls))
            throughput[contract.path].append(_cycles(lib.qed25519_bench_throughput, code, calls))
    rows = [
        Row(
            c.variant,
            c.name,
            None if c.result else Cycles.of(latency[c.path]),
            Cycles.of(throughput[c.path]),
            PRODUCTS.get(c.name),
        )
        for c in contracts
    ]
    if any(c.name == "fe_invert" for c in contracts):
        times = [_cycles(_python_inversions, CONSTANTS["p"], CALLS_OF["fe_invert"]) for _ in range(repetitions)]
        rows.append(Row("python", "pow(x, -1, p)", None, Cycles.of(times), None))
    return rows


def _python_inversions(p: int, calls: int) -> float:
    """Nanoseconds of calls of pow(x, -1, p) that wait for each other."""
    x = 2**254 + 12345
    start = time.perf_counter_ns()
    for _ in range(calls):
        x = pow(x, -1, p) ^ 1
    return float(time.perf_counter_ns() - start)


def _runs_here(contract: Contract) -> bool:
    """It is in the loaded library, and the CPU shows what it needs."""
    address = lib.qed25519_routine_address(contract.symbol.encode())
    return bool(address != ffi.NULL and host().features.issuperset(contract.needs))


def _cycles(loop: Callable[[Any, int], float], subject: Any, calls: int) -> float:
    """Core cycles of one call of the subject, by the mean length of a cycle just before and just after."""
    before = lib.qed25519_bench_chain(CHAIN)
    nanoseconds = loop(subject, calls)
    after = lib.qed25519_bench_chain(CHAIN)
    return (nanoseconds / calls) / ((before + after) / (2 * CHAIN))


def table(rows: Sequence[Row]) -> str:
    head = f"{'routine':28}{'latency':>9}{'best':>8}{'throughput':>13}{'best':>8}{'bound':>8}"
    lines = [head]
    for row in rows:
        path = f"{row.variant}/{row.routine}"
        latency = f"{row.latency.median:9.1f}{row.latency.best:8.1f}" if row.latency else f"{'':17}"
        throughput = f"{row.throughput.median:13.1f}{row.throughput.best:8.1f}"
        lines.append(f"{path:28}{latency}{throughput}{row.bound or '':>8}")
    lines.append("core cycles, call included; bound: 64-bit products at one a cycle")
    return "\n".join(lines)


def as_json(rows: Sequence[Row]) -> dict[str, Any]:
    return {"version": 1, "unit": "core cycles, call included", "rows": [asdict(row) for row in rows]}


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="qed25519 bench")
    parser.add_argument("what", choices=["fe"])
    parser.add_argument("--json", type=Path)
    options = parser.parse_args(arguments)
    rows = bench_fe()
    print(table(rows))
    if options.json:
        options.json.write_text(json.dumps(as_json(rows), indent=2) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:] or ["fe"]))
