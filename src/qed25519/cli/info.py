"""`qed25519 info`: which code runs here and why, what the CPU shows and what seems hidden, what proving would use.

Standard library only, so that it works without the extra `prove`; what needs the extra says so instead.
"""

from __future__ import annotations

import platform
import warnings
from collections.abc import Iterator, Mapping
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from qed25519 import __version__
from qed25519.cli.installed import host, loaded_reader

EXTRA = 'pip install "qed25519[prove]"'

# What the variant without BMI2 and ADX costs: a multiplication takes 59 cycles there against 40 (latency, Zen 3).
COST = ("a virtual machine seems to hide it; x86_64/mul runs instead of x86_64/adx, and a field multiplication "
        "takes about 1.5 times as long")


def info() -> str:
    """The whole text, a paragraph for each topic."""
    topics = {"qed25519": [f"{__version__}, Python {platform.python_version()}, {platform.system()} {host()}"],
              "backend": _backend(), "processor": list(_processor()), "library": list(_library()),
              "prover": list(_prover()), "assemblers": list(_assemblers()), "cache": list(_cache())}
    return "\n".join(f"{topic if first else '':<11} {text}"
                     for topic, texts in topics.items() for first, text in _marked(texts))


def _marked(texts: list[str]) -> Iterator[tuple[bool, str]]:
    yield from ((index == 0, text) for index, text in enumerate(texts))


def _backend() -> list[str]:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            backend = import_module("qed25519._backend").BACKEND
        except ImportError as error:
            return [f"none: {error}"]
    return [f"{backend.name}: {backend.reason}", *(f"warning: {warning.message}" for warning in caught)]


# --- the processor ------------------------------------------------------------------------------------------


def _processor() -> Iterator[str]:
    fields = cpu_fields()
    name = fields.get("model name", platform.processor() or platform.machine())
    if host() != "x86_64":
        yield name
        return
    shown = shown_features()
    if shown is None:
        yield f"{name}; qed25519._native is not built, so nothing was asked of the CPU"
        return
    yield f"{name}: " + ", ".join(f"{feature.upper()} {'yes' if feature in shown else 'no'}"
                                  for feature in ("bmi2", "adx"))
    for feature in sorted(expected_features(fields) - shown):
        yield f"{feature.upper()} should be there on such a processor: {COST}"


def shown_features() -> frozenset[str] | None:
    """What CPUID says here, of {"bmi2", "adx"}; None without the compiled library."""
    try:
        from qed25519._native import lib
    except ImportError:
        return None
    bits = lib.qed25519_cpu_features()
    return frozenset(name for position, name in enumerate(("bmi2", "adx")) if bits >> position & 1)


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


# --- the library and the prover -----------------------------------------------------------------------------


def _library() -> Iterator[str]:
    try:
        reader = loaded_reader()
        yield str(Path(import_module("qed25519._native").__file__ or "?"))
    except ImportError as error:
        yield f"not built ({error})"
        return
    try:
        from qed25519.prover.objects import AssemblyError, MissingAssembler, assemble
        from qed25519.prover.run import difference_of, own_sources
        from qed25519.prover.theorems import BrokenContract, all_contracts
    except ImportError:
        yield f"not compared with the sources: {EXTRA}"
        return
    sources, same = own_sources(), 0
    for contract in all_contracts(sources.asm):
        if contract.architecture != host():
            continue
        if isinstance(contract, BrokenContract):
            yield f"WARNING: {contract.message}"
            continue
        try:
            routine = assemble(contract, sources.asm / "include")
            difference = difference_of(routine, reader(routine) or b"")
        except (AssemblyError, LookupError) as error:
            difference = f"{contract.path}: {error}"
        except MissingAssembler as error:
            yield f"not compared with the sources: {error}"
            return
        same += not difference
        if difference:
            yield f"WARNING: {difference}"
    yield f"{same} routines have the bytes that {sources.asm} gives"


def _prover() -> Iterator[str]:
    found = {name: _version(name) for name in ("z3-solver", "cvc5", "sympy", "iced-x86", "pyelftools")}
    if not found["z3-solver"]:
        yield f"not installed: {EXTRA}"
        return
    yield ", ".join(f"{name} {number}" for name, number in found.items() if number)
    if not found["cvc5"]:
        yield 'for --recheck cvc5: pip install "qed25519[recheck]"'


def _version(distribution: str) -> str:
    try:
        return version(distribution)
    except PackageNotFoundError:
        return ""


def _assemblers() -> Iterator[str]:
    try:
        from qed25519.prover.objects import MissingAssembler, assembler
        from qed25519.prover.report import assembler_version
    except ImportError:
        yield f"not looked for: {EXTRA}"
        return
    for architecture in ("x86_64", "arm64"):
        try:
            assembler(architecture)
        except MissingAssembler as error:
            yield str(error)
        else:
            yield f"{architecture}: {assembler_version(architecture)}"


def _cache() -> Iterator[str]:
    try:
        from qed25519.prover.cache import default_folder
    except ImportError:
        yield f"none: {EXTRA}"
        return
    folder = default_folder()
    yield f"{folder}, {len(list(folder.glob('*.json')))} entries"
