"""Both Arm64 variants of x25519, in unicorn, are the spec's, on edges and on random strings, over an input too."""

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
