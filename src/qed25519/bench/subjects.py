"""What `qed25519 bench x25519` measures: our routines, our Python API, and other libraries through Python.

Each through Python is a statement in a loop as `timeit` makes it, which reads the clock just before and just after the
loop, so that nothing else that timeit does is measured.  Two statements compare if they do the same work:
"variable" multiplies a point that the caller gives, "base" the base point.  For "base" all start from the bytes of the
private key: cryptography multiplies when it parses them, qed25519 when it is asked for the public key.
"""

from __future__ import annotations

import timeit
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import Any

from qed25519._backend import BACKEND
from qed25519._host import host
from qed25519._variants import runnable
from qed25519.bench.measure import Loop
from qed25519.bench.native import independent, runs_here
from qed25519.prover.contract import load_contracts

VARIABLE, BASE = "variable", "base"
ROUTINES = {"x25519": VARIABLE, "x25519_base": BASE}
SECRET, POINT = bytes(range(32)), bytes(range(64, 96))

EXCHANGE = "private.exchange(public)"
PUBLIC_KEY = "parsed(k).public_key()"


@dataclass(frozen=True)
class Subject:
    """`operation` is what is compared, such as VARIABLE and BASE.  `variant` is that of our code, "" for another
    library's."""

    implementation: str
    call: str
    operation: str
    variant: str = ""
    is_routine: bool = False

    @property
    def is_peer(self) -> bool:
        return not self.variant

    @property
    def is_api(self) -> bool:
        """Our code, through Python."""
        return bool(self.variant) and not self.is_routine

    def __str__(self) -> str:
        return f"{self.implementation}{'/' if self.is_routine else ': '}{self.call}"


def routines() -> dict[Subject, Loop]:
    """The routines of every variant that this CPU runs, the best variant first."""
    contracts = {c.path: c for c in load_contracts(Path(__file__).parents[1] / "asm") if runs_here(c)}
    found: dict[Subject, Loop] = {}
    for variant in runnable(host()):
        folder = f"{variant.architecture}/{variant.name}"
        for name, operation in ROUTINES.items():
            if contract := contracts.get(f"{folder}/{name}"):
                found[Subject(folder, name, operation, variant.name, is_routine=True)] = independent(contract)
    return found


def ours() -> dict[Subject, Loop]:
    module = import_module("qed25519")
    names = {**_keys(module), "x25519": module.x25519}
    calls = {EXCHANGE: VARIABLE, "x25519(k, u)": VARIABLE, PUBLIC_KEY: BASE}
    return {Subject(f"qed25519 ({BACKEND.name})", call, operation, BACKEND.name): statement(call, names)
            for call, operation in calls.items()}


def _cryptography() -> dict[Subject, Loop]:
    names = _keys(import_module("cryptography.hazmat.primitives.asymmetric.x25519"))
    name = f"cryptography {version('cryptography')}"
    return {Subject(name, call, operation): statement(call, names)
            for call, operation in ((EXCHANGE, VARIABLE), (PUBLIC_KEY, BASE))}


def _pynacl() -> dict[Subject, Loop]:
    bindings = import_module("nacl.bindings")
    names = {"k": SECRET, "u": POINT, "crypto_scalarmult": bindings.crypto_scalarmult,
             "crypto_scalarmult_base": bindings.crypto_scalarmult_base}
    return {Subject(f"PyNaCl {version('PyNaCl')}", call, operation): statement(call, names)
            for call, operation in (("crypto_scalarmult(k, u)", VARIABLE), ("crypto_scalarmult_base(k)", BASE))}


PEERS: Mapping[str, Callable[[], dict[Subject, Loop]]] = {"cryptography": _cryptography, "PyNaCl": _pynacl}


def peers(libraries: Mapping[str, Callable[[], dict[Subject, Loop]]] = PEERS) -> tuple[dict[Subject, Loop], list[str]]:
    """Those of all other libraries, and which are missing."""
    found: dict[Subject, Loop] = {}
    missing = []
    for name, subjects in libraries.items():
        try:
            found |= subjects()
        except ImportError as error:
            missing.append(f"{name} is not compared: {error} (pip install {name.lower()})")
    return found, missing


def _keys(module: Any) -> dict[str, Any]:
    """The names in EXCHANGE and PUBLIC_KEY, of a module's classes."""
    return {"private": module.X25519PrivateKey.from_private_bytes(SECRET),
            "public": module.X25519PublicKey.from_public_bytes(POINT),
            "parsed": module.X25519PrivateKey.from_private_bytes, "k": SECRET, "u": POINT}


def statement(text: str, names: Mapping[str, Any]) -> Loop:
    timer = timeit.Timer(text, globals=dict(names))
    return lambda calls: 1e9 * timer.timeit(calls)
