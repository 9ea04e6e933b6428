"""x86_64/adx/fe_invert/correct: val(z) = 1/val(x) mod p, in [0, p), and 0 for val(x) = 0 (mod p), for any x < 2^256.

Each step of the code is a divstep of the packed words; twenty of them give a matrix, three matrices that of a batch,
which moves f and g at once, and d and e modulo p in the next batch.  With (u, v), (q, t) the pending matrix and
r = x mod p, before batch k
    (u*d + v*e)*r = f*2^(62k - 623)  and  (q*d + t*e)*r = g*2^(62k - 623)  (mod p),
and after ten batches g = 0 and f = 1 or -1, by the bound on divsteps.
"""

from collections.abc import Sequence

from qed25519.domains.theory import Compare
from qed25519.domains.theory import at_least as where_at_least
from qed25519.domains.theory import equal as where_equal
from qed25519.prover.hints import Fact, Poly, Proof, State, at_least, at_most, congruent, equation, val
from qed25519.prover.statement import Relation

P = 2**255 - 19
C = (2**63 + 2**13) * P
BASE = -392                                            # rsp in the loop, from rsp at entry
FW, GW, DW, EW, NW, TW, KW = (BASE + offset for offset in (0, 32, 64, 96, 248, 280, 208))
LF, MATRIX, PENDING = (BASE + offset for offset in (128, 144, 176))
ACC = "r11 r12 r13 r14 r15"
LIMIT = 2**255 + 2**69                                  # d and e stay below it
ONE, HALF = Poly.constant(1), Poly.constant(2**255)
Terms = tuple[tuple[str, Poly], ...]

proof = Proof("integers", direct=True)


def scale(k: int) -> int:
    """2^(62k - 623) mod p, times a power of 2 that is the same in all batches' equations."""
    return pow(2, -623, P) << 62 * k


def held(relation: Relation, name: str = "", times: Terms = (), direct: bool = False) -> Fact:
    return Fact(relation, name=name, times=times, direct=direct, hold=True)


def aside(relation: Relation, name: str, times: Terms) -> Fact:
    """Held, but out of the way of all questions that do not name it: these speak of 2^(62k - 623)."""
    return Fact(relation, name=name, times=times, hold=True, aside=True)


def given(relation: Relation, *conditions: Compare) -> Relation:
    return Relation(relation.kind, relation.left, relation.right, relation.modulus, relation.text, conditions)


def between(x: Poly, low: int, high: int, name: str = "") -> list[Fact]:
    return [held(at_least(x, low), name and f"{name}_min"), held(at_most(x, high), name and f"{name}_max")]


def pending(s: State) -> Sequence[Poly]:
    """8 times u, v, q, t of the pending matrix: its words are 2^62 more."""
    return [s.saved[f"pending{index}"] - 2**62 for index in range(4)]


# --- a batch begins ------------------------------------------------------------------------------------------------


@proof.cut("batch")
def batch(s: State) -> list[Fact]:
    """The invariant of the loop."""
    k, rule = s.visit, s.divsteps
    r = s.save("r", s.remainder(val(s["x"]), P))
    if k == 0:
        rule.begin("whole", Poly.constant(P), r, P)
    whole_f, whole_g = rule.chains["whole"].f, rule.chains["whole"].g
    f_words, g_words = s.frame(FW, 4), s.frame(GW, 4)
    before_f, before_g = s.saved.get("f", ONE), s.saved.get("g", ONE)
    f, g = s.save("f", val(f_words) - HALF), s.save("g", val(g_words) - HALF)
    d, e = (s.save(name, val([s.save(f"{name}{index}", word) for index, word in enumerate(s.frame(offset, 4))]))
            for name, offset in (("d", DW), ("e", EW)))
    for name, words in (("f", f_words), ("g", g_words)):
        for index, word in enumerate(words):
            s.save(f"{name}_word{index}", word)
    for index in range(4):
        s.save(f"pending{index}", s.bounded(PENDING + 8 * index, 2**63))
    packed_f, packed_g = s.signed("r8"), s.signed("r9")
    z = s.save("z", s.signed("r10", hold=True))
    lf, lg = s.frame(LF, 2)
    s.hold()
    s.release()
    u, v, q, t = pending(s)
    facts = [Fact(equation(f, whole_f), name="tie_f", direct=True),
             Fact(equation(g, whole_g), name="tie_g", direct=True),
             *between(d, 0, LIMIT, "d"), *between(e, 0, LIMIT, "e")]
    for a, b in ((u, v), (q, t)):
        facts += [held(at_most(x + y, 2**62), direct=True) for x in (a, -a) for y in (b, -b)]
    for x in (packed_f, packed_g):
        facts += [Fact(at_most(x, 2**62 - 1)), Fact(at_least(x, -(2**62)))]
    facts += [held(congruent(lf, -f_words[0], 2**64), "lf1", direct=True),
              held(congruent(lg, -g_words[0], 2**64), "lg1", direct=True)]
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
    rule.low("low", of="whole", bits=64, f=f_words[0], g=g_words[0], i=-1 - z)
    rule.pack("packed", of="low", n=20, m=20, alpha=2**41, beta=2**62, f=packed_f, g=packed_g, i=-1 - z)
    return facts


def invariant(s: State, k: int, row: int, a: Poly, b: Poly, f: Poly, g: Poly) -> Terms:
    """How (a*d' + b*e')*r = 8*f'*2^(62k - 623) follows from the batch before, with its f and g."""
    letter, factor = ("f", "g")[row // 2], 8 * scale(k - 1)
    return (("d", a * s.saved["r"]), ("e", b * s.saved["r"]), (f"inv_d{k - 1}", a), (f"inv_e{k - 1}", b),
            (f"next{row}", f * factor), (f"next{row + 1}", g * factor), (f"whole.{letter}", ONE * -8 * factor))


def nothing(k: int, a: Poly, e: Poly) -> Terms:
    """How a*d' + b*e' = 0 follows from that of the batch before for r = 0, where b = 0."""
    return ("d", a), ("next1", e), ("whole.still_v", e * 8), (f"zero{k - 1}", a)


# --- divsteps ------------------------------------------------------------------------------------------------------


def packed(part: int, n: int) -> None:
    """The words F and G, and the negated low words beside them; in part 3 also the matrix of the parts before."""

    @proof.cut(f"packed_{part}")
    def cut(s: State) -> list[Fact]:
        f, g = s.signed("r8"), s.signed("r9")
        lf, lg = s.frame(LF, 2)
        s.hold("r10 rbp " + ACC)
        facts = [Fact(limit) for x in (f, g) for limit in (at_most(x, 2**62 - 1), at_least(x, -(2**62)))]
        facts += [held(congruent(lf, -s.saved["low_f"], 2**64), f"lf{part}"),
                  held(congruent(lg, -s.saved["low_g"], 2**64), f"lg{part}")]
        if part == 3:
            facts += composed(s, [s.signed(MATRIX + 8 * index, hold=True, bound=2**40) for index in range(4)], 1)
        s.divsteps.pack("packed", of="low", n=n, m=20, alpha=2**41, beta=2**62, f=f, g=g, i=-1 - s.saved["z"])
        return facts


def composed(s: State, words: Sequence[Poly], sign: int) -> list[Fact]:
    """The words, times the sign, are the chain's matrix: modulo 2^64, so by their size."""
    matrix = s.divsteps.chains["low"].matrix
    facts = [Fact(congruent(word * sign, entry, 2**64)) for word, entry in zip(words, matrix, strict=True)]
    u, v, q, t = (word * sign for word in words)
    s.divsteps.rebase("low", (u, v, q, t))
    return facts


def step(part: int, number: int, last: int) -> None:
    @proof.cut(f"step_{part}_{number}")
    def cut(s: State) -> list[Fact]:
        end = number == last
        f, g, z = s.signed("r8", hold=end), s.signed("r9", hold=end), s.signed("r10", hold=end)
        s.save("z", z)
        limits = [limit for x in (f, g) for limit in (at_most(x, 2**62 - 1), at_least(x, -(2**62)))]
        facts = [Fact(limit, direct=True, hold=end) for limit in limits]
        facts += between_steps(s, part, number)
        s.divsteps.step("packed", f, g, -1 - z)
        if end:
            s.save("last_f", f)
            s.save("last_g", g)
            for name, entry in zip("uvqt", s.divsteps.unpack("packed"), strict=True):
                s.save(name, entry)
        return facts


# --- d and e, between the steps -----------------------------------------------------------------------------------


def between_steps(s: State, part: int, number: int) -> list[Fact]:
    """What was done to d and e, or f and g, since the last step."""
    match part, number:
        case (1, 3):
            words = s.words(ACC)
            s.hold("rbp")
            return [held(equation(val(words), s.saved["d"] + s.saved["e"]), "sum")]
        case (1, 10):
            words = s.frame(KW, 5)
            s.hold("rbp")
            return [held(equation(val(words), C - (s.saved["d"] + s.saved["e"]) * 2**62), "offset")]
        case (1, 13) | (1, 17) | (2, 5) | (2, 9):
            return column(s, 0, {(1, 13): 0, (1, 17): 1, (2, 5): 2, (2, 9): 3}[part, number])
        case (2, 17) | (3, 5) | (3, 9) | (3, 13):
            return column(s, 2, {(2, 17): 0, (3, 5): 1, (3, 9): 2, (3, 13): 3}[part, number])
        case (2, 13):
            words = s.frame(NW, 4)
            s.hold("rbp")
            return folded(s, words, "d", 0)
        case (3, 15):
            words = s.frame(EW, 4)
            s.hold("rbp")
            return folded(s, words, "e", 2)
        case (3, 18):
            words = s.frame(TW, 4)
            s.hold("rbp")
            return [held(congruent(val(words), s.saved["f"] + s.saved["g"] + HALF * 3, 2**256), "tw")]
    s.hold("rbp " + ACC)
    return []


def column(s: State, row: int, j: int) -> list[Fact]:
    """[r(j+1) … r0] = U*(d0 … dj) + V*(e0 … ej), where U and V are the pending words of a row."""
    words = s.words(" ".join(ACC.split()[: j + 2]))
    s.hold("rbp")
    u, v = s.saved[f"pending{row}"], s.saved[f"pending{row + 1}"]
    d, e = (val(s.saved[f"{name}{index}"] for index in range(j + 1)) for name in ("d", "e"))
    return [held(equation(val(words), u * d + v * e), f"column{j}")]


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


for _part, _steps in ((1, 20), (2, 20), (3, 19)):
    if _part > 1:
        packed(_part, _steps)
    for _number in range(1, _steps + 1):
        step(_part, _number, _steps)


# --- the matrix of a part, and the low words after it ---------------------------------------------------------------


def shifted(part: int, j: int) -> None:
    @proof.cut(f"shifted_{part}")
    def cut(s: State) -> list[Fact]:
        """F + 2^(20+j) and G + 2^(20+j) rid of v and t, at the top of a word; and F and G rounded for these."""
        facts = []
        for full, entry, ours, rounded in (("last_f", "v", "rax", "rbx"), ("last_g", "t", "rcx", "rdx")):
            top, whole = s.signed(ours), s.signed(rounded)
            word = s.saved[full] + 2 ** (20 + j)
            facts += [Fact(congruent(top, word * 2 ** (22 - j), 2**64)),
                      Fact(equation(top, word * 2 ** (22 - j) + s.saved[entry] * 2**64), direct=True),
                      Fact(equation(whole, word + 2 ** (41 + j)), direct=True)]
        s.hold("r10 rbp " + ACC)
        return facts


def unpacked(part: int, n: int) -> None:
    @proof.cut(f"matrix_{part}")
    def cut(s: State) -> list[Fact]:
        """rax, rbx, rcx, rdx = -u, -v, -q, -t, by the rounding shifts; after part 1 in the frame too."""
        rows: list[list[str | int]] = [["rax", "rbx", "rcx", "rdx"]]
        rows += [[MATRIX + 8 * index for index in range(4)]] if part == 1 else []
        facts: list[Fact] = []
        for row in rows:
            words = [s.signed(place, hold=True, bound=2**n) for place in row]
            facts += [held(equation(word, -s.saved[name]), direct=True)
                      for word, name in zip(words, "uvqt", strict=True)]
        s.hold("r10 rbp " + ACC)
        if part == 1:
            u, v, q, t = (-word for word in words)
            s.divsteps.rebase("low", (u, v, q, t))
        return facts


def summed(part: int, n: int, bits: int) -> None:
    @proof.cut(f"summed_{part}")
    def cut(s: State) -> list[Fact]:
        """Before the shift: u*f + v*g = 2^n*f' for the low words, as far as they are right."""
        chain = s.divsteps.chains["low"]
        words = [s.signed("rsi")] if part == 3 else [s.signed("rsi"), s.signed("rdi")]
        s.hold("r10 rbp rax rbx rcx rdx " + ACC)
        return [Fact(congruent(word, target * 2**n, 2**bits), times=((f"low.{letter}", -ONE),))
                for letter, word, target in zip("fg", words, (chain.f, chain.g), strict=False)]


def advanced(part: int, bits: int) -> None:
    @proof.cut(f"advanced_{part}")
    def cut(s: State) -> list[Fact]:
        """The low words after this part's steps, as far as they are right."""
        chain = s.divsteps.chains["low"]
        s.hold("r10 rbp rax rbx rcx rdx " + ACC)
        if part == 3:
            return [held(congruent(s.save("end_f", s.frame(LF, 1)[0]), chain.f, 2**bits), direct=True)]
        f, g = s.save("low_f", s.signed("rsi", hold=True)), s.save("low_g", s.signed("rdi", hold=True))
        return [held(congruent(f, chain.f, 2**bits), f"low_f{part}", direct=True),
                held(congruent(g, chain.g, 2**bits), f"low_g{part}", direct=True)]


for _part, _steps, _bits in ((1, 20, 64), (2, 20, 44), (3, 19, 24)):
    shifted(_part, 20 - _steps)
    unpacked(_part, _steps)
    summed(_part, _steps, _bits)
    advanced(_part, _bits - _steps)


# --- the matrix of the batch, and f and g after it -------------------------------------------------------------------


@proof.cut("matrix")
def matrix(s: State) -> list[Fact]:
    """rsi, rax, rdi, rcx = -u, -v, -q, -t of all 59 steps."""
    words = [s.signed(register, hold=True, bound=2**59) for register in ("rsi", "rax", "rdi", "rcx")]
    s.hold("r10 rbp")
    return composed(s, words, -1)


@proof.cut("scaled")
def scaled(s: State) -> list[Fact]:
    """2^62 + 8*u, 2^62 + 8*v, … in registers and as the next pending matrix."""
    entries = s.divsteps.chains["low"].matrix
    facts = []
    for index, register in enumerate(("rbx", "r8", "r9", "rcx")):
        word, copy = s.bounded(PENDING + 8 * index, 2**63), s.bounded(register, 2**63)
        s.save(f"next{index}", word)
        s.save(f"copy{index}", copy)
        facts += [held(equation(word, entries[index] * 8 + 2**62), f"next{index}", direct=True),
                  held(equation(copy, word), direct=True)]
    s.hold("r10 rbp")
    s.divsteps.apply("low", of="whole", bits=64)
    if s.visit == 9:
        s.divsteps.finish("whole")
    return facts


def target(s: State, letter: str) -> Poly:
    """f' + f + g, or g' + f + g."""
    chain = s.divsteps.chains["whole"]
    return (chain.f if letter == "f" else chain.g) + s.saved["f"] + s.saved["g"]


@proof.cut("low")
def low(s: State) -> list[Fact]:
    """The low words of f' and g', and the columns so far, of which the lowest 62 bits are 0."""
    facts = []
    whole, f, g = s.divsteps.chains["whole"], s.saved["f"], s.saved["g"]
    rows = ((0, "f", "rsi", whole.f, ("r11", "r12", "r13")), (2, "g", "rdi", whole.g, ("r14", "r15", "rbx")))
    for row, letter, register, new, (c0, c1, c2) in rows:
        low_word, first, third = s.words(f"{register} {c0} {c2}")
        high, _ = s.halves(c1, 62)
        s.save(f"first_{letter}", first)
        columns = s.saved[f"copy{row}"] * two_words(s, "f") + s.saved[f"copy{row + 1}"] * two_words(s, "g")
        times = ((f"columns_{letter}", ONE), (f"next{row}", f), (f"next{row + 1}", g), (f"whole.{letter}", ONE * -8))
        facts += [held(equation(first * 2**62 + high * 2**126 + third * 2**128, columns), f"columns_{letter}"),
                  Fact(congruent(first * 2**62, (new + f + g) * 2**62, 2**126), times=times),
                  held(congruent(first, new + f + g, 2**64), direct=True),
                  held(congruent(low_word, new, 2**64), direct=True)]
    s.hold("r10 rbp")
    return facts


def two_words(s: State, name: str) -> Poly:
    return val(s.saved[f"{name}_word{index}"] for index in range(2))


@proof.cut("packed_1")
def packed_1(s: State) -> list[Fact]:
    """The packed words and negated low words of the next batch."""
    chain = s.divsteps.chains["whole"]
    f, g = s.signed("r8", hold=True), s.signed("r9", hold=True)
    lf, lg = s.frame(LF, 2)
    s.hold("r10 rbp rbx " + ACC)
    facts = []
    for word, negated, value, offset in ((f, lf, chain.f, 2**41), (g, lg, chain.g, 2**62)):
        facts += [held(congruent(word, value, 2**20), direct=True),
                  held(congruent(negated, -value, 2**64), direct=True), *between(word + offset, 0, 2**20 - 1)]
    return facts


def updated(letter: str, row: int, second: str, third: str) -> None:
    @proof.cut(f"product_{letter}")
    def product(s: State) -> list[Fact]:
        """[rdi rsi c2 c1], and the first word, hold 2^62*(f' + f + g) (mod 2^320)."""
        high, _ = s.halves(second, 62)
        words = val([*s.words(third), *s.words("rsi rdi")])
        s.hold("r8 r9 r10 rbp " + " ".join(x for x in ("rbx " + ACC).split() if x not in (second, third)))
        top = s.save(f"top_{letter}", high + words * 4)
        f, g = s.saved["f"], s.saved["g"]
        times = ((f"columns_{letter}", ONE), (f"next{row}", f), (f"next{row + 1}", g),
                 (f"whole.{letter}", ONE * -8))
        return [held(congruent(s.saved[f"first_{letter}"] * 2**62 + top * 2**126, target(s, letter) * 2**62, 2**320),
                     f"product_{letter}", times)]


updated("f", 0, "r12", "r13")
updated("g", 2, "r15", "rbx")


@proof.cut("new_f")
def new_f(s: State) -> list[Fact]:
    """The words of f' + 2^255, which wait in the frame."""
    words = val(s.frame(NW, 4))
    f = s.divsteps.chains["whole"].f
    s.hold("r8 r9 r10 rbp r14 r15 rbx")
    return [Fact(congruent(words, f + HALF, 2**256), direct=True), held(equation(words, f + HALF), direct=True)]


# --- the end -------------------------------------------------------------------------------------------------------


@proof.cut("last_d")
def last_d(s: State) -> list[Fact]:
    """[r3 … r0]*r = f (mod p), the last f; 0 (mod p) for r = 0."""
    rule, r = s.divsteps, s.saved["r"]
    words = s.words("r11 r12 r13 r14")
    w = s.save("w", val(words))
    s.hold()
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
    y = s.save("y", val(s.words("r11 r12 r13 r14")))
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
    z = val(s.words("r11 r12 r13 r14"))
    s.hold()
    return [held(congruent(z, s.saved["y"], P), "z"), *between(z, 0, P - 1),
            held(given(congruent(z * r, 1, P), where_at_least(r, 1)), times=(("z", r), ("unit", ONE))),
            held(given(equation(z, 0), where_equal(r, 0)), direct=True)]
