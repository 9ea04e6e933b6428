"""The theorems on divsteps: what each says, its certificate, its lemmas, what it rests on.

A certificate is judged twice: by check.py, in exact integers, and by the solver, on the lemmas of facts.py, which
share no code with it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path

from qed25519.proofs.divstep import code, induction, inversion, rule
from qed25519.proofs.divstep.check import BadCertificate, check, enough
from qed25519.proofs.divstep.facts import CLASSIC, HALF, Formula, Hull
from qed25519.prover.claims import Claim, Refuted
from qed25519.prover.lemmas import Lemma
from qed25519.spec import divstep as spec
from qed25519.spec.field import P, invert
from qed25519.spec.primes import is_proved_prime

FOLDER = Path(__file__).parent
SIZES = (255, 255, 255, 255, 255, 225, 180, 135, 89, 44, 1)
"""After n batches of 59 divsteps from f = p and 0 < g < p, |f| and |g| are below 2^SIZES[n]; at the end |f| = 1."""


@cache
def hull(name: str, f: int = P, g_max: int = P) -> Hull:
    """A certificate of the repository, and a starting set."""
    return Hull(json.loads((FOLDER / "certificates" / f"{name}.json").read_text(encoding="utf-8")), f, g_max)


def checked(name: str) -> str:
    """Judge a certificate by check.py."""
    try:
        count = check(hull(name).certificate)
    except (BadCertificate, LookupError, TypeError, ValueError) as error:
        raise Refuted(f"certificates/{name}.json: {error}") from error
    return f"certificates/{name}.json: {count} facts, each by two strips, in exact integers"


def steps(name: str, g_max: int, count: int) -> Callable[[], str]:
    def exact() -> str:
        said = checked(name)
        if not enough(hull(name).certificate, P, g_max, count):
            raise Refuted(f"certificates/{name}.json does not prove {count} steps")
        return said
    return exact


def claim(name: str, statement: str, lemmas: Callable[[], Sequence[Lemma]], cites: Sequence[Claim] = (),
          exact: Callable[[], str] = lambda: "") -> Claim:
    return Claim(f"divstep/{name}", statement, lemmas, FOLDER / "theorems.py", exact, tuple(cites))


# --- what holds for every certificate -----------------------------------------------------------------------

def step(e: int, name: str, start: str) -> Claim:
    return claim(
        f"spec/{name}", f"For f odd and i = delta - {start}, spec.divstep takes (f, g) to (g, (g - f)/2) and i to "
        f"{'-i - 1' if e else '-i'} if i >= 0 and g is odd; else i to i + 1, and (f, g) to (f, g/2) or, for i < 0 and "
        "g odd, to (f, (g + f)/2).  Divisions are exact, f stays odd.", lambda: code.branches(e))


def hull_induction(e: int, name: str, start: str) -> Claim:
    return claim(
        f"induction/{name}", f"Start at delta = {start}.  If a certificate meets its {8 - e} inclusions, every divstep "
        "takes u·alpha^m·W_i into u·alpha^(m + 1)·W_i1.  If also the first (f, g) is in u·W_0, and "
        f"u·y_max·alpha^{'(m - 1)' if e else 'm'} < 1 for the greatest |y| on W_0, then m divsteps reach g = 0.",
        lambda: [*induction.members(e), *induction.ends(e)], [STEP[e]])


STARTS = (0, "half", "1/2"), (1, "classic", "1")
STEP = {e: step(e, name, start) for e, name, start in STARTS}
INDUCTION = {e: hull_induction(e, name, start) for e, name, start in STARTS}
MATRIX = claim(
    "spec/matrix", "For f odd, spec.divsteps(n, delta, f, g) gives n divsteps and integers with u·f + v·g = 2^n·f' and "
    "q·f + r·g = 2^n·g'.", code.matrices)

# --- what the rule for divsteps in machine code rests on -------------------------------------------------------

LOCALITY = claim(
    "rule/locality", "Two states have the same i, odd f, and pairs (f, g) that agree modulo 2^n, n >= 1.  A divstep "
    "takes both by the same branch to pairs that agree modulo 2^(n - 1), with odd f and the same i.",
    rule.locality, [STEP[0]])

STEPS = claim(
    "rule/steps", "n <= b divsteps of two states that have the same i, odd f, and pairs that agree modulo 2^b, go by "
    "the same branches: both have one matrix and one i, and the pairs then agree modulo 2^(b - n).",
    rule.count, [LOCALITY])

PRODUCT = claim(
    "rule/matrix", "n divsteps have a matrix: applied to the first (f, g) it is 2^n times the last.  That of n steps "
    "after m others is the product of both, 2^(n + m) times the last.", rule.matrices, [STEP[0]])

ROWS = claim(
    "rule/sizes", "Of the matrix ((u, v), (q, r)) of n divsteps: |u| + |v| <= 2^n, |q| + |r| <= 2^n, and no entry is "
    "-2^n.", rule.sizes, [PRODUCT])

BOUND = claim(
    "rule/bound", "The larger of |f| and |g| does not grow in a divstep.", rule.bound, [STEP[0]])

OFFSET = claim(
    "rule/offset", "(F, G) is stepped n times, F odd, 2^n divides alpha and beta, and F + alpha and G + beta are in "
    "[0, 2^m).  With the matrix ((u, v), (q, r)) of the steps and (F', G') after them, F' + u·(alpha/2^n) + "
    "v·(beta/2^n) and G' + q·(alpha/2^n) + r·(beta/2^n) are in (-2^m, 2^m).", rule.offset, [STEPS, PRODUCT, BOUND])

STILL = claim(
    "rule/still", "From g = 0, n divsteps leave f and g, and their matrix is ((2^n, 0), (0, 1)).",
    rule.still, [PRODUCT])

INDEX = claim(
    "rule/index", "After n divsteps from i = 0, |i| <= n.", rule.index, [STEP[0]])

# --- p ------------------------------------------------------------------------------------------------------

FERMAT = claim(
    "p/fermat", "spec.field.invert(x), x^(p - 2) modulo p, is the only y in [0, p) with y·x = 1 modulo p, or 0 if p "
    "divides x.  (It is one, as x^(p - 1) = 1: Fermat's little theorem, taken from the textbooks, for p is prime.)",
    inversion.unique, (), lambda: fermat())

STEPS_590 = claim(
    "p/steps_590", "From delta = 1/2, f = p and every g with 0 <= g <= p, 590 divsteps reach g = 0.",
    lambda: [*hull("half_590").sound(), hull("half_590").finished(590)], [INDUCTION[0]], steps("half_590", P, 590))

STEPS_588 = claim(
    "p/steps_588", "From delta = 1/2, f = p and every g with 0 <= g <= p, 588 divsteps reach g = 0.",
    lambda: [*hull("half_588").sound(), hull("half_588").finished(588)], [INDUCTION[0]], steps("half_588", P, 588))

UNREDUCED_590 = claim(
    "p/unreduced_590", "From delta = 1/2, f = p and every g with 0 <= g <= 2^256, 590 divsteps reach g = 0.",
    lambda: [*hull("half_588", P, 2**256).sound(), hull("half_588", P, 2**256).finished(590)], [INDUCTION[0]],
    steps("half_588", 2**256, 590))

DIVISORS = claim(
    "p/divisors", "When g has become 0 from f = p and 0 < g < p, |f| is 1.", inversion.divisors, [STEP[0]],
    lambda: prime())

UNIT_586 = claim(
    "p/unit_586", "From delta = 1/2, f = p and every g with 0 < g < p, |f| = 1 after m divsteps for every m >= 586.",
    lambda: [*hull("half_588").sound(), *hull("half_588").unit_f(586)], [INDUCTION[0], DIVISORS],
    lambda: checked("half_588"))

SHRINKING = claim(
    "p/sizes", "From delta = 1/2, f = p and every g with 0 < g < p, after n batches of 59 divsteps |f| <= p, |g| < p, "
    f"and both are below 2^b, where b for n = 0 … 10 is {', '.join(map(str, SIZES))}.  (From g = 0 both stay.)",
    lambda: [*hull("half_588").sound(), *induction.sizes(),
             *(lemma for batches in range(5, 10) for lemma in hull("half_588").sizes(59 * batches, SIZES[batches]))],
    [INDUCTION[0], DIVISORS, STEPS_590], lambda: checked("half_588"))

INVERSE = claim(
    "p/inverse", "spec.divstep.inverse(x)·x = 1 modulo p for every integer x that p does not divide, and "
    "spec.divstep.inverse(x) = 0 for every other; the result is in [0, p).",
    lambda: [*inversion.zero(), *inversion.batch(), *inversion.ends()], [STEPS_590, DIVISORS, MATRIX], lambda: prime())

CLASSIC_724 = claim(
    "p/classic_724", "From delta = 1, f = p and every g with 0 <= g <= p, 724 divsteps reach g = 0.",
    lambda: [*hull("classic_724").sound(), hull("classic_724").finished(724)], [INDUCTION[1]],
    steps("classic_724", P, 724))


def prime() -> str:
    if not is_proved_prime(P) or spec.BATCH * spec.BATCHES != 590:
        raise Refuted("p is not proved to be a prime, or the batches of spec.divstep.inverse are not 590 divsteps")
    return "p is prime, by its certificate in spec/primes.py; the batches are 590 divsteps"


def fermat() -> str:
    if not is_proved_prime(P) or invert(inversion.Power()) != (P - 2, P):  # type: ignore[arg-type, comparison-overlap]
        raise Refuted("p is not proved to be a prime, or spec.field.invert is no power p - 2 modulo p")
    return "p is prime, by its certificate in spec/primes.py; spec.field.invert raises to the power p - 2 modulo p"


# --- every size ---------------------------------------------------------------------------------------------


def every_size(e: int, name: str, start: str, formula: Formula) -> Claim:
    n, d, constant = formula
    return claim(
        f"every_size/{name}", f"From delta = {start}, for every b >= 0, f odd and 0 <= g <= f <= 2^b, "
        f"floor(({n}·b + {constant})/{d}) divsteps reach g = 0.",
        lambda: [*hull(f"{name}_every", 1, 1).sound(), *hull(f"{name}_every", 1, 1).every_size(formula)],
        [INDUCTION[e]], lambda: checked(f"{name}_every"))


EVERY_SIZE = {e: every_size(e, name, start, formula)
              for e, name, start, formula in ((0, "half", "1/2", HALF), (1, "classic", "1", CLASSIC))}

CLAIMS = [*STEP.values(), MATRIX, *INDUCTION.values(), LOCALITY, STEPS, PRODUCT, ROWS, BOUND, OFFSET, STILL, INDEX,
          FERMAT, STEPS_590, STEPS_588, UNREDUCED_590, DIVISORS, UNIT_586,
          SHRINKING, INVERSE, CLASSIC_724, *EVERY_SIZE.values()]
