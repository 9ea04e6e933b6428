"""The machine, as far as it decides about code: architecture, CPU features on x86-64, kinds of core on Arm64."""

import os
import sys
from typing import NamedTuple

FEATURES = ("bmi2", "adx")              # by their bits in qed25519_cpu_features
CPUS = "/sys/devices/system/cpu"
APPLE_MIDR = 0x61 << 24                 # the implementer alone: macOS shows no more, and its Arm64 machines are Apple's


class Host(NamedTuple):
    """`features` of FEATURES, as CPUID shows them; `midrs`, MIDR_EL1 of each kind of core, is empty where unknown."""

    architecture: str
    features: frozenset[str]
    midrs: frozenset[int]


def host() -> Host:
    """This machine.  Raises ImportError where the library is not compiled."""
    try:
        from qed25519._native import ffi, lib
    except ModuleNotFoundError as error:
        raise ImportError(
            "qed25519._native is not built: install qed25519 with pip, which compiles it (or run `make`)."
        ) from error
    architecture = ffi.string(lib.qed25519_architecture()).decode()
    bits = lib.qed25519_cpu_features()
    features = frozenset(name for position, name in enumerate(FEATURES) if bits >> position & 1)
    midrs: frozenset[int] = frozenset()
    if architecture == "arm64":
        midrs = midrs_of_all(CPUS) or frozenset({lib.qed25519_cpu_midr()} - {0})
        if sys.platform == "darwin":
            midrs = frozenset({APPLE_MIDR})
    return Host(architecture, features, midrs)


def midrs_of_all(folder: str) -> frozenset[int]:
    """MIDR_EL1 of each kind of core, where Linux shows it in files; one core's register would show one kind only."""
    try:
        cpus = [name for name in os.listdir(folder) if name.startswith("cpu") and name[3:].isdecimal()]
    except OSError:
        return frozenset()
    found = set()
    for cpu in cpus:
        try:
            with open(f"{folder}/{cpu}/regs/identification/midr_el1", encoding="ascii") as file:
                found.add(int(file.read(), 16))
        except (OSError, ValueError):   # a CPU that is offline, or a kernel without these files
            continue
    return frozenset(found)
