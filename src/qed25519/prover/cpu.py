"""Running a routine's bytes on the host's own CPU, in a process of its own, which the code may crash.

The child maps the section's bytes executable, calls the routine through its C prototype, and prints the words at exit.
Only for replaying counterexamples: no theorem rests on it.
"""

from __future__ import annotations

import ctypes
import json
import mmap
import platform
import subprocess
import sys
from collections.abc import Mapping
from typing import Any

from qed25519.prover.calls import Pattern
from qed25519.prover.objects import Routine

SECONDS = 20


class CannotRun(Exception):
    """This host cannot run the routine; the message says why."""


class Crashed(Exception):
    """The routine did not return."""


def run_on_cpu(routine: Routine, pattern: Pattern, values: Mapping[str, int]) -> dict[str, int]:
    """The integers at exit.  Raises CannotRun, Crashed."""
    contract = routine.contract
    host = {"AMD64": "x86_64", "aarch64": "arm64"}.get(platform.machine(), platform.machine())
    if host != contract.architecture:
        raise CannotRun(f"this is no {contract.architecture} machine")
    missing = sorted(set(contract.needs) - cpu_flags())
    if missing:
        raise CannotRun(f"this CPU has no {', '.join(missing)}")
    task = {
        "text": routine.text.hex(), "entry": routine.start, "pattern": dict(pattern), "values": dict(values),
        "buffers": {buffer.name: buffer.words for buffer in contract.buffers},
        "args": [{"name": a.name, "words": a.words, "direction": a.direction, "buffer": a.buffer, "offset": a.offset}
                 for a in contract.args]}
    try:
        done = subprocess.run([sys.executable, "-m", "qed25519.prover.cpu"], input=json.dumps(task), text=True,
                              capture_output=True, timeout=SECONDS)
    except subprocess.TimeoutExpired:
        raise Crashed(f"on this CPU it did not return within {SECONDS} s") from None
    if done.returncode:
        how = f"signal {-done.returncode}" if done.returncode < 0 else done.stderr.strip().splitlines()[-1]
        raise Crashed(f"on this CPU it did not return: {how}")
    found: dict[str, int] = json.loads(done.stdout)
    return found


def cpu_flags() -> set[str]:
    """The CPU features that Linux lists."""
    try:
        with open("/proc/cpuinfo", encoding="ascii", errors="replace") as stream:
            lines = [line for line in stream if line.startswith(("flags", "Features"))]
    except OSError as error:
        raise CannotRun(f"the CPU's features are not known: {error}") from None
    return set(lines[0].split(":")[1].split()) if lines else set()


def _call(task: dict[str, Any]) -> dict[str, int]:
    """In the child: map, call, read the results."""
    text = bytes.fromhex(task["text"])
    memory = mmap.mmap(-1, max(len(text), 1), prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
    memory.write(text)
    base = ctypes.addressof(ctypes.c_char.from_buffer(memory))
    buffers: dict[str, Any] = {}
    passed, result = [], None
    for argument in task["args"]:
        name, words = argument["name"], argument["words"]
        if argument["direction"] == "return":
            result = name
        elif not words:
            passed.append(ctypes.c_uint64(task["values"][name]))
        else:
            owner, first = task["pattern"][argument["buffer"]], argument["offset"] // 8
            buffer = buffers.setdefault(owner, (ctypes.c_uint64 * task["buffers"][owner])())
            if name in task["values"]:
                buffer[first:first + words] = [task["values"][name] >> (64 * i) & (2**64 - 1) for i in range(words)]
            if not first:
                passed.append(buffer)
    function = ctypes.CFUNCTYPE(ctypes.c_uint64 if result else None)(base + task["entry"])
    function.argtypes = [type(value) for value in passed]
    returned = function(*passed)
    found = {result: int(returned)} if result else {}
    for argument in task["args"]:
        if argument["words"] and argument["direction"] in ("out", "inout"):
            first = argument["offset"] // 8
            words = buffers[task["pattern"][argument["buffer"]]][first:first + argument["words"]]
            found[argument["name"]] = sum(int(word) << (64 * i) for i, word in enumerate(words))
    return found


if __name__ == "__main__":
    print(json.dumps(_call(json.load(sys.stdin))))
