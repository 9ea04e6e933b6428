"""spec/field.py is arithmetic modulo p, and has the constants that it says."""

from hypothesis import given
from hypothesis import strategies as st

from qed25519.spec import field
from qed25519.spec.field import P

elements = st.integers(0, 2**256 - 1) | st.sampled_from([0, 1, P - 1, P, P + 1, 2 * P, 2**256 - 1])
bits = st.integers(0, 1)


@given(x=elements, y=elements, k=st.integers(0, 2**17 - 1))
def test_ring(x: int, y: int, k: int) -> None:
    assert field.add(x, y) % P == (x % P + y % P) % P
    assert field.sub(x, y) % P == (x % P - y % P) % P
    assert field.neg(x) % P == -x % P
    assert field.mul(x, y) % P == (x % P) * (y % P) % P
    assert field.sqr(x) == field.mul(x, x)
    assert field.mul_small(x, k) == k * x


@given(x=elements)
def test_inverse_and_representative(x: int) -> None:
    c = field.canonical(x)
    assert 0 <= c < P and (x - c) % P == 0
    assert field.is_zero(x) == (1 if x % P == 0 else 0)
    assert x * field.invert(x) % P == (0 if x % P == 0 else 1)


@given(x=elements, y=elements, multiple=st.integers(-2, 2))
def test_equality_is_that_of_elements(x: int, y: int, multiple: int) -> None:
    assert field.is_equal(x, y) == (1 if x % P == y % P else 0)
    assert field.is_equal(x, x + multiple * P) == 1


@given(bit=bits, x=elements, y=elements)
def test_select(bit: int, x: int, y: int) -> None:
    assert field.select(bit, x, y) == (y if bit else x)
