"""Every mnemonic that reads data in a routine is on its vendor's list; what the vendors do not list is refused."""

from __future__ import annotations

import pytest

from qed25519.domains.opaque import Opaque
from qed25519.isa.constant_time import data_timing_violation
from qed25519.prover.calls import set_up
from qed25519.prover.contract import alias_partitions, load_contracts
from qed25519.prover.objects import assemble
from qed25519.prover.theorems import PACKAGE

UNLISTED = {"x86_64": ("xchg", "rcl", "rcr", "div", "idiv", "popcnt", "lzcnt", "tzcnt", "bsr", "pdep", "pext", "stc"),
            "arm64": ("udiv", "sdiv", "cbz", "cbnz", "tbz", "tbnz", "b.eq", "br")}


@pytest.mark.parametrize("architecture", ["x86_64", "arm64"])
def test_every_mnemonic_in_use_that_reads_data_is_listed(architecture: str) -> None:
    used: set[str] = set()
    for contract in load_contracts(PACKAGE / "asm"):
        if contract.architecture == architecture and contract.secret:
            routine, domain = assemble(contract, PACKAGE / "asm" / "include"), Opaque()
            entry = {a.name: [domain.unknown(a.name)] * max(a.words, 1) for a in contract.args if a.is_read}
            machine = set_up(routine, alias_partitions(contract)[0], domain, entry)
            machine.run(routine.start)
            used |= set(machine.data_mnemonics)
    print(architecture, *sorted(used))
    assert len(used) >= 8 and not [why for name in used if (why := data_timing_violation(architecture, name))]


@pytest.mark.parametrize(("architecture", "mnemonic"), [(a, name) for a, names in UNLISTED.items() for name in names])
def test_what_the_vendors_do_not_list_is_refused(architecture: str, mnemonic: str) -> None:
    assert mnemonic in data_timing_violation(architecture, mnemonic)
