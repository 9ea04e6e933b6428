"""The rule for points gives multiples of B where the spec's formulas say so, and refuses all else.

Coordinates here are variables whose classes are learnt as the solver's facts would have it; their values on the
concrete inputs are those of real points, so nothing but the rule can find a false claim.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from qed25519.domains.integers import Integers
from qed25519.domains.polynomial import Poly, as_poly
from qed25519.domains.theory import SHADOWS, InternalError, Theory
from qed25519.prover.classes import Classes
from qed25519.prover.fork_rule import Cases
from qed25519.prover.group_rule import GroupRule, multiple, precomputed
from qed25519.prover.hints import ProofError
from qed25519.prover.symbols import Meaning, Symbol
from qed25519.spec import curve25519
from qed25519.spec import edwards25519 as spec

P = 2**255 - 19
NEUTRAL = [Poly.constant(n) for n in (0, 1, 1, 0)]
BITS = 2


class Setting:
    """A run's theory and rule, with two bits and the entries that a fork on them selects: (bits - 1)·B."""

    def __init__(self, first: int = -1) -> None:
        self.theory = Theory()
        self.cases: dict[int, Cases] = {}
        self.bounds = Integers(self.theory).bounds
        self.classes = Classes(self.theory)
        self.rule = GroupRule(self.theory, self.bounds, self.classes, self.cases)
        self.bits = [self.theory.new(f"b{n}", 0, 1, [i >> n & 1 for i in range(SHADOWS)]) for n in range(BITS)]
        self.digit = sum((Poly.variable(bit) * 2**n for n, bit in enumerate(self.bits)), Poly.constant(0))
        self.entry = self.selected(first)

    def selected(self, first: int, bits: Sequence[int] = ()) -> list[Poly]:
        """The entry (first + bits)·B, in words as a fork leaves them."""
        table = [precomputed(first + n) for n in range(2**BITS)]
        return [self.case([entry[place] for entry in table], tuple(bits or self.bits)) for place in range(3)]

    def case(self, values: Sequence[int], bits: tuple[int, ...]) -> Poly:
        shadows = [values[i % len(values)] for i in range(SHADOWS)]
        index = self.theory.new(self.theory.fresh_name("case"), min(values), max(values), shadows)
        self.cases[index] = Cases(bits, tuple(map(Poly.constant, values)))
        return Poly.variable(index)

    def given(self, values: Sequence[Any]) -> list[Poly]:
        """New words of these classes."""
        made = []
        for one in values:
            poly = as_poly(one) if isinstance(one, int) else one.poly
            word = self.new([n % P for n in self.theory.shadow(poly)])
            self.classes.learn(word, poly)
            made.append(word)
        return made

    def new(self, shadow: Sequence[int]) -> Poly:
        return Poly.variable(self.theory.new(self.theory.fresh_name("word"), 0, 2**256 - 1, shadow))

    def symbols(self, values: Sequence[Poly]) -> list[Any]:
        meaning = Meaning(self.theory, self.bounds, classes=True, named=True)
        return [Symbol(meaning, self.classes.of(value)) for value in values]

    def sum(self, point: Sequence[Poly], entry: Sequence[Poly]) -> list[Poly]:
        return self.given(spec.madd(spec.Extended(*self.symbols(point)), spec.Precomputed(*self.symbols(entry))))

    def twice(self, point: Sequence[Poly]) -> list[Poly]:
        return self.given(spec.double(spec.Extended(*self.symbols(point))))

    def u(self, point: Sequence[Poly]) -> Poly:
        one: Any = spec.u_coordinate(spec.Extended(*self.symbols(point)))
        return self.given([one])[0]

    def added(self) -> list[Poly]:
        """0·B and the entry: (digit - 1)·B."""
        self.rule.neutral(NEUTRAL)
        self.rule.entry(self.entry, self.digit - 1)
        result = self.sum(NEUTRAL, self.entry)
        self.rule.madd(NEUTRAL, self.entry, result)
        return result


@pytest.fixture
def setting() -> Setting:
    return Setting()


def test_from_the_table_to_the_u_coordinate() -> None:
    """2·(digit + 1)·B, with names for its coordinates half way; the ladder gives its u."""
    setting = Setting(first=1)
    setting.rule.neutral(NEUTRAL)
    setting.rule.entry(setting.entry, setting.digit + 1)
    point = setting.sum(NEUTRAL, setting.entry)
    setting.rule.madd(NEUTRAL, setting.entry, point)
    setting.rule.rename(point)
    doubled = setting.twice(point)
    setting.rule.double(point, doubled)
    value, k = setting.u(doubled), 2 * setting.digit + 2
    setting.rule.u_coordinate(doubled, value, k)
    (fact,) = setting.rule.facts
    assert fact.relation.left == fact.relation.right == k and fact.relation.modulus is None
    (index,) = setting.classes.of(value).variables()
    assert setting.theory.functions == {("curve25519.scalar_times_base 0", (k,)): index}
    assert setting.theory.shadow(value) == [curve25519.scalar_times_base(n) for n in setting.theory.shadow(k)]
    assert setting.rule.cited == {"formulas/extended/madd", "formulas/extended/double", "formulas/base_point"}


def test_a_scalar_that_is_another_on_no_concrete_input_is_left_to_the_solver(setting: Setting) -> None:
    point = setting.added()
    never = Poly.variable(setting.theory.new("never", 0, 1, [0] * SHADOWS))
    shifted = setting.selected(2)
    setting.rule.entry(shifted, setting.digit + 2)
    result = setting.sum(point, shifted)
    setting.rule.madd(point, shifted, result)
    setting.rule.u_coordinate(result, setting.u(result), 2 * setting.digit + 1 + never)
    (fact,) = setting.rule.facts
    assert fact.relation.left == 2 * setting.digit + 1 != fact.relation.right


# --- entries --------------------------------------------------------------------------------------------------------


def test_the_entries_are_those_of_the_spec() -> None:
    for n in (-16, -1, 0, 1, 2, 15, 32**50):
        expected = spec.affine(spec.multiply(abs(n), spec.B))
        assert multiple(abs(n)) == expected
        y_minus_x, y_plus_x, t2d = precomputed(n)
        x, y = (-expected.x if n < 0 else expected.x), expected.y
        assert [(y_minus_x - (y - x)) % P, (y_plus_x - (y + x)) % P, (t2d - 2 * spec.D * x * y) % P] == [0, 0, 0]


@pytest.mark.parametrize("number", range(2**BITS))
@pytest.mark.parametrize("place", range(3))
def test_one_wrong_bit_in_a_table(number: int, place: int, setting: Setting) -> None:
    """Also in an entry of p more, which is one element: that is no fault."""
    (index,) = setting.entry[place].variables()
    values = list(setting.cases[index].values)
    for change, right in ((1 << 200, False), (P, True)):
        changed = tuple(value + change * int(n == number) for n, value in enumerate(values))
        setting.cases[index] = Cases(setting.cases[index].bits, changed)
        if right:
            setting.rule.entry(setting.entry, setting.digit - 1)
        else:
            with pytest.raises(ProofError, match=rf"an entry is not {number - 1}·B where the bits are {number:#b}"):
                setting.rule.entry(setting.entry, setting.digit - 1)


def test_another_multiple(setting: Setting) -> None:
    for n in (setting.digit, setting.digit * 32 - 1, 1 - setting.digit, Poly.constant(-1)):
        with pytest.raises(ProofError, match="an entry is not"):
            setting.rule.entry(setting.entry, n)


def test_a_multiple_that_depends_on_more_than_the_bits(setting: Setting) -> None:
    other = Poly.variable(setting.theory.new("other", 0, 1, [0] * SHADOWS))
    with pytest.raises(ProofError, match="depends on more than the bits"):
        setting.rule.entry(setting.entry, setting.digit - 1 + other)


def test_words_that_no_fork_selected(setting: Setting) -> None:
    word = setting.new(setting.theory.shadow(setting.entry[0]))
    for entry in ([word, *setting.entry[1:]], [setting.entry[0] + word, *setting.entry[1:]],
                  [Poly.constant(n) for n in precomputed(1)]):
        with pytest.raises(ProofError, match="words that one fork selects"):
            setting.rule.entry(entry, setting.digit - 1)


def test_words_that_two_forks_selected(setting: Setting) -> None:
    """The same bits are the same fork; the bits of another digit, or these in another order, are not."""
    again = setting.selected(-1)
    setting.rule.entry([setting.entry[0], *again[1:]], setting.digit - 1)
    other = setting.selected(-1, setting.bits[::-1])
    with pytest.raises(ProofError, match="words that one fork selects"):
        setting.rule.entry([setting.entry[0], *other[1:]], setting.digit - 1)


# --- points ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("point", [
    (0, 1, 1, 1), (1, 0, 1, 0), (0, P + 1, 1, 0), (0, 1, 1), (0, 1, 1, 0, 0), (0, 1, 0, 0)])
def test_what_is_not_the_neutral_point(point: tuple[int, ...], setting: Setting) -> None:
    with pytest.raises(ProofError):
        setting.rule.neutral([Poly.constant(n) for n in point])
    assert not setting.rule.points


def test_points_and_entries_of_which_nothing_is_known(setting: Setting) -> None:
    point, entry, rule = setting.added(), setting.entry, setting.rule
    unknown = [setting.new(setting.theory.shadow(value)) for value in point]
    result = setting.sum(point, entry)
    for operands in ((unknown, entry), (point, unknown[:3]), (point, entry[::-1]), ([*point[1:], point[0]], entry)):
        with pytest.raises(ProofError, match="which multiple"):
            rule.madd(*operands, result)
    with pytest.raises(ProofError, match="which multiple"):
        rule.double(unknown, result)
    with pytest.raises(ProofError, match="which multiple"):
        rule.rename(unknown)
    with pytest.raises(ProofError, match="which multiple"):
        rule.u_coordinate(unknown, result[0], setting.digit)


def test_results_that_the_formula_does_not_give(setting: Setting) -> None:
    point, entry = setting.added(), setting.entry
    right, twice = setting.sum(point, entry), setting.twice(point)
    for wrong in (point, twice, [right[1], right[0], *right[2:]], [*right[:3], point[3]], [*right[:3], right[3] + 1]):
        with pytest.raises(ProofError, match="not what the spec's formula gives"):
            setting.rule.madd(point, entry, wrong)
    for wrong in (point, right, [-twice[0], *twice[1:]]):
        with pytest.raises(ProofError, match="not what the spec's formula gives"):
            setting.rule.double(point, wrong)
    for count in (2, 5):
        with pytest.raises((ProofError, ValueError)):
            setting.rule.double(point, [*twice, twice[0]][:count])


def test_results_that_are_operands(setting: Setting) -> None:
    """0·B + 0·B is 0·B, class by class; otherwise the operand's own words are no result."""
    setting.rule.neutral(NEUTRAL)
    zero = [setting.case([n] * 4, tuple(setting.bits)) for n in precomputed(0)]
    setting.rule.entry(zero, Poly.constant(0))
    with pytest.raises(ProofError, match="not what the spec's formula gives"):
        setting.rule.madd(NEUTRAL, zero, NEUTRAL)


def test_a_renamed_point_is_what_it_was(setting: Setting) -> None:
    point = setting.added()
    setting.rule.rename(point)
    setting.rule.rename(point)
    result = setting.twice(point)
    setting.rule.double(point, result)
    assert [*setting.rule.points.values()][-1] == 2 * (setting.digit - 1)


@pytest.mark.parametrize(("k", "why"), [
    (Poly.constant(2**255), "not shown to be within"), (Poly.constant(-1), "not shown to be within"),
    (Poly.variable(0) * 2**255 + Poly.variable(1), "not shown to be within")])
def test_a_scalar_out_of_range(k: Poly, why: str, setting: Setting) -> None:
    point = setting.added()
    with pytest.raises(ProofError, match=why):
        setting.rule.u_coordinate(point, setting.u(point), k)
    assert not setting.rule.facts


def test_a_value_that_is_not_u(setting: Setting) -> None:
    point = setting.added()
    value = setting.u(point)
    for wrong in (point[0], value + 1, -value):
        with pytest.raises(ProofError, match=r"is not \(Z \+ Y\)"):
            setting.rule.u_coordinate(point, wrong, setting.digit)
    assert not setting.rule.facts


class Fickle(Sequence[Poly]):
    """One sequence when it is read first, another from then on."""

    def __init__(self, first: Sequence[Poly], then: Sequence[Poly]) -> None:
        self.readings = [first]
        self.then = then

    def __len__(self) -> int:
        return len(self.then)

    def __getitem__(self, index: Any) -> Any:
        return self.then[index]

    def __iter__(self) -> Iterator[Poly]:
        return iter(self.readings.pop() if self.readings else self.then)


def test_a_sequence_that_changes_while_it_is_read() -> None:
    """One reading is believed: of the coordinates that were compared, not of others."""
    for change in range(4):
        setting = Setting()
        point, entry = setting.added(), setting.entry
        other, right = setting.twice(point), setting.sum(point, entry)
        setting.rule.double(point, other)
        before = dict(setting.rule.points)
        if change == 0:
            setting.rule.madd(Fickle(point, other), entry, right)
        elif change == 1:
            setting.rule.madd(point, entry, Fickle(right, other))
        elif change == 2:
            setting.rule.double(Fickle(point, right), Fickle(other, right))
        else:
            setting.rule.entry(Fickle(entry, right[:3]), setting.digit - 1)
        right_class = tuple(map(setting.classes.of, right))
        assert {key: n for key, n in setting.rule.points.items() if key not in before} == (
            {right_class[:count]: 2 * setting.digit - 2 for count in (4, 3)} if change < 2 else {})
        assert list(setting.rule.entries) == [tuple(entry)]


# --- a given point ------------------------------------------------------------------------------------------------


class Given(Setting):
    """A run with arguments x and y that are a point by the contract, the entry of that point, and scalars a and b."""

    def __init__(self) -> None:
        super().__init__()
        self.points = [multiple(5 + n) for n in range(SHADOWS)]
        self.x, self.y = (self.argument([point[place] for point in self.points]) for place in (0, 1))
        self.rule.conditions = [(self.x, self.y)]
        self.point = self.given(spec.extended(spec.Affine(*self.symbols([self.x, self.y]))))

    def argument(self, shadow: Sequence[int]) -> Poly:
        return Poly.variable(self.theory.new(self.theory.fresh_name("argument"), 0, P - 1, shadow))

    def known(self) -> Poly:
        self.rule.given_point(self.x, self.y, self.point)
        return self.rule.generator

    def cached(self, point: Sequence[Poly]) -> list[Poly]:
        """New words of an entry, which the rule learns."""
        entry = self.given(spec.cached(spec.Extended(*self.symbols(point))))
        self.rule.cached(point, entry)
        return entry

    def negative(self, entry: Sequence[Poly]) -> list[Poly]:
        return self.given(spec.negative_cached(spec.Cached(*self.symbols(entry))))

    def with_cached(self, point: Sequence[Poly], entry: Sequence[Poly]) -> list[Poly]:
        return self.given(spec.add_cached(spec.Extended(*self.symbols(point)), spec.Cached(*self.symbols(entry))))

    def affine(self, point: Sequence[Poly]) -> list[Poly]:
        return self.given(spec.affine(spec.Extended(*self.symbols(point))))

    def table(self) -> list[list[Poly]]:
        """The entries of -P, 0·P, P, 2·P."""
        self.known()
        one = self.cached(self.point)
        minus = self.negative(one)
        self.rule.negated(one, minus)
        zero = [Poly.constant(n) for n in (1, 1, 0, 2)]
        self.rule.neutral_entry(zero)
        twice = self.twice(self.point)
        self.rule.double(self.point, twice)
        return [minus, zero, one, self.cached(twice)]

    def from_table(self, table: Sequence[Sequence[Poly]], bits: Sequence[int] = ()) -> list[Poly]:
        """What a fork on the bits selects."""
        made = []
        for words in zip(*table, strict=True):
            values = [self.theory.shadow(word) for word in words]
            index = self.theory.new(self.theory.fresh_name("case"), 0, 2**256 - 1,
                                    [values[i % 2**BITS][i] for i in range(SHADOWS)])
            self.cases[index] = Cases(tuple(bits or self.bits), tuple(words))
            made.append(Poly.variable(index))
        return made


@pytest.fixture
def given() -> Given:
    return Given()


def test_from_a_given_point_to_affine_coordinates(given: Given) -> None:
    """2·((digit + 1)·P + (digit + 1)·B), of which the multiple of P is named half way."""
    table = given.table()
    entry, g = given.from_table(table), given.rule.generator
    given.rule.selected(entry, (given.digit - 1) * g)
    given.rule.neutral(NEUTRAL)
    point = NEUTRAL
    for one in (entry, table[2], table[2]):
        point, before = given.with_cached(point, one), point
        given.rule.add(before, one, point)
    given.rule.rename(point)
    entry = given.selected(1)
    given.rule.entry(entry, given.digit + 1)
    total = given.sum(point, entry)
    given.rule.madd(point, entry, total)
    twice = given.twice(total)
    given.rule.double(total, twice)
    k = 2 * given.digit + 2
    assert [*given.rule.points.values()][-1] == k * g + k
    x, y = given.affine(twice)
    given.rule.double_scalar(twice, x, y, k, k)
    relations = [fact.relation for fact in given.rule.facts]
    assert [(one.left, one.right, one.modulus) for one in relations] == 2 * [(k, k, None)]
    assert [name for name, _ in given.theory.functions] == [f"edwards25519.double_scalar {n}" for n in (0, 1)]
    assert given.rule.cited == {"formulas/extended/cached", "formulas/extended/madd", "formulas/extended/double",
                                "formulas/double_scalar"}


def test_the_point_that_is_given_is_one_and_on_the_curve(given: Given) -> None:
    other = given.argument([1] * SHADOWS)
    for x, y in ((given.y, given.x), (other, given.y), (given.x, other), (given.x + P, given.y)):
        with pytest.raises(ProofError, match="the contract says that it is on the curve"):
            given.rule.given_point(x, y, given.point)
    given.rule.conditions = []
    with pytest.raises(ProofError, match="the contract says"):
        given.rule.given_point(given.x, given.y, given.point)
    with pytest.raises(ProofError, match="no point P is given"):
        assert given.rule.generator
    given.rule.conditions = [(given.x, given.y)]
    given.known()
    with pytest.raises(ProofError, match="the point that is given is one"):
        given.known()


@pytest.mark.parametrize("place", range(4))
def test_other_coordinates_of_a_given_point(place: int, given: Given) -> None:
    wrong = [*given.point]
    wrong[place] = given.new(given.theory.shadow(wrong[place]))
    with pytest.raises(ProofError, match="not what the spec's formula gives"):
        given.rule.given_point(given.x, given.y, wrong)
    assert not given.rule.points
    another = Given()
    with pytest.raises(ProofError, match="4 values are expected"):
        another.rule.given_point(another.x, another.y, another.point[:place])


def test_entries_that_are_not_of_the_point(given: Given) -> None:
    given.known()
    right = given.given(spec.cached(spec.Extended(*given.symbols(given.point))))
    for wrong in ([right[1], right[0], *right[2:]], [*right[:3], given.point[2]], [*right[:2], -right[2], right[3]],
                  right[:3], [*right, right[0]]):
        with pytest.raises(ProofError, match=r"not what the spec's formula gives|4 values are expected"):
            given.rule.cached(given.point, wrong)
    unknown = [given.new(given.theory.shadow(value)) for value in given.point]
    with pytest.raises(ProofError, match="which multiple"):
        given.rule.cached(unknown, right)
    assert not given.rule.entries


def test_what_is_not_the_negative(given: Given) -> None:
    given.known()
    entry = given.cached(given.point)
    right = given.negative(entry)
    unknown = [given.new(given.theory.shadow(value)) for value in entry]
    for wrong in (entry, [right[1], right[0], *right[2:]], [*right[:2], entry[2], right[3]], right[:3]):
        with pytest.raises(ProofError, match=r"not what the spec's formula gives|4 values are expected"):
            given.rule.negated(entry, wrong)
    with pytest.raises(ProofError, match="which multiple"):
        given.rule.negated(unknown, right)
    given.rule.negated(entry, right)
    assert [*given.rule.entries.values()] == [given.rule.generator, -given.rule.generator]


@pytest.mark.parametrize("words", [(1, 1, 0, 1), (0, 1, 0, 2), (1, 1, 2, 0), (1, 1, 0), (1, 1, P, 2), (2, 2, 0, 4)])
def test_what_is_not_the_entry_of_the_neutral_point(words: tuple[int, ...], given: Given) -> None:
    with pytest.raises(ProofError, match=r"\(1, 1, 0, 2\)"):
        given.rule.neutral_entry([Poly.constant(n) for n in words])
    assert not given.rule.entries


def test_a_selection_that_is_not_what_the_digit_says(given: Given) -> None:
    table = given.table()
    g, n = given.rule.generator, given.digit - 1
    rows = [[table[0], table[1], table[3], table[2]], [table[1], *table[1:]], [*table[:3], table[0]]]
    for wrong in rows:
        with pytest.raises(ProofError, match=r"an entry is not .* where the bits are"):
            given.rule.selected(given.from_table(wrong), n * g)
    entry = given.from_table(table)
    for wrong_n in (n, n * g + 1, (n + 1) * g, -n * g, Poly.constant(0)):
        with pytest.raises(ProofError, match="an entry is not"):
            given.rule.selected(entry, wrong_n)
    assert len(given.rule.entries) == 4
    given.rule.selected(entry, n * g)


def test_a_selection_among_words_of_several_entries(given: Given) -> None:
    """One word of another entry, words that two forks select, or that none does."""
    table = given.table()
    g, n = given.rule.generator, given.digit - 1
    mixed = [[*table[0][:3], table[3][3]], *table[1:]]
    swapped = [[*table[0][:2], table[2][2], table[0][3]], *table[1:]]
    for wrong in (mixed, swapped):
        with pytest.raises(ProofError, match="which multiple"):
            given.rule.selected(given.from_table(wrong), n * g)
    entry, other = given.from_table(table), given.from_table(table, given.bits[::-1])
    for wrong_entry in ([*entry[:3], other[3]], [*entry[:3], table[0][3]], table[0]):
        with pytest.raises(ProofError, match="words that one fork selects"):
            given.rule.selected(wrong_entry, n * g)


def test_sums_that_the_formula_does_not_give(given: Given) -> None:
    given.known()
    entry = given.cached(given.point)
    right, twice = given.with_cached(given.point, entry), given.twice(given.point)
    for wrong in (given.point, twice, [right[1], right[0], *right[2:]], right[:3], [*right[:3], -right[3]]):
        with pytest.raises(ProofError, match=r"not what the spec's formula gives|values are expected"):
            given.rule.add(given.point, entry, wrong)
    for operands in ((given.point, entry[::-1]), (twice, entry), (given.point, entry[:3])):
        with pytest.raises(ProofError, match=r"which multiple|4 values are expected"):
            given.rule.add(*operands, right)
    given.rule.rename_entry(entry)
    right = given.with_cached(given.point, entry)
    given.rule.add(given.point, entry, right)
    assert [*given.rule.points.values()][-1] == 2 * given.rule.generator
    with pytest.raises(ProofError, match="which multiple"):
        given.rule.rename_entry(right)


# --- affine coordinates ---------------------------------------------------------------------------------------------


def test_a_multiple_of_the_base_point() -> None:
    """The coordinates exchanged, or others; a scalar that is another, or too long."""
    setting = Setting(first=1)
    setting.rule.neutral(NEUTRAL)
    setting.rule.entry(setting.entry, setting.digit + 1)
    point, k = setting.sum(NEUTRAL, setting.entry), setting.digit + 1
    setting.rule.madd(NEUTRAL, setting.entry, point)
    x, y = setting.given(spec.affine(spec.Extended(*setting.symbols(point))))
    for wrong in ((y, x), (x, x), (point[0], y), (x + 1, y), (x, -y)):
        with pytest.raises(ProofError, match="not what the spec's formula gives"):
            setting.rule.scalar_times_base(point, *wrong, k)
    for out in (k - 2, k + 2**256 - 4, Poly.constant(2**256), Poly.constant(-1)):
        with pytest.raises(ProofError, match=r"not shown to be within \[0, 2\^256\)"):
            setting.rule.scalar_times_base(point, x, y, out)
    with pytest.raises(ProofError, match="which multiple"):
        setting.rule.scalar_times_base([point[1], point[0], *point[2:]], x, y, k)
    assert not setting.rule.facts and not setting.theory.functions
    with pytest.raises(InternalError, match="is not congruent"):
        setting.rule.scalar_times_base(point, x, y, k + 1)
    setting.rule.facts.clear()
    never = Poly.variable(setting.theory.new("never", 0, 1, [0] * SHADOWS))
    setting.rule.scalar_times_base(point, x, y, k + never)
    (fact,) = setting.rule.facts
    assert (fact.relation.left, fact.relation.right) == (k, k + never)       # left to the solver
    assert "formulas/scalar_times_base" in setting.rule.cited


def test_a_sum_of_multiples(given: Given) -> None:
    """Of P and of B: each scalar is compared with its own multiple."""
    given.known()
    point, entry, one = given.point, given.selected(1), Poly.constant(1)
    k = given.digit + 1
    given.rule.entry(entry, k)
    total = given.sum(point, entry)
    given.rule.madd(point, entry, total)
    x, y = given.affine(total)
    for wrong in ((y, x), (x, point[1]), (x + 1, y)):
        with pytest.raises(ProofError, match="not what the spec's formula gives"):
            given.rule.double_scalar(total, *wrong, one, k)
    for a, b in ((-one, k), (one, k - 2), (one * 2**256, k), (one, one * 2**256)):
        with pytest.raises(ProofError, match="not shown to be within"):
            given.rule.double_scalar(total, x, y, a, b)
    with pytest.raises(InternalError, match="is not congruent"):
        given.rule.double_scalar(total, x, y, k, one)
    assert [(fact.relation.left, fact.relation.right) for fact in given.rule.facts[-2:]] == [(one, k), (k, one)]


def test_a_multiple_of_p_is_none_of_the_base_point(given: Given) -> None:
    """scalar_times_base asks that n = k, which is false of g; double_scalar that a point is given."""
    given.known()
    x, y = given.affine(given.point)
    with pytest.raises(InternalError, match="is not congruent"):
        given.rule.scalar_times_base(given.point, x, y, Poly.constant(1))
    (fact,) = given.rule.facts
    assert fact.relation.left == given.rule.generator and fact.relation.right == Poly.constant(1)
    setting = Setting()
    point = setting.added()
    x, y = setting.given(spec.affine(spec.Extended(*setting.symbols(point))))
    with pytest.raises(ProofError, match="no point P is given"):
        setting.rule.double_scalar(point, x, y, Poly.constant(0), setting.digit)


def test_a_sequence_of_the_other_rules_that_changes_while_it_is_read() -> None:
    """One reading is believed."""
    for change in range(7):
        given = Given()
        table = given.table()
        right, other = table[2], table[3]
        twice = given.twice(given.point)
        before, known = dict(given.rule.entries), dict(given.rule.points)
        total = given.with_cached(given.point, right)
        fresh = given.negative(other)
        selected = given.from_table(table)
        if change == 0:
            given.rule.cached(Fickle(given.point, twice), Fickle(right, other))
        elif change == 1:
            given.rule.negated(Fickle(other, right), Fickle(fresh, right))
        elif change == 2:
            given.rule.neutral_entry(Fickle(table[1], other))
        elif change == 3:
            given.rule.selected(Fickle(selected, other), (given.digit - 1) * given.rule.generator)
        elif change == 4:
            given.rule.add(Fickle(given.point, twice), Fickle(right, other), Fickle(total, twice))
        elif change == 5:
            given.rule.rename_entry(Fickle(right, other))
        else:
            given.rule.rename(Fickle(given.point, twice))
        g = given.rule.generator
        entries = {key: n for key, n in given.rule.entries.items() if key not in before}
        points = {key: n for key, n in given.rule.points.items() if key not in known}
        expected = {1: -2 * g, 3: (given.digit - 1) * g, 5: g}
        assert [*entries.values()] == ([expected[change]] if change in expected else [])
        assert [*points.values()] == {4: [2 * g, 2 * g], 6: [g, g]}.get(change, [])
