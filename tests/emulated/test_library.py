"""The code in the library that was built for Arm64 is, byte for byte, what the prover assembles from asm/."""

from pathlib import Path

import pytest
from elftools.elf.elffile import ELFFile
from elftools.elf.sections import SymbolTableSection

from qed25519.prover.contract import Contract, load_contracts
from qed25519.prover.objects import assemble

ROOT = Path(__file__).parents[2]
LIBRARY = ROOT / "build" / "arm64" / "site" / "qed25519" / "_native.abi3.so"
CONTRACTS = [contract for contract in load_contracts(ROOT / "asm") if contract.architecture == "arm64"]

pytestmark = pytest.mark.emulated


@pytest.mark.parametrize("contract", CONTRACTS, ids=lambda contract: contract.path)
def test_linked_bytes_are_assembled_bytes(contract: Contract) -> None:
    code = assemble(contract, ROOT / "asm" / "include").code
    assert len(code) > 8
    assert linked(contract.symbol, len(code)) == code


def linked(symbol: str, size: int) -> bytes:
    with LIBRARY.open("rb") as stream:
        elf = ELFFile(stream)
        table = elf.get_section_by_name(".symtab")
        assert isinstance(table, SymbolTableSection), "install.strip in pyproject.toml keeps it"
        entry = (table.get_symbol_by_name(symbol) or [])[0]
        section = elf.get_section(entry["st_shndx"])
        start = entry["st_value"] - section["sh_addr"]
        return bytes(section.data()[start:start + size])
