"""Shared by all tests: how hypothesis runs, and each way of computing X25519 that this machine has."""

import warnings
from collections.abc import Callable

import pytest
from hypothesis import settings

from qed25519._backend import choose
from qed25519._host import host
from qed25519._variants import runnable

settings.register_profile("qed25519", deadline=None, print_blob=True)
settings.load_profile("qed25519")


@pytest.fixture(params=[*(variant.name for variant in runnable(host())), "python"])
def x25519_on(request: pytest.FixtureRequest) -> Callable[[bytes, bytes], bytes]:
    """The raw function of each backend in turn: 32 bytes, 32 bytes -> 32 bytes."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)
        return choose(request.param, host).x25519
