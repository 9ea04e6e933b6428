"""Arithmetic by the specification: plain Python, slow and NOT constant time.  For QED25519_BACKEND=python only."""

from collections.abc import Callable

from qed25519._arithmetic import Arithmetic
from qed25519.spec import edwards25519, field, scalar


def specification() -> Arithmetic:
    return Arithmetic(
        fe_add=_elements(field.add), fe_sub=_elements(field.sub), fe_mul=_elements(field.mul),
        fe_neg=_elements(field.neg), fe_invert=_elements(field.invert),
        sc_reduce=_numbers(scalar.reduce), sc_muladd=_numbers(scalar.muladd), sc_neg=_numbers(scalar.neg),
        sc_is_canonical=lambda x: scalar.is_canonical(_number(x)),
        ge_base=ge_base, ge_double_scalar_vartime=ge_double_scalar, ge_encode=ge_encode, ge_decode=ge_decode,
    )


def _number(encoded: bytes) -> int:
    return int.from_bytes(encoded, "little")


def _bytes(number: int) -> bytes:
    return number.to_bytes(32, "little")


def _numbers(compute: Callable[..., int]) -> Callable[..., bytes]:
    return lambda *arguments: _bytes(compute(*map(_number, arguments)))


def _elements(compute: Callable[..., int]) -> Callable[..., bytes]:
    return lambda *arguments: _bytes(field.canonical(compute(*map(_number, arguments))))


def _affine(point: bytes) -> edwards25519.Affine:
    return edwards25519.Affine(_number(point[:32]), _number(point[32:]))


def ge_base(k: bytes) -> bytes:
    return b"".join(map(_bytes, edwards25519.scalar_times_base(_number(k))))


def ge_double_scalar(a: bytes, point: bytes, b: bytes) -> bytes:
    return b"".join(map(_bytes, edwards25519.double_scalar(_number(a), _affine(point), _number(b))))


def ge_encode(point: bytes) -> bytes:
    return edwards25519.encode(_affine(point))


def ge_decode(encoding: bytes) -> tuple[bytes, int]:
    x, y, flags = edwards25519.decode(encoding)
    return _bytes(x) + _bytes(y), flags
