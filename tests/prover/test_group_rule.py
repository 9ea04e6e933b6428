"""The rule for points gives multiples of B where the spec's formulas say so, and refuses all else.

Coordinates here are variables whose classes are learnt as the solver's facts would have it; their values on the
concrete inputs are those of real points, so nothing but the rule can find a false claim.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from qed25519.domains.integers import Integers
from qed25519.domains.polynomial import Poly
from qed25519.domains.theory import SHADOWS, Theory
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
            word = self.new([n % P for n in self.theory.shadow(one.poly)])
            self.classes.learn(word, one.poly)
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
