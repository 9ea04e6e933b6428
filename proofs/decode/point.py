"""The cuts of ge_decode, for every variant: what calls leave between them, bits, and the last two reductions.

Products, the power and both comparisons are calls of proved routines, whose contracts give classes: those that the
spec's own formula has on the same way.  A comparison gives a bit that is the spec's.  The words of the canonical root
are equal to the spec's variable for it, not only congruent: so their lowest bit is its parity.
"""

from __future__ import annotations

from dataclasses import dataclass

from qed25519.proofs.formula import same, select
from qed25519.prover.hints import Fact, Poly, Proof, State, at_most, equation, val

P = 2**255 - 19


@dataclass(frozen=True)
class Layout:
    """Where a variant keeps its values: offsets in the frame from the stack pointer at entry, and registers."""

    V: int                    # d·y^2
    B: int                    # u·v^3·(u·v^7)^((p - 5)/8)
    T: int                    # y^2; B times a root of -1
    is_root: int
    on_curve: int
    is_zero: int
    words: str                # of results
    bit: str


def decode_proof(layout: Layout) -> Proof:
    """All cuts."""
    proof = Proof("integers", classes=True)

    def frame(s: State, name: str, offset: int, count: int = 4) -> Poly:
        return s.save(name, val(s.as_it_is(offset, count)))

    def bit(s: State) -> Poly:
        return s.bounded(layout.bit, 1)

    @proof.cut("lower")
    def lower_bits(s: State) -> list[Fact]:
        """The lower 255 bits, and what the spec makes of them: y, and whether they are y."""
        s.hold()
        *low, high = layout.words.split()
        words = s.save("lower", val([*s.words(" ".join(low)), s.bounded(high, 2**63 - 1)]))
        y = s.remainder(all_but_the_sign(s), P)
        s.element(words, same, y)
        s.save("below_p", s.indicator(all_but_the_sign(s) - y))
        return [Fact(equation(words, all_but_the_sign(s)))]

    @proof.cut("below_p")
    def below_p(s: State) -> list[Fact]:
        """lower < p."""
        s.hold(layout.words)
        return [Fact(equation(bit(s), s.saved["below_p"]), hold=True)]

    @proof.cut("y")
    def y(s: State) -> list[Fact]:
        """y = lower mod p."""
        return canonical(s, s.saved["lower"])

    @proof.cut("u")
    def u(s: State) -> list[Fact]:
        """y^2 - 1."""
        s.hold()
        s.element(val(s.words(layout.words)), lambda yy: yy - 1, frame(s, "yy", layout.T))
        return []

    @proof.cut("v")
    def v(s: State) -> list[Fact]:
        """d·y^2 + 1."""
        s.hold()
        s.element(val(s.words(layout.words)), lambda dyy: dyy + 1, frame(s, "dyy", layout.V))
        return []

    @proof.cut("selected")
    def selected(s: State) -> list[Fact]:
        """The candidate that is a root, if one is."""
        s.hold()
        words = s.save("selected", val(s.words(layout.words)))
        s.element(words, select, frame(s, "second", layout.T), frame(s, "first", layout.B),
                  frame(s, "is_root", layout.is_root, 1), split=True)
        return []

    @proof.cut("root")
    def root(s: State) -> list[Fact]:
        """It mod p, which is the spec's integer."""
        facts = canonical(s, s.saved["selected"])
        s.name(s.saved["canonical"])
        s.save("root", s.saved["canonical"])
        s.save("parity", s.remainder(s.exactly(s.saved["root"]), 2))
        return facts

    @proof.cut("parity")
    def parity(s: State) -> list[Fact]:
        """Its lowest bit; what the last comparisons gave."""
        s.hold()
        for name, offset in (("on_curve", layout.on_curve), ("is_zero", layout.is_zero)):
            s.save(f"spec {name}", s.exactly(frame(s, name, offset, 1)))
        s.element(s.save("lowest", bit(s)), same, s.saved["parity"], exact=True)
        return []

    @proof.cut("opposite")
    def opposite(s: State) -> list[Fact]:
        """The parity is not the sign."""
        s.hold()
        s.element(s.save("opposite", bit(s)), lambda a, b: a + b - 2 * a * b, s.saved["lowest"], sign(s), exact=True,
                  split=True)
        return []

    @proof.cut("negative")
    def negative(s: State) -> list[Fact]:
        """p - root."""
        s.hold(layout.bit)
        s.element(s.save("negative", val(s.words(layout.words))), lambda x: -x, s.saved["root"])
        return []

    @proof.cut("signed")
    def signed(s: State) -> list[Fact]:
        """The root, or p - root."""
        s.hold()
        s.element(s.save("signed", val(s.words(layout.words))), select, s.saved["root"], s.saved["negative"],
                  s.saved["opposite"], split=True)
        return []

    @proof.cut("x")
    def x(s: State) -> list[Fact]:
        """It mod p."""
        return canonical(s, s.saved["signed"])

    @proof.cut("is_canonical")
    def is_canonical(s: State) -> list[Fact]:
        """lower < p, and not root = 0 and sign = 1."""
        s.hold()
        return [Fact(equation(bit(s), s.saved["below_p"] * (1 - s.saved["spec is_zero"] * sign(s))), split=True)]

    def canonical(s: State, of: Poly) -> list[Fact]:
        """The results' words are those of another value mod p."""
        s.hold()
        words = s.save("canonical", val(s.words(layout.words)))
        s.element(words, same, of)
        return [Fact(at_most(words, P - 1), hold=True)]

    return proof


def all_but_the_sign(s: State) -> Poly:
    """The integer of bits 0 to 254."""
    return Poly({monomial: coefficient for monomial, coefficient in val(s["encoding"]).terms.items()
                 if coefficient < 2**255})


def sign(s: State) -> Poly:
    """Bit 255."""
    (variable,) = [index for (index,), coefficient in val(s["encoding"]).terms.items() if coefficient == 2**255]
    return Poly.variable(variable)
