"""spec/edwards25519.py is RFC 8032: constants, encodings of its keys, the group law in every coordinate system."""

import hashlib

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from hypothesis import given, settings
from hypothesis import strategies as st

from qed25519.spec import curve25519, field
from qed25519.spec import edwards25519 as spec
from qed25519.spec.edwards25519 import NEUTRAL, Affine, B, Extended
from qed25519.spec.field import P, invert
from qed25519.spec.primes import L

scalars = st.integers(0, 2**256 - 1)
scales = st.integers(1, P - 1)
ROOT_OF_MINUS_1 = pow(2, (P - 1) // 4, P)
TWO, FOUR = Affine(0, P - 1), Affine(ROOT_OF_MINUS_1, 0)      # points of order 2 and 4
Y_OF_ORDER_8 = 55188659117513257062467267217118295137698188065244968500265048394206261417927


def point_of_order_8() -> Affine:
    yy = Y_OF_ORDER_8**2
    xx = (yy - 1) * invert(spec.D * yy + 1) % P
    x = pow(xx, (P + 3) // 8, P)
    return Affine(x if x * x % P == xx else x * ROOT_OF_MINUS_1 % P, Y_OF_ORDER_8)


def points(draw: st.DrawFn) -> Affine:
    """Any point: a multiple of B and a point of small order, the exceptional ones often."""
    small = [NEUTRAL, TWO, FOUR, point_of_order_8()]
    k = draw(st.one_of(st.sampled_from([0, 1, 2, L - 1]), scalars))
    return spec.sum_affine(spec.affine(spec.multiply(k, B)), draw(st.sampled_from(small)))


some_point = st.composite(points)()


def scaled(p: Affine, z: int) -> Extended:
    """Another representation of p."""
    return Extended(*(value * z for value in spec.extended(p)))


def negated(p: Affine) -> Affine:
    return Affine(-p.x % P, p.y)


def test_constants() -> None:
    assert spec.D == 37095705934669439343138083508754565189542113879843219016388785533085940283555  # section 5.1
    assert B.y == 4 * invert(5) % P and B.x % 2 == 0
    assert all(spec.equation(p) % P == 0 for p in (B, NEUTRAL, TWO, FOUR, point_of_order_8()))
    assert spec.equation(Affine(B.x, B.y + 1)) % P != 0
    assert spec.affine(spec.multiply(L, B)) == NEUTRAL
    assert [spec.affine(spec.multiply(8, p)) for p in (TWO, FOUR, point_of_order_8())] == [NEUTRAL] * 3
    assert spec.affine(spec.multiply(4, point_of_order_8())) == TWO


# Section 7.1: secret key and public key of the first three tests.
@pytest.mark.parametrize(("secret", "public"), [
    ("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
     "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a"),
    ("4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
     "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c"),
    ("c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
     "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025"),
])
def test_public_keys_of_the_rfc(secret: str, public: str) -> None:
    assert public_key(bytes.fromhex(secret)).hex() == public


def public_key(secret: bytes) -> bytes:
    """Section 5.1.5."""
    k = curve25519.decode_scalar25519(hashlib.sha512(secret).digest()[:32])
    return spec.encode(spec.affine(spec.multiply(k, B)))


@settings(max_examples=30, deadline=None)
@given(secret=st.binary(min_size=32, max_size=32))
def test_public_keys_of_cryptography(secret: bytes) -> None:
    assert public_key(secret) == Ed25519PrivateKey.from_private_bytes(secret).public_key().public_bytes_raw()


@settings(max_examples=60, deadline=None)
@given(p=some_point, q=some_point, r=some_point)
def test_the_group(p: Affine, q: Affine, r: Affine) -> None:
    assert spec.equation(spec.sum_affine(p, q)) % P == 0
    assert spec.sum_affine(spec.sum_affine(p, q), r) == spec.sum_affine(p, spec.sum_affine(q, r))
    assert spec.sum_affine(p, q) == spec.sum_affine(q, p)
    assert spec.sum_affine(p, NEUTRAL) == p
    assert spec.sum_affine(p, negated(p)) == NEUTRAL


@settings(max_examples=60, deadline=None)
@given(p=some_point, q=some_point, z=scales, w=scales)
def test_extended_coordinates(p: Affine, q: Affine, z: int, w: int) -> None:
    entry = spec.precomputed(q)
    for found, expected in (
            (spec.add(scaled(p, z), scaled(q, w)), spec.sum_affine(p, q)),
            (spec.madd(scaled(p, z), entry), spec.sum_affine(p, q)),
            (spec.madd(scaled(p, z), spec.negative(entry)), spec.sum_affine(p, negated(q))),
            (spec.double(scaled(p, z)), spec.sum_affine(p, p))):
        assert spec.affine(found) == expected
        assert found.z % P and (found.x * found.y - found.z * found.t) % P == 0
    assert all(0 <= value < P for value in entry)


@settings(max_examples=40, deadline=None)
@given(j=scalars, k=scalars)
def test_multiples_of_the_base_point(j: int, k: int) -> None:
    total = spec.sum_affine(spec.affine(spec.multiply(j, B)), spec.affine(spec.multiply(k, B)))
    assert spec.affine(spec.multiply((j + k) % L, B)) == total


def test_small_multiples() -> None:
    total = NEUTRAL
    for k in range(20):
        assert spec.affine(spec.multiply(k, B)) == total
        total = spec.sum_affine(total, B)


@settings(max_examples=40, deadline=None)
@given(k=st.integers(0, 2**255 - 1), p=some_point)
def test_the_ladder_is_the_same_multiplication(k: int, p: Affine) -> None:
    u = spec.u_coordinate(spec.extended(p))
    assert spec.u_coordinate(spec.multiply(k, p)) == curve25519.ladder(k, u)
    assert spec.u_coordinate(spec.multiply(k, B)) == curve25519.ladder(k, curve25519.BASE_POINT)


def test_coordinates_may_be_any_integers_of_their_classes() -> None:
    p, entry = Extended(*(value - 3 * P for value in scaled(B, 7))), spec.precomputed(B)
    assert spec.affine(spec.madd(p, entry)) == spec.affine(spec.double(p)) == spec.sum_affine(B, B)
    assert spec.u_coordinate(p) == 9 and spec.u_coordinate(Extended(0, 5, 5 - P, 0)) == 0
    assert field.canonical(spec.u_coordinate(scaled(TWO, 3))) == 0


@given(x=st.integers(0, P - 1), y=st.integers(0, P - 1))
def test_encode(x: int, y: int) -> None:
    n = int.from_bytes(spec.encode(Affine(x - P, y + P)), "little")
    assert n == y + (x % 2 << 255)


# --- decoding: section 5.1.3 ----------------------------------------------------------------------------------------


def encoding_of(y: int, sign: int) -> bytes:
    return (y + (sign << 255)).to_bytes(32, "little")


def x_squared(y: int) -> int:
    return (y * y - 1) * invert(spec.D * y * y + 1) % P


def euler(n: int) -> bool:
    """n is a square."""
    return pow(n, (P - 1) // 2, P) in (0, 1)


def expected(y: int, sign: int) -> int:
    """The flags, by section 5.1.3 in other words: Euler's criterion, and comparisons."""
    return int(euler(x_squared(y))) + 2 * int(y < P and not (sign and y % P in (1, P - 1)))


@given(p=some_point)
def test_a_point_is_what_its_encoding_is_decoded_to(p: Affine) -> None:
    assert spec.decode(spec.encode(p)) == (*p, 3)


@given(y=st.integers(0, 2**255 - 1), sign=st.integers(0, 1))
def test_decode(y: int, sign: int) -> None:
    x, found, flags = spec.decode(encoding_of(y, sign))
    assert flags == expected(y, sign) and found == y % P and 0 <= x < P
    if flags & 1:
        assert x * x % P == x_squared(y) and (x % 2 == sign or x == 0)
        assert spec.encode((x, found)) == encoding_of(y, sign) or flags == 1


def test_decode_at_the_edges() -> None:
    """Every y near 0 and p, also above it, with both signs: 0 and 1 and -1 are among them, and their other names."""
    for y in [*range(40), *range(P - 40, 2**255)]:
        for sign in (0, 1):
            x, found, flags = spec.decode(encoding_of(y, sign))
            assert flags == expected(y, sign) and found == y % P
            assert not flags & 1 or (x * x % P == x_squared(y) and (x % 2 == sign or x == 0))
    assert [spec.decode(encoding_of(y, sign))[2] for y in (1, P - 1, P + 1) for sign in (0, 1)] == [3, 1, 3, 1, 1, 1]
    assert {spec.decode(encoding_of(y, 0))[2] for y in range(40)} == {2, 3}


@pytest.mark.parametrize(("y", "x"), [(0, ROOT_OF_MINUS_1), (1, 0), (P - 1, 0), (Y_OF_ORDER_8, point_of_order_8().x)])
def test_decode_points_of_small_order(y: int, x: int) -> None:
    for sign in (0, 1):
        root = spec.decode(encoding_of(y, sign))[0]
        assert root in (x, -x % P) and (root % 2 == sign or x == 0)
        if y + P < 2**255:
            assert spec.decode(encoding_of(y + P, sign)) == (root, y, 1)


@pytest.mark.parametrize("public", [
    "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
    "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
    "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025"])
def test_decode_the_public_keys_of_section_7_1(public: str) -> None:
    x, y, flags = spec.decode(bytes.fromhex(public))
    assert flags == 3 and spec.equation(Affine(x, y)) % P == 0 and spec.encode((x, y)).hex() == public
