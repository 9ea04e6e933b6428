"""A cvc5 process, for `prove --recheck cvc5`: questions and answers are those of worker.py.

cvc5 counts resources in units of its own, so the question's rlimit does not bind it; the wall clock does.
"""

from __future__ import annotations

import json
import signal
import sys
import time
from typing import Any

import cvc5


def check(question: dict[str, Any]) -> dict[str, Any]:
    """Solve one obligation in a solver of its own."""
    begun = time.perf_counter()
    result, reason = _solve(f"{question['hypotheses']}(assert (not {question['goal']}))\n")
    vacuity, _ = _solve(question["vacuity"])
    return {"result": result, "vacuity": vacuity, "rlimit": 0, "model": {}, "reason": reason,
            "seconds": time.perf_counter() - begun}


def _solve(script: str) -> tuple[str, str]:
    """unsat, sat or unknown, and why if unknown."""
    terms = cvc5.TermManager()
    solver, symbols = cvc5.Solver(terms), cvc5.SymbolManager(terms)
    parser = cvc5.InputParser(solver, symbols)
    parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, script, "obligation")
    while not (command := parser.nextCommand()).isNull():
        output = command.invoke(solver, symbols)
        if "error" in output:
            raise RuntimeError(output.strip())
    found = solver.checkSat()
    if found.isUnsat():
        return "unsat", ""
    if found.isSat():
        return "sat", ""
    return "unknown", str(found.getUnknownExplanation())


def main() -> None:
    """Answer questions until the input ends.  An interrupt from the terminal is for the process that asks."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for line in sys.stdin:
        question = json.loads(line)
        try:
            answer = check(question)
        except RuntimeError as error:
            answer = {"result": "error", "reason": str(error)}
        print(json.dumps({**answer, "id": question["id"]}), flush=True)


if __name__ == "__main__":
    main()
