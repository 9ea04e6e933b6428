"""The code linked into the extension is, byte for byte, what assembling asm/ gives."""

from pathlib import Path

import pytest

from qed25519._native import ffi, lib
from qed25519.prover.contract import Contract, load_contracts
from qed25519.prover.objects import assemble

ASM = Path(__file__).parents[2] / "asm"
HERE = [c for c in load_contracts(ASM) if lib.qed25519_routine_address(c.symbol.encode()) != ffi.NULL]


@pytest.mark.parametrize("contract", HERE, ids=lambda contract: contract.path)
def test_linked_bytes_are_assembled_bytes(contract: Contract) -> None:
    code = assemble(contract, ASM / "include").code
    address = ffi.cast("const uint8_t *", lib.qed25519_routine_address(contract.symbol.encode()))
    assert len(code) > 8
    assert bytes(ffi.buffer(address, len(code))) == code, "built from another asm/? run `make build`"
