"""The integers modulo l, the order of the base point: RFC 8032's scalars.

There is no branch and no comparison here, so that the same text runs on integers and on the prover's symbols.
"""

from .primes import L


def reduce(x: int) -> int:
    """The integer in [0, l) of x's class."""
    return x % L


def muladd(a: int, b: int, c: int) -> int:
    return reduce(a * b + c)


def neg(x: int) -> int:
    return reduce(-x)


def is_canonical(x: int) -> int:
    """1 if x < l, else 0, for x >= 0.  (0^0 = 1, and 0^n = 0 for n > 0.)"""
    indicator: int = 0 ** (x - reduce(x))
    return indicator
