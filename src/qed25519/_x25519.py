"""X25519, the Diffie-Hellman function of RFC 7748, section 5, in the shapes of pyca/cryptography.

Keys are 32 bytes.  Any 32 bytes are a secret key (bits 0, 1, 2 and 255 are ignored, bit 254 is taken as set),
and any 32 bytes are a public key (bit 255 is ignored, and a number from p = 2^255 - 19 up stands for its
remainder).  The time that the functions take, and the memory they touch, do not depend on the values of keys
or of shared secrets, but for one bit: whether a shared secret is zero, which an exception tells.  Python
copies bytes as it likes, and frees them without wiping.
"""

from hmac import compare_digest
from typing import TYPE_CHECKING, ClassVar, Self, final

from qed25519._backend import BACKEND
from qed25519._bytes import exact_bytes, kind
from qed25519._keys import PrivateKey, PublicKey

if TYPE_CHECKING:
    from typing_extensions import Buffer

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
    k = exact_bytes("secret_key", secret_key)
    u = exact_bytes("public_key", public_key)
    shared = _x25519(k, u)
    if not allow_zero and compare_digest(shared, _ZERO):
        raise SharedSecretIsZero(
            "the shared secret is zero: public_key is of small order (allow_zero=True returns the zeros)"
        )
    return shared


@final
class X25519PublicKey(PublicKey):
    """A public key: 32 bytes, kept as they were given.  Immutable; equal if the bytes are; hashable."""

    __slots__ = ()
    _algorithm: ClassVar[str] = "X25519"


@final
class X25519PrivateKey(PrivateKey):
    """A private key: 32 secret bytes.  Immutable; compared in constant time; hashable (by its public key).

    It never prints its secret and cannot be pickled; `private_bytes_raw`, `private_bytes` and `to_jwk` are the ways
    out.
    """

    __slots__ = ("_public",)
    _algorithm: ClassVar[str] = "X25519"
    _public: X25519PublicKey | None

    @classmethod
    def _of(cls, secret: bytes) -> Self:
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
            raise TypeError(f"peer_public_key must be an X25519PublicKey, not {kind(peer_public_key)}")
        shared = _x25519(self._secret, peer_public_key._raw)
        if compare_digest(shared, _ZERO):
            raise SharedSecretIsZero("the shared secret is zero: peer_public_key is of small order")
        return shared

    def public_key(self) -> X25519PublicKey:
        """The public key: X25519 of this key and the base point u = 9.  Computed once, in constant time."""
        if self._public is None:
            self._public = X25519PublicKey._of(_x25519_base(self._secret))
        return self._public
