"""The field of p = 2^255 - 19 elements.

An element is written as any integer of its class modulo p: x and x + p are the same element.  The ring
operations therefore do not reduce, and a contract says "z = field.mul(x, y) mod p"; `canonical` gives the one
integer of the class in [0, p), and a contract that means this very integer omits the "mod p".

There is no branch and no comparison here, so that the same text runs on integers and on the prover's symbols.
"""

P = 2**255 - 19


def add(x: int, y: int) -> int:
    return x + y


def sub(x: int, y: int) -> int:
    return x - y


def neg(x: int) -> int:
    return -x


def mul(x: int, y: int) -> int:
    return x * y


def sqr(x: int) -> int:
    return x * x


def mul_small(x: int, k: int) -> int:
    """x·k for a small integer k, not itself thought of as an element."""
    return x * k


def canonical(x: int) -> int:
    """The integer in [0, p) that is the element x."""
    return x % P


def select(bit: int, x: int, y: int) -> int:
    """x if bit is 0, y if bit is 1."""
    return x + bit * (y - x)


def is_zero(x: int) -> int:
    """1 if x is the zero element, else 0.  (0^0 = 1, and 0^n = 0 for n > 0.)"""
    indicator: int = 0 ** canonical(x)
    return indicator


def is_equal(x: int, y: int) -> int:
    """1 if x and y are the same element, else 0."""
    return is_zero(sub(x, y))


def invert(x: int) -> int:
    """1/x, and 0 for the zero element: x^(p-2), by Fermat."""
    return pow(x, P - 2, P)


def root_power(x: int) -> int:
    """x^((p - 5)/8): a root of u/v, times a root of -1 or not, is u·v^3 times this power of u·v^7."""
    return pow(x, (P - 5) // 8, P)
