"""Both Arm64 variants of x25519 and x25519_base, in unicorn, are the spec's: on edges, on random strings, in place."""

import random

import pytest

from qed25519.spec import curve25519
from qed25519.spec.field import P

from .emulated import DATA, call

VARIANTS = ["schoolbook", "karatsuba"]
OUT, SCALAR, POINT = DATA, DATA + 0x100, DATA + 0x200
EDGES = [0, 1, 2, 9, P - 1, P, P + 1, P + 9, 2**255 - 1, 2**255 + 9, 2**256 - 1]


def exchanged(variant: str, k: int, u: int, out: int = OUT) -> int:
    return call(f"arm64/{variant}/x25519", out, SCALAR, POINT, memory={SCALAR: k, POINT: u}, output=out, size=1)[0]


def expected(k: int, u: int) -> int:
    return int.from_bytes(curve25519.x25519(k.to_bytes(32, "little"), u.to_bytes(32, "little")), "little")


@pytest.mark.parametrize("variant", VARIANTS)
def test_exchanges(variant: str) -> None:
    source = random.Random(variant)
    points = EDGES + [source.getrandbits(256) for _ in range(20)]
    scalars = [source.choice(EDGES) if index % 3 == 0 else source.getrandbits(256) for index, _ in enumerate(points)]
    for k, u in zip(scalars, points, strict=True):
        assert [exchanged(variant, k, u, out) for out in (OUT, SCALAR, POINT)] == 3 * [expected(k, u)], (k, u)


@pytest.mark.parametrize("variant", VARIANTS)
def test_public_keys(variant: str) -> None:
    source = random.Random(variant)
    equal_digits = [8 * sum(digit * 32**i for i in range(50)) for digit in (-16, -1, 0, 1, 15)]
    edges = [0, 1, 2**255 - 1, 2**256 - 1, *(2**254 + k for k in equal_digits)]
    for k in [*edges, *(source.getrandbits(256) for _ in range(20))]:
        found = [call(f"arm64/{variant}/x25519_base", out, SCALAR, memory={SCALAR: k}, output=out, size=1)[0]
                 for out in (OUT, SCALAR)]
        assert found == 2 * [expected(k, 9)], k
