"""What `qed25519 info` says of the processor: what it shows, what a virtual machine seems to hide, what that costs."""

from __future__ import annotations

import platform
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from qed25519._arm64_cores import core_of, name_of
from qed25519._host import FEATURES, Host
from qed25519._variants import listed, of_architecture


class Cost(NamedTuple):
    """`slower` takes `ratio` times as long as `faster`, as measured; docs/backends.md shows it too."""

    slower: str
    faster: str
    ratio: float
    subject: str
    machines: str


COSTS = (
    Cost("x86_64/mul", "x86_64/adx", 1.17, "one X25519 exchange", "an Intel Xeon, family 6 model 167"),
)


def describe(machine: Host, fields: Mapping[str, str]) -> Iterator[str]:
    """Lines on this machine, of whose first processor /proc/cpuinfo says `fields`."""
    name = fields.get("model name", platform.processor() or platform.machine())
    if machine.architecture == "arm64":
        yield from _cores(machine)
        return
    yield f"{name}: " + ", ".join(f"{f.upper()} {'yes' if f in machine.features else 'no'}" for f in FEATURES)
    hidden = expected_features(fields) - machine.features
    for feature in sorted(hidden):
        yield f"{feature.upper()} should be there on such a processor: a virtual machine seems to hide it"
    best, other = of_architecture("x86_64")
    if missing := best.needs - machine.features:
        yield f"without {listed(missing)}: {cost(f'x86_64/{other.name}', f'x86_64/{best.name}')}"


def cost(slower: str, faster: str) -> str:
    """What it costs to run the one instead of the other."""
    row = next(row for row in COSTS if (row.slower, row.faster) == (slower, faster))
    return (f"{slower} runs instead of {faster}; {row.subject} takes {row.ratio:.2f} times as long "
            f"(measured on {row.machines})")


def _cores(machine: Host) -> Iterator[str]:
    for midr in sorted(machine.midrs):
        core = core_of(midr)
        yield f"{name_of(midr)}: {core.reason} ({core.source})" if core else name_of(midr)
    if not machine.midrs:
        yield "an Arm64 core; the operating system does not show which (no MIDR_EL1)"


def cpu_fields() -> dict[str, str]:
    """The first processor's entry in /proc/cpuinfo; {} where there is none."""
    try:
        text = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return {}
    lines = text.split("\n\n")[0].splitlines()
    return {key.strip(): value.strip() for key, _, value in (line.partition(":") for line in lines)}


def expected_features(fields: Mapping[str, str]) -> frozenset[str]:
    """What a processor of this make has, by its family or by features that came no earlier.

    AMD: BMI2 and ADX since Zen (family 23); Hygon's are Zen.  Intel: BMI2 came with AVX2 (Haswell), ADX with RDSEED
    in Broadwell; the small cores that have RDSEED without ADX have no AVX2.
    """
    vendor, family = fields.get("vendor_id", ""), fields.get("cpu family", "")
    flags = set(fields.get("flags", "").split())
    if vendor in ("AuthenticAMD", "HygonGenuine") and family.isdecimal() and int(family) >= 23:
        return frozenset({"bmi2", "adx"})
    if vendor == "GenuineIntel" and "avx2" in flags:
        return frozenset({"bmi2", "adx"} if flags & {"rdseed", "clflushopt", "avx512f"} else {"bmi2"})
    return frozenset()
