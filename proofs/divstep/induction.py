"""Why the eight (for the start 1, seven) inclusions of check.py are enough, lemma by lemma.

Read with docs/divsteps.md, section 10.  Throughout, c = 1/alpha, S is the size of the sets now and S1 = S·alpha after
the step, so S = c·S1; for a state with i = k >= 0, C = alpha^-k and t = 2^-k.  A state is in S·W_i when

    i = k >= 0:            f = S·X·C       g = S·Y·C·t               for some (X, Y) in H0
    i = -1:                (f, g) = S·(X, Y)                         for some (X, Y) in H1
    i <= -2, k = -i - e:   f = S·Y·C·t·c   g = S·(Y·t - X)·C·c/2     for some (X, Y) in H0

A step halves: `twice_g1` is twice the new g.  To show: the new state is in S1·W_i1, for the new i1; and what follows
when S is small.
"""

from fractions import Fraction

from qed25519.prover.lemmas import Lemma

Values = dict[str, int | Fraction]
POINT: Values = {"X": 3, "Y": 5, "S1": 7, "c": Fraction(4, 3), "C": Fraction(9, 2), "t": Fraction(1, 8)}
SIZE = "S = S1*c"


def members(e: int) -> list[Lemma]:
    """Membership goes through every step: at once for the steps below, by the certificate for the rest."""
    return [*polygons(), *steps_by_definition(e), *tail(e)]


def polygons() -> list[Lemma]:
    """H0 and H1 are convex and symmetric, whatever their strips are."""
    strip: Values = {"a": 2, "b": 3, "x": 1, "y": 1, "h": 5}
    return [
        Lemma("a strip that has two points has every point between them",
              given=("-h <= p <= h", "-h <= q <= h", "0 <= m <= 1"),
              goal="-h <= m*p + (1 - m)*q <= h", at={"p": 1, "q": -2, "h": 3, "m": Fraction(1, 3)}),
        Lemma("a·x + b·y at a point between two is between the values at both",
              goal="a*(m*x + (1 - m)*x2) + b*(m*y + (1 - m)*y2) == m*(a*x + b*y) + (1 - m)*(a*x2 + b*y2)",
              at=strip | {"x2": -1, "y2": 2, "m": Fraction(1, 3)}),
        Lemma("a strip that has a point has its opposite, and all between: S·W_i grows with S",
              given=("-h <= a*x + b*y <= h", "-1 <= m <= 1"),
              where=("p = a*x + b*y",), goal="-h <= m*p <= h", at=strip | {"m": Fraction(1, 3)}),
    ]


def steps_by_definition(e: int) -> list[Lemma]:
    """Steps whose new state has the same (X, Y)."""
    shift = f"- {e}" if e else ""
    return [
        Lemma("g even, i = k >= 0: to k + 1, with C1 = C·c and t1 = t/2",
              where=(SIZE, "f = S*X*C", "g = S*Y*C*t", "C1 = C*c", "t1 = t/2"),
              goal="f == S1*X*C1 and g == 2*S1*Y*C1*t1", at=POINT),
        Lemma("swap, i = k: to i1 <= -2, with the same k",
              where=(SIZE, "f = S*X*C", "g = S*Y*C*t", "f1 = g", "twice_g1 = g - f"),
              goal="f1 == S1*Y*C*t*c and twice_g1 == 2*S1*(Y*t - X)*C*c/2", at=POINT),
        Lemma(f"swap, i = k >= {2 - e}: i1 <= -2, and k = -i1 - e", logic="QF_LIA", integers=("i",),
              given=(f"i >= {2 - e}",), where=(f"i1 = -i {shift}",), goal=f"i1 <= -2 and i == -i1 {shift}",
              at={"i": 5}),
        Lemma(f"swap, i >= 0 otherwise: i is one of {', '.join(map(str, range(2 - e)))}, and i1 is 0 or -1",
              logic="QF_LIA", integers=("i",), given=(f"0 <= i < {2 - e}",), where=(f"i1 = -i {shift}",),
              goal=" or ".join(f"i == {i} and i1 == {-i - e}" for i in range(2 - e)), at={"i": 0}),
    ]


def tail(e: int) -> list[Lemma]:
    """g even or not, i <= -3: to i + 1 <= -2, so from k to k - 1.  (X1, Y1), the new point of H0, is between the
    two that certificate has in H0 for k = 3 - e, which have t = t0."""
    base = Fraction(1, 2 ** (3 - e))
    at = POINT | {"t": base / 4, "r": Fraction(1, 4)}
    lemmas = [Lemma(f"i <= -3: k = -i - e is at least {3 - e}, and k - 1 = -(i + 1) - e", logic="QF_LIA",
                    integers=("i",), given=("i <= -3",), where=(f"k = -i - {e}",),
                    goal=f"k >= {3 - e} and k - 1 == -(i + 1) - {e} and i + 1 <= -2", at={"i": -4})]
    for bit, sign in (0, "+"), (1, "-"):
        lemmas += [
            Lemma(f"up{bit}, i <= -3: the new state is that of (X1, Y1) for k - 1, with C1 = C/c and t1 = 2·t",
                  where=("C = C1*c", "t1 = 2*t", SIZE, "f = S*Y*C*t*c", "twice_g = S*(Y*t - X)*C*c",
                         f"X1 = (X {sign} Y*t)*c*c/2", "Y1 = Y*c*c/2"),
                  goal=f"f == S1*Y1*C1*t1*c and twice_g + {2 * bit}*f == 2*S1*(Y1*t1 - X1)*C1*c",
                  at={"C1" if name == "C" else name: value for name, value in at.items()}),
            Lemma(f"up{bit}, i <= -3: (X1, Y1) is between both points that have t0 = {base} for t = r·t0, 0 <= r <= 1",
                  given=("0 <= r <= 1",),
                  where=(f"t0 = {base}", "t = r*t0", f"X1 = (X {sign} Y*t)*c*c/2", "up0 = (X + Y*t0)*c*c/2",
                         "up1 = (X - Y*t0)*c*c/2", f"m = (1 {sign} r)/2"),
                  goal="0 <= m <= 1 and X1 == m*up0 + (1 - m)*up1",
                  at={name: value for name, value in at.items() if name in "X Y c r"}),
        ]
    return [*lemmas,
            Lemma(f"t = 2^-k = r·t0 with 0 <= r <= 1, for k >= {3 - e}: at the base r is 1, and halving keeps it",
                  given=("0 <= r <= 1",), goal="0 <= 1 <= 1 and 0 <= r/2 <= 1", at={"r": 1})]


def ends(e: int) -> list[Lemma]:
    """If S·(greatest y of H0) < 1 (times 1/alpha for e = 1) after a step, g is 0: read B = S·(greatest |y| of H0),
    B1 after the step, Q = (2·alpha)^-i for i >= 0, R = (2·alpha)^(i + e) for i < 0.  All states satisfy

        i >= 0:  |g| <= B·Q          i < 0:  |f| <= B·c·R
    """
    alpha = ("1 < c", "c*c < 2")
    at: Values = {"B1": Fraction(1, 2), "c": Fraction(4, 3)}
    small = "B*c < 1" if e else "B < 1"
    first = "R == 1" if e else "2*R == c"
    return [
        Lemma("i >= 0: |g| is at most B·Q", given=("0 < S", "0 < Q", "-top <= Y <= top"),
              where=("B = S*top", "g = S*Y*Q"), goal="-B*Q <= g <= B*Q",
              at={"S": 3, "Q": Fraction(1, 2), "Y": -2, "top": 4}),
        Lemma("swap: the new f is g, so |f| is at most B1·c·R, and R is now what Q was",
              given=("-B*Q <= g <= B*Q",), where=("B = B1*c", "f1 = g", "R = Q"), goal="-B1*c*R <= f1 <= B1*c*R",
              at=at | {"Q": Fraction(1, 2), "g": Fraction(1, 8)}),
        Lemma(f"swap: i1 + e = -i, for e = {e}", logic="QF_LIA", integers=("i",), where=(f"i1 = -i - {e}",),
              goal=f"i1 + {e} == -i", at={"i": 3}),
        Lemma("g even or not, i < 0: f stays, and so does its bound, for R grows by 2·alpha and 2·alpha^2 > 1",
              given=(*alpha, "0 < B1", "0 < R1", "-B*c*R <= f <= B*c*R"), where=("B = B1*c", "R = R1*c/2"),
              goal="-B1*c*R1 <= f <= B1*c*R1", at=at | {"R1": 1, "f": Fraction(1, 8)}),
        Lemma("Q is 1 for i = 0, and falls with i", given=(*alpha, "0 < Q <= 1"), where=("next = Q*c/2",),
              goal="0 < next <= Q", at={"c": Fraction(4, 3), "Q": 1}),
        Lemma(f"R is {'1' if e else 'c/2'} for i = -1, and less below", given=(*alpha, "0 < R", f"{first} or 2*R < c"),
              where=("below = R*c/2",), goal="0 < below < R", at={"c": Fraction(4, 3), "R": Fraction(1, 2)}),
        Lemma(f"i >= 0 and {small}: |g| < 1", given=(*alpha, "0 < B", small, "0 < Q <= 1", "-B*Q <= g <= B*Q"),
              goal="-1 < g < 1", at={"c": Fraction(4, 3), "B": Fraction(1, 2), "Q": 1, "g": 0}),
        Lemma(f"i < 0 and {small}: |f| < 1", given=(*alpha, "0 < B", small, "0 < R",
              "R <= 1" if e else "2*R <= c", "-B*c*R <= f <= B*c*R"),
              goal="-1 < f < 1", at={"c": Fraction(4, 3), "B": Fraction(1, 2), "R": Fraction(1, 2), "f": 0}),
        Lemma("an odd integer is not within (-1, 1), and an integer within is 0", logic="QF_LIA", integers=("f", "g"),
              given=("f % 2 == 1", "-1 < g < 1"), goal="not -1 < f < 1 and g == 0", at={"f": 1, "g": 0}),
    ]


def sizes() -> list[Lemma]:
    """What facts.Hull.sizes leaves to say: how |f| and |g| move with i, in sets of size S.  Q is (2·alpha)^-k."""
    at: Values = {"S": 3, "c": Fraction(4, 3), "C": 2, "Q": Fraction(1, 2), "X": 3, "Y": -2, "top": 4}
    return [
        Lemma("i >= 0: |f| is at most S·(greatest |X|)·C", given=("0 < S", "0 < C", "-top <= X <= top"),
              where=("f = S*X*C",), goal="-S*top*C <= f <= S*top*C", at=at),
        Lemma("C = alpha^-k grows with k", given=("1 < c", "0 < C"), goal="C < C*c", at={"c": Fraction(4, 3), "C": 2}),
        Lemma("i <= -2: |f| is at most S·(greatest |Y|)·c·Q", given=("0 < S", "0 < c", "0 < Q", "-top <= Y <= top"),
              where=("f = S*Y*Q*c",), goal="-S*top*c*Q <= f <= S*top*c*Q", at=at),
        Lemma("i <= -2: X - t·Y is between X and X - t0·Y for 0 <= t = r·t0 <= t0",
              given=("0 <= r <= 1", "-w <= X <= w", "-w <= X - t0*Y <= w"), where=("t = r*t0",),
              goal="-w <= X - t*Y <= w", at={"r": Fraction(1, 2), "t0": Fraction(1, 4), "w": 4, "X": 3, "Y": -2}),
        Lemma("i <= -2: |g| is at most S·w·C·c/2", given=("0 < S", "0 < C", "0 < c", "-w <= z <= w"),
              where=("g = -S*z*C*c/2",), goal="-S*w*C*c/2 <= g <= S*w*C*c/2", at=at | {"w": 4, "z": 2}),
        Lemma("|f| <= p and |g| <= p stay, and so does |g| < p", logic="QF_LRA",
              given=("-p <= f <= p", "-p < g < p"), where=("g1 = g/2", "g2 = (g + f)/2", "g3 = (g - f)/2"),
              goal="-p < g1 < p and -p < g2 < p and -p < g3 < p", at={"p": 7, "f": 5, "g": -3}),
    ]
