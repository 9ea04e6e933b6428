"""Reading keys from PEM, DER and OpenSSH, with the names of pyca/cryptography's module of this name.

    from qed25519 import serialization
    key = serialization.load_pem_private_key(data, password=None)

X25519 and Ed25519 keys only, as RFC 8410 writes them.  Plain PEM and DER need nothing else; OpenSSH and encrypted keys
need the extra qed25519[formats], that is cryptography, and raise ImportError without it.  Data is bytes-like.

What is no such key raises ValueError.  As pyca does, a password for a key that is not encrypted, and none for one that
is, raises TypeError.  Keys are written by their methods `private_bytes`, `public_bytes` and `to_jwk`.
"""

from enum import Enum
from typing import TYPE_CHECKING

from qed25519 import _formats, _formats_extra
from qed25519._bytes import any_bytes
from qed25519._ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from qed25519._x25519 import X25519PrivateKey, X25519PublicKey

if TYPE_CHECKING:
    from typing_extensions import Buffer

PrivateKeys = Ed25519PrivateKey | X25519PrivateKey
PublicKeys = Ed25519PublicKey | X25519PublicKey

_PRIVATE: dict[str, type[PrivateKeys]] = {"X25519": X25519PrivateKey, "Ed25519": Ed25519PrivateKey}
_PUBLIC: dict[str, type[PublicKeys]] = {"X25519": X25519PublicKey, "Ed25519": Ed25519PublicKey}


class Encoding(Enum):
    PEM = "PEM"
    DER = "DER"
    OpenSSH = "OpenSSH"
    Raw = "Raw"


class PrivateFormat(Enum):
    PKCS8 = "PKCS8"
    Raw = "Raw"
    OpenSSH = "OpenSSH"


class PublicFormat(Enum):
    SubjectPublicKeyInfo = "X.509 subjectPublicKeyInfo with PKCS#1"
    OpenSSH = "OpenSSH"
    Raw = "Raw"


class KeySerializationEncryption:
    """How a private key is encrypted."""


class NoEncryption(KeySerializationEncryption):
    """Not at all."""


class BestAvailableEncryption(KeySerializationEncryption):
    """As well as the installed cryptography can, by a password."""

    def __init__(self, password: bytes) -> None:
        if not isinstance(password, bytes) or not password:
            raise ValueError("password must be bytes, one or more")
        self.password = password


def load_pem_private_key(data: "Buffer", password: "Buffer | None") -> PrivateKeys:
    """The private key of the first PEM block that is one (PKCS#8)."""
    text = any_bytes("data", data)
    label, der = _formats.parse_pem(text, _formats.PRIVATE_LABEL, _formats.ENCRYPTED_LABEL)
    return _private(der, password, label == _formats.ENCRYPTED_LABEL)


def load_der_private_key(data: "Buffer", password: "Buffer | None") -> PrivateKeys:
    """The private key in DER (PKCS#8)."""
    der = any_bytes("data", data)
    return _private(der, password, _formats.is_encrypted(der))


def load_pem_public_key(data: "Buffer") -> PublicKeys:
    """The public key of the first PEM block that is one (SubjectPublicKeyInfo)."""
    _, der = _formats.parse_pem(any_bytes("data", data), _formats.PUBLIC_LABEL)
    return _public(*_formats.parse_public_der(der))


def load_der_public_key(data: "Buffer") -> PublicKeys:
    """The public key in DER (SubjectPublicKeyInfo)."""
    return _public(*_formats.parse_public_der(any_bytes("data", data)))


def load_ssh_private_key(data: "Buffer", password: "Buffer | None") -> PrivateKeys:
    """The private key in OpenSSH's own form, which is PEM, too."""
    secret = _formats_extra.load_private("load_ssh_private_key", any_bytes("data", data), _password(password))
    return _PRIVATE[secret[0]]._of(secret[1])


def load_ssh_public_key(data: "Buffer") -> PublicKeys:
    """The public key of OpenSSH's line: `ssh-ed25519 AAAA… comment`."""
    return _public(*_formats_extra.load_public("load_ssh_public_key", any_bytes("data", data)))


def _private(der: bytes, password: "Buffer | None", encrypted: bool) -> PrivateKeys:
    word = _password(password)
    if encrypted:
        if word is None:
            raise TypeError("password is None, but the private key is encrypted")
        algorithm, secret = _formats_extra.load_private("load_der_private_key", der, word)
        return _PRIVATE[algorithm]._of(secret)
    if word is not None:
        raise TypeError("a password was given, but the private key is not encrypted; expected None")
    parts = _formats.parse_private_der(der)
    return _PRIVATE[parts.algorithm]._of(parts.secret)._checked(parts.public)


def _public(algorithm: str, raw: bytes) -> PublicKeys:
    return _PUBLIC[algorithm]._of(raw)


def _password(password: "Buffer | None") -> bytes | None:
    return None if password is None else any_bytes("password", password)
