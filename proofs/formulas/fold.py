"""That the scalar multiplications of spec/ read every bit of k once, from the top: their own code, run on marks.

The loop's body is replaced by one that takes `After(t + 1)` and bit t of k, and nothing else, to `After(t)`.  If
`After(t)` stands for a state that belongs to (k >> t)·P, the body does what the lemmas on a step say.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from qed25519.proofs.formulas.elements import with_names
from qed25519.prover.claims import Refuted
from qed25519.prover.lemmas import Lemma
from qed25519.spec import curve25519, edwards25519


@dataclass(frozen=True)
class Scalar:
    """k >> shift, of which the lowest bit can be had."""

    shift: int = 0

    def __rshift__(self, count: int) -> Scalar:
        return Scalar(self.shift + count)

    def __and__(self, mask: int) -> Bit:
        if mask != 1:
            raise Refuted(f"the scalar is masked with {mask!r}, not 1")
        return Bit(self.shift)


@dataclass(frozen=True)
class Bit:
    number: int


@dataclass(frozen=True)
class After:
    """The state after the bits of k from number t on."""

    t: int


def stepped(state: object, bit: object) -> After:
    if not isinstance(state, After) or bit != Bit(state.t - 1):
        raise Refuted(f"{bit} is read after {state}")
    return After(state.t - 1)


def expect(found: object, wanted: object, result: Any) -> Any:
    """The result, if the code passed what it should."""
    if found != wanted:
        raise Refuted(f"the code passes {found!r} where {wanted!r} is expected")
    return result


def bits(count: int) -> list[Lemma]:
    """n is k >> t: 0 at first, and then twice what it was, and the bit read.  h is k >> t."""
    return [Lemma(f"k >> {count} is 0 for k < 2^{count}", logic="QF_LIA", integers=("k",), at={"k": 11},
                  given=(f"0 <= k < {2**count}",), goal=f"k // {2**count} == 0"),
            Lemma("k >> t is twice k >> (t + 1), and bit t of k", logic="QF_LIA", integers=("h",), at={"h": 11},
                  goal="h == 2*(h // 2) + h % 2")]


def reads_all_bits(code: Callable[[Scalar, str], object], bits: int) -> str:
    expect(code(Scalar(), "P"), After(0), None)
    return f"{bits} bits, each once, from the top"


def ladder() -> str:
    """Starts at P's u, and finishes after bit 0."""
    bits = curve25519.BITS
    code = with_names(curve25519, start=lambda u: expect(u, "P", After(bits)), step=stepped,
                      finish=lambda state: expect(state, After(0), state))
    return "curve25519.ladder: " + reads_all_bits(code.ladder, bits)


def multiply() -> str:
    """Starts at the neutral point; adds P."""
    spec, bits = edwards25519, edwards25519.BITS
    code = with_names(spec, extended=lambda p: expect(p, spec.NEUTRAL, After(bits)),
                      precomputed=lambda p: expect(p, "P", "entry"),
                      step=lambda q, entry, bit: expect(entry, "entry", stepped(q, bit)))
    return "edwards25519.multiply: " + reads_all_bits(code.multiply, bits)
