"""Field elements, scalars and points of edwards25519, from bytes to bytes: what signatures are computed with.

An element of the field and a scalar modulo l are 32 bytes, a point is x and y, 64 bytes, all little-endian and
canonical.  Nothing here checks the `requires` of a contract: callers do.  Results are new bytes, which nothing wipes.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

ON_CURVE, CANONICAL = 1, 2              # flags of a decoded point

Unary = Callable[[bytes], bytes]
Binary = Callable[[bytes, bytes], bytes]
Ternary = Callable[[bytes, bytes, bytes], bytes]
# By name, length of the output, lengths of the arguments, and whether the routine has a result.
Finder = Callable[[str, int, tuple[int, ...], bool], Callable[..., Any]]


class Arithmetic(NamedTuple):
    """The operations, in constant time but for `ge_double_scalar_vartime`."""

    fe_add: Binary
    fe_sub: Binary
    fe_mul: Binary
    fe_neg: Unary
    fe_invert: Unary                    # 0 of 0
    sc_reduce: Unary                    # of 64 bytes
    sc_muladd: Ternary                  # a·b + c
    sc_neg: Unary
    sc_is_canonical: Callable[[bytes], int]
    ge_base: Unary                      # scalar·B, for a scalar below 2^253
    ge_double_scalar_vartime: Ternary   # (a, P, b): a·P + b·B, for a and b below 2^253
    ge_encode: Unary
    ge_decode: Callable[[bytes], tuple[bytes, int]]     # point and flags


def native(find: Finder) -> Arithmetic:
    """By the compiled routines."""
    return Arithmetic(
        fe_add=_canonical(find, "fe_add", 2), fe_sub=_canonical(find, "fe_sub", 2),
        fe_mul=_canonical(find, "fe_mul", 2), fe_neg=_canonical(find, "fe_neg", 1),
        fe_invert=_canonical(find, "fe_invert", 1),
        sc_reduce=find("sc_reduce", 32, (64,), False), sc_muladd=find("sc_muladd", 32, (32, 32, 32), False),
        sc_neg=find("sc_neg", 32, (32,), False), sc_is_canonical=find("sc_is_canonical", 0, (32,), True),
        ge_base=find("ge_base", 64, (32,), False),
        ge_double_scalar_vartime=find("ge_double_scalar_vartime", 64, (32, 64, 32), False),
        ge_encode=find("ge_encode", 32, (64,), False), ge_decode=find("ge_decode", 64, (32,), True),
    )


def _canonical(find: Finder, name: str, arguments: int) -> Callable[..., bytes]:
    """The routines of the field give some number of the class."""
    compute, canonical = find(name, 32, (32,) * arguments, False), find("fe_canonical", 32, (32,), False)

    def call(*arguments: bytes) -> bytes:
        result: bytes = canonical(compute(*arguments))
        return result

    return call
