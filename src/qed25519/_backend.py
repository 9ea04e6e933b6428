"""Which code computes X25519 in this process.  It is chosen once, when this module is first imported.

| name   | code                                    | needs                             |
|--------|-----------------------------------------|-----------------------------------|
| adx    | asm/x86_64/adx, dual carry chains       | x86-64 with BMI2 and ADX          |
| mul    | asm/x86_64/mul                          | x86-64                            |
| python | spec/curve25519.py, not constant time   | nothing; only when asked for      |

The first that the CPU can run is taken; the environment variable QED25519_BACKEND names one instead.  Naming
one that cannot run here, or being on a CPU with none, is an ImportError.
"""

import os
import warnings
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import NamedTuple

VARIABLE = "QED25519_BACKEND"

# In order of preference, each with the CPU features that it needs.
NATIVE: Mapping[str, frozenset[str]] = {"adx": frozenset({"bmi2", "adx"}), "mul": frozenset()}
NAMES = (*NATIVE, "python")


class Backend(NamedTuple):
    """`x25519(k, u)` takes two strings of exactly 32 bytes; the result is zero for a `u` of small order."""

    name: str
    reason: str
    x25519: Callable[[bytes, bytes], bytes]


def cpu_features() -> frozenset[str] | None:
    """What this CPU shows of {"bmi2", "adx"}; None where the compiled library has no X25519 for it."""
    try:
        from qed25519._native import ffi, lib
    except ModuleNotFoundError as error:
        raise ImportError(
            "qed25519._native is not built: install qed25519 with pip, which compiles it (or run `make`)."
        ) from error
    if lib.qed25519_routine_address(b"qed25519_x86_64_mul_fe_mul") == ffi.NULL:
        return None
    bits = lib.qed25519_cpu_features()
    return frozenset(name for position, name in enumerate(("bmi2", "adx")) if bits >> position & 1)


def choose(wanted: str | None, features: Callable[[], frozenset[str] | None]) -> Backend:
    """The backend `wanted`, or without a wish the first that a CPU with these features can run."""
    if wanted is not None and wanted not in NAMES:
        raise ImportError(f"{VARIABLE}={wanted!r}: expected one of {', '.join(NAMES)}")
    if wanted == "python":
        return _python()
    present = features()
    if present is None:
        import platform

        raise ImportError(
            f"qed25519 has no X25519 code for this CPU ({platform.machine()}): it is written for x86-64. "
            f"{VARIABLE}=python runs the specification instead, which is slow and not constant time."
        )
    if wanted is not None:
        if missing := NATIVE[wanted] - present:
            raise ImportError(
                f"{VARIABLE}={wanted}: this CPU does not show {_list(missing)}, "
                f"which {wanted} needs (a virtual machine can hide them)"
            )
        return _native(wanted, f"{VARIABLE}={wanted}")
    name = next(name for name, needs in NATIVE.items() if needs <= present)
    return _native(name, f"the CPU shows {_list(present) or 'neither ADX nor BMI2'}")


def _list(features: frozenset[str]) -> str:
    return " and ".join(feature.upper() for feature in sorted(features))


def _native(name: str, reason: str) -> Backend:
    from qed25519._native import ffi, lib

    function = {"adx": lib.qed25519_x25519_adx, "mul": lib.qed25519_x25519_mul}[name]
    new, buffer, array = ffi.new, ffi.buffer, ffi.typeof("uint8_t[32]")

    def x25519(k: bytes, u: bytes) -> bytes:
        out = new(array)
        function(out, k, u)
        result: bytes = buffer(out)[:]
        return result

    return Backend(name, reason, x25519)


def _python() -> Backend:
    warnings.warn(
        f"{VARIABLE}=python: X25519 runs as plain Python, which is slow and NOT constant time.",
        RuntimeWarning,
        stacklevel=2,
    )
    x25519: Callable[[bytes, bytes], bytes] = import_module("qed25519.spec.curve25519").x25519
    return Backend("python", f"{VARIABLE}=python", x25519)


BACKEND = choose(os.environ.get(VARIABLE) or None, cpu_features)
