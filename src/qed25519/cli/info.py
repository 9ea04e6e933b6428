"""`qed25519 info`: which code runs here and why, what the CPU shows and what seems hidden, what proving would use.

Standard library only, so that it works without the extra `prove`; what needs the extra says so instead.
"""

from __future__ import annotations

import platform
import warnings
from collections.abc import Iterator
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from qed25519 import __version__
from qed25519._host import host as host_of_library
from qed25519.cli.installed import host, loaded_reader
from qed25519.cli.processor import cpu_fields, describe

EXTRA = 'pip install "qed25519[prove]"'

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


def _processor() -> Iterator[str]:
    try:
        machine = host_of_library()
    except ImportError as error:
        yield f"{platform.processor() or platform.machine()}; nothing was asked of it: {error}"
        return
    yield from describe(machine, cpu_fields())


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
