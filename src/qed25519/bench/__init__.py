"""`qed25519 bench`: `fe` measures field and group routines (fe.py), `x25519` and `ed25519` whole functions (x25519.py,
ed25519.py).

Everything that is compared is measured in turns within one run, in core cycles (measure.py says how).  None of this is
part of any proof, and no test depends on a time.
"""

from __future__ import annotations

import json
import os
import platform
from dataclasses import asdict
from importlib import import_module
from pathlib import Path
from typing import Any

from qed25519 import __version__
from qed25519.bench import fe
from qed25519.bench.measure import Quality
from qed25519.bench.runs import median_of
from qed25519.cli.processor import cpu_fields

VERSION = 2         # of the JSON


def bench(what: str, json_file: Path | None, runs: int) -> None:
    """Measure "fe", or "x25519" or "ed25519" in so many runs; print it, and write it as JSON."""
    described = machine()
    print(title(described), end="\n\n")
    text, result, quality = _fe() if what == "fe" else _in_runs(what, runs)
    print(text, verdict(quality), sep="\n\n")
    if json_file:
        whole = {"version": VERSION, "what": what, **described, "doubts": quality.doubts(), **result}
        json_file.write_text(json.dumps(whole, indent=2) + "\n", encoding="utf-8")


def _fe() -> tuple[str, dict[str, Any], Quality]:
    rows, quality = fe.measure()
    return fe.table(rows), {**fe.as_json(rows), "quality": asdict(quality)}, quality


def _in_runs(what: str, count: int) -> tuple[str, dict[str, Any], Quality]:
    module = import_module(f"qed25519.bench.{what}")        # it needs a backend
    runs, missing = module.measure(count)
    whole = median_of(runs)
    text = "\n\n".join([module.table(whole), *missing])
    return text, {**module.as_json(runs), "missing": missing}, whole.quality


def machine() -> dict[str, Any]:
    """What ran, and where."""
    fields = cpu_fields()
    name = fields.get("model name", platform.processor() or platform.machine())
    kind = f", family {fields['cpu family']} model {fields['model']}" if "cpu family" in fields else ""
    return {"tool": f"qed25519 {__version__}", "python": platform.python_version(), "cpu": name + kind,
            "cpus": os.cpu_count(), "load": round(os.getloadavg()[0], 2)}


def title(described: dict[str, Any]) -> str:
    return (f"{described['tool']}, Python {described['python']}, on {described['cpu']}; "
            f"load {described['load']} on {described['cpus']} CPUs")


def verdict(quality: Quality) -> str:
    if doubts := quality.doubts():
        return "\n".join(["TOO NOISY: do not trust these numbers.", *(f"  - {doubt}" for doubt in doubts)])
    return "The machine was quiet enough."
