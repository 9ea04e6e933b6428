"""Random sequences of domain operations, run on a symbolic domain and, for each of its concrete inputs, on ints."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from hypothesis import strategies as st

from qed25519.domains.concrete import Concrete
from qed25519.domains.theory import SHADOWS

EDGES = (0, 1, 2, 3, 38, 2**31, 2**32 - 1, 2**32, 2**63 - 1, 2**63, 2**64 - 38, 2**64 - 2, 2**64 - 1)
words = st.one_of(st.sampled_from(EDGES), st.integers(0, 2**64 - 1), st.integers(0, 64).map(lambda k: 2**k % 2**64))
inputs = st.lists(words, min_size=SHADOWS, max_size=SHADOWS)

# Operation -> words and bits that it reads, words and bits that it gives.
OPERATIONS: dict[str, tuple[int, int, int, int]] = {
    "add": (2, 1, 1, 1), "sub": (2, 1, 1, 1), "add32": (2, 1, 1, 1), "sub32": (2, 1, 1, 1), "mul": (2, 0, 2, 0),
    "split": (1, 0, 2, 0), "rejoin": (1, 0, 1, 0), "shift": (1, 0, 1, 0), "and_": (2, 0, 1, 0), "or_": (2, 0, 1, 0),
    "xor": (2, 0, 1, 0), "select": (2, 1, 1, 0), "is_zero": (1, 0, 0, 1), "word": (0, 1, 1, 0), "low_bit": (1, 0, 0, 1),
    "not_bit": (0, 1, 0, 1), "and_bit": (0, 2, 0, 1), "or_bit": (0, 2, 0, 1), "xor_bit": (0, 2, 0, 1),
    "mask": (0, 1, 1, 0), "constant": (0, 0, 1, 0),
}


@dataclass(frozen=True)
class Step:
    """One operation, its operands as places in the pools of words and bits so far."""

    name: str
    words: tuple[int, ...]
    bits: tuple[int, ...]
    k: int
    value: int


@st.composite
def steps(draw: st.DrawFn) -> Step:
    name = draw(st.sampled_from(sorted(OPERATIONS)))
    places = st.integers(0, 63)
    read_words, read_bits, _, _ = OPERATIONS[name]
    return Step(name, tuple(draw(places) for _ in range(read_words)), tuple(draw(places) for _ in range(read_bits)),
                draw(st.integers(0, 64)), draw(words))


programs = st.lists(steps(), min_size=1, max_size=12)


@dataclass
class Pools:
    """The words and bits of a run."""

    words: list[Any]
    bits: list[Any] = field(default_factory=list)

    def apply(self, domain: Any, step: Step) -> list[Any]:
        """Do the step, keep its results; all of them, words first."""
        read_words, read_bits, new_words, _ = OPERATIONS[step.name]
        x = [self.words[place % len(self.words)] for place in step.words[:read_words]]
        b = [self.bits[place % len(self.bits)] for place in step.bits[:read_bits]]
        results = _meaning(step.name)(domain, x, b, step)
        self.words += results[:new_words]
        self.bits += results[new_words:]
        return results


def _narrow(domain: Any, x: Any) -> Any:
    return domain.split(x, 32)[1]


def _meaning(name: str) -> Callable[[Any, list[Any], list[Any], Step], list[Any]]:
    match name:
        case "add32" | "sub32":
            return lambda d, x, b, s: list(getattr(d, name[:3])(_narrow(d, x[0]), _narrow(d, x[1]), b[0], 32))
        case "split":
            return lambda d, x, b, s: list(d.split(x[0], s.k))
        case "rejoin":
            return lambda d, x, b, s: [d.join(*d.split(x[0], s.k), s.k)]
        case "shift":           # left, by k mod 64
            return lambda d, x, b, s: [d.join(d.split(x[0], 64 - s.k % 64)[1], d.constant(0), s.k % 64)]
        case "mask":            # all ones where the bit is set
            return lambda d, x, b, s: [d.sub(d.constant(0), d.constant(0), b[0])[0]]
        case "constant":
            return lambda d, x, b, s: [d.constant(s.value)]
        case "select":
            return lambda d, x, b, s: [d.select(b[0], x[0], x[1])]
        case "add" | "sub" | "mul":
            return lambda d, x, b, s: list(getattr(d, name)(*x, *b))
        case _:
            return lambda d, x, b, s: [getattr(d, name)(*x, *b)]


def check(domain: Any, given: list[list[int]], program: list[Step], value: Callable[[Any], list[int]],
          look: Callable[[Any], None]) -> None:
    """Run a program on `domain`, whose inputs have the shadow values `given`, and on ints; compare every result.

    `value` gives the shadow values of a result, `look` may check more of it."""
    concrete = Concrete()
    symbolic = Pools([domain.constant(3)], [domain.bit(0), domain.bit(1)])
    numbers = [Pools([3], [0, 1]) for _ in range(SHADOWS)]
    for shadow in given:
        word = domain.shadowed(shadow)
        symbolic.words.append(word)
        symbolic.bits.append(domain.low_bit(word))
        for index, pools in enumerate(numbers):
            pools.words.append(shadow[index])
            pools.bits.append(shadow[index] & 1)
    for step in program:
        results = symbolic.apply(domain, step)
        expected = zip(*(pools.apply(concrete, step) for pools in numbers), strict=True)
        for result, numbers_of in zip(results, expected, strict=True):
            assert value(result) == list(numbers_of), step
            look(result)
