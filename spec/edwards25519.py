"""edwards25519, as RFC 8032 writes it: sections 3 and 5.1, with its names (x, y, X, Y, Z, T, A … H, d, B).

The curve is -x^2 + y^2 = 1 + d·x^2·y^2 over the field of p = 2^255 - 19.  In extended coordinates (X, Y, Z, T) stand
for x = X/Z and y = Y/Z, where x·y = T/Z.  Nothing here asks whether a point is on the curve, and coordinates may be
any integers of their classes; `multiply` is a fold over the bits of the scalar.
"""

from collections.abc import Sequence
from typing import NamedTuple

from .field import P, canonical, invert, is_equal, is_zero, mul, neg, root_power, select, sqr, sub
from .field import add as plus

BITS = 256
D = canonical(-121665 * invert(121666))
ROOT_OF_MINUS_1 = pow(2, (P - 1) // 4, P)


class Affine(NamedTuple):
    x: int
    y: int


class Extended(NamedTuple):
    x: int
    y: int
    z: int
    t: int


class Precomputed(NamedTuple):
    """A point to be added often: y - x, y + x, 2·d·x·y."""

    y_minus_x: int
    y_plus_x: int
    t2d: int


class Cached(NamedTuple):
    """A point to be added: Y - X, Y + X, 2·d·T, 2·Z."""

    y_minus_x: int
    y_plus_x: int
    t2d: int
    z2: int


class Projective(NamedTuple):
    x: int
    y: int
    z: int


NEUTRAL = Affine(0, 1)
B = Affine(
    15112221349535400772501151409588531511454012693041857206046113283949847762202,
    46316835694926478169428394003475163141307993866256225615783033603165251855960,
)


def equation(p: Affine) -> int:
    """The zero element just for the points of the curve."""
    xx, yy = sqr(p.x), sqr(p.y)
    return sub(sub(yy, xx), plus(1, mul(D, mul(xx, yy))))


def is_on_curve(p: Affine) -> int:
    """1 for the points of the curve, else 0."""
    return is_zero(equation(Affine(*p)))


def sum_affine(p: Affine, q: Affine) -> Affine:
    """p + q, as section 3 defines it for a = -1."""
    (x1, y1), (x2, y2) = p, q
    t = mul(D, mul(mul(x1, x2), mul(y1, y2)))
    x3 = mul(plus(mul(x1, y2), mul(x2, y1)), invert(plus(1, t)))
    y3 = mul(plus(mul(y1, y2), mul(x1, x2)), invert(sub(1, t)))
    return Affine(canonical(x3), canonical(y3))


def extended(p: Affine) -> Extended:
    return Extended(p.x, p.y, 1, canonical(mul(p.x, p.y)))


def affine(p: Extended) -> Affine:
    z = invert(p.z)
    return Affine(canonical(mul(p.x, z)), canonical(mul(p.y, z)))


def precomputed(p: Affine) -> Precomputed:
    t = mul(p.x, p.y)
    return Precomputed(canonical(sub(p.y, p.x)), canonical(plus(p.y, p.x)), canonical(mul(plus(t, t), D)))


def negative(q: Precomputed) -> Precomputed:
    """Of -Q = (-x, y)."""
    return Precomputed(q.y_plus_x, q.y_minus_x, neg(q.t2d))


def add(p: Extended, q: Extended) -> Extended:
    """p + q: section 5.1.4."""
    (x1, y1, z1, t1), (x2, y2, z2, t2) = p, q
    a = mul(sub(y1, x1), sub(y2, x2))
    b = mul(plus(y1, x1), plus(y2, x2))
    c = mul(mul(plus(t1, t1), D), t2)
    d = mul(plus(z1, z1), z2)
    return _completed(sub(b, a), sub(d, c), plus(d, c), plus(b, a))


def cached(p: Extended) -> Cached:
    x, y, z, t = p
    return Cached(sub(y, x), plus(y, x), mul(plus(t, t), D), plus(z, z))


def negative_cached(q: Cached) -> Cached:
    """Of -Q = (-X, Y, Z, -T)."""
    return Cached(q.y_plus_x, q.y_minus_x, neg(q.t2d), q.z2)


def add_cached(p: Extended, q: Cached) -> Extended:
    """p + q."""
    (x1, y1, z1, t1), (y_minus_x, y_plus_x, t2d, z2) = p, q
    a = mul(sub(y1, x1), y_minus_x)
    b = mul(plus(y1, x1), y_plus_x)
    c = mul(t1, t2d)
    d = mul(z1, z2)
    return _completed(sub(b, a), sub(d, c), plus(d, c), plus(b, a))


def madd(p: Extended, q: Precomputed) -> Extended:
    """p + q."""
    (x1, y1, z1, t1), (y_minus_x, y_plus_x, t2d) = p, q
    a = mul(sub(y1, x1), y_minus_x)
    b = mul(plus(y1, x1), y_plus_x)
    c = mul(t1, t2d)
    d = plus(z1, z1)
    return _completed(sub(b, a), sub(d, c), plus(d, c), plus(b, a))


def double(p: Extended) -> Extended:
    """p + p: section 5.1.4."""
    x1, y1, z1, _ = p
    a = sqr(x1)
    b = sqr(y1)
    zz = sqr(z1)
    c = plus(zz, zz)
    h = plus(a, b)
    e = sub(h, sqr(plus(x1, y1)))
    g = sub(a, b)
    f = plus(c, g)
    return _completed(e, f, g, h)


def double_projective(p: Projective) -> Projective:
    """X, Y, Z of p + p, for which T is not needed."""
    x, y, z = p
    return Projective(*double(Extended(x, y, z, 0))[:3])


def _completed(e: int, f: int, g: int, h: int) -> Extended:
    """The point x = E/G, y = H/F."""
    return Extended(mul(e, f), mul(g, h), mul(f, g), mul(e, h))


def step(q: Extended, p: Precomputed, bit: int) -> Extended:
    """2·q, and p added to it where the bit is 1."""
    twice = double(q)
    more = madd(twice, p)
    return Extended(*(canonical(select(bit, x, y)) for x, y in zip(twice, more, strict=True)))


def multiply(k: int, p: Affine) -> Extended:
    """k·p for 0 <= k < 2^256."""
    q, entry = extended(NEUTRAL), precomputed(p)
    for t in reversed(range(BITS)):
        q = step(q, entry, k >> t & 1)
    return q


def scalar_times_base(k: int) -> Affine:
    """k·B for 0 <= k < 2^256."""
    return affine(multiply(k, B))


def double_scalar(a: int, p: Affine, b: int) -> Affine:
    """a·p + b·B for 0 <= a, b < 2^256 and a point p."""
    return sum_affine(affine(multiply(a, Affine(*p))), scalar_times_base(b))


def u_coordinate(p: Extended) -> int:
    """u = (1 + y)/(1 - y) of RFC 7748, section 4.1, and 0 where y is 1, as an integer in [0, p)."""
    return canonical(mul(plus(p.z, p.y), invert(sub(p.z, p.y))))


def encode(p: tuple[int, int]) -> bytes:
    """y, and the lowest bit of x on top: section 5.1.2."""
    x, y = p
    return (y % P + (x % P % 2 << 255)).to_bytes(32, "little")


def ratio(y: int) -> tuple[int, int]:
    """u and v, not 0, with x^2 = u/v for the points with this y: section 5.1.3, step 2."""
    return sub(sqr(y), 1), plus(mul(D, sqr(y)), 1)


def candidate(u: int, v: int) -> int:
    """A root of u/v, or that times a root of -1, if u/v is a square: step 3."""
    uv3 = mul(u, mul(v, sqr(v)))
    return mul(uv3, root_power(mul(uv3, sqr(sqr(v)))))


def decode(encoding: Sequence[int]) -> tuple[int, int, int]:
    """x, y and flags, from 32 bytes: section 5.1.3, but for what it refuses, which is in the flags.

    y is read modulo p.  Bit 0 of the flags is 1 where there are points with this y; then x belongs to the one whose
    parity the encoding says, or is 0.  Bit 1 is 1 where the number for y was below p, and no sign bit tells -0 from 0.
    The section decodes where the flags are 3, and nowhere else.
    """
    number = sum(encoding[i] << 8 * i for i in range(32))
    lower, sign = number & 2**255 - 1, number >> 255
    y = canonical(lower)
    u, v = ratio(y)
    x = candidate(u, v)
    is_root = is_equal(mul(v, sqr(x)), u)
    x = canonical(select(is_root, mul(ROOT_OF_MINUS_1, x), x))
    is_on_curve = is_equal(mul(v, sqr(x)), u)
    is_canonical = 0 ** (lower - y) * (1 - is_zero(x) * sign)
    return canonical(select(x % 2 ^ sign, x, neg(x))), y, is_on_curve + 2 * is_canonical
