"""The test vectors of RFC 7748, sections 5.2 and 6.1, on every backend."""

from collections.abc import Callable

import pytest

import qed25519

X25519 = Callable[[bytes, bytes], bytes]

# Section 5.2: scalar, u-coordinate, result.
VECTORS = [
    (
        "a546e36bf0527c9d3b16154b82465edd62144c0ac1fc5a18506a2244ba449ac4",
        "e6db6867583030db3594c1a424b15f7c726624ec26b3353b10a903a6d0ab1c4c",
        "c3da55379de9c6908e94ea4df28d084f32eccf03491c71f754b4075577a28552",
    ),
    (
        "4b66e9d4d1b4673c5ad22691957d6af5c11b6421e0ea01d42ca4169e7918ba0d",
        "e5210f12786811d3f4b7959d0538ae2c31dbe7106fc03c3efc4cd549c715a493",
        "95cbde9476e8907d7aade45cb4b873f88b595a68799fa152e6f8f7647aac7957",
    ),
]

# Section 5.2: k and u both start as the base point; then k, u = X25519(k, u), k, so many times.
ITERATED = {
    1: "422c8e7a6227d7bca1350b3e2bb7279f7897b87bb6854b783c60e80311ae3079",
    1_000: "684cf59ba83309552800ef566f2f4d3c1c3887c49360e3875f2eb94d99532c51",
    1_000_000: "7c3911e0ab2586fd864497297e575e6f3bc601c0883c30df5f4dd2d24f665424",
}

# Section 6.1: private key, public key of each, and what they share.
ALICE = (
    "77076d0a7318a57d3c16c17251b26645df4c2f87ebc0992ab177fba51db92c2a",
    "8520f0098930a754748b7ddcb43ef75a0dbf3a0d26381af4eba4a98eaa9b4e6a",
)
BOB = (
    "5dab087e624a8a4b79e17f8b83800ee66f3bb1292618b6fd1c2f8b27ff88e0eb",
    "de9edb7d7b7dc1b4d35b61c2ece435373f8343c85b78674dadfc7e146f882b4f",
)
SHARED = "4a5d9d5ba4ce2de1728e3bf480350f25e07e21c947d19e3376f09b3c1e161742"


@pytest.mark.parametrize(("k", "u", "expected"), VECTORS)
def test_single(x25519_on: X25519, k: str, u: str, expected: str) -> None:
    assert x25519_on(bytes.fromhex(k), bytes.fromhex(u)).hex() == expected


@pytest.mark.parametrize("times", [1, 1_000])
def test_iterated(x25519_on: X25519, times: int) -> None:
    assert iterate(x25519_on, times) == ITERATED[times]


@pytest.mark.slow
def test_iterated_a_million_times() -> None:
    assert iterate(lambda k, u: qed25519.x25519(k, u), 1_000_000) == ITERATED[1_000_000]


def iterate(x25519: X25519, times: int) -> str:
    k = u = (9).to_bytes(32, "little")
    for _ in range(times):
        k, u = x25519(k, u), k
    return k.hex()


@pytest.mark.parametrize(("own", "peer"), [(ALICE, BOB), (BOB, ALICE)])
def test_diffie_hellman(own: tuple[str, str], peer: tuple[str, str]) -> None:
    private = qed25519.X25519PrivateKey.from_private_bytes(bytes.fromhex(own[0]))
    public = qed25519.X25519PublicKey.from_public_bytes(bytes.fromhex(peer[1]))
    assert private.public_key().public_bytes_raw().hex() == own[1]
    assert private.exchange(public).hex() == SHARED
