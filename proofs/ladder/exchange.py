"""The cuts of x25519, for every variant: the loop over the scalar's bits, then x2/z2.

The words of the clamped scalar are sums of its bits, so the bit that the code takes out of them is the spec's bit
itself.  Every step is a call of ladder_step, whose contract gives the classes of the four outputs: the variables that
the spec's own step gives on the same classes.  At the end z2 has the class of the spec's z_2, so its inverse has the
class of the spec's inverse; the canonical value of x_2/z_2 is the result.
"""

from __future__ import annotations

from dataclasses import dataclass

from qed25519.proofs.formula import Registers, add_values, mul, product, same, save
from qed25519.prover.hints import Fact, Poly, Proof, State, at_most, val

P = 2**255 - 19
ZERO, ONE = Poly.constant(0), Poly.constant(1)
QUOTIENT = product("quotient", mul, "x2", "inverse")


@dataclass(frozen=True)
class Layout:
    """Where a variant keeps its values: offsets in the frame from the stack pointer at entry, and a register."""

    state: int                # x2, z2, x3, z3
    x1: int
    swap: str


def exchange_proof(layout: Layout, registers: Registers) -> Proof:
    """All cuts; those of the last product as a formula has them."""
    proof = Proof("integers", classes=True)
    add_values(proof, QUOTIENT, registers)

    @proof.cut("ladder")
    def ladder(s: State) -> list[Fact]:
        """Of the words no more is known than their classes: of x1 and x3, at first, that of the spec's u."""
        s.hold()
        for offset in (layout.x1, layout.state + 64) if s.visit == 0 else ():
            words = [*s.frame(offset, 3), s.bounded(offset + 24, 2**63 - 1)]
            s.element(val(words), same, s.remainder(sum_of_bits(s), P))
        return []

    @proof.cut("bit")
    def next_bit(s: State) -> list[Fact]:
        """swap = k_(t+1) xor k_t."""
        s.hold()
        t = 254 - s.visit
        s.element(s.bounded(layout.swap, 1), lambda a, b: a + b - 2 * a * b, bit(s, t + 1), bit(s, t), exact=True,
                  split=True)
        return []

    @proof.cut("inverse")
    def inverse(s: State) -> list[Fact]:
        """x2 and 1/z2."""
        s.hold()
        save(s, "x2", s.as_it_is(layout.state, 4))
        save(s, "inverse", s.as_it_is(layout.state + 32, 4))
        return []

    @proof.cut("canonical")
    def canonical(s: State) -> list[Fact]:
        """x2/z2 mod p."""
        s.hold()
        words = val(s.words(registers.of("canonical", "low")))
        s.element(words, same, s.saved["quotient"])
        return [Fact(at_most(words, P - 1))]

    return proof


def bit(s: State, t: int) -> Poly:
    """Bit t of the clamped scalar."""
    if t in (0, 1, 2, 255):
        return ZERO
    if t == 254:
        return ONE
    weight = 1 << t % 64
    (variable,) = [index for (index,), coefficient in s["scalar"][t // 64].terms.items() if coefficient == weight]
    return Poly.variable(variable)


def sum_of_bits(s: State) -> Poly:
    """The point's lower 255 bits."""
    return Poly({monomial: coefficient for monomial, coefficient in val(s["point"]).terms.items()
                 if coefficient < 2**255})
