"""Ed25519, the signatures of RFC 8032, section 5.1, in the shapes of pyca/cryptography: Ed25519, Ed25519ctx, Ed25519ph.

Private and public keys are 32 bytes, signatures 64.  A signature is of one of three kinds, chosen by arguments alike
for `sign` and `verify`: with neither, Ed25519; with a context that is not empty, Ed25519ctx; with prehash=True,
Ed25519ph, which hashes the message first (here, not before), and takes a context, too.

Libraries disagree on which signatures are valid, for keys and signatures that no honest signer makes.  So `verify` and
`verify_batch` follow a policy that has a name.  All of them ask for S < l; A is the public key, and k is reduced
modulo l.

| policy  | A                                | R                            | equation                |
|---------|----------------------------------|------------------------------|-------------------------|
| rfc8032 | decodes as RFC 8032 says         | its bytes are those of R'    | R' = [S]B - [k]A        |
| strict  | likewise, and not of small order | likewise                     | the same                |
| zip215  | a point, in any encoding         | likewise                     | [8]R = [8]([S]B - [k]A) |

Signing takes time that does not depend on the key, nor on the message but for its length.  Verifying does not hide
what it verifies.
"""

from collections.abc import Iterable
from hashlib import sha512
from typing import TYPE_CHECKING, Any, ClassVar, NoReturn, Self, final

from qed25519._arithmetic import CANONICAL, ON_CURVE
from qed25519._backend import BACKEND
from qed25519._bytes import any_bytes, kind
from qed25519._keys import PrivateKey, PublicKey
from qed25519._x25519 import X25519PrivateKey, X25519PublicKey

if TYPE_CHECKING:
    from typing_extensions import Buffer

POLICIES = ("rfc8032", "strict", "zip215")
SIGNATURE_LENGTH, LONGEST_CONTEXT = 64, 255

P = 2**255 - 19
# Eight points have an order that divides 8.  These are their encodings, by y: 1, -1, 0, and the two that are ±y8.
_Y8 = 0x05FC536D880238B13933C6D305ACDFD5F098EFF289F4C345B027B2C28F95E826
SMALL_ORDER = frozenset(
    (y | sign << 255).to_bytes(32, "little")
    for y, signs in ((1, (0,)), (P - 1, (0,)), (0, (0, 1)), (_Y8, (0, 1)), (P - _Y8, (0, 1))) for sign in signs)

# With the other sign, what encodes A encodes -A, and is canonical or not as that is; but where x = 0, -A = A.
_OTHER_SIGN = [bytes((byte ^ 0x80,)) for byte in range(256)]
X_IS_0 = frozenset((y | sign << 255).to_bytes(32, "little") for y in (1, P - 1, P + 1) for sign in (0, 1))

_KEPT, _SET = 2**254 - 8, 2**254        # of 256 bits: what clamping keeps, and what it sets
_EIGHT, _NONE = (8).to_bytes(32, "little"), bytes(32)
_LONG = 4096                            # bytes of a message that are not copied to be hashed

_arithmetic = BACKEND.arithmetic


class InvalidSignature(Exception):
    """The signature is not one of this message by this key, under the policy that was asked for."""


# --- public keys --------------------------------------------------------------------------------------------


@final
class Ed25519PublicKey(PublicKey):
    """A public key: 32 bytes, kept as they were given.  Immutable; equal if the bytes are; hashable.

    Any 32 bytes are taken; `verify` tells whether they are a point's.  The point is decoded at first use, and kept.
    """

    __slots__ = ("_minus",)
    _algorithm: ClassVar[str] = "Ed25519"
    _minus: tuple[bytes, int] | None

    @classmethod
    def _of(cls, raw: bytes) -> Self:
        key = object.__new__(cls)
        key._raw = raw
        key._minus = None
        return key

    def verify(self, signature: "Buffer", data: "Buffer", *, policy: str = "rfc8032", context: "Buffer" = b"",
               prehash: bool = False) -> None:
        """Return None if `signature` is one of `data` by this key, under `policy` (the module says which there are).

        All arguments but policy and prehash are bytes-like; the context is at most 255 bytes long.

        Raises InvalidSignature for every other signature, of whatever length; TypeError for what is not bytes-like,
        ValueError for a context that is too long or an unknown policy.
        """
        if type(signature) is not bytes:
            signature = any_bytes("signature", signature)
        if type(data) is not bytes:
            data = any_bytes("data", data)
        if policy not in POLICIES:
            raise _unknown(policy)
        dom = _dom(context, prehash) if prehash or type(context) is not bytes or context else b""
        if flaw := _flaw(self, signature, data, policy, dom, prehash):
            raise InvalidSignature(flaw)

    def to_x25519(self) -> X25519PublicKey:
        """The X25519 public key with the same private key's: u = (1 + y)/(1 - y), RFC 7748, section 4.1.

        Raises ValueError if this key is not a point's encoding as RFC 8032 says, or of small order.
        """
        if self._minus_point()[1] != ON_CURVE | CANONICAL:
            raise ValueError("the public key is not the encoding of a point, so it has no X25519 form")
        if self._raw in SMALL_ORDER:
            raise ValueError("the public key is of small order, so it has no X25519 form of use")
        y = int.from_bytes(self._raw, "little") & 2**255 - 1
        return X25519PublicKey._of(((1 + y) * pow(1 - y, -1, P) % P).to_bytes(32, "little"))

    def _minus_point(self) -> tuple[bytes, int]:
        """-A, and the flags of its decoding."""
        if self._minus is None:
            raw = self._raw
            self._minus = _arithmetic.ge_decode(raw if raw in X_IS_0 else raw[:31] + _OTHER_SIGN[raw[31]])
        return self._minus


def verify_batch(items: "Iterable[tuple[Ed25519PublicKey, Buffer, Buffer]]", *, policy: str = "rfc8032") -> list[bool]:
    """For each (public key, signature, data): whether public_key.verify(signature, data, policy=policy) accepts it.

    Always the same as that, one by one; the errors for arguments of other types are the same, too.
    """
    if policy not in POLICIES:
        raise _unknown(policy)
    found = []
    for key, signature, data in items:
        if not isinstance(key, Ed25519PublicKey):
            raise TypeError(f"an item must begin with an Ed25519PublicKey, not {kind(key)}")
        found.append(not _flaw(key, any_bytes("signature", signature), any_bytes("data", data), policy, b"", False))
    return found


def _flaw(key: Ed25519PublicKey, signature: bytes, message: bytes, policy: str, dom: bytes, prehash: bool) -> str:
    """Why the signature is not valid; "" if it is."""
    if len(signature) != SIGNATURE_LENGTH:
        return f"signature is {len(signature)} bytes long; expected {SIGNATURE_LENGTH} bytes"
    r, s = signature[:32], signature[32:]
    if not _arithmetic.sc_is_canonical(s):
        return "S is not below l"
    minus, flags = key._minus or key._minus_point()
    if flags != ON_CURVE | CANONICAL and not (policy == "zip215" and flags & ON_CURVE):
        return "the public key is not the encoding of a point"
    if policy == "strict" and (key._raw in SMALL_ORDER or r in SMALL_ORDER):
        return "the public key or R is of small order"
    k = _arithmetic.sc_reduce(_sha512(dom + r + key._raw, sha512(message).digest() if prehash else message))
    point = _arithmetic.ge_double_scalar_vartime(k, minus, s)
    if _arithmetic.ge_encode(point) == r or (policy == "zip215" and _is_eightfold(point, r)):
        return ""
    return "the signature is not one of this message by this key"


def _is_eightfold(point: bytes, r: bytes) -> bool:
    """`r` is an encoding, of whatever kind, of a point whose multiple by 8 is that of `point`."""
    other, flags = _arithmetic.ge_decode(r)
    multiply = _arithmetic.ge_double_scalar_vartime
    return bool(flags & ON_CURVE) and multiply(_EIGHT, other, _NONE) == multiply(_EIGHT, point, _NONE)


def _unknown(policy: object) -> ValueError:
    return ValueError(f"policy is {policy!r}; expected {', '.join(POLICIES[:-1])} or {POLICIES[-1]}")


# --- private keys -------------------------------------------------------------------------------------------


class Expanded:
    """What a private key is used for: the scalar s modulo l, the prefix that nonces are hashed with, and A, which is
    always s·B encoded: a signature with another A would give s away.  It cannot be pickled; copies are itself."""

    __slots__ = ("prefix", "public", "scalar")

    def __init__(self, scalar: bytes, prefix: bytes) -> None:
        """By a scalar below l, as 32 bytes."""
        self.scalar = scalar
        self.prefix = prefix
        self.public = _arithmetic.ge_encode(_arithmetic.ge_base(scalar))

    def __reduce__(self) -> NoReturn:
        raise TypeError("an expanded private key cannot be pickled")

    def __getstate__(self) -> NoReturn:
        self.__reduce__()

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self

    def sign(self, message: bytes, dom: bytes, prehash: bool) -> bytes:
        if prehash:
            message = sha512(message).digest()
        nonce = _arithmetic.sc_reduce(_sha512(dom + self.prefix, message))
        r = _arithmetic.ge_encode(_arithmetic.ge_base(nonce))
        k = _arithmetic.sc_reduce(_sha512(dom + r + self.public, message))
        return r + _arithmetic.sc_muladd(k, self.scalar, nonce)


@final
class Ed25519PrivateKey(PrivateKey):
    """A private key: 32 secret bytes.  Immutable; compared in constant time; hashable (by its public key).

    What follows from the secret is computed at first use and kept, the public key among it.  It never prints its secret
    and cannot be pickled; `private_bytes_raw`, `private_bytes` and `to_jwk` are the ways out.
    """

    __slots__ = ("_kept", "_public")
    _algorithm: ClassVar[str] = "Ed25519"
    _kept: Expanded | None
    _public: Ed25519PublicKey | None

    @classmethod
    def _of(cls, secret: bytes) -> Self:
        key = object.__new__(cls)
        key._secret = secret
        key._kept = None
        key._public = None
        return key

    def sign(self, data: "Buffer", *, context: "Buffer" = b"", prehash: bool = False) -> bytes:
        """The signature of `data`: 64 bytes, always the same.  Both are bytes-like, the context at most 255 bytes long.

        Raises TypeError for what is not bytes-like, ValueError for a context that is too long.
        The time depends on the lengths alone.
        """
        if type(data) is not bytes:
            data = any_bytes("data", data)                  # a copy: it is hashed twice, and must not change in between
        dom = _dom(context, prehash) if prehash or type(context) is not bytes or context else b""
        return (self._kept or self._expand()).sign(data, dom, prehash)

    def public_key(self) -> Ed25519PublicKey:
        """The public key that belongs to this key.  Computed once, in constant time."""
        if self._public is None:
            self._public = Ed25519PublicKey._of((self._kept or self._expand()).public)
        return self._public

    def to_x25519(self) -> X25519PrivateKey:
        """The X25519 private key that belongs to public_key().to_x25519(): the clamped first half of the SHA-512 of the
        secret.  RFC 8032 and 7748 do not forbid one key for both; a protocol may."""
        return X25519PrivateKey._of(_clamped(sha512(self._secret).digest()).to_bytes(32, "little"))

    def _expand(self) -> Expanded:
        digest = sha512(self._secret).digest()
        scalar = _arithmetic.sc_reduce(_clamped(digest).to_bytes(64, "little"))
        self._kept = Expanded(scalar, digest[32:])
        return self._kept


def _clamped(digest: bytes) -> int:
    """RFC 8032, 5.1.5: of the first half, bits 0, 1, 2 and 255 are cleared, and bit 254 is set."""
    return (int.from_bytes(digest[:32], "little") | _SET) & (_KEPT | _SET)


# --- hashing ------------------------------------------------------------------------------------------------


def _dom(context: "Buffer", prehash: bool) -> bytes:
    """What is hashed first: nothing for Ed25519, and dom2 of RFC 8032, section 2, for Ed25519ctx and Ed25519ph."""
    text = any_bytes("context", context)
    if not text and not prehash:
        return b""
    if len(text) > LONGEST_CONTEXT:
        raise ValueError(f"context is {len(text)} bytes long; expected at most {LONGEST_CONTEXT} bytes")
    return b"SigEd25519 no Ed25519 collisions" + bytes((bool(prehash), len(text))) + text


def _sha512(head: bytes, message: bytes) -> bytes:
    if len(message) < _LONG:
        return sha512(head + message).digest()
    hashed = sha512(head)
    hashed.update(message)
    return hashed.digest()
