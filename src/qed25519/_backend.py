"""Which code computes X25519 and Ed25519 in this process.  It is chosen once, when this module is first imported.

| name       | code                                    | for                                              |
|------------|-----------------------------------------|--------------------------------------------------|
| adx        | asm/x86_64/adx, dual carry chains       | x86-64 with BMI2 and ADX                         |
| mul        | asm/x86_64/mul                          | any x86-64                                       |
| schoolbook | asm/arm64/schoolbook                    | Arm64 cores with wide multipliers, or not listed |
| karatsuba  | asm/arm64/karatsuba                     | Arm64 cores with narrow multipliers              |
| python     | spec/, not constant time                | anything; only when asked for                    |

docs/backends.md tells how it is chosen.
"""

import os
import warnings
from collections.abc import Callable
from importlib import import_module
from typing import Any, NamedTuple

from qed25519._arithmetic import Arithmetic, native
from qed25519._host import Host, host
from qed25519._variants import NAMES, VARIABLE, Variant, decide

_BASE_POINT = b"\x09" + bytes(31)


class Backend(NamedTuple):
    """`x25519(k, u)` takes two strings of exactly 32 bytes; the result is zero for a `u` of small order.
    `x25519_base(k)` is x25519(k, 9).  `arithmetic` is what Ed25519 is computed with."""

    name: str
    reason: str
    x25519: Callable[[bytes, bytes], bytes]
    x25519_base: Callable[[bytes], bytes]
    arithmetic: Arithmetic


def choose(wanted: str | None, machine: Callable[[], Host]) -> Backend:
    """The backend `wanted`, or without a wish the best for this machine.  Raises ImportError."""
    if wanted is not None and wanted not in NAMES:
        raise ImportError(f"{VARIABLE}={wanted!r}: expected one of {', '.join(NAMES)}")
    if wanted == "python":
        return _python()
    return _native(*decide(wanted, machine()))


def _native(variant: Variant, reason: str) -> Backend:
    from qed25519._calls import function
    from qed25519._native import ffi, lib

    def find(name: str, out: int, lengths: tuple[int, ...], flag: bool) -> Callable[..., Any]:
        for prefix in (variant.prefix, variant.common):
            address = lib.qed25519_routine_address((prefix + name).encode())
            if address != ffi.NULL:
                return function(int(ffi.cast("uintptr_t", address)), out, lengths, flag)
        raise ImportError(f"the compiled library has no {name} for {variant.architecture}/{variant.name}; "
                          f"{VARIABLE}=python runs the specification instead, which is slow and not constant time.")

    return Backend(variant.name, reason, find("x25519", 32, (32, 32), False), find("x25519_base", 32, (32,), False),
                   native(find))


def _python() -> Backend:
    warnings.warn(
        f"{VARIABLE}=python: X25519 and Ed25519 run as plain Python, which is slow and NOT constant time.",
        RuntimeWarning,
        stacklevel=2,
    )
    x25519: Callable[[bytes, bytes], bytes] = import_module("qed25519.spec.curve25519").x25519
    return Backend("python", f"{VARIABLE}=python", x25519, lambda k: x25519(k, _BASE_POINT),
                   import_module("qed25519._arithmetic_python").specification())


BACKEND = choose(os.environ.get(VARIABLE) or None, host)
