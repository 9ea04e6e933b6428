"""The cuts of ge_double_scalar_vartime, for every variant.

The table holds multiples of P, each from the one before it; an entry is selected by its index, and stands for what the
digit says in each of its 32 cases.  Horner's rule adds up the digits of both scalars, from the top: the sum represents
a·P + b·B for what the digits so far spell.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from qed25519.proofs.formula import Registers, Value, add_values, known, mul, product
from qed25519.proofs.group.comb import (
    AFFINE,
    DIGITS,
    Layout,
    add_affine,
    add_recoding,
    digit,
    doubled,
    elements,
    operands,
    renamed,
    save_operands,
)
from qed25519.prover.hints import Fact, Fork, Poly, Proof, State, val

XY: dict[str, Value] = product("xy", mul, "px", "py")
CACHED = 128                     # bytes of an entry
MULTIPLES = 16


@dataclass(frozen=True)
class Places:
    """Where a variant keeps more than Layout says: the offset of 0·P's entry, and the registers of the digits."""

    neutral: int
    digit_of_a: str
    digit_of_b: str


def double_scalar_proof(layout: Layout, places: Places, registers: Registers) -> Proof:
    """All cuts, and the forks on digits; the cuts of products as a formula has them."""
    proof = Proof("integers", classes=True)
    for scalar in "ab":
        add_recoding(proof, f"recoded_{scalar}", layout.scalar, argument(scalar))
    add_table(proof, layout, places, registers)
    add_digit(proof, layout, "a", places.digit_of_a)
    add_digit(proof, layout, "b", places.digit_of_b)

    def double(s: State) -> list[Fact]:
        """Twice the point of the cut before; no T, as it is doubled again."""
        return doubled(s, elements(s, layout.point, 3))

    def double_fully(s: State) -> list[Fact]:
        """Twice the point of the cut before."""
        return doubled(s, elements(s, layout.point, 4))

    for number in (1, 2, 3, 4):
        proof.cut(f"doubled_{number}")(double)
    proof.cut("doubled_5")(double_fully)
    add_affine(proof, layout, registers, AFFINE, lambda s, x, y: s.group.double_scalar(
        [s.saved[name] for name in "XYZT"], x, y, val(s["a"]), val(s["b"])))
    return proof


def argument(name: str) -> Callable[[State], Poly]:
    return lambda s: val(s[name])


def add_table(proof: Proof, layout: Layout, places: Places, registers: Registers) -> None:
    """The cuts of the multiples of P."""
    add_values(proof, XY, registers)

    def entry(s: State, number: int) -> list[Poly]:
        return elements(s, places.neutral + CACHED * number, 4)

    @proof.cut("first_multiple")
    def first_multiple(s: State) -> list[Fact]:
        """(x, y, 1, x·y) represents P."""
        s.hold()
        point = elements(s, layout.point, 4)
        s.group.given_point(known(s, "px"), known(s, "py"), point)
        s.group.neutral_entry(entry(s, 0))
        for name, value in zip("XYZT", point, strict=True):
            s.save(name, value)
        return []

    @proof.cut("entry")
    def made(s: State) -> list[Fact]:
        """The entries of j·P and -j·P."""
        s.hold()
        j = s.visit + 1
        s.group.cached([s.saved[name] for name in "XYZT"], entry(s, j))
        s.group.rename_entry(entry(s, j))
        t2d = val(s.frame(places.neutral - CACHED * j + 64, 4))
        s.element(t2d, negative, s.save("2·d·t", entry(s, j)[2]))
        y_plus_x, y_minus_x, _, z2 = entry(s, -j)
        s.group.negated(entry(s, j), [y_plus_x, y_minus_x, t2d, z2])
        return []

    @proof.cut("next_multiple")
    def next_multiple(s: State) -> list[Fact]:
        """(j + 1)·P, by adding P."""
        s.hold()
        result = elements(s, layout.point, 4)
        s.group.add([s.saved[name] for name in "XYZT"], entry(s, 1), result)
        renamed(s, result)
        return []


def negative(x: Poly) -> Poly:
    return -x


def add_digit(proof: Proof, layout: Layout, scalar: str, register: str) -> None:
    """The cuts of the addition for one digit: an entry of P's table, or of B's constant one."""
    proof.forks[f"digit_of_{scalar}"] = Fork(register, until=f"selected_{scalar}")
    size = 4 if scalar == "a" else 3

    @proof.cut(f"selected_{scalar}")
    def selected(s: State) -> list[Fact]:
        """The entry is that of the digit, less 16, times P or B."""
        s.hold()
        if scalar == "a" and s.visit == 0:
            point = elements(s, layout.point, 4)
            s.group.neutral(point)
        entry = elements(s, layout.entry, size)
        e = digit(s.saved[f"recoded_{scalar}"], DIGITS - 1 - s.visit) - 16
        if scalar == "a":
            s.group.selected(entry, e * s.group.generator)
        else:
            for value in entry:
                s.name(value)
            s.group.entry(entry, e)
        save_operands(s, elements(s, layout.point, 4), entry)
        return []

    @proof.cut(f"added_{scalar}")
    def added(s: State) -> list[Fact]:
        """The sum so far."""
        s.hold()
        result = elements(s, layout.point, 4)
        (s.group.add if scalar == "a" else s.group.madd)(*operands(s), result)
        renamed(s, result)
        return []
