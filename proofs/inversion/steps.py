"""The steps of a batch, three parts of 20, 20 and 19, with what goes between them, and the matrix of each part."""

from __future__ import annotations

from collections.abc import Sequence

from qed25519.proofs.inversion.layout import (
    HALF,
    LIMIT,
    ONE,
    Layout,
    P,
    between,
    held,
    low_words,
    pending,
    within_62_bits,
    word_at,
)
from qed25519.prover.hints import Fact, Poly, Proof, State, at_least, at_most, congruent, equation, val

C = (2**63 + 2**13) * P
PARTS = ((1, 20, 64), (2, 20, 44), (3, 19, 24))         # number, steps, how many low bits are known before it
SUMS = {(1, 13): (0, 0), (1, 17): (0, 1), (2, 5): (0, 2), (2, 9): (0, 3),      # step before which a column is added:
        (2, 17): (2, 0), (3, 5): (2, 1), (3, 9): (2, 2), (3, 13): (2, 3)}      # row of the pending matrix, column


def add_parts(proof: Proof, layout: Layout) -> None:
    """The cuts of all three parts."""
    for part, steps, bits in PARTS:
        if part > 1:
            packed(proof, layout, part, steps)
        for number in range(1, steps + 1):
            step(proof, layout, part, number, steps)
        shifted(proof, layout, part, 20 - steps)
        unpacked(proof, layout, part, steps)
        summed(proof, layout, part, steps, bits)
        advanced(proof, layout, part, bits - steps)


# --- divsteps ------------------------------------------------------------------------------------------------------


def packed(proof: Proof, layout: Layout, part: int, n: int) -> None:
    @proof.cut(f"packed_{part}")
    def cut(s: State) -> list[Fact]:
        """The words F and G, and the negated low words beside them; in part 3 also the matrix of the parts before."""
        f, g = s.signed(layout.f), s.signed(layout.g)
        lf, lg = layout.negated(s)
        layout.hold(s, *layout.sums)
        facts = [Fact(limit) for limit in within_62_bits(f, g)]
        facts += [held(congruent(lf, -s.saved["low_f"], 2**64), f"lf{part}"),
                  held(congruent(lg, -s.saved["low_g"], 2**64), f"lg{part}")]
        if part == 3:
            facts += composed(s, [s.signed(place, hold=True, bound=2**40) for place in layout.earlier], 1)
        s.divsteps.pack("packed", of="low", n=n, m=20, alpha=2**41, beta=2**62, f=f, g=g, i=s.saved["i"])
        return facts


def composed(s: State, words: Sequence[Poly], sign: int) -> list[Fact]:
    """The words, times the sign, are the chain's matrix: modulo 2^64, so by their size."""
    matrix = s.divsteps.chains["low"].matrix
    facts = [Fact(congruent(word * sign, entry, 2**64)) for word, entry in zip(words, matrix, strict=True)]
    u, v, q, t = (word * sign for word in words)
    s.divsteps.rebase("low", (u, v, q, t))
    return facts


def step(proof: Proof, layout: Layout, part: int, number: int, last: int) -> None:
    @proof.cut(f"step_{part}_{number}")
    def cut(s: State) -> list[Fact]:
        """The next divstep; after the last one the matrix."""
        end = number == last
        f, g, i = s.signed(layout.f, hold=end), s.signed(layout.g, hold=end), layout.index(s, hold=end)
        s.save("i", i)
        facts = [Fact(limit, direct=True, hold=end) for limit in within_62_bits(f, g)]
        if layout.twice_g and not end:
            facts += [Fact(equation(s.signed(layout.twice_g), 2 * g), direct=True)]
        facts += between_steps(s, layout, part, number)
        s.divsteps.step("packed", f, g, i)
        if end:
            s.save("last_f", f)
            s.save("last_g", g)
            for name, entry in zip("uvqt", s.divsteps.unpack("packed"), strict=True):
                s.save(name, entry)
        return facts


# --- d and e, between the steps -----------------------------------------------------------------------------------


def between_steps(s: State, layout: Layout, part: int, number: int) -> list[Fact]:
    """What was done to d and e, or f and g, since the last step."""
    if (part, number) in SUMS:
        return column(s, layout, *SUMS[part, number])
    layout.hold(s)
    match part, number:
        case (1, 3):
            words = s.words(" ".join(layout.sums))
            return [held(equation(val(words), s.saved["d"] + s.saved["e"]), "sum")]
        case (1, 10):
            words = s.frame(layout.kw, 5)
            return [held(equation(val(words), C - (s.saved["d"] + s.saved["e"]) * 2**62), "offset")]
        case (2, 13):
            return folded(s, s.frame(layout.nw, 4), "d", 0)
        case (3, 15):
            return folded(s, s.frame(layout.ew, 4), "e", 2)
        case (3, 18):
            words = s.frame(layout.tw, 4)
            return [held(congruent(val(words), s.saved["f"] + s.saved["g"] + HALF * 3, 2**256), "tw")]
    layout.hold(s, *layout.sums)
    return []


def column(s: State, layout: Layout, row: int, j: int) -> list[Fact]:
    """[r(j+1) … r0] = U*(d0 … dj) + V*(e0 … ej), where U and V are the pending words of a row."""
    words = s.words(" ".join(layout.sums[: j + 2]))
    layout.hold(s)
    u, v = s.saved[f"pending{row}"], s.saved[f"pending{row + 1}"]
    sums = u * low_words(s, "d_word", j + 1) + v * low_words(s, "e_word", j + 1)
    return [held(equation(val(words), sums), f"column{j}")]


def folded(s: State, words: Sequence[Poly], name: str, row: int) -> list[Fact]:
    """The new d or e = 8*(u*d + v*e) (mod p), below the limit, as is the sum before the fold by its signs."""
    u, v = pending(s)[row: row + 2]
    d, e = s.saved["d"], s.saved["e"]
    new = s.save(f"new_{name}", val(words))
    signs = tuple((f"{limit}_{end}", x) for limit, x in (("d", u), ("e", v)) for end in ("min", "max"))
    bounds = [Fact(relation, signs=signs, direct=True) for relation in (
        at_most(u * d + v * e, 2**62 * LIMIT), at_least(u * d + v * e, -(2**62) * LIMIT))]
    times = (("column3", ONE), ("offset", ONE))
    return [*bounds, held(congruent(new, u * d + v * e, P), name, times), *between(new, 0, LIMIT, f"new_{name}")]


# --- the matrix of a part, and the low words after it ---------------------------------------------------------------


def shifted(proof: Proof, layout: Layout, part: int, j: int) -> None:
    @proof.cut(f"shifted_{part}")
    def cut(s: State) -> list[Fact]:
        """F + 2^(20+j) and G + 2^(20+j) rid of v and t, at the top of a word; and F and G rounded for these."""
        facts = []
        u, v, q, t = layout.matrix
        for full, entry, ours, rounded in (("last_f", "v", u, v), ("last_g", "t", q, t)):
            top, whole = s.signed(ours), s.signed(rounded)
            word = s.saved[full] + 2 ** (20 + j)
            facts += [Fact(congruent(top, word * 2 ** (22 - j), 2**64)),
                      Fact(equation(top, word * 2 ** (22 - j) + s.saved[entry] * 2**64), direct=True),
                      Fact(equation(whole, word + 2 ** (41 + j)), direct=True)]
        layout.hold(s, *layout.sums)
        return facts


def unpacked(proof: Proof, layout: Layout, part: int, n: int) -> None:
    @proof.cut(f"matrix_{part}")
    def cut(s: State) -> list[Fact]:
        """The words are -u, -v, -q, -t, by the rounding shifts; after part 1 they are kept twice."""
        facts: list[Fact] = []
        for row in (layout.matrix, layout.earlier) if part == 1 else (layout.matrix,):
            words = [s.signed(place, hold=True, bound=2**n) for place in row]
            facts += [held(equation(word, -s.saved[name]), direct=True)
                      for word, name in zip(words, "uvqt", strict=True)]
        layout.hold(s, *layout.sums)
        if part == 1:
            u, v, q, t = (-word for word in words)
            s.divsteps.rebase("low", (u, v, q, t))
        return facts


def summed(proof: Proof, layout: Layout, part: int, n: int, bits: int) -> None:
    @proof.cut(f"summed_{part}")
    def cut(s: State) -> list[Fact]:
        """Before the shift: u*f + v*g = 2^n*f' for the low words, as far as they are right."""
        chain = s.divsteps.chains["low"]
        words = [s.signed(layout.low_f)] if part == 3 else [s.signed(layout.low_f), s.signed(layout.low_g)]
        layout.hold(s, *layout.sums, *map(str, layout.matrix))
        return [Fact(congruent(word, target * 2**n, 2**bits), times=((f"low.{letter}", -ONE),))
                for letter, word, target in zip("fg", words, (chain.f, chain.g), strict=False)]


def advanced(proof: Proof, layout: Layout, part: int, bits: int) -> None:
    @proof.cut(f"advanced_{part}")
    def cut(s: State) -> list[Fact]:
        """The low words after this part's steps, as far as they are right."""
        chain = s.divsteps.chains["low"]
        layout.hold(s, *layout.sums, *map(str, layout.matrix))
        if part == 3:
            end = s.save("end_f", word_at(s, layout.negated_f))
            return [held(congruent(end, chain.f, 2**bits), direct=True)]
        f, g = s.save("low_f", s.signed(layout.low_f, hold=True)), s.save("low_g", s.signed(layout.low_g, hold=True))
        return [held(congruent(f, chain.f, 2**bits), f"low_f{part}", direct=True),
                held(congruent(g, chain.g, 2**bits), f"low_g{part}", direct=True)]
