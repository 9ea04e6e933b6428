"""arm64/common's sc_reduce, sc_muladd, sc_neg and sc_is_canonical, in unicorn, agree with Python's integers."""

from unicorn.arm64_const import UC_ARM64_REG_X0

from .emulated import DATA, call, processor
from .test_scalars_native import EDGES, SHORT, L, mixed

OUT, A, B, C = (DATA + 0x100 * place for place in range(4))


def run(name: str, *numbers: int) -> int:
    """What the routine writes for these numbers."""
    memory = dict(zip((A, B, C), numbers, strict=False))
    return call(f"arm64/common/{name}", OUT, *memory, memory=memory, output=OUT, size=1)[0]


def reduced(x: int) -> int:
    memory = {A: x % 2**256, A + 32: x >> 256}
    return call("arm64/common/sc_reduce", OUT, A, memory=memory, output=OUT, size=1)[0]


def is_canonical(x: int) -> int:
    call("arm64/common/sc_is_canonical", A, memory={A: x}, output=OUT, size=1)
    return int(processor("arm64/common/sc_is_canonical")[0].reg_read(UC_ARM64_REG_X0))


def test_reduce() -> None:
    assert [x for x in EDGES + mixed(2000, 512, seed=1) if reduced(x) != x % L] == []


def test_muladd() -> None:
    numbers = list(zip(SHORT + mixed(2000, 256, seed=2), SHORT[::-1] + mixed(2000, 256, seed=3),
                       SHORT[3:] + mixed(2003, 256, seed=4), strict=True))
    assert [(a, b, c) for a, b, c in numbers if run("sc_muladd", a, b, c) != (a * b + c) % L] == []


def test_neg() -> None:
    assert [x for x in SHORT + mixed(2000, 256, seed=5) if run("sc_neg", x) != -x % L] == []


def test_is_canonical() -> None:
    beside = [L + step for shift in range(253) for step in (2**shift, -2**shift)]
    assert [x for x in SHORT + mixed(2000, 256, seed=6) + beside if is_canonical(x) != (x < L)] == []
