"""spec/scalar.py is arithmetic modulo l, and the headers of sc_reduce have the constants that they say."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import qed25519
from qed25519.spec import scalar
from qed25519.spec.primes import L

numbers = st.integers(0, 2**256 - 1) | st.sampled_from([0, 1, L - 1, L, L + 1, 2 * L, 15 * L, 2**252, 2**256 - 1])


@given(a=numbers, b=numbers, c=numbers)
def test_the_remainder_is_that_of_its_class(a: int, b: int, c: int) -> None:
    for result, number in ((scalar.reduce(a), a), (scalar.muladd(a, b, c), a * b + c), (scalar.neg(a), -a)):
        assert 0 <= result < L and (result - number) % L == 0


@given(x=numbers)
def test_canonical_is_what_is_below_l(x: int) -> None:
    assert scalar.is_canonical(x) == (1 if x < L else 0)


@pytest.mark.parametrize("architecture", ["x86_64", "arm64"])
def test_constants(architecture: str) -> None:
    folder = Path(qed25519.__file__).parent / "asm" / architecture / "common"
    text = (folder / "scalar.h").read_text() + (folder / "sc_neg.S").read_text()
    words = {name: int(word, 16) for name, word in re.findall(r"^#define +(\w+) +(0x[0-9a-f]+)", text, re.M)}
    c = L - 2**252
    assert 2**124 <= c < 2**125
    assert words["C0"] + 2**64 * words["C1"] == c
    assert words["C0"] + 2**64 * words["C1"] + 2**192 * words["L3"] == L
    assert words["E0"] + 2**64 * words["E1"] == 8 * c == 8 * L - 2**255 < 2**128
    assert words["D0"] + 2**64 * words["D1"] + 2**128 == 16 * c == 16 * L - 2**256
