"""Ed25519 agrees with pyca/cryptography and PyNaCl, both ways, and every backend with the specification."""

from __future__ import annotations

import pytest
from cryptography.exceptions import InvalidSignature as TheirInvalidSignature
from cryptography.hazmat.primitives.asymmetric import ed25519 as pyca
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from nacl.exceptions import BadSignatureError
from nacl.signing import SigningKey, VerifyKey

from qed25519 import Ed25519PrivateKey, Ed25519PublicKey, InvalidSignature, verify_batch
from qed25519._ed25519 import SMALL_ORDER
from qed25519.spec import edwards25519

secrets = st.binary(min_size=32, max_size=32) | st.sampled_from([bytes(32), b"\xff" * 32])
messages = st.binary(max_size=300)
fixture_is_constant = settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])


@pytest.mark.usefixtures("backend")
@fixture_is_constant
@given(secret=secrets, message=messages)
def test_the_same_keys_and_signatures(secret: bytes, message: bytes) -> None:
    ours = Ed25519PrivateKey.from_private_bytes(secret)
    theirs, nacl = pyca.Ed25519PrivateKey.from_private_bytes(secret), SigningKey(secret)
    public, signature = ours.public_key().public_bytes_raw(), ours.sign(message)
    assert public == theirs.public_key().public_bytes_raw() == bytes(nacl.verify_key)
    assert signature == theirs.sign(message) == nacl.sign(message).signature
    ours.public_key().verify(theirs.sign(message), message)
    theirs.public_key().verify(signature, message)
    VerifyKey(public).verify(message, signature)


@pytest.mark.usefixtures("backend")
@fixture_is_constant
@given(secret=secrets, message=messages, data=st.data())
def test_changed_bits_are_refused_alike(secret: bytes, message: bytes, data: st.DataObject) -> None:
    """One bit of public key, signature or message; pyca's check is ours, but for keys that are not canonical."""
    key = Ed25519PrivateKey.from_private_bytes(secret)
    public, signature = key.public_key().public_bytes_raw(), key.sign(message)
    parts = [bytearray(public), bytearray(signature), bytearray(message + b"\0")]
    position = data.draw(st.integers(0, 8 * sum(map(len, parts)) - 1))
    for part in parts:
        if 0 <= position < 8 * len(part):
            part[position // 8] ^= 1 << position % 8
        position -= 8 * len(part)
    public, signature, message = map(bytes, parts)
    with pytest.raises(InvalidSignature):
        Ed25519PublicKey.from_public_bytes(public).verify(signature, message)
    with pytest.raises(TheirInvalidSignature):
        pyca.Ed25519PublicKey.from_public_bytes(public).verify(signature, message)
    with pytest.raises(BadSignatureError):
        VerifyKey(public).verify(message, signature)


small_orders = st.sampled_from(sorted(SMALL_ORDER))
strings = st.binary(min_size=32, max_size=32) | small_orders


@pytest.mark.usefixtures("backend")
@fixture_is_constant
@given(public=strings, r=strings, s=strings | st.just(bytes(32)), message=messages)
def test_arbitrary_bytes_are_judged_alike(public: bytes, r: bytes, s: bytes, message: bytes) -> None:
    """As pyca does, but for public keys that are not canonical; and each policy accepts what a stricter one does."""
    key = Ed25519PublicKey.from_public_bytes(public)
    strict, rfc8032, zip215 = (verify_batch([(key, r + s, message)], policy=policy)[0]
                               for policy in ("strict", "rfc8032", "zip215"))
    assert strict <= rfc8032 <= zip215
    accepted = True
    try:
        pyca.Ed25519PublicKey.from_public_bytes(public).verify(r + s, message)
    except TheirInvalidSignature:
        accepted = False
    assert rfc8032 == (accepted and edwards25519.decode(public)[2] == 3)
