"""X25519PrivateKey and X25519PublicKey: pyca's names, equality, hashing, copies; secrets are not shown."""

import copy
import pickle
import re

import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import x25519 as pyca

from qed25519 import X25519PrivateKey, X25519PublicKey

RAW = bytes(range(1, 33))


def private(raw: bytes = RAW) -> X25519PrivateKey:
    return X25519PrivateKey.from_private_bytes(raw)


def public(raw: bytes = RAW) -> X25519PublicKey:
    return X25519PublicKey.from_public_bytes(raw)


def test_generate_is_random() -> None:
    keys = [X25519PrivateKey.generate() for _ in range(20)]
    assert len({key.private_bytes_raw() for key in keys}) == 20
    assert all(len(key.private_bytes_raw()) == 32 for key in keys)


def test_exchange() -> None:
    a, b = X25519PrivateKey.generate(), X25519PrivateKey.generate()
    assert a.exchange(b.public_key()) == b.exchange(peer_public_key=a.public_key())
    theirs = pyca.X25519PrivateKey.from_private_bytes(a.private_bytes_raw())
    peer = pyca.X25519PublicKey.from_public_bytes(b.public_key().public_bytes_raw())
    assert a.exchange(b.public_key()) == theirs.exchange(peer)


@pytest.mark.parametrize("wrong", [RAW, None, "key"])
def test_exchange_wants_a_public_key(wrong: object) -> None:
    with pytest.raises(TypeError, match="peer_public_key must be an X25519PublicKey, not "):
        private().exchange(wrong)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="not X25519PrivateKey"):
        private().exchange(private())  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"not cryptography\..*X25519PublicKey"):
        private().exchange(pyca.X25519PublicKey.from_public_bytes(RAW))  # type: ignore[arg-type]


def test_bytes_come_back() -> None:
    assert private().private_bytes_raw() == RAW
    assert public(b"\xff" * 32).public_bytes_raw() == b"\xff" * 32


def test_raw_encoding_by_the_enums_of_pyca_or_by_name() -> None:
    s = serialization
    assert private().private_bytes(s.Encoding.Raw, s.PrivateFormat.Raw, s.NoEncryption()) == RAW
    assert private().private_bytes("Raw", "Raw", "NoEncryption") == RAW
    assert private().private_bytes(encoding="Raw", format="Raw", encryption_algorithm=s.NoEncryption()) == RAW
    assert public().public_bytes(s.Encoding.Raw, s.PublicFormat.Raw) == RAW
    assert public().public_bytes(encoding="Raw", format="Raw") == RAW


def test_equality_and_hash() -> None:
    other = RAW[:-1] + b"\0"
    assert private() == private() and hash(private()) == hash(private())
    assert public() == public() and hash(public()) == hash(public())
    assert private() != private(other) and public() != public(other)
    assert private() != public() and private() != RAW and public() != RAW
    assert len({private(), private(), public(), public(), private(other)}) == 3


def test_copies_and_pickles() -> None:
    for key in (private(), public()):
        assert copy.copy(key) == key and copy.deepcopy([key]) == [key]
    assert pickle.loads(pickle.dumps(public())) == public()
    with pytest.raises(TypeError, match="cannot be pickled"):
        pickle.dumps(private())
    with pytest.raises(TypeError, match="cannot be pickled"):
        private().__getstate__()


def test_the_secret_is_never_printed() -> None:
    key = private(b"\xab" * 32)
    for text in (repr(key), str(key), f"{key}", f"{key!r}", ascii(key)):
        assert "abab" not in text and "xab" not in text and "secret not shown" in text
    assert not hasattr(key, "__dict__")


def test_public_repr_is_an_expression() -> None:
    assert eval(repr(public()), {"X25519PublicKey": X25519PublicKey}) == public()


@pytest.mark.parametrize(("cls", "message"), [
    (X25519PublicKey, "use X25519PublicKey.from_public_bytes(data)"),
    (X25519PrivateKey, "use X25519PrivateKey.generate() or X25519PrivateKey.from_private_bytes(data)")])
def test_keys_come_from_the_named_constructors(cls: type, message: str) -> None:
    for words, named in ((), {}), ((RAW,), {}), ((), {"data": RAW}), ((RAW, RAW), {"data": RAW}):
        with pytest.raises(TypeError, match=f"^{re.escape(message)}$"):
            cls(*words, **named)
