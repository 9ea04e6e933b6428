"""The Arm64 routines that decode and encode points, in unicorn, are the spec's, and write nowhere else."""

import random

import pytest
from unicorn import arm64_const as uc

from qed25519.spec import edwards25519 as spec
from qed25519.spec import field
from qed25519.spec.field import P

from .emulated import DATA, call, processor
from .test_ladder_step_arm64 import GUARD

OUT, IN = DATA + 0x200, DATA + 0x100
VARIANTS = ["schoolbook", "karatsuba"]
EDGES = [n + sign for n in (*range(6), P - 1, P, P + 1, P + 18) for sign in (0, 2**255)]


def numbers(seed: str, count: int) -> list[int]:
    source = random.Random(seed)
    return [*EDGES, 2**256 - 1, 2 * P, *(source.getrandbits(256) for _ in range(count))]


def called(path: str, given: list[int], size: int) -> list[int]:
    """The numbers written, which have guards around them."""
    memory = {IN + 32 * index: value for index, value in enumerate(given)}
    memory |= {OUT - 32 + 32 * index: GUARD for index in range(size + 2)}
    first, *found, last = call(path, OUT, IN, memory=memory, output=OUT - 32, size=size + 2)
    assert first == last == GUARD
    return found


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_power(variant: str) -> None:
    for x in numbers(variant, 60):
        (z,) = called(f"arm64/{variant}/fe_root_power", [x], 1)
        assert (z - field.root_power(x)) % P == 0


@pytest.mark.parametrize("variant", VARIANTS)
def test_decode(variant: str) -> None:
    path, met = f"arm64/{variant}/ge_decode", set()
    for number in numbers(variant, 60):
        x, y = called(path, [number], 2)
        flags = processor(path)[0].reg_read(uc.UC_ARM64_REG_X0)
        assert (x, y, flags) == spec.decode(number.to_bytes(32, "little"))
        met.add(flags)
    assert met == {1, 2, 3}


def test_encode() -> None:
    source = random.Random("encode")
    for x in (0, 1, 2, P - 1, source.randrange(P), source.randrange(P)):
        for y in (0, 1, P - 1, source.randrange(P)):
            (out,) = called("arm64/common/ge_encode", [x, y], 1)
            assert out == int.from_bytes(spec.encode((x, y)), "little")
