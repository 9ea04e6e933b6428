"""Shared by all tests: how hypothesis runs, and each way of computing X25519 that this machine has."""

import warnings
from collections.abc import Callable

import pytest
from hypothesis import settings

from qed25519._backend import NATIVE, choose, cpu_features

settings.register_profile("qed25519", deadline=None, print_blob=True)
settings.load_profile("qed25519")


@pytest.fixture(params=[*NATIVE, "python"])
def x25519_on(request: pytest.FixtureRequest) -> Callable[[bytes, bytes], bytes]:
    """The raw function of each backend in turn: 32 bytes, 32 bytes -> 32 bytes."""
    name: str = request.param
    if name in NATIVE and not NATIVE[name] <= (cpu_features() or frozenset()):
        pytest.skip(f"this CPU does not run {name}")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)
        return choose(name, cpu_features).x25519
