"""A routine that computes a formula in the field, value after value: its cuts, from a table of the values.

A cut stands where the words of a value are in registers: what is proved there is how they come from the words of the
values that it is made of.  The prover computes classes modulo p along, and compares the last ones with the polynomials
of the spec.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
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
    """One intermediate value, as a polynomial in others, or in constants.  `place` is low, high or both; `short`: its
    upper word is bounded."""

    place: str
    function: Function
    of: tuple[str | int, ...]
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


def same(x: Poly) -> Poly:
    return x


def product(name: str, function: Function, *of: str | int) -> dict[str, Value]:
    """A product of eight words, and the four words that it is reduced to."""
    return {f"product_{name}": Value("both", function, of), name: Value("low", same, (f"product_{name}",), short=True)}


def formula_proof(values: Mapping[str, Value], registers: Registers) -> Proof:
    """All cuts; a value stands after those that it is made of."""
    proof = Proof("integers", classes=True)
    add_values(proof, values, registers)
    return proof


def add_values(proof: Proof, values: Mapping[str, Value], registers: Registers) -> None:
    """The cuts of some values."""
    for label, value in values.items():
        proof.cut(label)(cut_of(label, value, registers))


def cut_of(label: str, value: Value, registers: Registers) -> Callable[[State], list[Fact]]:
    """At the cut: the value's words are fresh, and come from those of the values that it is made of."""
    names = registers.of(label, value.place)

    def cut(s: State) -> list[Fact]:
        s.hold(registers.kept or f"{registers.low} {registers.high}")
        *lower, upper = names.split()
        words = s.words(" ".join(lower))
        words += [s.bounded(upper, registers.top)] if value.short else s.words(upper)
        save(s, label, words)
        s.element(val(words), value.function, *(known(s, name) for name in value.of), exact=value.place == "both",
                  split=value.split or (registers.split and value.place == "both"))
        return []

    return cut


def save(s: State, name: str, words: Sequence[Poly]) -> None:
    """Let later cuts know a value by its name."""
    s.save(name, val(words))
    for index, word in enumerate(words):
        s.save(f"{name} word {index}", word)


def known(s: State, name: str | int) -> Poly:
    """The integer of a value that an earlier cut saved, of an argument at entry, or a constant."""
    if isinstance(name, int):
        return Poly.constant(name)
    return s.saved[name] if name in s.saved else val(s[name])


def known_words(s: State, name: str | int) -> list[Poly]:
    """Its four words."""
    if isinstance(name, int):
        return [Poly.constant(name >> 64 * index & 2**64 - 1) for index in range(4)]
    return [s.saved[f"{name} word {index}"] for index in range(4)] if name in s.saved else list(s[name])
