"""X25519, as RFC 7748 writes it: section 5, with its names (k, u, x_1, z_2, a24, swap).

The Montgomery curve is v^2 = u^3 + 486662·u^2 + u over the field of p = 2^255 - 19; only u is computed with.
The ladder is a fold over the bits of the scalar: `start`, 255 times `step`, `finish`.
"""

from collections.abc import Sequence
from typing import NamedTuple

from .field import add, canonical, invert, mul, mul_small, select, sqr, sub

BITS = 255
A = 486662
A24 = (A - 2) // 4
BASE_POINT = 9


def decode_little_endian(b: Sequence[int]) -> int:
    return sum(b[i] << 8 * i for i in range((BITS + 7) // 8))


def decode_u_coordinate(u: bytes) -> int:
    """The element that 32 bytes name.  The top bit is ignored, and values from p up are accepted."""
    return decode_little_endian(u) % (1 << BITS)


def encode_u_coordinate(u: int) -> bytes:
    return canonical(u).to_bytes((BITS + 7) // 8, "little")


def decode_scalar25519(k: bytes) -> int:
    """The scalar that 32 bytes name: 2^254 + 8·n with 0 <= n < 2^251 ("clamping")."""
    k_list = list(k)
    k_list[0] &= 248
    k_list[31] &= 127
    k_list[31] |= 64
    return decode_little_endian(k_list)


def cswap(swap: int, x_2: int, x_3: int) -> tuple[int, int]:
    """(x_2, x_3) if swap is 0, (x_3, x_2) if it is 1, as canonical values."""
    return canonical(select(swap, x_2, x_3)), canonical(select(swap, x_3, x_2))


class Ladder(NamedTuple):
    """Between two steps, up to the pending swap: x_2/z_2 = u(n·Q) and x_3/z_3 = u((n+1)·Q), where x_1 = u(Q)
    and the bits read so far spell n."""

    x_1: int
    x_2: int
    z_2: int
    x_3: int
    z_3: int
    swap: int


def start(u: int) -> Ladder:
    u = canonical(u)
    return Ladder(x_1=u, x_2=1, z_2=0, x_3=u, z_3=1, swap=0)


def step(state: Ladder, k_t: int) -> Ladder:
    """Read one more bit k_t of the scalar, from the top."""
    x_1, x_2, z_2, x_3, z_3, swap = state
    return Ladder(x_1, *swap_and_step(swap ^ k_t, x_1, x_2, z_2, x_3, z_3), k_t)


def swap_and_step(swap: int, x_1: int, x_2: int, z_2: int, x_3: int, z_3: int) -> tuple[int, int, int, int]:
    """The next x_2, z_2, x_3, z_3, after (x_2, z_2) and (x_3, z_3) have changed places if swap is 1."""
    x_2, x_3 = cswap(swap, x_2, x_3)
    z_2, z_3 = cswap(swap, z_2, z_3)

    a = add(x_2, z_2)
    aa = sqr(a)
    b = sub(x_2, z_2)
    bb = sqr(b)
    e = sub(aa, bb)
    c = add(x_3, z_3)
    d = sub(x_3, z_3)
    da = mul(d, a)
    cb = mul(c, b)
    x_3 = sqr(add(da, cb))
    z_3 = mul(x_1, sqr(sub(da, cb)))
    x_2 = mul(aa, bb)
    z_2 = mul(e, add(aa, mul_small(e, A24)))
    return canonical(x_2), canonical(z_2), canonical(x_3), canonical(z_3)


def finish(state: Ladder) -> int:
    """x_2/z_2, and 0 where z_2 is 0, as an integer in [0, p)."""
    _, x_2, z_2, x_3, z_3, swap = state
    x_2, x_3 = cswap(swap, x_2, x_3)
    z_2, z_3 = cswap(swap, z_2, z_3)
    return canonical(mul(x_2, invert(z_2)))


def ladder(k: int, u: int) -> int:
    """The u-coordinate of k times a point with u-coordinate u, for 0 <= k < 2^255."""
    state = start(u)
    for t in reversed(range(BITS)):
        state = step(state, k >> t & 1)
    return finish(state)


def scalar_times_base(k: int) -> int:
    """The u-coordinate of k times the base point, for 0 <= k < 2^255."""
    return ladder(k, BASE_POINT)


def x25519(k: bytes, u: bytes) -> bytes:
    """RFC 7748, section 5: the function X25519 on 32-byte strings."""
    return encode_u_coordinate(ladder(decode_scalar25519(k), decode_u_coordinate(u)))
