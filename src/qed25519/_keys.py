"""What keys of both kinds share, in the shapes of pyca/cryptography: 32 bytes that never change.

Two are equal if they are of one class and their bytes are, which is compared in constant time; they are hashable, and
copies of them are themselves.  Only public keys can be pickled, and a secret is never in a text.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from hmac import compare_digest
from os import urandom
from typing import TYPE_CHECKING, Any, ClassVar, NoReturn, Self

from qed25519 import _formats
from qed25519._bytes import exact_bytes

if TYPE_CHECKING:
    from typing_extensions import Buffer


class PublicKey:
    """The base of X25519PublicKey and Ed25519PublicKey."""

    __slots__ = ("_raw",)
    _raw: bytes
    _algorithm: ClassVar[str]

    def __init__(self, *_: NoReturn, **__: NoReturn) -> None:
        raise TypeError(f"use {type(self).__name__}.from_public_bytes(data)")

    @classmethod
    def from_public_bytes(cls, data: "Buffer") -> Self:
        """The public key that `data`, bytes-like and 32 bytes long, encodes.  Any 32 bytes are taken.

        Raises TypeError for what is not bytes-like, ValueError for another length.
        """
        return cls._of(data if type(data) is bytes and len(data) == 32 else exact_bytes("data", data))

    @classmethod
    def from_jwk(cls, jwk: Mapping[str, object]) -> Self:
        """The public key of a JSON Web Key (RFC 8037), a dict with the members kty, crv and x; others are ignored.

        Raises ValueError for what is not such a key, and for a private one: its secret does not belong here.
        """
        public, secret = _formats.parse_jwk(cls._algorithm, jwk)
        if secret is not None:
            raise ValueError(f"the JWK holds a private key (its member d); expected a public key for {cls.__name__}")
        return cls._of(public)

    @classmethod
    def _of(cls, raw: bytes) -> Self:
        key = object.__new__(cls)
        key._raw = raw
        return key

    def public_bytes_raw(self) -> bytes:
        """The 32 bytes, as they were given."""
        return self._raw

    def public_bytes(self, encoding: object, format: object) -> bytes:
        """The key encoded.

        | encoding  | format               |                                                       |
        |-----------|----------------------|-------------------------------------------------------|
        | Raw       | Raw                  | the 32 bytes                                          |
        | PEM, DER  | SubjectPublicKeyInfo | RFC 8410                                              |
        | OpenSSH   | OpenSSH              | Ed25519 only, and only with the extra qed25519[formats] |

        Both are members of qed25519.serialization's enums or of pyca's, or their names as strings.  Raises TypeError
        for what is neither, ValueError for other names and pairs, ImportError where the extra is missing.
        """
        return _formats.public_bytes(self._algorithm, self._raw, encoding, format)

    def to_jwk(self) -> dict[str, str]:
        """The key as a JSON Web Key (RFC 8037): kty, crv and x."""
        return _formats.jwk(self._algorithm, self._raw)

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return compare_digest(self._raw, other._raw)

    def __hash__(self) -> int:
        return hash((type(self), self._raw))

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return (type(self).from_public_bytes, (self._raw,))

    def __repr__(self) -> str:
        return f"{type(self).__name__}.from_public_bytes(bytes.fromhex({self._raw.hex()!r}))"


class PrivateKey(ABC):
    """The base of X25519PrivateKey and Ed25519PrivateKey."""

    __slots__ = ("_secret",)
    _secret: bytes
    _algorithm: ClassVar[str]

    def __init__(self, *_: NoReturn, **__: NoReturn) -> None:
        name = type(self).__name__
        raise TypeError(f"use {name}.generate() or {name}.from_private_bytes(data)")

    @classmethod
    def generate(cls) -> Self:
        """A new key from the operating system's random source (os.urandom)."""
        return cls._of(urandom(32))

    @classmethod
    def from_private_bytes(cls, data: "Buffer") -> Self:
        """The private key that `data`, bytes-like and 32 bytes long, is.  Any 32 bytes are.

        Raises TypeError for what is not bytes-like, ValueError for another length.
        """
        return cls._of(exact_bytes("data", data))

    @classmethod
    def from_jwk(cls, jwk: Mapping[str, object]) -> Self:
        """The private key of a JSON Web Key (RFC 8037), a dict with the members kty, crv, x and d; others are ignored.

        Raises ValueError for what is not such a key, and if x is not the public key of d.
        """
        public, secret = _formats.parse_jwk(cls._algorithm, jwk)
        if secret is None:
            raise ValueError(f"the JWK holds no private key (no member d); expected one for {cls.__name__}")
        return cls._of(secret)._checked(public)

    @classmethod
    @abstractmethod
    def _of(cls, secret: bytes) -> Self:
        """The key with these 32 bytes."""

    def _checked(self, public: bytes | None) -> Self:
        """This key, if `public` is that of its public key, or None."""
        if public is not None and self.public_key()._raw != public:
            raise ValueError("the public key beside the private key is not the one that belongs to it")
        return self

    @abstractmethod
    def public_key(self) -> PublicKey:
        """The public key that belongs to this key.  Computed once, in constant time."""

    def private_bytes_raw(self) -> bytes:
        """The 32 secret bytes, as they were given."""
        return self._secret

    def private_bytes(self, encoding: object, format: object, encryption_algorithm: object) -> bytes:
        """The key encoded.

        | encoding | format  | encryption_algorithm     |                                                          |
        |----------|---------|--------------------------|----------------------------------------------------------|
        | Raw      | Raw     | NoEncryption()           | the 32 bytes                                             |
        | PEM, DER | PKCS8   | NoEncryption() or other  | RFC 8410, version 1; encryption only with the extra      |
        | PEM      | OpenSSH | NoEncryption() or other  | Ed25519 only, and only with the extra qed25519[formats]  |

        Encoding and format are members of qed25519.serialization's enums or of pyca's, or their names as strings, and
        the algorithm an object of theirs, or the string "NoEncryption".  Raises TypeError for what is neither,
        ValueError for other names and pairs, ImportError where the extra is missing.
        """
        return _formats.private_bytes(self._algorithm, self._secret, encoding, format, encryption_algorithm)

    def to_jwk(self) -> dict[str, str]:
        """The key as a JSON Web Key (RFC 8037): kty, crv, x and d, which is the secret."""
        return _formats.jwk(self._algorithm, self.public_key()._raw, self._secret)

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return compare_digest(self._secret, other._secret)

    def __hash__(self) -> int:
        """By the public key."""
        return hash((type(self), self.public_key()))

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self

    def __reduce__(self) -> NoReturn:
        name = type(self).__name__
        raise TypeError(f"an {name} cannot be pickled: store private_bytes_raw() where secrets go")

    def __getstate__(self) -> NoReturn:
        self.__reduce__()

    def __repr__(self) -> str:
        return f"<{type(self).__name__}, secret not shown>"
