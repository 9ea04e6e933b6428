"""sc_reduce, sc_muladd, sc_neg and sc_is_canonical, as this machine runs them, agree with Python's integers: on edges,
and on numbers near multiples of l, where a quotient that is 1 too much or too little shows."""

import random
from collections.abc import Callable
from itertools import product

import pytest

from qed25519._host import host
from qed25519.prover.contract import alias_partitions

from .test_routines import HERE, call

L = 2**252 + 27742317777372353535851937790883648493
ROUTINES = {contract.name: contract for contract in HERE if contract.variant == f"{host().architecture}/common"}
EDGES = [
    *(0, 1, L - 1, L, L + 1, 2 * L, 16 * L, 2**252 - 1, 2**252, 2**253, 2**255, 2**256 - 1, 2**256, 2**511),
    *(2**512 - 1, 2**512 - 2**256, L * L, L * L - 1, (L - 1) * (L - 1)),
    *(2**512 // L * L + step for step in (-1, 0, 1)),
    *(2**shift * L + step for shift in (1, 2, 3, 128, 255, 256, 258, 259) for step in (-1, 0, 1)),
    *(k * L + step for k in range(14, 17) for step in (-1, 0, 1)),
    *(k * 2**252 for k in range(1, 32)),
]
SHORT = [number for number in EDGES if number < 2**256]


def mixed(count: int, bits: int, seed: int) -> list[int]:
    """Random numbers, near multiples of l, and of words that are all zeros, all ones or near them."""
    source = random.Random(seed)
    special = (0, 1, 2**63, 2**64 - 2, 2**64 - 1)
    kinds: list[Callable[[], int]] = [
        lambda: source.getrandbits(bits),
        lambda: (source.randrange(2**bits // L) * L + source.randrange(-2, 3)) % 2**bits,
        lambda: (source.getrandbits(bits - 252) << 252) + source.getrandbits(source.randrange(1, 140)),
        lambda: sum(source.choice((*special, source.getrandbits(64))) << 64 * i for i in range(bits // 64)),
    ]
    return [source.choice(kinds)() for _ in range(count)]


def run(name: str, **values: int) -> int:
    """What the routine writes or returns."""
    contract = ROUTINES[name]
    after, result = call(contract, alias_partitions(contract)[0], {a.name: 0 for a in contract.args} | values)
    return after["z"] if contract.result is None else result


def test_reduce() -> None:
    numbers = EDGES + mixed(2000, 512, seed=1)
    assert [x for x in numbers if run("sc_reduce", x=x) != x % L] == []


def test_muladd() -> None:
    numbers = [*product(SHORT[::3], SHORT[::4], SHORT[::5]),
               *zip(*(mixed(2000, 256, seed) for seed in (2, 3, 4)), strict=True)]
    assert [(a, b, c) for a, b, c in numbers if run("sc_muladd", a=a, b=b, c=c) != (a * b + c) % L] == []


def test_neg() -> None:
    numbers = SHORT + mixed(2000, 256, seed=5)
    assert [x for x in numbers if run("sc_neg", x=x) != -x % L] == []


def test_is_canonical() -> None:
    beside = [L + step for shift in range(253) for step in (2**shift, -2**shift)]
    numbers = SHORT + mixed(2000, 256, seed=6) + beside
    assert [x for x in numbers if run("sc_is_canonical", x=x) != (x < L)] == []


@pytest.mark.slow
def test_a_hundred_thousand_numbers() -> None:
    assert [x for x in mixed(100_000, 512, seed=7) if run("sc_reduce", x=x) != x % L] == []
