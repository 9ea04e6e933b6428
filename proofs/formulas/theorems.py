"""The theorems on curves: what each says, its lemmas, its exact checks, what it rests on.  docs/formulas.md explains.

Numbers are elements of the field of p = 2^255 - 19 elements, which the spec writes as any integers of their classes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from qed25519.proofs.divstep.theorems import FERMAT
from qed25519.proofs.formulas import base, curves, decode, edwards, extended, fold, ladder, montgomery, squares
from qed25519.proofs.formulas.curves import CURVE, TWIST, complete
from qed25519.prover.claims import Claim, Refuted
from qed25519.prover.lemmas import Lemma
from qed25519.spec import curve25519, edwards25519
from qed25519.spec.curve25519 import A
from qed25519.spec.field import P
from qed25519.spec.primes import L, is_proved_prime

FILE = Path(__file__)


def claim(name: str, statement: str, lemmas: Callable[[], Sequence[Lemma]], cites: Sequence[Claim] = (),
          check: Callable[[], str] = lambda: "") -> Claim:
    return Claim(f"formulas/{name}", statement, lemmas, FILE, check, tuple(cites))


def require(holds: bool, what: str) -> str:
    if not holds:
        raise Refuted(f"it is not so that {what}")
    return what


# --- the field ----------------------------------------------------------------------------------------------

PRIMES = claim(
    "field/primes", "p = 2^255 - 19 and l = 2^252 + 27742317777372353535851937790883648493 are prime.  (Pocklington: "
    "if F divides N - 1, F^2 > N, a^(N - 1) = 1 modulo N, and a^((N - 1)/q) - 1 is prime to N for every prime q that "
    "divides F, then every prime that divides N is 1 modulo F, so larger than the root of N.)",
    squares.pocklington, (), lambda: require(
        is_proved_prime(P) and is_proved_prime(L), "p and l have certificates in spec/primes.py"))

SQUARES = claim(
    "field/squares", "2^((p - 1)/4) is a root of -1, and 2 is no square.  For g not 0: g is a square just if "
    "g^((p - 1)/2) is 1, and then g^((p + 3)/8), or this times the root of -1, is a root of g; and of g and 2·g one is "
    "a square, and only one.",
    squares.squares, [FERMAT, PRIMES], lambda: require(
        P % 8 == 5 and pow(2, (P - 1) // 2, P) == P - 1, "p = 5 modulo 8, and 2^((p - 1)/2) = -1 modulo p"))

# --- Edwards curves -----------------------------------------------------------------------------------------

COMPLETE = claim(
    "edwards/complete", "E(a, d) is a·x^2 + y^2 = 1 + d·x^2·y^2.  Let a = c^2 not be 0 and d be no square.  For points "
    "(x1, y1) and (x2, y2), neither 1 + d·x1·x2·y1·y2 nor 1 - d·x1·x2·y1·y2 is 0.  Nor is a - d·y^2, for any y.",
    edwards.complete)

GROUP = claim(
    "edwards/group", "With a and d as in edwards/complete, and t = d·x1·x2·y1·y2, (x1, y1) + (x2, y2) = "
    "((x1·y2 + x2·y1)/(1 + t), (y1·y2 - a·x1·x2)/(1 - t)) makes E(a, d) a commutative group: the sum is a point; it is "
    "associative and commutative; (0, 1) is neutral; (-x, y) is the opposite of (x, y).  So there is k·P for every "
    "integer k.",
    edwards.group, [COMPLETE])

EDWARDS = claim(
    "edwards/curve", "spec.edwards25519 is E(-1, D), and -1 and D are as in edwards/complete: `equation` is 0 modulo p "
    "just for its points, `sum_affine` is the sum of edwards/group, B is a point.",
    edwards.law, [GROUP, SQUARES], lambda: complete(CURVE) + "; " + require(
        edwards25519.equation(edwards25519.B) % P == 0, "B is on the curve"))

DECODE = claim(
    "decode", "Let y = n modulo p for an n in [0, 2^255), s be 0 or 1, and x, y', flags be what "
    "spec.edwards25519.decode gives for the 32 bytes of n + s·2^255.  Then y' = y.  If a point of edwards25519 has "
    "this y, flags are odd, and (x, y) is the one such point where x is 0 or has the parity s; if none has, they are "
    "even.  Bit 1 of flags is 1 just if n < p, and not both x = 0 and s = 1.  So flags are 3 just for the strings that "
    "RFC 8032, section 5.1.3, decodes, to (x, y): those that `encode` gives for points.",
    decode.points, [EDWARDS, SQUARES], lambda: require(
        edwards25519.ROOT_OF_MINUS_1**2 % P == P - 1 and P % 8 == 5, "ROOT_OF_MINUS_1 is one, and p = 5 modulo 8"))

# --- extended coordinates -----------------------------------------------------------------------------------

REPRESENTS = ("(X, Y, Z, T) represents a point (x, y) of edwards25519 if, modulo p, Z is not 0, X = x·Z, Y = y·Z and "
              "T·Z = X·Y.  ")

ADD = claim(
    "extended/add", f"{REPRESENTS}If p and q represent points, spec.edwards25519.add(p, q) represents their sum.",
    extended.add, [EDWARDS])

MADD = claim(
    "extended/madd", f"{REPRESENTS}If p represents a point, and q is precomputed(Q) modulo p for a point Q = (x, y), "
    "which is (y - x, y + x, 2·D·x·y), then spec.edwards25519.madd(p, q) represents the sum of the two points, and "
    "negative(q) is precomputed(-Q) modulo p.",
    extended.madd, [EDWARDS])

DOUBLE = claim(
    "extended/double", f"{REPRESENTS}If p represents a point, spec.edwards25519.double(p) represents twice this point, "
    "and double_projective gives its X, Y, Z from those of p.",
    lambda: [*extended.double(), *extended.double_projective()], [EDWARDS])

CACHED = claim(
    "extended/cached", f"{REPRESENTS}If p and q represent points, spec.edwards25519.add_cached(p, cached(q)) "
    "represents their sum, and negative_cached(cached(q)) is cached of what represents the opposite of q's.",
    extended.cached, [ADD])

MULTIPLY = claim(
    "extended/multiply", f"{REPRESENTS}For 0 <= k < 2^256 and every point P, spec.edwards25519.multiply(k, P) "
    "represents k·P.  (It reads the bits of k from the top; after bit t it has (k >> t)·P.)",
    lambda: [*fold.bits(edwards25519.BITS), *extended.multiply()], [MADD, DOUBLE], fold.multiply)

ORDER = claim(
    "edwards/order", "l·B is (0, 1), and B is not.  As l is prime, j·B = k·B just if j = k modulo l.",
    lambda: (), [MULTIPLY, PRIMES], lambda: require(
        edwards25519.affine(edwards25519.multiply(L, edwards25519.B)) == edwards25519.NEUTRAL != edwards25519.B,
        "multiply(l, B) represents (0, 1), and B is another point"))

SCALAR_TIMES_BASE = claim(
    "scalar_times_base", f"{REPRESENTS}For 0 <= k < 2^256 and every (X, Y, Z, T) that represents k·B: "
    "spec.edwards25519.affine((X, Y, Z, T)) = spec.edwards25519.scalar_times_base(k), as integers in [0, p).",
    extended.affine, [MULTIPLY, EDWARDS, FERMAT])

DOUBLE_SCALAR = claim(
    "double_scalar", f"{REPRESENTS}For 0 <= a, b < 2^256, every point P and every (X, Y, Z, T) that represents "
    "a·P + b·B: spec.edwards25519.affine((X, Y, Z, T)) = spec.edwards25519.double_scalar(a, P, b), as integers in "
    "[0, p).",
    extended.affine, [MULTIPLY, EDWARDS, FERMAT])

# --- Montgomery curves --------------------------------------------------------------------------------------

MONTGOMERY = ("M(b) is b·v^2 = u^3 + A·u^2 + u, A = 486662, with a neutral point at infinity and sums by chords and "
              "tangents; M(1) is curve25519, M(2) its twist.  ")

CURVES = claim(
    "montgomery/curves", "For curve25519 let a = -1, d = D, s = 1, b = 1 and g^2 = -(A + 2); for its twist a = "
    "2·(A - 2), d = 2·(A + 2), s = -1, b = 2 and g = 1/2.  Both times a is a square and not 0, d is no square, "
    "A·(a - d) = 2·s·(a + d), and b·g^2·(a - d) = 4·s.",
    curves.parameters, [SQUARES], lambda: "; ".join(map(complete, (CURVE, TWIST))))

MAP = claim(
    "montgomery/map", f"{MONTGOMERY}With a, d, s, b, g as in montgomery/curves, u = s·(1 + y)/(1 - y) and v = g·u/x, "
    "with (0, 1) to infinity and (0, -1) to (0, 0), takes the points of E(a, d) one to one to all those of M(b).",
    montgomery.one_to_one, [GROUP, CURVES])

SUMS = claim(
    "montgomery/sums", f"{MONTGOMERY}The map of montgomery/map takes sums of E(a, d) to sums of M(b), which is a "
    "commutative group therefore.  (Either point is infinity; or u1 = u2, so y1 = y2, and the points are opposite or "
    "equal; or one is (0, 0); or there is a chord through neither.)",
    montgomery.sums, [MAP])

POINTS = claim(
    "montgomery/points", f"{MONTGOMERY}Every u is the u-coordinate of a point of M(1) or of M(2).",
    curves.every_u, [SQUARES, CURVES], lambda: require(not squares.is_square(A * A - 4), "A^2 - 4 is no square"))

# --- the ladder ---------------------------------------------------------------------------------------------

PAIRS = ("With a, d, s as in montgomery/curves, (X, Z) represents a point (x, y) of E(a, d) if X = r·s·(1 + y) and "
         "Z = r·(1 - y) for an r that is not 0.  ")

BITS = claim(
    "ladder/bits", "For 0 <= k < 2^255, spec.curve25519.ladder(k, u) is `finish` of what becomes of start(u) by one "
    "`step` with each bit of k, from bit 254 to bit 0.  k >> 255 is 0, and k >> t is 2·(k >> (t + 1)) and bit t of k.",
    lambda: fold.bits(curve25519.BITS), (), fold.ladder)

STEP = claim(
    "ladder/step", f"{PAIRS}Let P be (x, y), not (0, 1), and u = s·(1 + y)/(1 - y) not be 0.  If x_1 is u and, up to "
    "the pending swap, x_2, z_2 and x_3, z_3 represent n·P and (n + 1)·P, then after spec.curve25519.step with the bit "
    "k they represent (2·n + k)·P and (2·n + k + 1)·P, up to the swap pending then.",
    ladder.step, [GROUP, CURVES])

ENDS = claim(
    "ladder/ends", f"{PAIRS}Let P be (x, y), not (0, 1), and u = s·(1 + y)/(1 - y): spec.curve25519.start(u) "
    "represents 0·P and 1·P, and no swap is pending.  If a state represents n·P and (n + 1)·P, up to the pending swap, "
    "spec.curve25519.finish gives s·(1 + y)/(1 - y) for (x, y) = n·P, and 0 for n·P = (0, 1), as an integer in [0, p).",
    ladder.ends, [GROUP, CURVES, FERMAT])

ZERO = claim(
    "ladder/zero", "For u = 0 modulo p and 0 <= k < 2^255, spec.curve25519.ladder(k, u) = 0.",
    ladder.zero, [BITS, FERMAT])

LADDER = claim(
    "ladder/multiply", f"{MONTGOMERY}For 0 <= k < 2^255, every integer u, and every point P of M(1) or M(2) whose "
    "u-coordinate is u modulo p, and there is one: spec.curve25519.ladder(k, u) is the u-coordinate of k·P, and 0 for "
    "infinity, as an integer in [0, p).  (By ladder/bits, n = k >> t after bit t.  For u = 0, P is (0, 0), and k·P is "
    "P or infinity.)",
    lambda: (), [BITS, STEP, ENDS, ZERO, SUMS, POINTS])

BASE_POINT = claim(
    "base_point", f"{REPRESENTS}For 0 <= k < 2^255, every integer j with j = k modulo l, and every (X, Y, Z, T) that "
    "represents j·B: spec.curve25519.ladder(k, 9) = spec.edwards25519.u_coordinate((X, Y, Z, T)), which is "
    "(Z + Y)/(Z - Y), and 0 for Z = Y modulo p, as an integer in [0, p).",
    base.u_coordinate, [LADDER, ORDER, EDWARDS, FERMAT], lambda: require(
        curve25519.BASE_POINT == 9 and (9 * (1 - edwards25519.B.y) - (1 + edwards25519.B.y)) % P == 0,
        "montgomery/map takes B to u = 9"))

CLAIMS = [PRIMES, SQUARES, COMPLETE, GROUP, EDWARDS, DECODE, ADD, MADD, DOUBLE, CACHED, MULTIPLY, ORDER,
          SCALAR_TIMES_BASE, DOUBLE_SCALAR, CURVES, MAP, SUMS, POINTS, BITS, STEP, ENDS, ZERO, LADDER, BASE_POINT]
