"""Where an inversion keeps its words, and the facts that speak of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from qed25519.domains.theory import Compare
from qed25519.prover.hints import Fact, Location, Poly, State, at_least, at_most, val
from qed25519.prover.statement import Relation

P = 2**255 - 19
LIMIT = 2**255 + 2**69                                  # d and e stay below it
ONE, HALF = Poly.constant(1), Poly.constant(2**255)
Terms = tuple[tuple[str, Poly], ...]
Four = tuple[Location, Location, Location, Location]


@dataclass(frozen=True)
class Layout:
    """Registers by name; words of the frame by their offset from the stack pointer at entry."""

    f: str                              # the packed words
    g: str
    i: str                              # the word of i = delta - 1/2: i itself, or where `complemented` -1 - i
    complemented: bool
    low_f: str                          # the low words of f and g between the parts
    low_g: str
    negated_f: Location                 # the negative of these at the start of a part
    negated_g: Location
    matrix: Four                        # -u, -v, -q, -t of a part
    earlier: Four                       # … of the parts before in the batch
    composed: Four                      # … of the batch
    pending: Four                       # 2^62 + 8*u, … of the batch before
    copies: Four                        # the same of the batch just stepped, where its update finds them
    sums: tuple[str, str, str, str, str]                # five words for sums of products
    third: str                          # beside sums[3] and sums[4], for g
    top: tuple[str, str]                # above three words, in the update of f and g
    twice_g: str                        # 2*G between two steps, if the code has that, else ""
    lasting: str                        # registers that keep their values through a batch: constants, words named here
    fw: int                             # f + 2^255
    gw: int                             # g + 2^255
    dw: int                             # d
    ew: int                             # e
    kw: int                             # C - 2^62*(d + e), five words
    nw: int                             # the new d or f
    tw: int                             # f + g + 3*2^255 mod 2^256

    def index(self, s: State, hold: bool = False) -> Poly:
        """i, by a fresh signed word."""
        word = s.signed(self.i, hold)
        return -1 - word if self.complemented else word

    def hold(self, s: State, *registers: str) -> None:
        """Keep these registers, beside the lasting ones."""
        s.hold(" ".join((self.lasting, *registers)))

    def negated(self, s: State) -> tuple[Poly, Poly]:
        """The negated low words of f and g."""
        return word_at(s, self.negated_f), word_at(s, self.negated_g)


def word_at(s: State, place: Location) -> Poly:
    """A fresh word for this register or word of the frame."""
    return (s.words(place) if isinstance(place, str) else s.frame(place, 1))[0]


def held(relation: Relation, name: str = "", times: Terms = (), direct: bool = False) -> Fact:
    return Fact(relation, name=name, times=times, direct=direct, hold=True)


def aside(relation: Relation, name: str, times: Terms) -> Fact:
    """Held, but out of the way of all questions that do not name it: these speak of 2^(62k - 623)."""
    return Fact(relation, name=name, times=times, hold=True, aside=True)


def given(relation: Relation, *conditions: Compare) -> Relation:
    return Relation(relation.kind, relation.left, relation.right, relation.modulus, relation.text, conditions)


def between(x: Poly, low: int, high: int, name: str = "") -> list[Fact]:
    return [held(at_least(x, low), name and f"{name}_min"), held(at_most(x, high), name and f"{name}_max")]


def within_62_bits(*words: Poly) -> list[Relation]:
    """The packed words are in [-2^62, 2^62)."""
    return [limit for x in words for limit in (at_most(x, 2**62 - 1), at_least(x, -(2**62)))]


def pending(s: State) -> Sequence[Poly]:
    """8 times u, v, q, t of the pending matrix: its words are 2^62 more."""
    return [s.saved[f"pending{index}"] - 2**62 for index in range(4)]


def scale(k: int) -> int:
    """2^(62k - 623) mod p, times a power of 2 that is the same in all batches' equations."""
    return pow(2, -623, P) << 62 * k


def low_words(s: State, name: str, count: int) -> Poly:
    """The lowest words of d, e, FW or GW as they were when the batch began, as one number."""
    return val(s.saved[f"{name}{index}"] for index in range(count))
