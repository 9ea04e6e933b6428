"""The rules for powers modulo p, for values that are the spec's integers, and for its bits give what follows, and
nothing else."""

from __future__ import annotations

import sys
import types
from collections.abc import Callable
from pathlib import Path

import pytest

from qed25519.domains.polynomial import Poly
from qed25519.domains.theory import SHADOWS, Theory
from qed25519.prover.classes import Classes
from qed25519.prover.hints import Fact, Proof, ProofError, State, at_least, at_most, equation, val

from .routines import answers, correct, routine
from .test_classes import ARGS, COPY, STORE, TWEAK, WORDS, nearly, run_of, same

P = 2**255 - 19
CutFunction = Callable[[State], list[Fact]]


@pytest.fixture(autouse=True)
def functions(monkeypatch: pytest.MonkeyPatch) -> None:
    """Functions that a spec may be made of, and none is."""
    module = types.ModuleType("qed25519.spec.extra")
    module.first = lambda x: pow(x, 1, P)  # type: ignore[attr-defined]
    module.second = lambda x: pow(x, 2, P)  # type: ignore[attr-defined]
    module.parity = lambda x: x % P % 2  # type: ignore[attr-defined]
    module.is_below = lambda x: 0 ** (x - x % P)  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "qed25519.spec.extra", module)


# --- powers ---------------------------------------------------------------------------------------------------------


def known(count: int = 2) -> tuple[Classes, list[Poly]]:
    """Classes of values that are their own, with different values on the concrete inputs."""
    theory = Theory()
    values = [Poly.variable(theory.new(f"v{k}", 0, 99, [(i * (k + 3) + k) % 99 for i in range(SHADOWS)]))
              for k in range(count)]
    return Classes(theory), values


def test_exponents_add_up() -> None:
    classes, (b, other) = known()
    square, fifth = b * b, Poly.variable(classes.theory.new("w", 0, P, [v**5 for v in classes.theory.shadow(b)]))
    classes.name_power(square)
    assert classes.of(square) == classes.theory.power(b, 2, P) != classes.theory.power(other, 2, P)
    classes.learn(fifth, classes.of(square) * classes.of(square) * b)
    classes.name_power(fifth)
    assert classes.of(fifth) == classes.theory.power(b, 5, P)
    assert classes.theory.shadow(classes.of(fifth)) == [v**5 for v in classes.theory.shadow(b)]


def test_of_one_base_only() -> None:
    classes, (b, other) = known()
    classes.theory.power(b, 3, 2 * P)
    for value in (b + 1, 2 * b, b * other, b - b, Poly.constant(1), b * b + b, -b,
                  classes.theory.power(b, 2, P) * other, classes.theory.power(b, 3, 2 * P) * b):
        with pytest.raises(ValueError, match="power"):
            classes.name_power(value)


def powers(*, of: bool = True) -> CutFunction:
    def cut(s: State) -> list[Fact]:
        words = val(s.words(WORDS))
        s.element(words, same, val(s["x"]))
        s.name(words)
        if of:
            s.power(words)
        return []
    return cut


@pytest.mark.parametrize(("spec", "of", "verdict"), [
    ("extra.first(x)", True, "proved"), ("extra.first(x)", False, "refuted"), ("extra.second(x)", True, "refuted"),
    ("extra.first(field.add(x, 1))", True, "refuted"), ("extra.first(field.add(x, 0))", True, "proved")])
def test_a_power_is_that_of_the_spec(spec: str, of: bool, verdict: str, tmp_path: Path) -> None:
    proof = Proof(classes=True)
    proof.cut("one")(powers(of=of))
    assert correct(nearly(tmp_path, f'["z = {spec} mod p"]', ""), proof).verdict == verdict


def test_a_power_of_what_is_claimed_only(tmp_path: Path) -> None:
    found = answers(run_of(nearly(tmp_path, '["z = extra.first(x) mod p"]'), powers()))
    assert "refuted" in [verdict for title, verdict in found.items() if title.startswith("one, fact")]


def test_a_power_that_is_not_known(tmp_path: Path) -> None:
    def cut(s: State) -> list[Fact]:
        s.power(val(s.words(WORDS)))
        return []
    with pytest.raises(ProofError, match="no product of powers"):
        run_of(nearly(tmp_path, tweak=""), cut).run()


# --- equal, not only congruent --------------------------------------------------------------------------------------

BITS, LOAD = 'r = "return u64 rax", x = "in u64[4] rdi"', COPY.replace("rsi", "rdi")


def parity(word: str = "rax", bit: int = 1, tweak: str = "") -> str:
    return f"{LOAD}{tweak}CUT(one)\nmov rax, {word}\nand rax, {bit}\n"


def exactly(s: State) -> list[Fact]:
    words = val(s.words(WORDS))
    s.element(words, same, val(s["x"]))
    s.name(words)
    s.remainder(s.exactly(words), 2)
    return []


@pytest.mark.parametrize(("code", "requires", "verdict"), [
    (parity(), "x < p", "proved"),
    (parity("r8"), "x < p", "refuted"),
    (parity(bit=2), "x < p", "refuted"),
    (parity(), "x < p + 1", "refuted"),
    (parity(), "x < 2^255", "refuted"),
    (parity(tweak=TWEAK), "x < p - 1", "refuted"),
])
def test_the_parity_of_the_canonical_value(code: str, requires: str, verdict: str, tmp_path: Path) -> None:
    """The word's lowest bit is that of the spec's remainder, where the words are shown to be below p."""
    proof = Proof(classes=True)
    proof.cut("one")(exactly)
    made = routine(tmp_path, code, BITS, '["r = extra.parity(x)"]', requires=f'["{requires}"]')
    assert correct(made, proof).verdict == verdict


def test_the_parity_without_the_equality(tmp_path: Path) -> None:
    def congruent(s: State) -> list[Fact]:
        words = val(s.words(WORDS))
        s.element(words, same, val(s["x"]))
        s.name(words)
        return []
    proof = Proof(classes=True)
    proof.cut("one")(congruent)
    made = routine(tmp_path, parity(), BITS, '["r = extra.parity(x)"]', requires='["x < p"]')
    assert correct(made, proof).verdict == "refuted"


def test_what_is_no_canonical_variable_of_the_spec(tmp_path: Path) -> None:
    def of_nothing(s: State) -> list[Fact]:
        s.exactly(val(s.words(WORDS)))
        return []

    def of_a_sum(s: State) -> list[Fact]:
        words = val(s.words(WORDS))
        s.element(words, same, val(s["x"]))
        s.exactly(words)
        return []

    def of_a_larger_one(s: State) -> list[Fact]:
        words = val(s.words(WORDS))
        s.element(words, same, s.remainder(val(s["x"]), 2 * P), exact=True)
        s.exactly(words)
        return []

    for cut, why in ((of_nothing, "no variable of the spec"), (of_a_sum, "no variable of the spec"),
                     (of_a_larger_one, "not shown to be canonical")):
        made = routine(tmp_path, f"{COPY}CUT(one)\n{STORE}", ARGS, '["z = field.add(x, 0) mod p"]',
                       requires='["x < p"]')
        with pytest.raises(ProofError, match=why):
            run_of(made, cut).run()


# --- the spec's bits ------------------------------------------------------------------------------------------------


def below_p(k: int) -> str:
    """1 where x is below 2^255 - k."""
    return (f"{LOAD}CUT(one)\nadd rax, {k}\nadc r8, 0\nadc r9, 0\nadc r10, 0\nmov rax, r10\nshr rax, 63\nxor rax, 1\n"
            "CUT(two)\n")


def indicated(s: State) -> list[Fact]:
    s.hold(WORDS)
    integer = val(s["x"])
    s.save("below", s.indicator(integer - s.remainder(integer, P)))
    return []


def bit(s: State) -> list[Fact]:
    return [Fact(equation(s.bounded("rax", 1), s.saved["below"]))]


@pytest.mark.parametrize(("k", "verdict"), [(19, "proved"), (18, "refuted"), (20, "refuted")])
def test_whether_a_value_is_its_own_remainder(k: int, verdict: str, tmp_path: Path) -> None:
    proof = Proof()
    proof.cut("one")(indicated)
    proof.cut("two")(bit)
    made = routine(tmp_path, below_p(k), BITS, '["r = extra.is_below(x)"]', requires='["x < 2^255"]')
    assert correct(made, proof).verdict == verdict


def test_bits_and_remainders_of_what_the_spec_sees_only(tmp_path: Path) -> None:
    """A word that the code made up is none of the spec's values."""
    asked: list[CutFunction] = [
        lambda s: [Fact(at_most(s.indicator(s.words("rdx")[0]), 1))],
        lambda s: [Fact(at_least(s.remainder(s.words("rdx")[0], 5), 0))],
        lambda s: [Fact(at_most(s.indicator(Poly.variable(-1)), 1))],
        lambda s: [Fact(at_most(s.indicator(Poly.variable(10**6)), 1))]]
    for cut in asked:
        made = routine(tmp_path, f"mov rdx, [rsi]\nadd rdx, 5\n{COPY}CUT(one)\n{STORE}", ARGS,
                       '["z = field.add(x, 0) mod p"]')
        with pytest.raises(ProofError, match="no entry value"):
            run_of(made, cut).run()


def test_a_difference_that_may_be_negative_is_no_exponent(tmp_path: Path) -> None:
    """x - x mod p is nowhere negative, x mod p - x is."""
    sys.modules["qed25519.spec.extra"].is_above = lambda x: 0 ** (x % P - x)  # type: ignore[attr-defined]
    made = routine(tmp_path, "mov eax, 1", BITS, '["r = extra.is_above(x)"]', requires='["x < p"]')
    assert correct(made).verdict == "error"


def test_a_proof_asks_no_indicator_of_what_may_be_negative(tmp_path: Path) -> None:
    """Of a number that is negative for one input only, K, it would say that x is not K: here that decides."""
    k, m = 2**62 + 987654321, 2**64 + 13
    code = f"mov rcx, {k}\nmov rax, rdi\nmov rdx, rdi\nsub rdx, rcx\ncmp rdx, 1\nadc rax, 0\nCUT(one)\n"
    made = routine(tmp_path, code, 'r = "return u64 rax", x = "in u64 rdi"', '["r = field.add(x, 0)"]')

    def excluding(s: State) -> list[Fact]:
        (r,), x = s.words("rax"), s["x"][0]
        s.indicator(s.remainder(x + (m - k), m) - 1)
        return [Fact(equation(r, x))]

    proof = Proof()
    proof.cut("one")(excluding)
    result = correct(made, proof)
    assert result.verdict == "error" and "not shown to be nowhere negative" in result.message
