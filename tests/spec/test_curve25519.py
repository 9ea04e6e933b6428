"""spec/curve25519.py is RFC 7748: encodings, ladder steps against the group law, and the constants."""

from hypothesis import given, settings
from hypothesis import strategies as st

from qed25519.spec import curve25519 as curve
from qed25519.spec.field import P, invert

strings = st.binary(min_size=32, max_size=32)


def test_constants() -> None:
    assert curve.A24 == 121665  # RFC 7748, section 5
    assert curve.BASE_POINT == 9  # section 4.1


@given(k=strings)
def test_decode_scalar(k: bytes) -> None:
    n = curve.decode_scalar25519(k)
    assert n % 8 == 0 and 2**254 <= n < 2**255
    assert (n ^ int.from_bytes(k, "little")) & ~(7 | 3 << 254) == 0  # no other bit changes


@given(u=strings)
def test_decode_and_encode_u(u: bytes) -> None:
    n = curve.decode_u_coordinate(u)
    assert n == int.from_bytes(u, "little") & (2**255 - 1)
    assert curve.encode_u_coordinate(n) == (n % P).to_bytes(32, "little")


@given(x=st.integers(), y=st.integers())
def test_cswap(x: int, y: int) -> None:
    assert curve.cswap(0, x, y) == (x % P, y % P)
    assert curve.cswap(1, x, y) == (y % P, x % P)


def add_points(p: tuple[int, int] | None, q: tuple[int, int] | None) -> tuple[int, int] | None:
    """The group law on v^2 = u^3 + A·u^2 + u, in affine coordinates; None is the neutral point."""
    if p is None or q is None:
        return q if p is None else p
    (u1, v1), (u2, v2) = p, q
    if u1 == u2 and (v1 + v2) % P == 0:
        return None
    rise, run = (3 * u1 * u1 + 2 * curve.A * u1 + 1, 2 * v1) if p == q else (v2 - v1, u2 - u1)
    slope = rise * invert(run)
    u3 = (slope * slope - curve.A - u1 - u2) % P
    return u3, (slope * (u1 - u3) - v1) % P


def base_point() -> tuple[int, int]:
    v = 14781619447589544791020593568409986887264606134616475288964881837755586237401  # section 4.1
    assert (v * v - (9**3 + curve.A * 81 + 9)) % P == 0
    return 9, v


def test_ladder_is_multiplication_in_the_group() -> None:
    point, base = None, base_point()
    for n in range(70):
        assert curve.ladder(n, 9) == (0 if point is None else point[0])
        point = add_points(point, base)


@settings(max_examples=50)
@given(j=strings, k=strings)
def test_diffie_hellman_commutes(j: bytes, k: bytes) -> None:
    base = curve.encode_u_coordinate(curve.BASE_POINT)
    assert curve.x25519(j, curve.x25519(k, base)) == curve.x25519(k, curve.x25519(j, base))
