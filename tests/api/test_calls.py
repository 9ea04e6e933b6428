"""_calls makes functions of bytes of routines, and refuses all that is not the bytes that a routine asks for."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable
from threading import Thread
from typing import Any

import pytest

from qed25519._calls import function
from qed25519._host import host
from qed25519._native import ffi, lib
from qed25519._variants import runnable
from qed25519.spec import curve25519, field

K, U = bytes(range(32)), bytes(range(64, 96))


def address(name: str) -> int:
    variant = runnable(host())[0]
    for prefix in (variant.prefix, f"qed25519_{variant.architecture}_common_"):
        found = lib.qed25519_routine_address((prefix + name).encode())
        if found != ffi.NULL:
            return int(ffi.cast("uintptr_t", found))
    raise LookupError(name)


@pytest.fixture(scope="module")
def x25519() -> Callable[..., Any]:
    return function(address("x25519"), 32, (32, 32), False)


def test_a_buffer(x25519: Callable[..., Any]) -> None:
    assert x25519(K, U) == curve25519.x25519(K, U)
    assert function(address("x25519_base"), 32, (32,), False)(K) == curve25519.x25519(K, bytes([9] + 31 * [0]))


def test_a_number_alone() -> None:
    is_equal = function(address("fe_is_equal"), 0, (32, 32), True)
    p = field.P.to_bytes(32, "little")
    assert [is_equal(p, bytes(32)), is_equal(K, U), is_equal(K, K)] == [1, 0, 1]


def test_a_buffer_and_a_number() -> None:
    """The number is whatever the register holds, of a routine that gives none."""
    out, number = function(address("x25519"), 32, (32, 32), True)(K, U)
    assert out == curve25519.x25519(K, U) and 0 <= number < 2**64


def test_one_object_given_twice(x25519: Callable[..., Any]) -> None:
    before = sys.getrefcount(K)
    assert x25519(K, K) == curve25519.x25519(K, K)
    assert sys.getrefcount(K) == before


@pytest.mark.parametrize(("arguments", "error", "message"), [
    ((), TypeError, "0 arguments were given; expected 2"),
    ((K,), TypeError, "1 arguments were given; expected 2"),
    ((K, U, K), TypeError, "3 arguments were given; expected 2"),
    ((K, bytearray(U)), TypeError, "argument 2 is no bytes object"),
    ((memoryview(K), U), TypeError, "argument 1 is no bytes object"),
    ((type("Bytes", (bytes,), {})(K), U), TypeError, "argument 1 is no bytes object"),
    ((None, U), TypeError, "argument 1 is no bytes object"),
    ((K[1:], U), ValueError, "argument 1 is 31 bytes long; expected 32"),
    ((K, U + b"\0"), ValueError, "argument 2 is 33 bytes long; expected 32"),
    ((K, b""), ValueError, "argument 2 is 0 bytes long; expected 32"),
])
def test_what_is_refused(x25519: Callable[..., Any], arguments: tuple[Any, ...], error: type[Exception],
                         message: str) -> None:
    with pytest.raises(error, match=message):
        x25519(*arguments)
    with pytest.raises(TypeError):
        x25519(k=K, u=U)


@pytest.mark.parametrize(("arguments", "error", "message"), [
    ((0, 32, (32,), False), ValueError, "the address is 0"),
    ((-1, 32, (32,), False, 1), TypeError, "function"),
    (("x", 32, (32,), False), TypeError, "int"),
    ((1, 32, [32], False), TypeError, "tuple"),
    ((1, -1, (32,), False), ValueError, "out is out of range"),
    ((1, 2**40, (32,), False), ValueError, "out is out of range"),
    ((1, 0, (32,), False), ValueError, "nothing is the result"),
    ((1, 32, (), False), ValueError, "0 lengths were given"),
    ((1, 32, (1, 2, 3, 4), False), ValueError, "4 lengths were given"),
    ((1, 32, (0,), False), ValueError, "length 0 is out of range"),
    ((1, 32, (2**70,), False), OverflowError, "int"),
    ((1, 32, ("x",), False), TypeError, "int"),
    ((2**70, 32, (32,), False), OverflowError, "int"),
])
def test_no_function_is_made(arguments: tuple[Any, ...], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        function(*arguments)


def test_nothing_is_lost_or_kept(x25519: Callable[..., Any]) -> None:
    """References and memory blocks are as before, after what succeeds and what fails."""
    def many() -> None:
        for _ in range(200):
            x25519(K, U)
            x25519(K, K)
            with pytest.raises(ValueError):
                x25519(K, U[1:])
            function(address("x25519"), 32, (32, 32), True)(K, U)
    many()
    gc.collect()
    references, blocks = sys.getrefcount(K), sys.getallocatedblocks()
    many()
    gc.collect()
    assert sys.getrefcount(K) == references
    assert abs(sys.getallocatedblocks() - blocks) < 100


def test_threads(x25519: Callable[..., Any]) -> None:
    inputs = [bytes([n]) + U[1:] for n in range(8)]
    found: dict[bytes, set[bytes]] = {one: set() for one in inputs}

    def work(one: bytes) -> None:
        for _ in range(100):
            found[one].add(x25519(K, one))

    threads = [Thread(target=work, args=[one]) for one in inputs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == {one: {curve25519.x25519(K, one)} for one in inputs}
