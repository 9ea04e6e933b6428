"""Polynomial algebra agrees with sympy, on random samples."""

from __future__ import annotations

from typing import Any

import sympy
from hypothesis import given
from hypothesis import strategies as st

from qed25519.domains.polynomial import Poly, as_poly, val

X = sympy.symbols("x0:5")
coefficients = st.one_of(st.integers(-3, 3), st.integers(-2**70, 2**70))
monomials = st.lists(st.integers(0, 4), max_size=3).map(lambda indices: tuple(sorted(indices)))
polys = st.dictionaries(monomials, coefficients.filter(bool), max_size=5).map(Poly)
numbers = st.lists(st.integers(-2**66, 2**66), min_size=5, max_size=5)


def to_sympy(poly: Poly) -> Any:
    return sympy.Poly(sum(c * sympy.prod([X[i] for i in m]) for m, c in poly.terms.items()), *X)


def is_normal(poly: Poly) -> bool:
    """Sorted monomials and no zero coefficient, so equal polynomials have equal terms."""
    return all(c and m == tuple(sorted(m)) for m, c in poly.terms.items())


@given(polys, polys, coefficients)
def test_ring(a: Poly, b: Poly, n: int) -> None:
    p, q = to_sympy(a), to_sympy(b)
    for mine, theirs in ((a + b, p + q), (a - b, p - q), (a * b, p * q), (-a, -p), (a * n, p * n), (n * a, p * n),
                         (a + n, p + n), (n + a, p + n), (a - n, p - n), (n - a, n - p), (a.plus(b, n), p + q * n)):
        assert is_normal(mine) and to_sympy(mine) == theirs


@given(polys, polys, polys)
def test_laws(a: Poly, b: Poly, c: Poly) -> None:
    assert a + b == b + a and a * b == b * a and (a + b) * c == a * c + b * c and (a * b) * c == a * (b * c)
    assert a - a == Poly.constant(0) and a * 0 == Poly.constant(0) and a + 0 == a and a * 1 == a
    assert hash(a + b) == hash(b + a) and (a == b) == (to_sympy(a) == to_sympy(b))


@given(polys, st.dictionaries(st.integers(0, 4), polys, max_size=3))
def test_substitution(a: Poly, values: dict[int, Poly]) -> None:
    """At once, not one after the other: what is put in is not replaced again."""
    mine = a.substitute(values)
    theirs = to_sympy(a).as_expr().subs({X[i]: to_sympy(p).as_expr() for i, p in values.items()}, simultaneous=True)
    assert is_normal(mine) and to_sympy(mine) == sympy.Poly(theirs, *X)


@given(polys, numbers)
def test_evaluation(a: Poly, at: list[int]) -> None:
    assert a.evaluate(lambda i: at[i]) == to_sympy(a).eval(dict(zip(X, at, strict=True)))


@given(polys, st.one_of(st.integers(1, 5), st.sampled_from([2**64, 2**64 - 1])))
def test_quotient(a: Poly, divisor: int) -> None:
    assert (a * divisor).quotient(divisor) == a
    found = a.quotient(divisor)
    assert (found is None) == any(c % divisor for c in a.terms.values())
    assert found is None or (is_normal(found) and found * divisor == a)


@given(polys)
def test_what_a_polynomial_says_of_itself(a: Poly) -> None:
    p = to_sympy(a)
    assert {X[i] for i in a.variables()} == p.free_symbols
    assert a.constant_value() == (int(p.as_expr()) if not p.free_symbols else None)


@given(st.integers(-2**70, 2**70), st.lists(polys, max_size=4))
def test_making(n: int, limbs: list[Poly]) -> None:
    assert Poly.constant(n).constant_value() == n and as_poly(n) == Poly.constant(n)
    assert Poly.variable(3).evaluate(lambda i: 10 * i) == 30
    assert val(limbs) == sum((limb * 2 ** (64 * i) for i, limb in enumerate(limbs)), Poly.constant(0))
