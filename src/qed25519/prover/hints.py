"""What a proof file is made of: cuts and hints.  Nothing here can change a statement.

    proof = Proof("integers")

    @proof.cut("product")
    def product(s: State) -> list[Fact]:
        t = s.words("r8 r9 r10 r11 r12 r13 r14 r15")
        return [Fact(equation(val(t), val(s["x"]) * val(s["y"])))]

A cut function runs once, on fresh variables: the words it names are what survives the cut, about which only its facts
are known afterwards.  The prover substitutes the values before the cut and proves the facts in order.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from qed25519.domains.polynomial import Poly, as_poly, val
from qed25519.prover.statement import Relation

if TYPE_CHECKING:
    from qed25519.prover.divstep_rule import DivstepRule
    from qed25519.prover.group_rule import GroupRule

__all__ = ["Fact", "Poly", "Proof", "State", "at_least", "at_most", "congruent", "equation", "val"]

Location = str | int
"""A register's name, or the offset of a word in the routine's own stack frame (negative)."""


def equation(left: Poly, right: Poly | int) -> Relation:
    """left = right, over the integers."""
    return Relation("=", left, as_poly(right))


def congruent(left: Poly, right: Poly | int, modulus: int) -> Relation:
    """left = right (mod modulus)."""
    return Relation("=", left, as_poly(right), modulus)


def at_least(left: Poly, right: Poly | int) -> Relation:
    """left >= right."""
    return Relation(">=", left, as_poly(right))


def at_most(left: Poly, right: Poly | int) -> Relation:
    """left <= right."""
    return Relation(">=", as_poly(right), left)


class ProofError(Exception):
    """The proof file does not fit the routine: a cut without a label, a mask that is none, …"""


@dataclass(frozen=True)
class Fact:
    """A relation to prove at a cut.

    `split`: for each value of the bits that selections depend on separately.  `name`: the fact is known under it until
    the next cut, and after this one.  `times`: subtract these multiples of named facts (left - right, of a congruence
    also its multiple of the modulus) from the goal before looking for a proof.  `forget`: do not know it after the cut.
    `signs`: for a named fact e >= 0 and a polynomial x, x*e has the sign of x, which the solver is told.
    `hold`: know it at all later cuts too, until one releases what is held.
    `aside`: know it by its name only, for `times`: it is in no question that does not name it.
    `direct`: ask the solver as it stands, without a search on concrete inputs, which may be too few.
    """

    relation: Relation
    split: bool = False
    name: str = ""
    times: tuple[tuple[str, Poly], ...] = ()
    signs: tuple[tuple[str, Poly], ...] = ()
    forget: bool = False
    direct: bool = False
    hold: bool = False
    aside: bool = False


class State(Protocol):
    """What a cut function sees: the arguments at entry, and fresh variables for the words it asks for.

    `visit` counts the earlier arrivals at this label: in a loop, the number of the iteration.  `saved` holds what
    earlier cuts saved.  `divsteps` is the rule for sequences of divsteps, `group` that for multiples of the base point.
    """

    visit: int

    @property
    def group(self) -> GroupRule: ...

    @property
    def saved(self) -> dict[str, Poly]: ...

    @property
    def divsteps(self) -> DivstepRule: ...

    def __getitem__(self, argument: str) -> Sequence[Poly]:
        """The words of an argument at entry."""
    def words(self, registers: str) -> list[Poly]:
        """Fresh words for these registers, which survive the cut."""
    def frame(self, offset: int, count: int) -> list[Poly]:
        """Fresh words for `count` words of the frame, the first at `offset` from the stack pointer at entry."""
    def as_it_is(self, offset: int, count: int) -> list[Poly]:
        """The words of the frame as they are, without fresh ones: of use where the cut holds memory."""
    def memory(self, argument: str) -> list[Poly]:
        """Fresh words for what an argument's buffer holds now, which survive the cut."""
    def halves(self, location: Location, k: int) -> tuple[Poly, Poly]:
        """Fresh h in [0, 2^(64-k)) and l in [0, 2^k) for a word 2^k*h + l."""
    def mask(self, location: Location) -> Poly:
        """A fresh bit b for a word that is 0 or all ones: the word is (2^64 - 1)*b, and stays so after the cut."""
    def bounded(self, location: Location, high: int) -> Poly:
        """A fresh word in [0, high], which is a fact to prove."""
    def signed(self, location: Location, hold: bool = False, bound: int = 2**63) -> Poly:
        """A fresh integer in [-2^63, 2^63) for the word in two's complement, which survives the cut; its sign is known
        until the next cut, with `hold` until the next release.  A smaller bound of its size is a fact to prove."""
    def unsigned(self, location: Location) -> Poly:
        """The word that this cut named a signed integer for, as a number in [0, 2^64)."""
    def hold(self, registers: str = "") -> None:
        """Let these registers and all memory keep their values, where this cut names no fresh ones."""
    def release(self) -> None:
        """After this cut, know nothing of what was held before it."""
    def element(self, value: Poly, function: Callable[..., Poly], *of: Poly, exact: bool = False, split: bool = False,
                direct: bool = False) -> None:
        """value ≡ function(*of) (mod p), or = with `exact`: a fact to prove after the cut's others; the class of the
        value is from then on that function of the classes of the others."""
    def name(self, value: Poly) -> None:
        """Let a variable of the spec be the class of the value from here on."""
    def power(self, value: Poly) -> None:
        """Let a variable of the spec, for a power, be the class of a value that is a product of powers of one base."""
    def exactly(self, value: Poly) -> Poly:
        """The spec's variable that the value is congruent to: it is equal to it from here on, as it is in [0, p), which
        is a fact to prove after the cut's others."""
    def bits(self, location: Location, count: int = 64) -> Poly:
        """Fresh bits for a word below 2^count, which survives the cut: the word is the sum of 2^i times bit i."""
    def remainder(self, poly: Poly, modulus: int) -> Poly:
        """The spec's variable for a polynomial of entry values, or of such variables, modulo `modulus`: the statement's
        own, later; what it is, is known until the next cut."""
    def indicator(self, poly: Poly) -> Poly:
        """The spec's variable that is 1 where such a polynomial, nowhere negative, is 0, and 0 elsewhere, likewise."""
    def save(self, name: str, value: Poly) -> Poly:
        """Keep a value of this cut under a name: later cuts may speak of it, whatever becomes of the words."""


@dataclass(frozen=True)
class Fork:
    """From a label until another: one run for every value of the bits of a register (see fork_rule.py)."""

    register: str
    until: str


CutFunction = Callable[[State], Sequence[Fact]]


@dataclass
class Proof:
    """The hints for one routine: the domain it runs in, its cuts, and whether to split the last goals as facts are, or
    to ask them directly; with `classes`, whether what the spec says modulo p is shown by classes (classes.py)."""

    domain: str = "integers"
    classes: bool = False
    split: bool = False
    direct: bool = False
    cuts: dict[str, CutFunction] = field(default_factory=dict)
    forks: dict[str, Fork] = field(default_factory=dict)

    def cut(self, label: str) -> Callable[[CutFunction], CutFunction]:
        """Register a cut at a CUT label of the assembly file."""
        def register(function: CutFunction) -> CutFunction:
            if label in self.cuts:
                raise ValueError(f"two cuts at the label {label}")
            self.cuts[label] = function
            return function
        return register
