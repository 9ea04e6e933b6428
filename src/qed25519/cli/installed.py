"""The code that Python really loads: the bytes of `qed25519._native` in memory."""

from __future__ import annotations

import platform
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from qed25519.prover.objects import Routine
    from qed25519.prover.run import Loaded


def host() -> str:
    """This machine's architecture, as the folders of asm/ are named."""
    machine = platform.machine()
    return {"AMD64": "x86_64", "aarch64": "arm64"}.get(machine, machine)


def loaded_reader() -> Loaded:
    """A function from a routine to the bytes where its section is loaded.  Raises ImportError if none is built.

    The linker keeps an object's .text together, so what stands before and after the routine there is its own too.
    """
    from qed25519._native import ffi, lib

    def read(routine: Routine) -> bytes | None:
        if routine.contract.architecture != host():
            return None
        address = lib.qed25519_routine_address(routine.contract.symbol.encode())
        if address == ffi.NULL:
            raise LookupError("the loaded library has no such routine")
        begin = ffi.cast("const char *", address) + -routine.start
        return bytes(ffi.buffer(begin, len(routine.text)))

    return read
