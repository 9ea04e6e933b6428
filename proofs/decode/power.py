"""The cuts of fe_root_power, for every variant: 251 squarings and 11 products, each of a power of x by a power of x.

The class of every value on the way is b^e modulo p, for the spec's b = x mod p; products add exponents.  At the end the
exponent is the spec's.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from qed25519.proofs.formula import Registers, Value, cut_of, mul, product, same, save, sqr
from qed25519.prover.hints import Fact, Proof, State, val

ROUNDS = ["X", "S", "X", "S", "S10", "S", "S10", "S50", "S", "S50", "X"]
PRODUCTS = {**product("square", sqr, "power"), **product("raised", mul, "power", "factor")}


@dataclass(frozen=True)
class Layout:
    """Where a variant keeps its values: offsets in the frame from the stack pointer at entry."""

    X: int                    # x
    S: int                    # powers of x that are a factor later
    S10: int
    S50: int


def power_proof(layout: Layout, registers: Registers) -> Proof:
    """All cuts."""
    proof = Proof("integers", classes=True)

    @proof.cut("start")
    def start(s: State) -> list[Fact]:
        """The first power is x itself."""
        s.hold(registers.kept or registers.low)
        s.name(val(s["x"]))
        save(s, "power", s["x"])
        return []

    @proof.cut("factors")
    def factors(s: State) -> list[Fact]:
        """The other factor, each time another.  Fresh words have no bounds, so that one proof serves all rounds."""
        s.hold(registers.kept or registers.low)
        place = getattr(layout, ROUNDS[s.visit])
        before, words = val(s.as_it_is(place, 4)), s.frame(place, 4)
        s.element(val(words), same, before, exact=True)
        s.save(f"factor {s.visit}", val(words))
        save(s, "factor", words)
        return []

    for label, value in PRODUCTS.items():
        proof.cut(label)(cut_of(label, value, registers) if value.place == "both" else reduced(label, value, registers))
    return proof


def reduced(label: str, value: Value, registers: Registers) -> Callable[[State], list[Fact]]:
    """A product's four words, the power from here on."""
    cut = cut_of(label, value, registers)

    def named(s: State) -> list[Fact]:
        facts = cut(s)
        s.release()
        s.power(s.saved[label])
        if label == "raised":               # it may be a factor later
            s.save(f"{label} {s.visit}", s.saved[label])
        save(s, "power", [s.saved[f"{label} word {index}"] for index in range(4)])
        return facts

    return named
