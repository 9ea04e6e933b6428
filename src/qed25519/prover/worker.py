"""A z3 process: reads one JSON question a line from standard input, writes one JSON answer a line.

Question: id, hypotheses, goal, vacuity (SMT-LIB), logic, rlimit.  Answer: id, result (unsat, sat, unknown), vacuity
(sat means that the hypotheses hold on a concrete input), rlimit spent, seconds, a model where there is one.
"""

from __future__ import annotations

import json
import signal
import sys
import time
from typing import Any

import z3


def check(question: dict[str, Any]) -> dict[str, Any]:
    """Solve one obligation in a context of its own."""
    begun = time.perf_counter()
    result, spent, model, reason = _solve(question, f"{question['hypotheses']}(assert (not {question['goal']}))\n")
    vacuity, more, _, _ = _solve(question, question["vacuity"])
    return {"result": result, "vacuity": vacuity, "rlimit": spent + more, "model": model, "reason": reason,
            "seconds": time.perf_counter() - begun}


def _solve(question: dict[str, Any], script: str) -> tuple[str, int, dict[str, int], str]:
    context = z3.Context()
    solver = z3.SolverFor(question["logic"], ctx=context)
    solver.set("rlimit", question["rlimit"])
    solver.from_string(script)
    result = str(solver.check())
    statistics = solver.statistics()
    spent = statistics.get_key_value("rlimit count") if "rlimit count" in statistics.keys() else 0  # noqa: SIM118
    model: dict[str, int] = {}
    if result == "sat":
        found = solver.model()
        for declaration in found.decls():
            value = found[declaration]
            if isinstance(value, (z3.IntNumRef, z3.BitVecNumRef)):
                model[declaration.name()] = value.as_long()
    return result, int(spent), model, solver.reason_unknown() if result == "unknown" else ""


def main() -> None:
    """Answer questions until the input ends.  An interrupt from the terminal is for the process that asks."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for line in sys.stdin:
        question = json.loads(line)
        try:
            answer = check(question)
        except z3.Z3Exception as error:
            answer = {"result": "error", "reason": str(error)}
        print(json.dumps({**answer, "id": question["id"]}), flush=True)


if __name__ == "__main__":
    main()
