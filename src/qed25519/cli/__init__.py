"""The command line: `qed25519 prove | list | explain | info | bench | bound`, `qed25519 --version`.

Exit codes: 0 all proved; 1 refuted or vacuous; 2 usage; 3 unknown; 4 internal error, or something that proving
needs is missing; 5 nothing selected.  4 outranks 1, since then the prover itself is in doubt, and 1 outranks 3.

click and rich come with the extra `prove`.  Without them `info` and `--version` work; other verbs say what to install.
"""

from __future__ import annotations

import sys
import traceback
from collections.abc import Sequence
from importlib.util import find_spec

from qed25519 import __version__

NEEDED = ("click", "rich", "z3", "sympy", "iced_x86", "elftools")
USAGE = 2
ERROR = 4
INTERRUPTED = 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what the arguments say, sys.argv by default; returns the exit code."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    missing = [name for name in NEEDED if find_spec(name) is None]
    if missing:
        return _without_prover(words, missing)
    try:
        from qed25519.cli.commands import run
    except Exception:                   # Python's own exit code would be 1, which says "refuted"
        traceback.print_exc()
        return ERROR
    return run(words)


def _without_prover(words: Sequence[str], missing: Sequence[str]) -> int:
    if words == ["--version"]:
        print(f"qed25519, version {__version__}")
        return 0
    if words == ["info"]:
        from qed25519.cli.info import info

        print(info())
        return 0
    verb = next((word for word in words if not word.startswith("-")), "this")
    print(f'qed25519 {verb} needs {", ".join(missing)}: pip install "qed25519[prove]".\n'
          "Without the extra there are `qed25519 info` and `qed25519 --version`.", file=sys.stderr)
    return USAGE
