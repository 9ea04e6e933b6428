"""Ed25519 keys: which arguments they take, which they refuse and how; that the message is read once, and that a
signature is always by the key's own public key."""

from __future__ import annotations

import copy
import pickle
import threading
from hashlib import sha512
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric import ed25519 as pyca
from hypothesis import given, settings
from hypothesis import strategies as st
from nacl import bindings

from qed25519 import (
    Ed25519PrivateKey,
    Ed25519PublicKey,
    InvalidSignature,
    X25519PrivateKey,
    X25519PublicKey,
    _ed25519,
    verify_batch,
)
from qed25519.spec import curve25519, edwards25519, primes
from qed25519.spec.field import P

RAW = bytes(range(1, 33))
MESSAGE = b"a message"
KEY = Ed25519PrivateKey.from_private_bytes(RAW)
PUBLIC = KEY.public_key()
SIGNATURE = KEY.sign(MESSAGE)
CONVERSIONS = [bytearray, memoryview, lambda b: memoryview(bytearray(b)), lambda b: memoryview(b[::-1])[::-1]]


# --- arguments ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("convert", CONVERSIONS)
def test_takes_anything_bytes_like(convert: type) -> None:
    key = Ed25519PrivateKey.from_private_bytes(convert(RAW))
    public = Ed25519PublicKey.from_public_bytes(convert(PUBLIC.public_bytes_raw()))
    assert key == KEY and public == PUBLIC and key.sign(convert(MESSAGE)) == SIGNATURE
    public.verify(convert(SIGNATURE), convert(MESSAGE))
    signature = key.sign(MESSAGE, context=convert(b"foo"))
    assert signature == key.sign(MESSAGE, context=b"foo")
    public.verify(signature, MESSAGE, context=convert(b"foo"))
    assert verify_batch([(public, convert(SIGNATURE), convert(MESSAGE))]) == [True]


def test_keywords_are_those_of_pyca() -> None:
    PUBLIC.verify(signature=KEY.sign(data=MESSAGE), data=MESSAGE)
    with pytest.raises(TypeError, match="positional"):
        KEY.sign(MESSAGE, b"foo")  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="positional"):
        PUBLIC.verify(SIGNATURE, MESSAGE, "strict")  # type: ignore[call-arg]


@pytest.mark.parametrize("wrong", ["text", None, 5, [0] * 64])
def test_types_are_checked(wrong: Any) -> None:
    name = type(wrong).__name__
    for argument, call in (
        ("data", lambda: KEY.sign(wrong)), ("context", lambda: KEY.sign(MESSAGE, context=wrong)),
        ("signature", lambda: PUBLIC.verify(wrong, MESSAGE)), ("data", lambda: PUBLIC.verify(SIGNATURE, wrong)),
        ("context", lambda: PUBLIC.verify(SIGNATURE, MESSAGE, context=wrong)),
        ("signature", lambda: verify_batch([(PUBLIC, wrong, MESSAGE)])),
        ("data", lambda: verify_batch([(PUBLIC, SIGNATURE, wrong)])),
    ):
        with pytest.raises(TypeError, match=f"{argument} must be bytes-like, not {name}"):
            call()
    for constructor in (Ed25519PrivateKey.from_private_bytes, Ed25519PublicKey.from_public_bytes):
        with pytest.raises(TypeError, match=f"data must be bytes-like and 32 bytes long, not {name}"):
            constructor(wrong)
    with pytest.raises(TypeError, match=f"an item must begin with an Ed25519PublicKey, not {name}"):
        verify_batch([(wrong, SIGNATURE, MESSAGE)])


@pytest.mark.parametrize("length", [0, 1, 31, 33, 64])
def test_lengths_of_keys_are_checked(length: int) -> None:
    for constructor in (Ed25519PrivateKey.from_private_bytes, Ed25519PublicKey.from_public_bytes):
        with pytest.raises(ValueError, match=f"data is {length} bytes long; expected 32 bytes"):
            constructor(bytes(length))


def test_every_other_length_of_a_signature_is_invalid() -> None:
    for length in (*range(64), *range(65, 130)):
        wrong = (SIGNATURE * 3)[:length]
        for policy in _ed25519.POLICIES:
            with pytest.raises(InvalidSignature, match=f"signature is {length} bytes long; expected 64 bytes"):
                PUBLIC.verify(wrong, MESSAGE, policy=policy)
            assert verify_batch([(PUBLIC, wrong, MESSAGE)], policy=policy) == [False]


def test_contexts_have_up_to_255_bytes() -> None:
    longest = bytes(255)
    for prehash in (False, True):
        PUBLIC.verify(KEY.sign(MESSAGE, context=longest, prehash=prehash), MESSAGE, context=longest, prehash=prehash)
        with pytest.raises(ValueError, match="context is 256 bytes long; expected at most 255 bytes"):
            KEY.sign(MESSAGE, context=bytes(256), prehash=prehash)
        with pytest.raises(ValueError, match="context is 256 bytes long; expected at most 255 bytes"):
            PUBLIC.verify(SIGNATURE, MESSAGE, context=bytearray(256), prehash=prehash)
    for empty in (b"", bytearray(), memoryview(b"")):
        assert KEY.sign(MESSAGE, context=empty) == SIGNATURE


class Equal:
    """Says that it does not differ from anything."""

    def __ne__(self, other: object) -> bool:
        return False


class EqualBytes(Equal, bytes):
    pass


def test_what_a_context_is_does_not_depend_on_its_operators() -> None:
    wrong: Any = Equal()
    for call in (lambda: KEY.sign(MESSAGE, context=wrong), lambda: PUBLIC.verify(SIGNATURE, MESSAGE, context=wrong)):
        with pytest.raises(TypeError, match=r"context must be bytes-like, not .*Equal"):
            call()
    signature = KEY.sign(MESSAGE, context=EqualBytes(b"foo"))
    assert signature == KEY.sign(MESSAGE, context=b"foo")
    with pytest.raises(InvalidSignature):
        PUBLIC.verify(SIGNATURE, MESSAGE, context=EqualBytes(b"foo"))


def test_the_three_kinds_differ() -> None:
    kinds = [{}, {"context": b"c"}, {"context": b"d"}, {"prehash": True}, {"prehash": True, "context": b"c"}]
    signatures = [KEY.sign(MESSAGE, **kind) for kind in kinds]  # type: ignore[arg-type]
    assert len(set(signatures)) == len(kinds)
    for signature, own in zip(signatures, kinds, strict=True):
        for kind in kinds:
            if kind == own:
                PUBLIC.verify(signature, MESSAGE, **kind)  # type: ignore[arg-type]
            else:
                with pytest.raises(InvalidSignature, match="not one of this message by this key"):
                    PUBLIC.verify(signature, MESSAGE, **kind)  # type: ignore[arg-type]


@pytest.mark.parametrize("policy", ["RFC8032", "", None, "zip-215"])
def test_unknown_policies_are_named(policy: str) -> None:
    with pytest.raises(ValueError, match=f"policy is {policy!r}; expected rfc8032, strict or zip215"):
        PUBLIC.verify(SIGNATURE, MESSAGE, policy=policy)
    with pytest.raises(ValueError, match=f"policy is {policy!r}; expected rfc8032, strict or zip215"):
        verify_batch([], policy=policy)


def test_batches() -> None:
    other = Ed25519PrivateKey.generate()
    items = [(PUBLIC, SIGNATURE, MESSAGE), (PUBLIC, SIGNATURE, b"other"), (other.public_key(), SIGNATURE, MESSAGE),
             (other.public_key(), other.sign(b""), b"")]
    assert verify_batch(items) == verify_batch(iter(items), policy="zip215") == [True, False, False, True]
    assert verify_batch([]) == []


# --- signing -------------------------------------------------------------------------------------------------


def test_the_message_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is hashed twice: with different contents in between, the same nonce would sign two messages."""
    message, hashed = bytearray(MESSAGE), []

    def record(head: bytes, data: bytes) -> bytes:
        message[:] = bytes(len(message))        # as another thread might
        hashed.append(data)
        return sha512(head + data).digest()

    key = Ed25519PrivateKey.from_private_bytes(RAW)
    monkeypatch.setattr(_ed25519, "_sha512", record)
    assert key.sign(message) == SIGNATURE
    assert hashed == [MESSAGE, MESSAGE] and bytes(message) == bytes(len(MESSAGE))


@pytest.mark.parametrize("length", [0, 1, 111, 4095, 4096, 100_000])
def test_messages_of_all_lengths(length: int) -> None:
    message = bytes(length)
    theirs = pyca.Ed25519PrivateKey.from_private_bytes(RAW)
    assert KEY.sign(message) == theirs.sign(message)
    PUBLIC.verify(KEY.sign(message), message)


def test_prehash_hashes_the_message_itself() -> None:
    digest, key = sha512(MESSAGE).digest(), Ed25519PrivateKey.from_private_bytes(RAW)
    dom2 = b"SigEd25519 no Ed25519 collisions\x01\x00"
    expanded = sha512(RAW).digest()
    s = curve25519.decode_scalar25519(expanded[:32])
    r = int.from_bytes(sha512(dom2 + expanded[32:] + digest).digest(), "little") % primes.L
    point = edwards25519.encode(edwards25519.scalar_times_base(r))
    k = int.from_bytes(sha512(dom2 + point + PUBLIC.public_bytes_raw() + digest).digest(), "little")
    assert key.sign(MESSAGE, prehash=True) == point + ((r + k * s) % primes.L).to_bytes(32, "little")


def test_no_argument_takes_a_public_key() -> None:
    """Signing hashes the one that it derived: with another one, two signatures would give the private key away."""
    with pytest.raises(TypeError):
        KEY.sign(MESSAGE, public_key=PUBLIC)  # type: ignore[call-arg]
    with pytest.raises(ValueError, match="is not the one that belongs to it"):
        Ed25519PrivateKey.from_jwk(KEY.to_jwk() | {"x": Ed25519PrivateKey.generate().to_jwk()["x"]})


def test_threads_share_keys() -> None:
    keys = [Ed25519PrivateKey.from_private_bytes(bytes([n]) * 32) for n in range(6)]
    expected = [pyca.Ed25519PrivateKey.from_private_bytes(bytes([n]) * 32).sign(MESSAGE) for n in range(6)]
    wrong: list[int] = []

    def work(n: int) -> None:
        for _ in range(20):
            item = keys[n].public_key(), expected[n], MESSAGE
            if keys[n].sign(MESSAGE) != expected[n] or verify_batch([item]) != [True]:
                wrong.append(n)

    threads = [threading.Thread(target=work, args=(n % len(keys),)) for n in range(2 * len(keys))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


# --- keys as objects --------------------------------------------------------------------------------------------


def test_generate_is_random() -> None:
    keys = {Ed25519PrivateKey.generate().private_bytes_raw() for _ in range(20)}
    assert len(keys) == 20 and all(len(key) == 32 for key in keys)


def test_equality_hash_and_copies() -> None:
    other = Ed25519PrivateKey.from_private_bytes(bytes(32))
    again = Ed25519PrivateKey.from_private_bytes(RAW)
    assert again == KEY and hash(again) == hash(KEY) and other != KEY
    assert again.public_key() == PUBLIC and hash(again.public_key()) == hash(PUBLIC) and other.public_key() != PUBLIC
    assert again.public_key() is again.public_key()
    same = bytes(range(32))
    assert Ed25519PrivateKey.from_private_bytes(same) != X25519PrivateKey.from_private_bytes(same)
    assert Ed25519PublicKey.from_public_bytes(same) != X25519PublicKey.from_public_bytes(same)
    assert len({KEY, again, PUBLIC, again.public_key(), other}) == 3
    for key in (KEY, PUBLIC):
        assert copy.copy(key) == key and copy.deepcopy([key]) == [key]


def test_pickles() -> None:
    loaded = pickle.loads(pickle.dumps(PUBLIC))
    assert loaded == PUBLIC
    loaded.verify(SIGNATURE, MESSAGE)
    for key in (KEY, Ed25519PrivateKey.from_private_bytes(RAW)):
        with pytest.raises(TypeError, match="an Ed25519PrivateKey cannot be pickled"):
            pickle.dumps(key)


def test_secrets_are_never_printed() -> None:
    key = Ed25519PrivateKey.from_private_bytes(b"\xab" * 32)
    key.sign(MESSAGE)
    for text in (repr(key), str(key), f"{key}", ascii(key)):
        assert text == "<Ed25519PrivateKey, secret not shown>"
    kept = key._expand()
    assert str(kept.scalar)[2:20] not in repr(kept) and str(kept.prefix)[2:20] not in repr(kept)
    with pytest.raises(TypeError, match="an expanded private key cannot be pickled"):
        pickle.dumps(kept)
    with pytest.raises(TypeError, match="an expanded private key cannot be pickled"):
        kept.__getstate__()
    assert copy.copy(kept) is kept and copy.deepcopy([kept])[0] is kept
    assert not hasattr(key, "__dict__")
    assert eval(repr(PUBLIC), {"Ed25519PublicKey": Ed25519PublicKey}) == PUBLIC


@pytest.mark.parametrize("cls", [Ed25519PrivateKey, Ed25519PublicKey])
def test_keys_come_from_the_named_constructors(cls: type) -> None:
    for arguments in ((), (RAW,)):
        with pytest.raises(TypeError, match="use Ed25519"):
            cls(*arguments)


def test_any_32_bytes_are_taken_and_verify_tells() -> None:
    for y in (2, 7):                    # no x belongs to these
        public = Ed25519PublicKey.from_public_bytes(y.to_bytes(32, "little"))
        assert edwards25519.decode(public.public_bytes_raw())[2] & 1 == 0
        for policy in _ed25519.POLICIES:
            with pytest.raises(InvalidSignature, match="the public key is not the encoding of a point"):
                public.verify(SIGNATURE, MESSAGE, policy=policy)


# --- as X25519 keys -----------------------------------------------------------------------------------------------


@settings(max_examples=50)
@given(raw=st.binary(min_size=32, max_size=32))
def test_to_x25519_is_that_of_libsodium_and_both_halves_agree(raw: bytes) -> None:
    key = Ed25519PrivateKey.from_private_bytes(raw)
    public = key.public_key().public_bytes_raw()
    assert key.to_x25519().private_bytes_raw() == bindings.crypto_sign_ed25519_sk_to_curve25519(raw + public)
    assert key.public_key().to_x25519().public_bytes_raw() == bindings.crypto_sign_ed25519_pk_to_curve25519(public)
    assert key.to_x25519().public_key() == key.public_key().to_x25519()


def test_to_x25519_refuses_what_is_no_point_or_of_small_order() -> None:
    for raw in sorted(_ed25519.SMALL_ORDER):
        with pytest.raises(ValueError, match="of small order, so it has no X25519 form of use"):
            Ed25519PublicKey.from_public_bytes(raw).to_x25519()
    for number in (2, P, P + 1, 1 | 1 << 255):
        with pytest.raises(ValueError, match="not the encoding of a point, so it has no X25519 form"):
            Ed25519PublicKey.from_public_bytes(number.to_bytes(32, "little")).to_x25519()
