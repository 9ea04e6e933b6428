"""HAZARDOUS: the field, the points and the scalars that X25519 and Ed25519 are made of, and expanded private keys.

Nothing here protects from misuse.  A protocol of one's own, made of these, is not secure because they are computed
rightly: reach for the keys of qed25519 first.  All values are immutable, and written as little-endian bytes; those that
are read must be canonical, and raise ValueError if they are not.  Operations run in constant time, whatever the values,
but for those whose names end in `_vartime`: their time tells about their arguments, which must be public.

    >>> from qed25519.hazmat import Point, Scalar
    >>> a, b = Scalar.from_int(2), Scalar.from_int(3)
    >>> Point.base(a) + Point.base(b) == Point.base(a + b)
    True
"""

from hmac import compare_digest
from typing import TYPE_CHECKING, Any, NoReturn, Self, final

from qed25519 import _ed25519
from qed25519._arithmetic import CANONICAL, ON_CURVE
from qed25519._backend import BACKEND
from qed25519._bytes import any_bytes, exact_bytes, kind
from qed25519._ed25519 import Ed25519PrivateKey, Ed25519PublicKey, Expanded

if TYPE_CHECKING:
    from typing_extensions import Buffer

P = 2**255 - 19                                             # the order of the field
L = 2**252 + 27742317777372353535851937790883648493         # the order of the base point

_arithmetic = BACKEND.arithmetic
_ZERO, _ONE = bytes(32), b"\x01" + bytes(31)


class _Value:
    """32 or 64 bytes, that two values of a class are equal by, compared in constant time.  Not printed: they may be
    secret."""

    __slots__ = ("_raw",)
    _raw: bytes

    def __init__(self, *_: NoReturn, **__: NoReturn) -> None:
        raise TypeError(f"use {type(self).__name__}.from_bytes(data), or another constructor with a name")

    @classmethod
    def _of(cls, raw: bytes) -> Self:
        value = object.__new__(cls)
        value._raw = raw
        return value

    def __eq__(self, other: object) -> bool:
        return compare_digest(self._raw, other._raw) if type(other) is type(self) else NotImplemented

    def __hash__(self) -> int:
        return hash((type(self), self._raw))

    def __repr__(self) -> str:
        return f"<{type(self).__name__}, value not shown>"

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self

    def __reduce__(self) -> NoReturn:
        raise TypeError(f"{type(self).__name__}: values cannot be pickled; store the bytes where they belong")

    def __getstate__(self) -> NoReturn:
        self.__reduce__()


def _checked_int(number: int) -> int:
    if not isinstance(number, int):
        raise TypeError(f"number must be an int, not {kind(number)}")
    return number


@final
class FieldElement(_Value):
    """An element of the field of p = 2^255 - 19 elements."""

    __slots__ = ()

    @classmethod
    def from_bytes(cls, data: "Buffer") -> Self:
        """That of the number below p that 32 bytes write."""
        raw = exact_bytes("data", data)
        if not compare_digest(_arithmetic.fe_add(raw, _ZERO), raw):
            raise ValueError("the number is not below p = 2^255 - 19")
        return cls._of(raw)

    @classmethod
    def from_int(cls, number: int) -> Self:
        """Of the class of any integer; not in constant time."""
        return cls._of((_checked_int(number) % P).to_bytes(32, "little"))

    def to_bytes(self) -> bytes:
        return self._raw

    def __add__(self, other: "FieldElement") -> "FieldElement":
        return self._by(_arithmetic.fe_add, other)

    def __sub__(self, other: "FieldElement") -> "FieldElement":
        return self._by(_arithmetic.fe_sub, other)

    def __mul__(self, other: "FieldElement") -> "FieldElement":
        return self._by(_arithmetic.fe_mul, other)

    def __neg__(self) -> "FieldElement":
        return self._of(_arithmetic.fe_neg(self._raw))

    def inverse(self) -> "FieldElement":
        """1/x, and 0 of 0."""
        return self._of(_arithmetic.fe_invert(self._raw))

    def _by(self, compute: Any, other: object) -> "FieldElement":
        return self._of(compute(self._raw, other._raw)) if isinstance(other, FieldElement) else NotImplemented


@final
class Scalar(_Value):
    """A number modulo l, the order of the base point."""

    __slots__ = ()

    @classmethod
    def from_bytes(cls, data: "Buffer") -> Self:
        """The number below l that 32 bytes write."""
        raw = exact_bytes("data", data)
        if not _arithmetic.sc_is_canonical(raw):
            raise ValueError("the number is not below l")
        return cls._of(raw)

    @classmethod
    def reduce(cls, data: "Buffer") -> Self:
        """The remainder modulo l of the number that 64 bytes write, such as a hash."""
        return cls._of(_arithmetic.sc_reduce(exact_bytes("data", data, 64)))

    @classmethod
    def from_int(cls, number: int) -> Self:
        """The remainder of any integer; not in constant time."""
        return cls._of((_checked_int(number) % L).to_bytes(32, "little"))

    def to_bytes(self) -> bytes:
        return self._raw

    def __add__(self, other: "Scalar") -> "Scalar":
        return other._times_plus(_ONE, self) if isinstance(other, Scalar) else NotImplemented

    def __sub__(self, other: "Scalar") -> "Scalar":
        return (-other)._times_plus(_ONE, self) if isinstance(other, Scalar) else NotImplemented

    def __mul__(self, other: "Scalar") -> "Scalar":
        return self._of(_arithmetic.sc_muladd(self._raw, other._raw, _ZERO)) if isinstance(other, Scalar) \
            else NotImplemented

    def __neg__(self) -> "Scalar":
        return self._of(_arithmetic.sc_neg(self._raw))

    def _times_plus(self, factor: bytes, term: "Scalar") -> "Scalar":
        return self._of(_arithmetic.sc_muladd(self._raw, factor, term._raw))


def _check(**arguments: Scalar) -> None:
    """A field element has 32 bytes, too, but may be too large for what scalars are used for."""
    for name, value in arguments.items():
        if not isinstance(value, Scalar):
            raise TypeError(f"{name} must be a Scalar, not {kind(value)}")


@final
class Point(_Value):
    """A point of edwards25519, of whatever order."""

    __slots__ = ()

    @classmethod
    def from_bytes(cls, data: "Buffer") -> Self:
        """The point that 32 bytes encode, as RFC 8032, section 5.1.3, decodes."""
        raw, flags = _arithmetic.ge_decode(exact_bytes("data", data))
        if flags != ON_CURVE | CANONICAL:
            raise ValueError("the bytes are not the encoding of a point")
        return cls._of(raw)

    @classmethod
    def base(cls, scalar: Scalar) -> Self:
        """scalar·B."""
        _check(scalar=scalar)
        return cls._of(_arithmetic.ge_base(scalar._raw))

    @classmethod
    def double_scalar_vartime(cls, a: Scalar, point: "Point", b: Scalar) -> Self:
        """a·point + b·B."""
        _check(a=a, b=b)
        if not isinstance(point, Point):
            raise TypeError(f"point must be a Point, not {kind(point)}")
        return cls._of(_arithmetic.ge_double_scalar_vartime(a._raw, point._raw, b._raw))

    def to_bytes(self) -> bytes:
        """The encoding of RFC 8032, section 5.1.2: 32 bytes."""
        return _arithmetic.ge_encode(self._raw)

    @property
    def x(self) -> FieldElement:
        return FieldElement._of(self._raw[:32])

    @property
    def y(self) -> FieldElement:
        return FieldElement._of(self._raw[32:])

    def __add__(self, other: "Point") -> "Point":
        """By the law of RFC 8032, section 3, which needs two inverses."""
        if not isinstance(other, Point):
            return NotImplemented
        one, t = FieldElement._of(_ONE), _D * self.x * other.x * self.y * other.y
        x = (self.x * other.y + self.y * other.x) * (one + t).inverse()
        y = (self.y * other.y + self.x * other.x) * (one - t).inverse()
        return self._of(x._raw + y._raw)

    def __neg__(self) -> "Point":
        return self._of((-self.x)._raw + self.y._raw)

    def __sub__(self, other: "Point") -> "Point":
        return self + -other if isinstance(other, Point) else NotImplemented


_D = FieldElement.from_int(-121665) * FieldElement.from_int(121666).inverse()


@final
class ExpandedKey(_Value):
    """What an Ed25519 private key is hashed to: a scalar, and a prefix of 32 bytes that makes nonces.

    Two signatures of different messages with the same scalar and the same nonce give the scalar away; so does one by
    scalars and prefixes that others chose.
    """

    __slots__ = ("_expanded",)
    _expanded: Expanded

    @classmethod
    def from_private_key(cls, key: Ed25519PrivateKey) -> Self:
        if not isinstance(key, Ed25519PrivateKey):
            raise TypeError(f"key must be an Ed25519PrivateKey, not {kind(key)}")
        return cls._with(key._kept or key._expand())

    @classmethod
    def from_parts(cls, scalar: Scalar, prefix: "Buffer") -> Self:
        _check(scalar=scalar)
        return cls._with(Expanded(scalar._raw, exact_bytes("prefix", prefix)))

    @classmethod
    def _with(cls, expanded: Expanded) -> Self:
        key = cls._of(expanded.scalar + expanded.prefix)
        key._expanded = expanded
        return key

    @property
    def scalar(self) -> Scalar:
        return Scalar._of(self._expanded.scalar)

    @property
    def prefix(self) -> bytes:
        return self._expanded.prefix

    def public_key(self) -> Ed25519PublicKey:
        return Ed25519PublicKey._of(self._expanded.public)

    def sign(self, data: "Buffer", *, context: "Buffer" = b"", prehash: bool = False) -> bytes:
        """As Ed25519PrivateKey.sign."""
        return self._expanded.sign(any_bytes("data", data), _ed25519._dom(context, prehash), prehash)
