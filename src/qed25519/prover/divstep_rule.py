"""The rule for divsteps in machine code: which integers step, by which matrix, and what is known then.  Trusted.

Write i = delta - 1/2; a divstep takes (i, f, g), f odd, to
    (i + 1, f, g/2) for g even,  (i + 1, f, (g + f)/2) for g odd and i < 0,  (-i, g, (g - f)/2) for g odd and i >= 0.

A *chain* is a pair (f, g) that is being stepped; which branch a step takes depends on i and on g mod 2 only, so pairs
that are congruent modulo 2^n take n equal steps and have one transition matrix M for them, 2^n*(f', g') = M*(f, g)
(claim divstep/rule/steps).  The code steps a packed pair; `pack` ties it to the low words' chain, `step` proves one
step of the code to be a divstep of the packed integers, `unpack` gives the matrix, for all pairs tied together.

Everything here is used from cut functions: what a method claims is proved at that cut, what it gives is assumed after.
It gives only what the claims divstep/… say that it cites.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from qed25519.domains.polynomial import Poly
from qed25519.domains.theory import Clause, Compare, Theory, at_least, at_most, equal
from qed25519.prover.contract import CONSTANTS
from qed25519.prover.hints import Fact, ProofError
from qed25519.prover.statement import Relation

Matrix = tuple[Poly, Poly, Poly, Poly]
P = CONSTANTS["p"]
ONE, ZERO = Poly.constant(1), Poly.constant(0)
IDENTITY: Matrix = (ONE, ZERO, ZERO, ONE)
I_LIMIT = 2**20            # no run takes so many steps


@dataclass
class Chain:
    """A pair that is stepped: i, f and g now, |f| and |g| at most `bound`, `steps` so far; since `start` the steps have
    the matrix `matrix`, so that 2^(steps - since)*(f, g) = matrix*(start).

    A chain of low words remembers of which chain, after how many steps of it, and modulo which power of 2."""

    i: Poly
    f: Poly
    g: Poly
    bound: int
    steps: int = 0
    start: tuple[Poly, Poly] = (ZERO, ZERO)
    matrix: Matrix = IDENTITY
    since: int = 0
    first: tuple[Poly, Poly] = (ZERO, ZERO)
    of: str = ""
    whole: Chain | None = None
    of_steps: int = 0
    bits: int = 0


@dataclass
class Packed:
    """Words F and G of the code, congruent to a chain's f and g modulo 2^n and to be stepped n times: F + alpha and
    G + beta are within [0, 2^m), and 2^n divides alpha and beta."""

    of: str
    n: int
    m: int
    alpha: int
    beta: int
    i: Poly
    f: Poly
    g: Poly
    done: int = 0


@dataclass
class DivstepRule:
    """The chains of one run.  `facts` are proved at the current cut, `given` assumed after it, `cited` are claims that
    the current cut rests on."""

    theory: Theory
    chains: dict[str, Chain] = field(default_factory=dict)
    packed: dict[str, Packed] = field(default_factory=dict)
    facts: list[Fact] = field(default_factory=list)
    given: list[tuple[str, Relation]] = field(default_factory=list)
    cited: set[str] = field(default_factory=set)
    taken: int = 0

    # --- used by the prover ----------------------------------------------------------------------------------------

    def add_facts(self, facts: list[Fact]) -> None:
        """Append what was claimed at this cut to the cut's own facts."""
        facts += self.facts
        self.facts.clear()

    def assume(self) -> list[tuple[str, Clause]]:
        """After the cut: record what was given; that which has a name is to be held."""
        found = [(name, relation.exact_clause()) for name, relation in self.given]
        for _, clause in found:
            self.theory.record(clause)
        self.given.clear()
        return [(name, clause) for name, clause in found if name]

    def variables(self) -> set[int]:
        """The variables that later facts may speak of."""
        polys = [poly for chain in self.chains.values()
                 for poly in (chain.i, chain.f, chain.g, *chain.start, *chain.first, *chain.matrix)]
        polys += [poly for packed in self.packed.values() for poly in (packed.i, packed.f, packed.g)]
        return {index for poly in polys for index in poly.variables()}

    # --- chains ----------------------------------------------------------------------------------------------------

    def begin(self, name: str, f: Poly, g: Poly, bound: int) -> None:
        """A new chain at i = 0 with f odd, |f| <= bound and |g| <= bound, which are facts to prove."""
        if f.constant_value() is None or f.constant_value() % 2 == 0:  # type: ignore[operator]
            raise ProofError(f"divsteps {name}: f must begin as an odd constant")
        self._new(name)
        self._bound(f, bound)
        self._bound(g, bound)
        self.chains[name] = Chain(ZERO, f, g, bound, start=(f, g), first=(f, g))

    def retie(self, name: str, f: Poly, g: Poly) -> None:
        """The chain's f and g are these words: facts to prove."""
        chain = self._chain(name)
        self._claim(Relation("=", f, chain.f), direct=True)
        self._claim(Relation("=", g, chain.g), direct=True)
        chain.f, chain.g = f, g

    def low(self, name: str, of: str, bits: int, f: Poly, g: Poly, i: Poly) -> None:
        """A chain of low words f and g in [0, 2^bits), congruent to another chain's modulo 2^bits; i is the word of
        the code that holds its i."""
        self._new(name)
        whole = self._chain(of)
        self._claim(Relation("=", whole.f, f, 2**bits))
        self._claim(Relation("=", whole.g, g, 2**bits))
        self._claim(Relation("=", i, whole.i), direct=True)
        for poly in (f, g):
            self._claim(Relation(">=", poly, ZERO))
            self._claim(Relation(">=", Poly.constant(2**bits - 1), poly))
        whole.i = i
        self.chains[name] = Chain(
            i, f, g, 2**bits - 1, start=(f, g), of=of, whole=whole, of_steps=whole.steps, bits=bits)

    def pack(self, name: str, of: str, n: int, m: int, alpha: int, beta: int, f: Poly, g: Poly, i: Poly) -> None:
        """Begin to step the words f and g in place of the chain's pair, n times: see Packed."""
        chain = self._chain(of)
        if name in self.packed or any(packed.of == of for packed in self.packed.values()):
            raise ProofError(f"divsteps {name}: {of} is stepped already")
        if alpha % 2**n or beta % 2**n or not 0 < n <= m:
            raise ProofError(f"divsteps {name}: 2^{n} must divide the offsets, and {n} steps need as many bits")
        self._cite("rule/steps", "rule/index")                 # f and i of the steps to come: see _give_known
        self._claim(Relation("=", f, chain.f, 2**n), direct=True)
        self._claim(Relation("=", g, chain.g, 2**n), direct=True)
        self._claim(Relation("=", i, chain.i), direct=True)
        for poly, offset in ((f, alpha), (g, beta)):
            self._claim(Relation(">=", poly + offset, ZERO))
            self._claim(Relation(">=", Poly.constant(2**m - 1 - offset), poly))
        self._give_known(f, i)
        self.packed[name] = Packed(of, n, m, alpha, beta, i, f, g)

    def step(self, name: str, f: Poly, g: Poly, i: Poly) -> None:
        """The words are now the divstep of what they were at the last step (or at `pack`)."""
        self._cite("spec/half", "rule/steps", "rule/index")
        old = self._packed(name)
        self.taken += 1
        if self.taken >= I_LIMIT:
            raise ProofError(f"divsteps {name}: more than {I_LIMIT} steps")
        half, odd = self._parity(old.g)
        even = (equal(odd, 0),)
        add = (equal(odd, 1), at_most(old.i, -1))
        swap = (equal(odd, 1), at_least(old.i, 0))
        self._stepped(even, (i, old.i + 1), (f, old.f), (g, half))
        self._stepped(add, (i, old.i + 1), (f, old.f), (2 * g, old.g + old.f))
        self._stepped(swap, (i, -old.i), (f, old.g), (2 * g, old.g - old.f))
        self._give_known(f, i)
        old.i, old.f, old.g, old.done = i, f, g, old.done + 1

    def unpack(self, name: str) -> Matrix:
        """After n steps: the matrix (u, v, q, r), by which the chain moved too; see `sizes`.

        The pair (F + alpha, G + beta) moved with it and stayed within (-2^m, 2^m): F + u*alpha/2^n + v*beta/2^n is.
        """
        packed = self._packed(name)
        del self.packed[name]
        if packed.done != packed.n:
            raise ProofError(f"divsteps {name}: {packed.done} steps are done, {packed.n} were announced")
        self._cite("rule/steps", "rule/sizes", "rule/offset")
        chain, n = self._chain(packed.of), packed.n
        shadows = [matrix_of(n, *values) for values in zip(
            *(self.theory.shadow(poly) for poly in (chain.i, chain.f, chain.g)), strict=True)]
        u, v, q, r = (self._fresh(f"{name}.{'uvqr'[k]}", 1 - 2**n, 2**n, [shadow[k] for shadow in shadows])
                      for k in range(4))
        self._give(name, *(clause.then for clause in sizes(n, (u, v, q, r))))
        a, b = packed.alpha >> n, packed.beta >> n
        for poly in (packed.f + u * a + v * b, packed.g + q * a + r * b):
            self._give(name, at_most(poly, 2**packed.m - 1), at_least(poly, 1 - 2**packed.m))
        self._advance(packed.of, n, (u, v, q, r), packed.i)
        return u, v, q, r

    def rebase(self, name: str, matrix: Matrix) -> None:
        """The chain's matrix since its start is this one, entry by entry: facts to prove, knowing its size."""
        self._cite("rule/sizes")
        chain = self._chain(name)
        for clause in sizes(chain.steps - chain.since, chain.matrix):
            self.theory.record(clause)
        for ours, theirs in zip(matrix, chain.matrix, strict=True):
            self._claim(Relation("=", ours, theirs), direct=True)
        chain.matrix = matrix
        self._give(f"{name}.size", *(clause.then for clause in sizes(chain.steps - chain.since, matrix)))

    def apply(self, name: str, of: str, bits: int) -> None:
        """Move the chain `of` by all steps of its chain of low words: at most `bits`, as their starts agree so far."""
        low, whole = self._chain(name), self._chain(of)
        if low.whole is not whole or (low.of_steps, low.bits) != (whole.steps, bits):
            these = f"the low {low.bits} bits of {low.of} after {low.of_steps} steps"
            raise ProofError(f"divsteps {name}: these are {these}")
        if any(packed.of in (name, of) for packed in self.packed.values()):
            raise ProofError(f"divsteps {name}: steps are under way")
        self._cite("rule/steps", "rule/still")
        del self.chains[name]
        if low.steps > bits:
            raise ProofError(f"divsteps {name}: {low.steps} steps, but the pairs agree modulo 2^{bits} only")
        if low.since:
            raise ProofError(f"divsteps {name}: its matrix is that of the steps after {low.since} only")
        whole.matrix, whole.start, whole.since = IDENTITY, (whole.f, whole.g), whole.steps
        u, v, _, _ = low.matrix
        still = (equal(whole.g, 0),)                   # from g = 0 every step is even
        old_f = whole.f
        self._advance(of, low.steps, low.matrix, low.i)
        stays = {"f": (whole.f, old_f), "g": (whole.g, ZERO), "u": (u, Poly.constant(2**low.steps)), "v": (v, ZERO)}
        for letter, (left, right) in stays.items():
            self.given.append((f"{of}.still_{letter}", Relation("=", left, right, given=still)))
        rest = 2 ** (bits - low.steps)                 # the pairs agreed modulo 2^bits, so the new ones do modulo this
        multiple = self._fresh("multiple", None, None, [
            (a - b) // rest for a, b in zip(*(self.theory.shadow(poly) for poly in (whole.f, low.f)), strict=True)])
        self._give(f"{of}.low_f", equal(whole.f, low.f + multiple * rest))

    def finish(self, name: str) -> None:
        """After 590 steps from f = p and 0 <= g < p: g = 0, and |f| = 1 unless g began as 0 (claims
        divstep/p/steps_590 and divstep/p/divisors)."""
        self._cite("p/steps_590", "p/divisors")
        chain = self._chain(name)
        f, g = chain.first
        if f != Poly.constant(P) or chain.steps != 590:
            raise ProofError(f"divsteps {name}: {chain.steps} steps are done; 590 from f = p are needed")
        self._claim(Relation(">=", g, ZERO))
        self._claim(Relation(">=", Poly.constant(P - 1), g))
        some = (at_least(g, 1),)
        half = self._fresh("half", None, None, [value >> 1 for value in self.theory.shadow(chain.f)])
        self._give(f"{name}.end", equal(chain.f, 2 * half + 1), equal(chain.g, ZERO))
        self.given += [(f"{name}.end", Relation(">=", ONE, chain.f, given=some)),
                       (f"{name}.end", Relation(">=", chain.f, -ONE, given=some))]

    # --- inside ----------------------------------------------------------------------------------------------------

    def _advance(self, name: str, n: int, by: Matrix, i: Poly) -> None:
        """New f and g with 2^n*(f', g') = by*(f, g); the larger of |f| and |g| does not grow."""
        self._cite("rule/matrix", "rule/bound")
        chain = self._chain(name)
        u, v, q, r = by
        sums = u * chain.f + v * chain.g, q * chain.f + r * chain.g
        fresh = []
        for letter, total in zip("fg", sums, strict=True):
            shadow = self.theory.shadow(total)
            if any(value % 2**n for value in shadow):
                raise ProofError(f"divsteps {name}: the matrix does not belong to these pairs")
            new = self._fresh(f"{name}.{letter}", -chain.bound, chain.bound, [value >> n for value in shadow])
            self._give(f"{name}.{letter}", equal(new * 2**n, total))
            fresh.append(new)
        chain.f, chain.g, chain.i, chain.steps = fresh[0], fresh[1], i, chain.steps + n
        mu, mv, mq, mr = chain.matrix
        chain.matrix = (u * mu + v * mq, u * mv + v * mr, q * mu + r * mq, q * mv + r * mr)

    def _give_known(self, f: Poly, i: Poly) -> None:
        """f is odd: it is congruent to the chain's f, and the first one was.  |i| is at most the number of steps."""
        half = self._fresh("half", None, None, [value >> 1 for value in self.theory.shadow(f)])
        self._give("", equal(f, 2 * half + 1), at_most(i, I_LIMIT), at_least(i, -I_LIMIT))

    def _cite(self, *names: str) -> None:
        self.cited |= {f"divstep/{name}" for name in names}

    def _stepped(self, given: tuple[Compare, ...], *pairs: tuple[Poly, Poly]) -> None:
        for left, right in pairs:
            self.facts.append(Fact(Relation("=", left, right, given=given), forget=True, direct=True))

    def _parity(self, g: Poly) -> tuple[Poly, Poly]:
        """(h, o) with g = 2h + o: new variables for what every integer has."""
        values = self.theory.shadow(g)
        half = self._fresh("half", None, None, [value >> 1 for value in values])
        odd = self._fresh("odd", 0, 1, [value & 1 for value in values])
        self.theory.record(Clause(equal(g, 2 * half + odd)))
        return half, odd

    def _fresh(self, name: str, low: int | None, high: int | None, shadow: Sequence[int]) -> Poly:
        return Poly.variable(self.theory.new(self.theory.fresh_name(name), low, high, shadow))

    def _bound(self, poly: Poly, bound: int) -> None:
        self._claim(Relation(">=", Poly.constant(bound), poly))
        self._claim(Relation(">=", poly, Poly.constant(-bound)))

    def _claim(self, relation: Relation, direct: bool = False) -> None:
        self.facts.append(Fact(relation, forget=True, direct=direct))

    def _give(self, name: str, *parts: Compare) -> None:
        """Known after this cut; with a name, until the held facts are released."""
        self.given += [(name, Relation(part.relation, part.poly, ZERO)) for part in parts]

    def _new(self, name: str) -> None:
        if name in self.chains:
            raise ProofError(f"there is a chain of divsteps {name} already")

    def _chain(self, name: str) -> Chain:
        if name not in self.chains:
            raise ProofError(f"there is no chain of divsteps {name}")
        return self.chains[name]

    def _packed(self, name: str) -> Packed:
        if name not in self.packed:
            raise ProofError(f"nothing is packed under the name {name}")
        return self.packed[name]


def sizes(n: int, matrix: Matrix) -> list[Clause]:
    """What holds of the matrix of n divsteps: |u| + |v| <= 2^n, |q| + |r| <= 2^n, and no entry is -2^n.

    A step's rows are twice a row of before, or the sum or difference of both.  A new entry -2^n is then twice one, or
    in the lower row the sum or difference of two of which the one from that row was -2^(n-1); none is -1 at first.
    """
    u, v, q, r = matrix
    clauses = [Clause(at_most(x + y, 2**n)) for first, second in ((u, v), (q, r))
               for x in (first, -first) for y in (second, -second)]
    return clauses + [Clause(at_least(entry, 1 - 2**n)) for entry in matrix]


def matrix_of(n: int, i: int, f: int, g: int) -> tuple[int, int, int, int]:
    """The matrix of n divsteps, for shadow values."""
    u, v, q, r = 1, 0, 0, 1
    for _ in range(n):
        if g % 2 == 0:
            i, g, u, v = i + 1, g >> 1, 2 * u, 2 * v
        elif i < 0:
            i, g, u, v, q, r = i + 1, (g + f) >> 1, 2 * u, 2 * v, q + u, r + v
        else:
            i, f, g, u, v, q, r = -i, g, (g - f) >> 1, 2 * q, 2 * r, q - u, r - v
    return u, v, q, r


