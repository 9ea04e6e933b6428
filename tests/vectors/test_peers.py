"""X25519 agrees with the specification, pyca/cryptography and PyNaCl, on random and on edge values."""

from collections.abc import Callable

import pytest
from cryptography.hazmat.primitives.asymmetric import x25519 as pyca
from hypothesis import given, settings
from hypothesis import strategies as st
from nacl.bindings import crypto_scalarmult

import qed25519
from qed25519._backend import choose
from qed25519._host import host
from qed25519._variants import runnable
from qed25519.spec import curve25519
from qed25519.spec.field import P

EDGES = [0, 1, 2, 9, P - 1, P, P + 1, P + 9, 2**254, 2**255 - 1, 2**255, 2**255 + 9, 2**256 - 19, 2**256 - 1]

# The u of the points of small order: of order 2, 4, 8, 8 on the curve, and 4 on its twist.
SMALL_ORDER = [
    0,
    1,
    325606250916557431795983626356110631294008115727848805560023387167927233504,
    39382357235489614581723060781553021112529911719440698176882885853963445705823,
    P - 1,
]

strings = st.binary(min_size=32, max_size=32) | st.sampled_from(EDGES).map(lambda n: n.to_bytes(32, "little"))


def native() -> list[str]:
    return [variant.name for variant in runnable(host())]


@pytest.mark.parametrize("name", native())
@settings(max_examples=300)
@given(k=strings, u=strings)
def test_equals_the_specification(name: str, k: bytes, u: bytes) -> None:
    assert choose(name, host).x25519(k, u) == curve25519.x25519(k, u)


@settings(max_examples=300)
@given(k=strings, u=strings)
def test_equals_cryptography(k: bytes, u: bytes) -> None:
    theirs = pyca.X25519PrivateKey.from_private_bytes(k)
    ours = qed25519.X25519PrivateKey.from_private_bytes(k)
    assert ours.public_key().public_bytes_raw() == theirs.public_key().public_bytes_raw()
    try:
        expected = theirs.exchange(pyca.X25519PublicKey.from_public_bytes(u))
    except ValueError:  # pyca, too, refuses the zero secret
        expected = bytes(32)
    assert qed25519.x25519(k, u, allow_zero=True) == expected


@settings(max_examples=300)
@given(k=strings, u=strings)
def test_equals_pynacl(k: bytes, u: bytes) -> None:
    try:
        expected = crypto_scalarmult(k, u)
    except RuntimeError:  # libsodium, too, refuses the zero secret
        expected = bytes(32)
    assert qed25519.x25519(k, u, allow_zero=True) == expected


# All their encodings: u and u + p where that has 255 bits, with and without the ignored top bit.
SMALL_ORDER_ENCODINGS = [
    (v + top).to_bytes(32, "little")
    for u in SMALL_ORDER
    for v in (u, u + P)
    if v < 2**255
    for top in (0, 2**255)
]


@pytest.mark.parametrize("point", SMALL_ORDER_ENCODINGS, ids=bytes.hex)
def test_small_order_gives_zero(x25519_on: Callable[[bytes, bytes], bytes], point: bytes) -> None:
    assert x25519_on(bytes(range(32)), point) == bytes(32)


@pytest.mark.parametrize("k", EDGES)
@pytest.mark.parametrize("u", EDGES)
def test_edges_on_every_native_backend(k: int, u: int) -> None:
    secret, public = k.to_bytes(32, "little"), u.to_bytes(32, "little")
    for name in native():
        assert choose(name, host).x25519(secret, public) == curve25519.x25519(secret, public)
