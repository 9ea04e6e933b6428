"""The cuts of x25519_base, for every variant: 51 digits, three doublings, and the u-coordinate.

After i digits the four coordinates represent (m + C) mod 32^i less (C mod 32^i), times B: each digit's entry is found
by running the selection for the 32 values of the digit's bits, and each is compared with the spec's multiple of B.
The digits add up to m + C - C = m.  What is computed from 8·m·B is the u-coordinate that the ladder would compute.
"""

from __future__ import annotations

from dataclasses import dataclass

from qed25519.proofs.formula import Registers, Value, add, add_values, mul, product, same, save, sub
from qed25519.prover.hints import Fact, Fork, Poly, Proof, State, at_most, equation, val

P = 2**255 - 19
DIGITS = 51
OFFSET = sum(16 * 32**i for i in range(DIGITS))
QUOTIENT: dict[str, Value] = {
    "Z_minus_Y": Value("low", sub, ("Z", "Y")),
    "Z_plus_Y": Value("high", add, ("Z", "Y")),
    **product("quotient", mul, "inverse", "Z_plus_Y"),
}


@dataclass(frozen=True)
class Layout:
    """Where a variant keeps its values: offsets in the frame from the stack pointer at entry, and registers."""

    point: int                # X, Y, Z, T
    entry: int                # y - x, y + x, 2·d·x·y
    scalar: str               # m + C
    digit: str


def base_proof(layout: Layout, registers: Registers) -> Proof:
    """All cuts, and the fork on a digit; the cuts of the quotient as a formula has them."""
    proof = Proof("integers", classes=True)
    add_values(proof, QUOTIENT, registers)
    proof.forks["digit_known"] = Fork(layout.digit, until="selected")

    def coordinates(s: State) -> list[Poly]:
        return [val(s.as_it_is(layout.point + 32 * index, 4)) for index in range(4)]

    @proof.cut("recoded")
    def recoded(s: State) -> list[Fact]:
        """The words of m + C, as bits."""
        s.hold()
        *lower, upper = layout.scalar.split()
        total = val([*(s.bits(register) for register in lower), s.bits(upper, 63)])
        s.save("m", s.save("recoded", total) - OFFSET)
        return [Fact(equation(total - OFFSET, scalar(s)), hold=True)]

    @proof.cut("selected")
    def selected(s: State) -> list[Fact]:
        """The entry is that of (e_i - 16)·32^i·B."""
        s.hold()
        if s.visit == 0:
            s.group.neutral(coordinates(s))
        entry = [val(s.as_it_is(layout.entry + 32 * index, 4)) for index in range(3)]
        for value in entry:
            s.name(value)
        s.group.entry(entry, (digit(s, s.visit) - 16) * 32**s.visit)
        for index, value in enumerate([*coordinates(s), *entry]):
            s.save(f"operand {index}", value)
        return []

    @proof.cut("added")
    def added(s: State) -> list[Fact]:
        """The sum so far."""
        s.hold()
        operands = [s.saved[f"operand {index}"] for index in range(7)]
        result = coordinates(s)
        s.group.madd(operands[:4], operands[4:], result)
        renamed(s, result)
        return []

    for number in (1, 2, 3):
        @proof.cut(f"doubled_{number}")
        def doubled_point(s: State) -> list[Fact]:
            """Twice the point of the cut before."""
            return doubled(s, coordinates(s))

    @proof.cut("inverse")
    def inverse(s: State) -> list[Fact]:
        """Q = 1/(Z - Y)."""
        s.hold()
        save(s, "inverse", s.as_it_is(layout.entry, 4))
        return []

    @proof.cut("canonical")
    def canonical(s: State) -> list[Fact]:
        """(Z + Y)/(Z - Y) mod p, the u-coordinate of 8·m·B."""
        s.hold()
        words = val(s.words(registers.of("canonical", "low")))
        s.element(words, same, s.saved["quotient"])
        s.group.u_coordinate([s.saved[name] for name in "XYZT"], words, 8 * scalar(s))
        return [Fact(at_most(words, P - 1))]

    return proof


def doubled(s: State, result: list[Poly]) -> list[Fact]:
    """`result` is twice the point of the cut before."""
    s.hold()
    s.group.double([s.saved[name] for name in "XYZT"], result)
    renamed(s, result)
    return []


def renamed(s: State, point: list[Poly]) -> None:
    """Short names for the classes of a point that is known, and for its coordinates."""
    for name, value in zip("XYZT", point, strict=True):
        s.save(name, value)
    s.group.rename(point)


def scalar(s: State) -> Poly:
    """m: bits 3 to 253 of the scalar, and 2^251."""
    bits = val(s["scalar"])
    return Poly({(): 2**251, **{monomial: coefficient // 8 for monomial, coefficient in bits.terms.items()
                                if 8 <= coefficient < 2**254}})


def digit(s: State, number: int) -> Poly:
    """e_i: five bits of m + C."""
    low, high = 32**number, 32**(number + 1)
    return Poly({monomial: coefficient // low for monomial, coefficient in s.saved["recoded"].terms.items()
                 if low <= coefficient < high})
