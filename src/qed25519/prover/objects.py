"""From `.S` files to the bytes that are proved: assembling, and reading a routine out of its object file.

x86-64 is assembled by the C compiler, Arm64 by `aarch64-linux-gnu-as` after the host's preprocessor, or by ziglang.
The debug line table is asked for only to name file and line; it changes no byte of the code.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import platform
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from elftools.elf.elffile import ELFFile
from elftools.elf.relocation import RelocationSection
from elftools.elf.sections import SymbolTableSection

from qed25519.isa.instruction import DecodeError, Instruction
from qed25519.isa.machine import MachineError, MemoryViolation, UnmodelledForm
from qed25519.prover.contract import Contract, load_contracts


class AssemblyError(Exception):
    """A file does not assemble, or its object is not what the prover accepts; the message names the file."""


class MissingAssembler(Exception):
    """No assembler for an architecture; the message names the ways to get one."""


@dataclass
class Routine:
    """One routine's code as the machine reads it.  Addresses are offsets in the object's .text section.

    `labels` are its cuts; `copies` the entries of subroutines that are copies of other routines, by symbol;
    `tables_read` the addresses of the constants that runs have read so far.
    """

    contract: Contract
    text: bytes
    start: int
    end: int
    labels: dict[int, str]
    lines: dict[int, str]
    copies: dict[int, str] = field(default_factory=dict)
    tables_read: set[int] = field(default_factory=set, compare=False)
    _decoded: dict[int, Instruction] = field(default_factory=dict)

    @property
    def code(self) -> bytes:
        return self.text[self.start:self.end]

    @property
    def sha256(self) -> str:
        return hashlib.sha256(self.code).hexdigest()

    def instruction(self, address: int) -> Instruction:
        """The instruction at an address inside the routine."""
        if address not in self._decoded:
            if not self.start <= address < self.end:
                raise MachineError(f"{self.contract.file}: control leaves the routine, "
                                   f"to offset {address - self.start:#x}")
            try:
                self._decoded[address] = decoder_for(self.contract.architecture)(self.text[address:self.end], address)
            except DecodeError as error:
                raise UnmodelledForm(f"{self.location(address)}: {error}") from None
        return self._decoded[address]

    def instructions(self) -> list[Instruction]:
        """All instructions in order of address."""
        found, address = [], self.start
        while address < self.end:
            found.append(self.instruction(address))
            address = found[-1].end
        return found

    def constant_word(self, address: int) -> int:
        """A 64-bit word of the section's read-only data, little-endian; not the code of the routine itself."""
        if address % 8 or not 0 <= address <= len(self.text) - 8 or self.start - 8 < address < self.end:
            raise MemoryViolation(f"{self.contract.file}: reads no table word at section offset {address:#x}")
        self.tables_read.add(address)
        return int.from_bytes(self.text[address:address + 8], "little")

    def location(self, address: int) -> str:
        """file:line of the source."""
        known = [line for line in self.lines if line <= address]
        return self.lines[max(known)] if known else str(self.contract.file)

    def replaced(self, code: bytes) -> Routine:
        """The same routine with other bytes of the same length, for mutants."""
        text = self.text[:self.start] + code + self.text[self.end:]
        return Routine(self.contract, text, self.start, self.end, self.labels, self.lines, self.copies)


def decoder_for(architecture: str) -> Callable[[bytes, int], Instruction]:
    """The decoder of an architecture: (bytes, address) -> Instruction."""
    if architecture == "x86_64":
        from qed25519.isa.decode_x86_64 import decode
        return decode
    from qed25519.isa import decode_arm64

    def decode_word(code: bytes, address: int) -> Instruction:
        return decode_arm64.decode(int.from_bytes(code[:4], "little"), address)

    return decode_word


def compiler() -> list[str]:
    """The host's C compiler: $CC, cc, gcc or clang."""
    named = os.environ.get("CC")
    if named:
        return named.split()
    for name in ("cc", "gcc", "clang"):
        if shutil.which(name):
            return [name]
    raise MissingAssembler("no C compiler: install gcc or clang (Debian: apt-get install gcc), or set CC")


def assembler(architecture: str) -> tuple[str, Callable[[Path, Path, Path], None]]:
    """(description, assemble(source, include, object)) for an architecture.  Raises MissingAssembler."""
    host = {"AMD64": "x86_64", "aarch64": "arm64"}.get(platform.machine(), platform.machine())
    if architecture == host:
        command = compiler()
        return " ".join(command), lambda source, include, out: _run(
            [*command, "-c", "-g", f"-I{include}", str(source), "-o", str(out)], source)
    triple = {"x86_64": "x86_64-linux-gnu", "arm64": "aarch64-linux-gnu"}[architecture]
    if shutil.which(f"{triple}-as"):
        return f"{triple}-as", lambda source, include, out: _preprocess_and_assemble(
            architecture, triple, source, include, out)
    if importlib.util.find_spec("ziglang"):
        return "ziglang", lambda source, include, out: _run(
            [sys.executable, "-m", "ziglang", "cc", "-target", triple, "-c", "-g", f"-I{include}",
             str(source), "-o", str(out)], source)
    raise MissingAssembler(f"no assembler for {architecture}: install {triple}-as (Debian: apt-get install "
                           f"binutils-{triple.replace('_', '-')}), or `pip install ziglang`")


def _preprocess_and_assemble(architecture: str, triple: str, source: Path, include: Path, out: Path) -> None:
    macros = {"arm64": ["-U__x86_64__", "-D__aarch64__"], "x86_64": ["-U__aarch64__", "-D__x86_64__"]}[architecture]
    text = out.with_suffix(".s")
    _run([*compiler(), "-E", "-x", "assembler-with-cpp", *macros, "-U__APPLE__", "-D__ELF__", f"-I{include}",
          str(source), "-o", str(text)], source)
    _run([f"{triple}-as", "--fatal-warnings", "-g", str(text), "-o", str(out)], source)


def _run(command: list[str], source: Path) -> None:
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise AssemblyError(f"{source} does not assemble:\n{done.stderr.strip()}")


def assemble(contract: Contract, include: Path) -> Routine:
    """Assemble a routine's file and read the routine.  Raises AssemblyError, MissingAssembler."""
    _, run = assembler(contract.architecture)
    with tempfile.TemporaryDirectory(prefix="qed25519-") as folder:
        target = Path(folder) / "routine.o"
        run(contract.file, include, target)
        with target.open("rb") as stream:
            return read_object(contract, ELFFile(stream))


def load_callee(caller: Routine, address: int) -> Routine:
    """The routine that the subroutine at this address is marked as a copy of, from the caller's own asm folder."""
    asm = caller.contract.file.parents[caller.contract.path.count("/")]
    symbol = "qed25519_" + caller.copies[address]
    found = [contract for contract in load_contracts(asm) if contract.symbol == symbol]
    if not found:
        raise AssemblyError(f"{caller.contract.file}: a copy of {caller.copies[address]}, which is no routine in {asm}")
    return assemble(found[0], asm / "include")


def read_object(contract: Contract, elf: ELFFile) -> Routine:
    """The routine in an object: no relocation in its section, exactly one symbol of its name, labels, lines."""
    text, symtab = elf.get_section_by_name(".text"), elf.get_section_by_name(".symtab")
    if text is None or not isinstance(symtab, SymbolTableSection):
        raise AssemblyError(f"{contract.file}: the object has no .text or no symbol table")
    for name in (".rela.text", ".rel.text"):
        relocations = elf.get_section_by_name(name)
        if isinstance(relocations, RelocationSection) and relocations.num_relocations():
            raise AssemblyError(f"{contract.file}: .text has relocations: linked bytes would differ from proved ones")
    index = elf.get_section_index(".text")
    symbols = [symbol for symbol in symtab.iter_symbols() if symbol["st_shndx"] == index]
    own = [symbol for symbol in symbols if symbol.name == contract.symbol]
    if len(own) != 1 or not own[0]["st_size"]:
        raise AssemblyError(f"{contract.file}: the object has no symbol {contract.symbol} with a size")
    if others := [symbol.name for symbol in symbols if symbol["st_info"]["bind"] != "STB_LOCAL" and symbol not in own]:
        raise AssemblyError(f"{contract.file}: the object has {', '.join(others)}, of which no contract speaks")
    start = own[0]["st_value"]
    labels: dict[int, str] = {}
    for symbol in symbols:
        if symbol.name.startswith("cut."):
            other = labels.setdefault(symbol["st_value"], symbol.name[4:])
            if other != symbol.name[4:]:
                raise AssemblyError(f"{contract.file}: the cuts {other} and {symbol.name[4:]} are at one address")
    copies = {symbol["st_value"]: symbol.name[5:] for symbol in symbols if symbol.name.startswith("copy.")}
    return Routine(contract, text.data(), start, start + own[0]["st_size"], labels, _lines(contract, elf), copies)


def _lines(contract: Contract, elf: ELFFile) -> dict[int, str]:
    """Address -> file:line, in the routine's own file or in a header with code."""
    found: dict[int, str] = {}
    if not elf.has_dwarf_info():
        return found
    dwarf = elf.get_dwarf_info()
    for unit in dwarf.iter_CUs():
        program = dwarf.line_program_for_CU(unit)
        if program is None:
            continue
        files = [Path(file["name"].decode()).name for file in program["file_entry"]]
        first = 0 if program["version"] >= 5 else 1
        for entry in program.get_entries():
            if entry.state is not None and not entry.state.end_sequence:
                file = contract.file.with_name(files[entry.state.file - first])
                found[entry.state.address] = f"{file}:{entry.state.line}"
    return found
