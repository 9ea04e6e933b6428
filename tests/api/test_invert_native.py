"""fe_invert, each that this machine runs, agrees with pow(x, -1, p): on edges, and on a million numbers (slow)."""

import random
from pathlib import Path
from typing import Any

import pytest

import qed25519
from qed25519._host import host
from qed25519._native import ffi, lib
from qed25519.prover.contract import CONSTANTS, Contract, load_contracts

ASM = Path(qed25519.__file__).parent / "asm"
P = CONSTANTS["p"]
ROUTINES = [
    contract
    for contract in load_contracts(ASM)
    if contract.name == "fe_invert"
    and contract.architecture == host().architecture
    and set(contract.needs) <= host().features
]

# Needs 560 divsteps, where a random number needs 515.
SLOW = [0x75BB66887A41B26B4113805F3701339F77CD976743DB2E5F2EC1705AA166A574]
EDGES = [
    *(x for base in (0, P, 2 * P, 2**255, 2**256) for x in range(base - 40, base + 41) if 0 <= x < 2**256),
    *(2**k for k in range(256)),
    *(2**256 - 2**k for k in range(256)),
    *(P // k for k in range(1, 40)),
    *SLOW,
    *(P - x for x in SLOW),
]


def inverse(x: int) -> int:
    return pow(x, -1, P) if x % P else 0


def mistakes(routine: Any, numbers: list[int], in_place: bool) -> list[int]:
    """Those numbers of which the routine does not give the inverse."""
    x = ffi.new("uint64_t[4]")
    z = x if in_place else ffi.new("uint64_t[4]")
    source, result = ffi.buffer(x), ffi.buffer(z)
    wrong = []
    for number in numbers:
        source[:] = number.to_bytes(32, "little")
        routine(z, x)
        if int.from_bytes(result[:], "little") != inverse(number):
            wrong.append(number)
    return wrong


def mixed(count: int, seed: int) -> list[int]:
    """Random numbers of all sizes, near multiples of p too, and of words that are nearly all zeros or ones."""
    source = random.Random(seed)
    kinds = [
        lambda: source.getrandbits(256),
        lambda: source.getrandbits(source.randrange(1, 257)),
        lambda: (P - source.getrandbits(source.randrange(1, 255))) % 2**256,
        lambda: sum(source.choice([0, 1, 2**63, 2**64 - 1]) << 64 * i for i in range(4)),
    ]
    return [kinds[n % len(kinds)]() for n in range(count)]


def test_there_is_an_inversion() -> None:
    assert ROUTINES


@pytest.mark.parametrize("contract", ROUTINES, ids=lambda contract: contract.path)
@pytest.mark.parametrize("in_place", [False, True])
def test_edges_and_random_numbers(contract: Contract, in_place: bool) -> None:
    assert mistakes(getattr(lib, contract.symbol), EDGES + mixed(20_000, seed=1), in_place) == []


@pytest.mark.slow
@pytest.mark.parametrize("contract", ROUTINES, ids=lambda contract: contract.path)
def test_a_million_numbers(contract: Contract) -> None:
    assert mistakes(getattr(lib, contract.symbol), mixed(1_000_000, seed=2), in_place=False) == []
