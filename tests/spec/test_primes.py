"""The certificates of spec/primes.py prove p and l prime, and the checker rejects composites."""

import pytest

from qed25519.prover.contract import CONSTANTS
from qed25519.spec import field, primes


def test_p_and_l_are_prime() -> None:
    assert primes.is_proved_prime(field.P)
    assert primes.is_proved_prime(primes.L)


def test_the_contracts_mean_these_constants() -> None:
    assert {"p": field.P, "l": primes.L} == CONSTANTS


def test_every_certificate_is_needed_and_holds() -> None:
    used = {q for _, factors in primes.CERTIFICATES.values() for q in factors} | {field.P, primes.L}
    assert set(primes.CERTIFICATES) <= used
    assert all(primes.is_proved_prime(n) for n in primes.CERTIFICATES)


def test_trial_division() -> None:
    sieve = bytearray(b"\1") * 5000
    sieve[:2] = b"\0\0"
    for d in range(2, 71):
        sieve[d * d :: d] = bytes(len(range(d * d, 5000, d)))
    assert [n for n in range(5000) if primes.is_proved_prime(n)] == [n for n in range(5000) if sieve[n]]
    assert not primes.is_proved_prime(1021 * 1019)


@pytest.mark.parametrize(
    ("n", "certificate"),
    [
        (2**20 + 9, (2, (2,))),  # too small a factored part: 2^20 + 8 = 2^3 · 131073
        (1048583 * 1048589, (2, (2, 3))),  # composite
        (561 * 2**20 + 1, (2, (2,))),  # composite with a large factored part
        (1224481, (1, (2551,))),  # a witness that shows nothing
        (1224481, (2, (2553,))),  # q does not divide n - 1
    ],
)
def test_wrong_certificates_are_rejected(
    monkeypatch: pytest.MonkeyPatch, n: int, certificate: tuple[int, tuple[int, ...]]
) -> None:
    monkeypatch.setitem(primes.CERTIFICATES, n, certificate)
    assert not primes.is_proved_prime(n)
