"""What each policy accepts: signatures with points of small order, encodings that are not canonical, S from l up.

The twelve cases are those of Chalkias, Garillot and Nikolaenko, "Taming the many EdDSAs", table 5, made anew.  There,
OpenSSL, which pyca uses, accepts five.
"""

from __future__ import annotations

import pytest
from cryptography.exceptions import InvalidSignature as TheirInvalidSignature
from cryptography.hazmat.primitives.asymmetric import ed25519 as pyca

from qed25519 import Ed25519PrivateKey, Ed25519PublicKey, InvalidSignature, _ed25519, verify_batch
from qed25519.spec.edwards25519 import NEUTRAL, Affine, B, decode, encode, sum_affine
from qed25519.spec.field import P
from qed25519.spec.primes import L

from .edge_cases import Case, encodings, is_accepted, k_of, made, messages, times, torsion, with_equation

POLICIES = ("rfc8032", "strict", "zip215")
A, R = 0x1234567 ** 9 % L, 0x7654321 ** 9 % L           # any two scalars


def accepts(case: Case, policy: str) -> bool:
    """As `verify` says, and `verify_batch`."""
    key = Ed25519PublicKey.from_public_bytes(case.public)
    (batch,) = verify_batch([(key, case.signature, case.message)], policy=policy)
    try:
        key.verify(case.signature, case.message, policy=policy)
    except InvalidSignature:
        assert not batch
        return False
    assert batch
    return True


def pyca_accepts(case: Case) -> bool:
    try:
        pyca.Ed25519PublicKey.from_public_bytes(case.public).verify(case.signature, case.message)
    except TheirInvalidSignature:
        return False
    return True


# --- the twelve cases -------------------------------------------------------------------------------------------


def beyond(s: int) -> Case:
    """An honest signature with S + s instead of S."""
    case = made(A, NEUTRAL, R, NEUTRAL, b"beyond l")
    more = int.from_bytes(case.signature[32:], "little") + s
    return case._replace(signature=case.signature[:32] + more.to_bytes(32, "little"))


def not_canonical(which: str, reduced: bool) -> Case:
    """A or R is the point of order 2, with the sign of its x = 0; the equation without 8 holds for k, if what is hashed
    is this encoding, or its canonical one, and not for the other: k·A = 0 for an even k, k·A + R = 0 for an odd one."""
    point = torsion()[4]
    canonical, other = encodings(point)
    commitment, public = encode(times(R, B)), encode(sum_affine(times(A, B), point))
    for message in messages():
        if which == "A":
            k, beside = k_of(commitment, canonical, message), k_of(commitment, other, message)
            case, parity = Case(other, commitment + R.to_bytes(32, "little"), message), 0
        else:
            k, beside = k_of(canonical, public, message), k_of(other, public, message)
            s = (k if reduced else beside) * A % L
            case, parity = Case(public, other + s.to_bytes(32, "little"), message), 1
        if (k % 2 == parity) == reduced and (beside % 2 == parity) != reduced:
            return case
    raise AssertionError("no message was found")


T = torsion()
TWELVE: list[tuple[str, Case, str]] = [         # the last is by which policies it is accepted
    ("0: A and R small, S = 0", with_equation(True, 0, T[1], 0, T[3]), "rfc8032 zip215"),
    ("1: A small, R mixed", with_equation(True, 0, T[1], R, T[3]), "rfc8032 zip215"),
    ("2: A mixed, R small", with_equation(True, A, T[1], 0, T[3]), "rfc8032 zip215"),
    ("3: A and R mixed", with_equation(True, A, T[1], R, T[3]), "rfc8032 strict zip215"),
    ("4: A and R mixed, with 8 only", with_equation(False, A, T[1], R, T[3]), "zip215"),
    ("5: A mixed, with 8 only", with_equation(False, A, T[1], R, NEUTRAL), "zip215"),
    ("6: S + l", beyond(L), ""),
    ("7: S + 8·l", beyond(8 * L), ""),
    ("8: R not canonical, hashed as if it were", not_canonical("R", True), ""),
    ("9: R not canonical", not_canonical("R", False), "zip215"),
    ("10: A not canonical, hashed as if it were", not_canonical("A", True), "zip215"),
    ("11: A not canonical", not_canonical("A", False), "zip215"),
]


@pytest.mark.usefixtures("backend")
@pytest.mark.parametrize(("case", "policies"), [row[1:] for row in TWELVE], ids=[row[0] for row in TWELVE])
def test_the_twelve_cases(case: Case, policies: str) -> None:
    for policy in POLICIES:
        assert accepts(case, policy) == is_accepted(case, policy) == (policy in policies.split()), policy


def test_what_pyca_says_of_the_twelve() -> None:
    """As our default does, but for the key that is not canonical."""
    accepted = [name.split(":")[0] for name, case, _ in TWELVE if pyca_accepts(case)]
    assert accepted == ["0", "1", "2", "3", "11"]


# --- points of small order, in all encodings -----------------------------------------------------------------------


def test_the_table_of_small_orders() -> None:
    assert {encode(point) for point in T} == _ed25519.SMALL_ORDER
    assert len(set(T)) == 8 and all(times(8, point) == NEUTRAL for point in T)


def test_encodings_whose_x_is_0() -> None:
    every = {encoding for point in T for encoding in encodings(point)}
    assert {encoding for encoding in every if decode(encoding)[0] == 0} == _ed25519.X_IS_0
    assert all(point in T for point in (Affine(0, 1), Affine(0, P - 1)))        # and on the curve, x = 0 is y = 1 or -1


def test_the_point_that_is_kept_is_minus_a() -> None:
    """With the flags of the key's own encoding."""
    off_the_curve = (2).to_bytes(32, "little")
    mixed = [encode(sum_affine(times(A, B), point)) for point in T]
    high = [(y + P | sign << 255).to_bytes(32, "little") for y in range(19) for sign in (0, 1)]
    for raw in [off_the_curve, *mixed, *high, *(encoding for point in T for encoding in encodings(point))]:
        x, y, flags = decode(raw)
        minus, found = Ed25519PublicKey.from_public_bytes(raw)._minus_point()
        assert found == flags
        assert not flags & 1 or minus == (-x % P).to_bytes(32, "little") + y.to_bytes(32, "little")


def test_how_many_encodings_there_are() -> None:
    """0, 1, -1 are each two for x = 0, and y = 0, 1 have a second one of 255 bits: 14 in all for the eight points."""
    assert sum(len(encodings(point)) for point in T) == 8 + 2 + 1 + 1 + 1 + 1


@pytest.mark.parametrize("policy", POLICIES)
def test_all_pairs_of_small_order_in_all_encodings(policy: str) -> None:
    """With S = 0 and one message: what is accepted is what the table says of the points and encodings."""
    every = [encoding for point in T for encoding in encodings(point)]
    accepted = 0
    for public in every:
        for r in every:
            case = Case(public, r + bytes(32), b"a message")
            assert accepts(case, policy) == is_accepted(case, policy)
            accepted += is_accepted(case, policy)
    assert {"rfc8032": 0 < accepted < 64, "strict": accepted == 0, "zip215": accepted == len(every) ** 2}[policy]


@pytest.mark.parametrize("policy", POLICIES)
def test_torsion_added_to_a_and_r(policy: str, backend: str) -> None:
    """For all pairs of points of small order, added to honest A and R; `verify_batch` on all of them at once."""
    cases = [made(A, t, R, u, b"torsion") for t in T for u in T]
    if backend == "python":             # it is slow
        cases = cases[::7]
    expected = [is_accepted(case, policy) for case in cases]
    items = [(Ed25519PublicKey.from_public_bytes(case.public), case.signature, case.message) for case in cases]
    assert verify_batch(items, policy=policy) == expected == [accepts(case, policy) for case in cases]
    assert all(expected) if policy == "zip215" else 1 < sum(expected) < len(expected)
    wrong = [(key, signature, message + b"!") for key, signature, message in items]
    assert not any(verify_batch(wrong, policy=policy))


# --- S, R and A at their limits -----------------------------------------------------------------------------------


@pytest.mark.usefixtures("backend")
@pytest.mark.parametrize("policy", POLICIES)
def test_s_is_below_l(policy: str) -> None:
    """S + n·l fits in 256 bits for n up to 15; and S = l for the honest S = 0, where A = R = 0."""
    key = Ed25519PrivateKey.from_private_bytes(bytes(32))
    honest = Case(key.public_key().public_bytes_raw(), key.sign(b""), b"")
    assert accepts(honest, policy)
    s = int.from_bytes(honest.signature[32:], "little")
    for n in range(1, 16):
        signature = honest.signature[:32] + (s + n * L).to_bytes(32, "little")
        assert not accepts(honest._replace(signature=signature), policy)
    neutral = encode(NEUTRAL)
    for number, valid in ((0, policy != "strict"), (L, False), (2**255, False), (2**256 - 1, False)):
        assert accepts(Case(neutral, neutral + number.to_bytes(32, "little"), b""), policy) == valid
    with pytest.raises(InvalidSignature, match="S is not below l"):
        Ed25519PublicKey.from_public_bytes(neutral).verify(neutral + L.to_bytes(32, "little"), b"", policy=policy)


@pytest.mark.parametrize("policy", POLICIES)
def test_y_from_p_up(policy: str) -> None:
    """p to p + 18 are all y that have a second encoding; those of points are taken under zip215 only."""
    points = 0
    for y in range(19):
        for sign in (0, 1):
            raw = (y + P | sign << 255).to_bytes(32, "little")
            x, y_of, flags = decode(raw)
            case = Case(raw, encode(Affine(x, y_of)) + bytes(32), b"")          # A = R, S = 0: [8](k + 1)A = 0?
            assert flags & 2 == 0 and accepts(case, policy) == is_accepted(case, policy)
            points += flags & 1
            mixed = Case(encode(times(A, B)), raw + bytes(32), b"")
            assert accepts(mixed, policy) == is_accepted(mixed, policy)
    assert 2 < points < 38


@pytest.mark.parametrize(("policy", "reason"), [("rfc8032", "the signature is not one"), ("strict", "R is of small")])
def test_r_of_small_order(policy: str, reason: str) -> None:
    """Accepted by rfc8032 only where the equation holds, by strict never."""
    good = with_equation(True, A, T[2], 0, T[2])
    bad = with_equation(False, A, T[2], 0, T[2])
    assert accepts(good, policy) == (policy == "rfc8032") and not accepts(bad, policy)
    with pytest.raises(InvalidSignature, match=reason):
        Ed25519PublicKey.from_public_bytes(bad.public).verify(bad.signature, bad.message, policy=policy)


@pytest.mark.parametrize("policy", POLICIES)
def test_negating_k_instead_of_a_would_be_wrong(policy: str) -> None:
    """-k·A and (l - k)·A differ where A has a part of small order, since l is odd."""
    case = with_equation(True, A, T[1], R, T[3])
    k = k_of(case.signature[:32], case.public, case.message)
    assert times(L - k, T[1]) != times(k, Affine(-T[1].x % P, T[1].y))
    assert accepts(case, policy)
