"""The cuts of ladder_step, for every variant: each intermediate value, and the class modulo p that it has.

The routine computes the values of `asm/x86_64/adx/ladder_step.h` one after the other, each from two or three before it.
A cut stands where the words of a value are in registers: what is proved there is how they come from the words of
the others.  The prover computes classes along, and compares the last four with the spec's polynomials, for swap = 0
and swap = 1.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from qed25519.prover.hints import Fact, Poly, Proof, State, val


@dataclass(frozen=True)
class Registers:
    """Where a variant has its results: `low` and `high` are four words each, `others` has those of single values that
    are elsewhere.  Of a short element the upper word is at most `top`.  `kept` are the registers that outlive a cut, if
    not these alone.  `split`: a product has bits that selections depend on."""

    top: int
    low: str = ""
    high: str = ""
    others: Mapping[str, str] = field(default_factory=dict)
    kept: str = ""
    split: bool = False

    def of(self, label: str, place: str) -> str:
        return self.others.get(label) or {"low": self.low, "high": self.high, "both": f"{self.low} {self.high}"}[place]


Function = Callable[..., Poly]


@dataclass(frozen=True)
class Value:
    """One intermediate value, as a polynomial in others.  `place` is low, high or both; `short`: its upper word is
    bounded."""

    place: str
    function: Function
    of: tuple[str, ...]
    short: bool = False
    split: bool = False


def add(x: Poly, y: Poly) -> Poly:
    return x + y


def sub(x: Poly, y: Poly) -> Poly:
    return x - y


def mul(x: Poly, y: Poly) -> Poly:
    return x * y


def sqr(x: Poly) -> Poly:
    return x * x


def select(x: Poly, y: Poly, bit: Poly) -> Poly:
    return x + bit * (y - x)


def small(x: Poly, y: Poly) -> Poly:
    return x + 121666 * y


def same(x: Poly) -> Poly:
    return x


# A value stands after those that it is made of.
VALUES: dict[str, Value] = {
    "A": Value("low", add, ("x2", "z2")),
    "B": Value("high", sub, ("x2", "z2")),
    "C": Value("low", add, ("x3", "z3")),
    "D": Value("high", sub, ("x3", "z3")),
    "F": Value("low", select, ("A", "C", "swap"), split=True),
    "G": Value("low", select, ("B", "D", "swap"), split=True),
    "product_DA": Value("both", mul, ("D", "A")),
    "DA": Value("low", same, ("product_DA",), short=True),
    "product_CB": Value("both", mul, ("C", "B")),
    "CB": Value("low", same, ("product_CB",), short=True),
    "sum": Value("low", add, ("CB", "DA")),
    "difference": Value("high", sub, ("CB", "DA")),
    "product_GG": Value("both", sqr, ("G",)),
    "GG": Value("low", same, ("product_GG",), short=True),
    "product_FF": Value("both", sqr, ("F",)),
    "FF": Value("low", same, ("product_FF",), short=True),
    "E": Value("high", sub, ("FF", "GG")),
    "K": Value("low", small, ("GG", "E")),
    "product_difference2": Value("both", sqr, ("difference",)),
    "difference2": Value("low", same, ("product_difference2",), short=True),
    "product_x2_out": Value("both", mul, ("FF", "GG")),
    "x2_out": Value("low", same, ("product_x2_out",), short=True),
    "product_z3_out": Value("both", mul, ("difference2", "x1")),
    "z3_out": Value("low", same, ("product_z3_out",), short=True),
    "product_z2_out": Value("both", mul, ("E", "K")),
    "z2_out": Value("low", same, ("product_z2_out",), short=True),
    "product_x3_out": Value("both", sqr, ("sum",)),
    "x3_out": Value("low", same, ("product_x3_out",), short=True),
}


def step_proof(registers: Registers) -> Proof:
    """All cuts."""
    proof = Proof("integers", classes=True)
    for label, value in VALUES.items():
        proof.cut(label)(cut_of(label, value, registers))
    return proof


def cut_of(label: str, value: Value, registers: Registers) -> Callable[[State], list[Fact]]:
    """At the cut: the value's words are fresh, and come from those of the values that it is made of."""
    names = registers.of(label, value.place)

    def cut(s: State) -> list[Fact]:
        s.hold(registers.kept or f"{registers.low} {registers.high}")
        *lower, upper = names.split()
        words = s.words(" ".join(lower))
        words += [s.bounded(upper, registers.top)] if value.short else s.words(upper)
        s.save(label, val(words))
        for index, word in enumerate(words):
            s.save(f"{label} word {index}", word)
        s.element(val(words), value.function, *(known(s, name) for name in value.of), exact=value.place == "both",
                  split=value.split or (registers.split and value.place == "both"))
        return []

    return cut


def known(s: State, name: str) -> Poly:
    """The integer of a value that an earlier cut saved, or of an argument at entry."""
    return s.saved[name] if name in s.saved else val(s[name])


def known_words(s: State, name: str) -> list[Poly]:
    """Its four words."""
    return [s.saved[f"{name} word {index}"] for index in range(4)] if name in s.saved else list(s[name])
