"""qed25519.hazmat: field, scalars and points against the specification; which bytes are refused; nothing is shown."""

from __future__ import annotations

import copy
import doctest
import pickle
from operator import add, mul, sub
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import qed25519.hazmat
from qed25519 import Ed25519PrivateKey, X25519PrivateKey, _ed25519
from qed25519.hazmat import ExpandedKey, FieldElement, L, P, Point, Scalar
from qed25519.spec import edwards25519, field, primes

from .edge_cases import encodings, torsion

RAW = bytes(range(32))
elements = st.integers(0, P - 1) | st.sampled_from([0, 1, P - 1])
scalars = st.integers(0, L - 1) | st.sampled_from([0, 1, L - 1])
few = settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture])


@pytest.fixture
def arithmetic(backend: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """Of each backend in turn."""
    monkeypatch.setattr(qed25519.hazmat, "_arithmetic", _ed25519._arithmetic)
    return backend


def little(number: int) -> bytes:
    return number.to_bytes(32, "little")


def number(value: FieldElement | Scalar) -> int:
    return int.from_bytes(value.to_bytes(), "little")


def test_orders() -> None:
    assert (P, L) == (field.P, primes.L)


@pytest.mark.usefixtures("arithmetic")
@few
@given(x=elements, y=elements)
def test_the_field(x: int, y: int) -> None:
    a, b = FieldElement.from_bytes(little(x)), FieldElement.from_int(y - P)
    assert number(a + b) == (x + y) % P and number(a - b) == (x - y) % P and number(a * b) == x * y % P
    assert number(-a) == -x % P and number(a.inverse()) == field.invert(x)
    assert (a == b) == (x == y) and hash(a) == hash(FieldElement.from_int(x))


@pytest.mark.usefixtures("arithmetic")
@few
@given(x=scalars, y=scalars, wide=st.binary(min_size=64, max_size=64))
def test_scalars(x: int, y: int, wide: bytes) -> None:
    a, b = Scalar.from_bytes(little(x)), Scalar.from_int(y - L)
    assert number(a + b) == (x + y) % L and number(a - b) == (x - y) % L and number(a * b) == x * y % L
    assert number(-a) == -x % L and number(Scalar.reduce(wide)) == int.from_bytes(wide, "little") % L
    assert (a == b) == (x == y)


@pytest.mark.usefixtures("arithmetic")
@few
@given(x=scalars, y=scalars)
def test_points(x: int, y: int) -> None:
    a, b = Scalar.from_int(x), Scalar.from_int(y)
    p, q = Point.base(a), Point.base(b)
    expected = edwards25519.scalar_times_base(x)
    assert (number(p.x), number(p.y)) == expected and p.to_bytes() == edwards25519.encode(expected)
    assert Point.from_bytes(p.to_bytes()) == p
    assert p + q == Point.base(a + b) == Point.double_scalar_vartime(Scalar.from_int(1), p, b)
    assert p - q == Point.base(a - b) and -p == Point.base(-a)


def test_points_of_small_order_add_up_too() -> None:
    points = [Point.from_bytes(edwards25519.encode(t)) for t in torsion()]
    for i, p in enumerate(points):
        for j, q in enumerate(points):
            assert p + q == points[(i + j) % 8]


@pytest.mark.parametrize("over", [0, 1, 18])
def test_only_canonical_bytes_are_taken(over: int) -> None:
    with pytest.raises(ValueError, match="not below p"):
        FieldElement.from_bytes(little(P + over))
    with pytest.raises(ValueError, match="not below l"):
        Scalar.from_bytes(little(L + over))
    for point in torsion():
        for encoding in encodings(point)[1:]:
            with pytest.raises(ValueError, match="not the encoding of a point"):
                Point.from_bytes(encoding)
    for call in (FieldElement.from_bytes, Scalar.from_bytes, Point.from_bytes):
        with pytest.raises(ValueError, match="data is 31 bytes long; expected 32 bytes"):
            call(bytes(31))
    with pytest.raises(ValueError, match="data is 32 bytes long; expected 64 bytes"):
        Scalar.reduce(bytes(32))


VALUES: list[Any] = [FieldElement.from_int(5), Scalar.from_int(5), Point.base(Scalar.from_int(5)),
                     ExpandedKey.from_parts(Scalar.from_int(5), RAW)]


@pytest.mark.parametrize("value", VALUES, ids=lambda value: type(value).__name__)
def test_values_are_not_shown_nor_mixed(value: Any) -> None:
    assert repr(value) == f"<{type(value).__name__}, value not shown>"
    assert value != 5 and sum(value == other for other in VALUES) == 1
    with pytest.raises(TypeError, match="cannot be pickled"):
        pickle.dumps(value)
    with pytest.raises(TypeError, match="cannot be pickled"):
        value.__getstate__()
    assert copy.copy(value) is value and copy.deepcopy([value])[0] is value
    with pytest.raises(TypeError, match="constructor with a name"):
        type(value)(5)
    for other in (*VALUES, 5):
        for operate in (add, sub, mul):
            if type(other) is not type(value):
                with pytest.raises(TypeError, match="unsupported operand"):
                    operate(value, other)


def test_types_are_checked() -> None:
    scalar, point, element = Scalar.from_int(5), Point.base(Scalar.from_int(5)), FieldElement.from_int(-1)
    wrong: Any
    for wrong in (element, point, 5, bytes(32)):
        name = type(wrong).__name__
        for argument, call in (
            ("scalar", lambda wrong: Point.base(wrong)), ("scalar", lambda wrong: ExpandedKey.from_parts(wrong, RAW)),
            ("a", lambda wrong: Point.double_scalar_vartime(wrong, point, scalar)),
            ("b", lambda wrong: Point.double_scalar_vartime(scalar, point, wrong)),
        ):
            with pytest.raises(TypeError, match=f"{argument} must be a Scalar, not {name}"):
                call(wrong)
    with pytest.raises(TypeError, match="point must be a Point, not Scalar"):
        Point.double_scalar_vartime(scalar, scalar, scalar)  # type: ignore[arg-type]
    for wrong in (RAW, X25519PrivateKey.generate(), Ed25519PrivateKey.generate().public_key(), None):
        with pytest.raises(TypeError, match=f"key must be an Ed25519PrivateKey, not {type(wrong).__name__}"):
            ExpandedKey.from_private_key(wrong)
    for wrong in (2.5, "5", b"%d", None, scalar):
        for cls in (Scalar, FieldElement):
            with pytest.raises(TypeError, match=f"number must be an int, not {type(wrong).__name__}"):
                cls.from_int(wrong)


def test_expanded_keys_sign_as_their_keys() -> None:
    key = Ed25519PrivateKey.from_private_bytes(RAW)
    expanded = ExpandedKey.from_private_key(key)
    again = ExpandedKey.from_parts(expanded.scalar, bytearray(expanded.prefix))
    assert again == expanded and again.public_key() == key.public_key()
    for options in ({}, {"context": b"foo"}, {"prehash": True}):
        assert again.sign(bytearray(b"data"), **options) == key.sign(b"data", **options)
    assert ExpandedKey.from_parts(expanded.scalar, bytes(32)).sign(b"data") != key.sign(b"data")


def test_the_example_in_the_docstring() -> None:
    assert doctest.testmod(qed25519.hazmat) == (0, 3)
