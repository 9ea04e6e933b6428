"""The cuts of a sum of 51 entries, one for each digit of a scalar, for every variant; and of affine coordinates.

After i digits the four coordinates represent (m + C) mod 32^i less (C mod 32^i), times B: each digit's entry is found
by running the selection for the 32 values of the digit's bits, and each is compared with the spec's multiple of B.
The digits add up to m + C - C = m.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from qed25519.proofs.formula import Registers, Value, add_values, mul, product, same, save
from qed25519.prover.hints import Fact, Fork, Poly, Proof, State, at_most, equation, val

P = 2**255 - 19
DIGITS = 51
OFFSET = sum(16 * 32**i for i in range(DIGITS))
AFFINE: dict[str, Value] = {**product("x", mul, "X", "inverse"), **product("y", mul, "Y", "inverse")}


@dataclass(frozen=True)
class Layout:
    """Where a variant keeps its values: offsets in the frame from the stack pointer at entry, and registers."""

    point: int                # X, Y, Z, T
    entry: int                # y - x, y + x, 2·d·x·y; later an inverse
    scalar: str               # m + C
    digit: str


def add_comb(proof: Proof, layout: Layout, m: Callable[[State], Poly]) -> None:
    """The cuts up to m·B, and the fork on a digit."""
    proof.forks["digit_known"] = Fork(layout.digit, until="selected")
    add_recoding(proof, "recoded", layout.scalar, m)

    @proof.cut("selected")
    def selected(s: State) -> list[Fact]:
        """The entry is that of (e_i - 16)·32^i·B."""
        s.hold()
        if s.visit == 0:
            s.group.neutral(elements(s, layout.point, 4))
        entry = elements(s, layout.entry, 3)
        for value in entry:
            s.name(value)
        s.group.entry(entry, (digit(s.saved["recoded"], s.visit) - 16) * 32**s.visit)
        save_operands(s, elements(s, layout.point, 4), entry)
        return []

    @proof.cut("added")
    def added(s: State) -> list[Fact]:
        """The sum so far."""
        s.hold()
        result = elements(s, layout.point, 4)
        s.group.madd(*operands(s), result)
        renamed(s, result)
        return []


def add_recoding(proof: Proof, label: str, registers: str, m: Callable[[State], Poly]) -> None:
    """The cut where registers hold m + C."""

    @proof.cut(label)
    def recoded(s: State) -> list[Fact]:
        """The words of m + C, as bits."""
        s.hold()
        *lower, upper = registers.split()
        total = s.save(label, val([*(s.bits(register) for register in lower), s.bits(upper, 63)]))
        return [Fact(equation(total - OFFSET, m(s)), hold=True)]


def add_affine(proof: Proof, layout: Layout, registers: Registers, values: dict[str, Value],
               learn: Callable[[State, Poly, Poly], None]) -> None:
    """The cuts of X/Z and Y/Z, after which `learn` says what they are the coordinates of."""
    add_values(proof, values, registers)

    @proof.cut("inverse")
    def inverse(s: State) -> list[Fact]:
        """1/Z; X and Y word by word."""
        s.hold()
        for name, offset in (("X", layout.point), ("Y", layout.point + 32), ("inverse", layout.entry)):
            save(s, name, s.as_it_is(offset, 4))
        return []

    @proof.cut("x_canonical")
    def x_canonical(s: State) -> list[Fact]:
        """X/Z mod p."""
        s.hold()
        return canonical(s, "x", registers)

    @proof.cut("y_canonical")
    def y_canonical(s: State) -> list[Fact]:
        """Y/Z mod p."""
        s.hold()
        facts = canonical(s, "y", registers)
        learn(s, s.saved["x canonical"], s.saved["y canonical"])
        return facts


def canonical(s: State, name: str, registers: Registers) -> list[Fact]:
    """The canonical words of an element that an earlier cut has."""
    value = s.save(f"{name} canonical", val(s.words(registers.of(f"{name}_canonical", "low"))))
    s.element(value, same, s.saved[name])
    return [Fact(at_most(value, P - 1), hold=True)]


def elements(s: State, offset: int, count: int) -> list[Poly]:
    """So many elements of the field in the frame."""
    return [val(s.as_it_is(offset + 32 * index, 4)) for index in range(count)]


def save_operands(s: State, point: Sequence[Poly], entry: Sequence[Poly]) -> None:
    """For the next cut."""
    for index, value in enumerate([*point, *entry]):
        s.save(f"operand {index}", value)
    s.saved.pop(f"operand {len(point) + len(entry)}", None)


def operands(s: State) -> tuple[list[Poly], list[Poly]]:
    """The point and the entry that the cut before saved."""
    values = [s.saved[f"operand {index}"] for index in range(8) if f"operand {index}" in s.saved]
    return values[:4], values[4:]


def doubled(s: State, result: Sequence[Poly]) -> list[Fact]:
    """Twice the point of the cut before."""
    s.hold()
    s.group.double([s.saved[name] for name in "XYZ"], result)
    renamed(s, result)
    return []


def renamed(s: State, point: Sequence[Poly]) -> None:
    """Short names for the classes of a point that is known, and for its coordinates."""
    for name, value in zip("XYZT", point, strict=False):
        s.save(name, value)
    s.group.rename(point)


def digit(recoded: Poly, number: int) -> Poly:
    """e_i: five bits of m + C."""
    low, high = 32**number, 32**(number + 1)
    return Poly({monomial: coefficient // low for monomial, coefficient in recoded.terms.items()
                 if low <= coefficient < high})
