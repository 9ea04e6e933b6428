"""Shared by all tests: how hypothesis runs, and each way of computing X25519 and Ed25519 that this machine has."""

import warnings
from collections.abc import Callable

import pytest
from hypothesis import settings

from qed25519 import _ed25519
from qed25519._backend import choose
from qed25519._host import host
from qed25519._variants import runnable

settings.register_profile("qed25519", deadline=None, print_blob=True)
settings.load_profile("qed25519")


BACKENDS = [*(variant.name for variant in runnable(host())), "python"]


@pytest.fixture(params=BACKENDS)
def x25519_on(request: pytest.FixtureRequest) -> Callable[[bytes, bytes], bytes]:
    """The raw function of each backend in turn: 32 bytes, 32 bytes -> 32 bytes."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)
        return choose(request.param, host).x25519


@pytest.fixture(params=BACKENDS)
def backend(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """The name of each backend in turn, with which Ed25519 is computed for the length of a test."""
    name: str = request.param
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)
        monkeypatch.setattr(_ed25519, "_arithmetic", choose(name, host).arithmetic)
    return name
