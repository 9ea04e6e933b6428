"""Inversion by divsteps: val(z) = 1/val(x) mod p, in [0, p), and 0 for val(x) = 0 (mod p), for any x < 2^256.

Each step of the code is a divstep of the packed words; twenty of them give a matrix, three matrices that of a batch,
which moves f and g at once, and d and e modulo p in the next batch.  With (u, v), (q, t) the pending matrix and
r = x mod p, before batch k
    (u*d + v*e)*r = f*2^(62k - 623)  and  (q*d + t*e)*r = g*2^(62k - 623)  (mod p),
and after ten batches g = 0 and f = 1 or -1, by the bound on divsteps.  docs/divsteps.md, sections 4 to 9, comes to this
loop in steps, and section 10 to the bound.
"""

from __future__ import annotations

from qed25519.domains.theory import at_least as where_at_least
from qed25519.domains.theory import equal as where_equal
from qed25519.proofs.inversion.layout import (
    HALF,
    LIMIT,
    ONE,
    Layout,
    P,
    Terms,
    aside,
    between,
    given,
    held,
    low_words,
    pending,
    scale,
    within_62_bits,
)
from qed25519.proofs.inversion.steps import add_parts, composed
from qed25519.prover.hints import Fact, Poly, Proof, State, at_least, at_most, congruent, equation, val


def inversion(layout: Layout) -> Proof:
    """The proof for code that keeps its words as the layout says."""
    proof = Proof("integers", direct=True)
    add_batch(proof, layout)
    add_parts(proof, layout)
    add_matrix(proof, layout)
    add_update(proof, layout)
    add_end(proof, layout)
    return proof


# --- a batch begins ------------------------------------------------------------------------------------------------


def add_batch(proof: Proof, layout: Layout) -> None:
    @proof.cut("batch")
    def batch(s: State) -> list[Fact]:
        """The invariant of the loop."""
        k, rule = s.visit, s.divsteps
        r = s.save("r", s.remainder(val(s["x"]), P))
        if k == 0:
            rule.begin("whole", Poly.constant(P), r, P)
        whole_f, whole_g = rule.chains["whole"].f, rule.chains["whole"].g
        before_f, before_g = s.saved.get("f", ONE), s.saved.get("g", ONE)
        f, g, d, e = (val(s.save(f"{name}_word{index}", word) for index, word in enumerate(s.frame(offset, 4)))
                      for name, offset in (("f", layout.fw), ("g", layout.gw), ("d", layout.dw), ("e", layout.ew)))
        f, g, d, e = s.save("f", f - HALF), s.save("g", g - HALF), s.save("d", d), s.save("e", e)
        for index, place in enumerate(layout.pending):
            s.save(f"pending{index}", s.bounded(place, 2**63))
        packed_f, packed_g = s.signed(layout.f), s.signed(layout.g)
        i = s.save("i", layout.index(s, hold=True))
        lf, lg = layout.negated(s)
        s.hold()
        s.release()
        u, v, q, t = pending(s)
        facts = [Fact(equation(f, whole_f), name="tie_f", direct=True),
                 Fact(equation(g, whole_g), name="tie_g", direct=True),
                 *between(d, 0, LIMIT, "d"), *between(e, 0, LIMIT, "e")]
        for a, b in ((u, v), (q, t)):
            facts += [held(at_most(x + y, 2**62), direct=True) for x in (a, -a) for y in (b, -b)]
        facts += [Fact(limit) for limit in within_62_bits(packed_f, packed_g)]
        low_f, low_g = s.saved["f_word0"], s.saved["g_word0"]
        facts += [held(congruent(lf, -low_f, 2**64), "lf1", direct=True),
                  held(congruent(lg, -low_g, 2**64), "lg1", direct=True)]

        def moved(row: int, letter: str) -> Terms:
            a, b = (u, v) if row == 0 else (q, t)
            tie = f"tie_{letter}", ONE * -8 * scale(k)
            return (*invariant(s, k, row, a, b, before_f, before_g), tie) if k else ()

        still = nothing(k, u, e) if k else ()
        facts += [aside(congruent((u * d + v * e) * r, f * 8 * scale(k), P), f"inv_d{k}", moved(0, "f")),
                  aside(congruent((q * d + t * e) * r, g * 8 * scale(k), P), f"inv_e{k}", moved(2, "g")),
                  held(given(equation(g, 0), where_equal(r, 0)), direct=True),
                  aside(given(congruent(u * d + v * e, 0, P), where_equal(r, 0)), f"zero{k}", still)]
        rule.retie("whole", f, g)
        rule.low("low", of="whole", bits=64, f=low_f, g=low_g, i=i)
        rule.pack("packed", of="low", n=20, m=20, alpha=2**41, beta=2**62, f=packed_f, g=packed_g, i=i)
        return facts


def invariant(s: State, k: int, row: int, a: Poly, b: Poly, f: Poly, g: Poly) -> Terms:
    """How (a*d' + b*e')*r = 8*f'*2^(62k - 623) follows from the batch before, with its f and g."""
    letter, factor = ("f", "g")[row // 2], 8 * scale(k - 1)
    return (("d", a * s.saved["r"]), ("e", b * s.saved["r"]), (f"inv_d{k - 1}", a), (f"inv_e{k - 1}", b),
            (f"next{row}", f * factor), (f"next{row + 1}", g * factor), (f"whole.{letter}", ONE * -8 * factor))


def nothing(k: int, a: Poly, e: Poly) -> Terms:
    """How a*d' + b*e' = 0 follows from that of the batch before for r = 0, where b = 0."""
    return ("d", a), ("next1", e), ("whole.still_v", e * 8), (f"zero{k - 1}", a)


# --- the matrix of the batch ---------------------------------------------------------------------------------------


def add_matrix(proof: Proof, layout: Layout) -> None:
    @proof.cut("matrix")
    def matrix(s: State) -> list[Fact]:
        """-u, -v, -q, -t of all 59 steps."""
        words = [s.signed(place, hold=True, bound=2**59) for place in layout.composed]
        layout.hold(s)
        return composed(s, words, -1)

    @proof.cut("scaled")
    def scaled(s: State) -> list[Fact]:
        """2^62 + 8*u, 2^62 + 8*v, … as the next pending matrix, and where the update of f and g finds them."""
        entries = s.divsteps.chains["low"].matrix
        facts = []
        for index, (place, other) in enumerate(zip(layout.pending, layout.copies, strict=True)):
            word = copy = s.save(f"next{index}", s.bounded(place, 2**63))
            facts += [held(equation(word, entries[index] * 8 + 2**62), f"next{index}", direct=True)]
            if other != place:
                copy = s.bounded(other, 2**63)
                facts += [held(equation(copy, word), direct=True)]
            s.save(f"copy{index}", copy)
        layout.hold(s)
        s.divsteps.apply("low", of="whole", bits=64)
        if s.visit == 9:
            s.divsteps.finish("whole")
        return facts


# --- f and g after it ----------------------------------------------------------------------------------------------


def target(s: State, letter: str) -> Poly:
    """f' + f + g, or g' + f + g."""
    chain = s.divsteps.chains["whole"]
    return (chain.f if letter == "f" else chain.g) + s.saved["f"] + s.saved["g"]


def add_update(proof: Proof, layout: Layout) -> None:
    r0, r1, r2, r3, r4 = layout.sums

    @proof.cut("low")
    def low(s: State) -> list[Fact]:
        """The low words of f' and g', and the columns so far, of which the lowest 62 bits are 0."""
        facts = []
        whole, f, g = s.divsteps.chains["whole"], s.saved["f"], s.saved["g"]
        rows = ((0, "f", layout.low_f, whole.f, (r0, r1, r2)), (2, "g", layout.low_g, whole.g, (r3, r4, layout.third)))
        for row, letter, register, new, (c0, c1, c2) in rows:
            low_word, first, third = s.words(f"{register} {c0} {c2}")
            high, _ = s.halves(c1, 62)
            s.save(f"first_{letter}", first)
            columns = (s.saved[f"copy{row}"] * low_words(s, "f_word", 2)
                       + s.saved[f"copy{row + 1}"] * low_words(s, "g_word", 2))
            facts += [held(equation(first * 2**62 + high * 2**126 + third * 2**128, columns), f"columns_{letter}"),
                      Fact(congruent(first * 2**62, (new + f + g) * 2**62, 2**126), times=moved(s, letter, row)),
                      held(congruent(first, new + f + g, 2**64), direct=True),
                      held(congruent(low_word, new, 2**64), direct=True)]
        layout.hold(s)
        return facts

    @proof.cut("packed_1")
    def packed_1(s: State) -> list[Fact]:
        """The packed words and negated low words of the next batch."""
        chain = s.divsteps.chains["whole"]
        f, g = s.signed(layout.f, hold=True), s.signed(layout.g, hold=True)
        lf, lg = layout.negated(s)
        layout.hold(s, *layout.sums, layout.third)
        facts = []
        for word, negated, value, offset in ((f, lf, chain.f, 2**41), (g, lg, chain.g, 2**62)):
            facts += [held(congruent(word, value, 2**20), direct=True),
                      held(congruent(negated, -value, 2**64), direct=True), *between(word + offset, 0, 2**20 - 1)]
        return facts

    def updated(letter: str, row: int, second: str, third: str) -> None:
        @proof.cut(f"product_{letter}")
        def product(s: State) -> list[Fact]:
            """The two words on top with c2 and c1, and the first word, hold 2^62*(f' + f + g) (mod 2^320)."""
            high, _ = s.halves(second, 62)
            words = val(s.words(" ".join((third, *layout.top))))
            others = [x for x in (*layout.sums, layout.third) if x not in (second, third)]
            layout.hold(s, layout.f, layout.g, *others)
            top = s.save(f"top_{letter}", high + words * 4)
            return [held(congruent(s.saved[f"first_{letter}"] * 2**62 + top * 2**126, target(s, letter) * 2**62,
                                   2**320), f"product_{letter}", moved(s, letter, row))]

    updated("f", 0, r1, r2)
    updated("g", 2, r4, layout.third)

    @proof.cut("new_f")
    def new_f(s: State) -> list[Fact]:
        """The words of f' + 2^255, which wait in the frame."""
        words = val(s.frame(layout.nw, 4))
        f = s.divsteps.chains["whole"].f
        layout.hold(s, layout.f, layout.g, r3, r4, layout.third)
        return [Fact(congruent(words, f + HALF, 2**256), direct=True), held(equation(words, f + HALF), direct=True)]


def moved(s: State, letter: str, row: int) -> Terms:
    """How columns with the words of f and g and the scaled matrix make 2^62*(f' + f + g)."""
    return ((f"columns_{letter}", ONE), (f"next{row}", s.saved["f"]), (f"next{row + 1}", s.saved["g"]),
            (f"whole.{letter}", ONE * -8))


# --- the end -------------------------------------------------------------------------------------------------------


def add_end(proof: Proof, layout: Layout) -> None:
    result = " ".join(layout.sums[:4])

    @proof.cut("last_d")
    def last_d(s: State) -> list[Fact]:
        """[r3 … r0]*r = f (mod p), the last f; 0 (mod p) for r = 0."""
        rule, r = s.divsteps, s.saved["r"]
        w = s.save("w", val(s.words(result)))
        layout.hold(s)
        d, e = s.saved["new_d"], s.saved["new_e"]
        u, v = s.saved["next0"] - 2**62, s.saved["next1"] - 2**62
        signs = tuple((f"{limit}_{end}", x) for limit, x in (("new_d", u), ("new_e", v)) for end in ("min", "max"))
        final = rule.chains["whole"]
        k = final.steps // 59
        return [Fact(at_most(u * d + v * e, 2**62 * LIMIT), signs=signs, direct=True),
                Fact(at_least(u * d + v * e, -(2**62) * LIMIT), signs=signs, direct=True),
                held(congruent(w, u * d + v * e, P), "w"), *between(w, 0, LIMIT),
                held(congruent(w * r, final.f, P), "inv",
                     (("w", r), *invariant(s, k, 0, u, v, s.saved["f"], s.saved["g"]))),
                held(given(congruent(w, 0, P), where_equal(r, 0)), "zero", (("w", ONE), *nothing(k, u, e)))]

    @proof.cut("signed")
    def signed(s: State) -> list[Fact]:
        """[r3 … r0]*r = 1 (mod p): those words, or 2p less them where f = -1."""
        r, w, f = s.saved["r"], s.saved["w"], s.divsteps.chains["whole"].f
        y = s.save("y", val(s.words(result)))
        s.hold()
        some = where_at_least(r, 1)
        return [Fact(given(equation(y, w), some, where_equal(f, 1)), name="plus", direct=True),
                Fact(given(equation(y, 2 * P - w), some, where_equal(f, -1)), name="minus", direct=True),
                *(Fact(given(congruent(y * r, 1, P), some, where_equal(f, sign)), direct=True,
                       times=((name, r), ("inv", ONE))) for sign, name in ((1, "plus"), (-1, "minus"))),
                held(given(congruent(y * r, 1, P), some), "unit", direct=True),
                held(given(congruent(y, 0, P), where_equal(r, 0)), "nought", direct=True)]

    @proof.cut("end")
    def end(s: State) -> list[Fact]:
        """The canonical value."""
        r = s.saved["r"]
        z = val(s.words(result))
        s.hold()
        return [held(congruent(z, s.saved["y"], P), "z"), *between(z, 0, P - 1),
                held(given(congruent(z * r, 1, P), where_at_least(r, 1)), times=(("z", r), ("unit", ONE))),
                held(given(equation(z, 0), where_equal(r, 0)), direct=True)]
