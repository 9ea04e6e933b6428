"""OpenSSH and encrypted keys, by way of pyca/cryptography: what the extra `formats` adds.

It parses, encrypts and decrypts; the keys that come out are ours.  Without it, each use says what to install.
"""

from importlib import import_module
from typing import Any

from qed25519._bytes import kind

EXTRA = 'pip install "qed25519[formats]"'


def private_bytes(algorithm: str, secret: bytes, encoding: str, format: str, encryption: object) -> bytes:
    """`encryption` is None for none, pyca's object, or ours, which holds a password."""
    if format == "OpenSSH" and (algorithm != "Ed25519" or encoding != "PEM"):
        raise ValueError(f"{algorithm} as {encoding} has no OpenSSH form; expected PEM of an Ed25519 key")
    s = _serialization()
    if encryption is None:
        encryption = s.NoEncryption()
    elif not isinstance(encryption, s.KeySerializationEncryption):
        encryption = s.BestAvailableEncryption(encryption.password)     # type: ignore[attr-defined]
    key = _keys(algorithm, "PrivateKey").from_private_bytes(secret)
    encoded: bytes = key.private_bytes(getattr(s.Encoding, encoding), getattr(s.PrivateFormat, format), encryption)
    return encoded


def public_bytes(algorithm: str, public: bytes) -> bytes:
    """OpenSSH's line, without a comment."""
    if algorithm != "Ed25519":
        raise ValueError(f"OpenSSH has no form for {algorithm} keys")
    s = _serialization()
    encoded: bytes = _keys(algorithm, "PublicKey").from_public_bytes(public).public_bytes(
        s.Encoding.OpenSSH, s.PublicFormat.OpenSSH)
    return encoded


def load_private(loader: str, data: bytes, password: bytes | None) -> tuple[str, bytes]:
    """Algorithm and secret of a private key, by pyca's function of this name."""
    algorithm, key = _load(loader, data, password)
    return algorithm, key.private_bytes_raw()


def load_public(loader: str, data: bytes) -> tuple[str, bytes]:
    algorithm, key = _load(loader, data)
    return algorithm, key.public_bytes_raw()


def _load(loader: str, *arguments: object) -> tuple[str, Any]:
    load = getattr(_serialization(), loader)
    unsupported = _import("cryptography.exceptions").UnsupportedAlgorithm
    try:
        key = load(*arguments)
    except unsupported as error:
        raise ValueError(f"the key cannot be read: {error}") from None
    for algorithm in ("X25519", "Ed25519"):
        if isinstance(key, (_keys(algorithm, "PrivateKey"), _keys(algorithm, "PublicKey"))):
            return algorithm, key
    raise ValueError(f"the key is not for X25519 or Ed25519, but {kind(key)}")


def _keys(algorithm: str, which: str) -> Any:
    return getattr(_import(f"cryptography.hazmat.primitives.asymmetric.{algorithm.lower()}"), algorithm + which)


def _serialization() -> Any:
    return _import("cryptography.hazmat.primitives.serialization")


def _import(name: str) -> Any:
    try:
        return import_module(name)
    except ImportError as error:
        raise ImportError(f"OpenSSH and encrypted keys need cryptography, the extra `formats`: {EXTRA}") from error
