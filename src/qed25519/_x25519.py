"""X25519, the Diffie-Hellman function of RFC 7748, section 5, in the shapes of pyca/cryptography.

Keys are 32 bytes.  Any 32 bytes are a secret key (bits 0, 1, 2 and 255 are ignored, bit 254 is taken as set),
and any 32 bytes are a public key (bit 255 is ignored, and a number from p = 2^255 - 19 up stands for its
remainder).  The time that the functions take, and the memory they touch, do not depend on the values of keys
or of shared secrets, but for one bit: whether a shared secret is zero, which an exception tells.  Python
copies bytes as it likes, and frees them without wiping.
"""

import os
from hmac import compare_digest
from typing import TYPE_CHECKING, Any, NoReturn, final

from qed25519._backend import BACKEND

if TYPE_CHECKING:
    from typing_extensions import Buffer

KEY_LENGTH = 32

_ZERO = bytes(32)
_x25519 = BACKEND.x25519
_x25519_base = BACKEND.x25519_base


class SharedSecretIsZero(ValueError):
    """The shared secret is zero: the public key is of small order, and the secret key had no influence.

    RFC 7748, section 6.1, lets an implementation check for this; some protocols (TLS 1.3) require it.
    """


def x25519(secret_key: "Buffer", public_key: "Buffer", *, allow_zero: bool = False) -> bytes:
    """The shared secret of `secret_key` and `public_key`: 32 bytes.

    Both are bytes-like and 32 bytes long.  With public_key = b"\\x09" + bytes(31), the base point, the result
    is the public key that belongs to secret_key.

    Raises TypeError for what is not bytes-like, ValueError for another length, and SharedSecretIsZero for a
    public key of small order, unless `allow_zero` is true: the result is then 32 zero bytes, as in RFC 7748.
    Runs in constant time.
    """
    k = _exact_bytes("secret_key", secret_key)
    u = _exact_bytes("public_key", public_key)
    shared = _x25519(k, u)
    if not allow_zero and compare_digest(shared, _ZERO):
        raise SharedSecretIsZero(
            "the shared secret is zero: public_key is of small order (allow_zero=True returns the zeros)"
        )
    return shared


@final
class X25519PublicKey:
    """A public key: 32 bytes, kept as they were given.  Immutable; equal if the bytes are; hashable."""

    __slots__ = ("_raw",)
    _raw: bytes

    def __init__(self, *_: NoReturn, **__: NoReturn) -> None:
        raise TypeError("use X25519PublicKey.from_public_bytes(data)")

    @classmethod
    def from_public_bytes(cls, data: "Buffer") -> "X25519PublicKey":
        """The public key that `data`, bytes-like and 32 bytes long, encodes (RFC 7748: any 32 bytes do).

        Raises TypeError for what is not bytes-like, ValueError for another length.
        """
        return cls._of(_exact_bytes("data", data))

    @classmethod
    def _of(cls, raw: bytes) -> "X25519PublicKey":
        key = object.__new__(cls)
        key._raw = raw
        return key

    def public_bytes_raw(self) -> bytes:
        """The 32 bytes."""
        return self._raw

    def public_bytes(self, encoding: object, format: object) -> bytes:
        """The key encoded.  Encoding and format are Raw: pyca's enum values, or the string "Raw".

        Raises ValueError for PEM, DER and OpenSSH, which this version does not write.
        """
        _only_raw(encoding=encoding, format=format)
        return self._raw

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, X25519PublicKey):
            return NotImplemented
        return compare_digest(self._raw, other._raw)

    def __hash__(self) -> int:
        return hash((X25519PublicKey, self._raw))

    def __copy__(self) -> "X25519PublicKey":
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> "X25519PublicKey":
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return (X25519PublicKey.from_public_bytes, (self._raw,))

    def __repr__(self) -> str:
        return f"X25519PublicKey.from_public_bytes(bytes.fromhex({self._raw.hex()!r}))"


@final
class X25519PrivateKey:
    """A private key: 32 secret bytes.  Immutable; compared in constant time; hashable (by its public key).

    It never prints its secret and cannot be pickled: `private_bytes_raw` is the one way out.
    """

    __slots__ = ("_public", "_secret")
    _secret: bytes
    _public: X25519PublicKey | None

    def __init__(self, *_: NoReturn, **__: NoReturn) -> None:
        raise TypeError("use X25519PrivateKey.generate() or X25519PrivateKey.from_private_bytes(data)")

    @classmethod
    def generate(cls) -> "X25519PrivateKey":
        """A new key from the operating system's random source (os.urandom)."""
        return cls._of(os.urandom(KEY_LENGTH))

    @classmethod
    def from_private_bytes(cls, data: "Buffer") -> "X25519PrivateKey":
        """The private key that `data`, bytes-like and 32 bytes long, encodes (RFC 7748: any 32 bytes do).

        Raises TypeError for what is not bytes-like, ValueError for another length.
        """
        return cls._of(_exact_bytes("data", data))

    @classmethod
    def _of(cls, secret: bytes) -> "X25519PrivateKey":
        key = object.__new__(cls)
        key._secret = secret
        key._public = None
        return key

    def exchange(self, peer_public_key: X25519PublicKey) -> bytes:
        """The shared secret with the holder of `peer_public_key`: 32 bytes, to be hashed before use as a key.

        Raises TypeError for what is not an X25519PublicKey, and SharedSecretIsZero for one of small order.
        Runs in constant time.
        """
        if not isinstance(peer_public_key, X25519PublicKey):
            raise TypeError(f"peer_public_key must be an X25519PublicKey, not {_kind(peer_public_key)}")
        shared = _x25519(self._secret, peer_public_key._raw)
        if compare_digest(shared, _ZERO):
            raise SharedSecretIsZero("the shared secret is zero: peer_public_key is of small order")
        return shared

    def public_key(self) -> X25519PublicKey:
        """The public key: X25519 of this key and the base point u = 9.  Computed once, in constant time."""
        if self._public is None:
            self._public = X25519PublicKey._of(_x25519_base(self._secret))
        return self._public

    def private_bytes_raw(self) -> bytes:
        """The 32 secret bytes, as they were given."""
        return self._secret

    def private_bytes(self, encoding: object, format: object, encryption_algorithm: object) -> bytes:
        """The key encoded.  Encoding and format are Raw: pyca's enum values, or the string "Raw".
        The encryption algorithm is pyca's NoEncryption(), or the string "NoEncryption".

        Raises ValueError for PEM, DER, OpenSSH and encryption, which this version does not write.
        """
        _only_raw(encoding=encoding, format=format)
        if "NoEncryption" not in (encryption_algorithm, type(encryption_algorithm).__name__):
            raise ValueError("encryption_algorithm: a Raw key cannot be encrypted; expected NoEncryption()")
        return self._secret

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, X25519PrivateKey):
            return NotImplemented
        return compare_digest(self._secret, other._secret)

    def __hash__(self) -> int:
        return hash((X25519PrivateKey, self.public_key()))

    def __copy__(self) -> "X25519PrivateKey":
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> "X25519PrivateKey":
        return self

    def __reduce__(self) -> NoReturn:
        raise TypeError("an X25519PrivateKey cannot be pickled: store private_bytes_raw() where secrets go")

    def __getstate__(self) -> NoReturn:
        self.__reduce__()

    def __repr__(self) -> str:
        return "<X25519PrivateKey, secret not shown>"


def _exact_bytes(argument: str, data: "Buffer") -> bytes:
    """`data` as 32 immutable bytes; what could change under our hands is copied first."""
    if type(data) is not bytes:
        try:
            data = bytes(memoryview(data))
        except TypeError:
            raise TypeError(
                f"{argument} must be bytes-like and {KEY_LENGTH} bytes long, not {_kind(data)}"
            ) from None
        except ValueError as error:  # a memoryview that was released
            raise ValueError(f"{argument} cannot be read: {error}") from None
    if len(data) != KEY_LENGTH:
        raise ValueError(f"{argument} is {len(data)} bytes long; expected {KEY_LENGTH} bytes")
    return data


def _kind(value: object) -> str:
    kind = type(value)
    known = kind.__module__ in ("builtins", __name__)       # pyca's keys have the same names
    return kind.__qualname__ if known else f"{kind.__module__}.{kind.__qualname__}"


def _only_raw(**arguments: object) -> None:
    for argument, value in arguments.items():
        name = str(value).rpartition(".")[2]  # "Raw" and Encoding.Raw
        if name != "Raw":
            raise ValueError(f"{argument} is {name}; this version writes Raw only")
