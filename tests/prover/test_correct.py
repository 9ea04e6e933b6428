"""The theorem `correct`: cuts forget, cases cover, every pattern is run, and everything that is wrong has its error."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from qed25519.domains.polynomial import val
from qed25519.domains.theory import SHADOWS
from qed25519.prover.contract import alias_partitions
from qed25519.prover.correct import CorrectRun
from qed25519.prover.hints import Fact, Proof, ProofError, State, at_most, congruent, equation
from qed25519.prover.objects import Routine
from qed25519.prover.theorems import load_proof

from .routines import correct, own, routine, solver

ARGS = 'z = "out u64[1] rdi", x = "in u64[1] rsi", y = "in u64[1] rdx"'


def run(code: Routine, proof: Proof) -> tuple[CorrectRun, dict[str, str]]:
    """The run of the first pattern, and the verdicts by title."""
    found = CorrectRun(code, alias_partitions(code.contract)[0], proof)
    items = found.run()
    answers = [future.result().verdict for future in solver().submit(items)]
    return found, dict(zip([item.title for item in items], answers, strict=True))


def cut(code: str, function: object, folder: Path, spec: str = '["z = x"]') -> tuple[CorrectRun, dict[str, str]]:
    proof = Proof()
    proof.cut("here")(function)  # type: ignore[arg-type]
    return run(routine(folder, code + "\nmov [rdi], rax", ARGS, spec), proof)


LOAD = "mov rax, [rsi]\nmov rcx, [rdx]\n"


def test_every_pattern_of_a_contract_is_run() -> None:
    result = correct(own("x86_64/common/fe_add"))
    assert result.verdict == "proved"
    assert set(result.patterns) == {"z x y", "z=x y", "z=y x", "z x=y", "z=x=y"}
    assert {item.pattern for item in result.obligations} == set(result.patterns)


def test_the_shadow_values_are_those_of_concrete_runs() -> None:
    found = CorrectRun(own("x86_64/adx/fe_mul"), {"z": "z", "x": "x", "y": "y"}, load_proof("x86_64/adx/fe_mul"))
    found.run()
    exits = val([found.machine.regions["z"].words[8 * index] for index in range(4)])
    assert len(found.inputs) == SHADOWS
    for index, values in enumerate(found.inputs):
        result = exits.evaluate(found.theory.at(index))
        assert (result - values["x"] * values["y"]) % (2**255 - 19) == 0 and 0 <= result < 2**256


def test_a_cut_keeps_what_it_names_and_entry_values(tmp_path: Path) -> None:
    def nothing(s: State) -> list[Fact]:
        return []

    _, verdicts = cut(LOAD + "CUT(here)", nothing, tmp_path)                    # rax is x at entry: it stays
    assert set(verdicts.values()) == {"proved"}
    _, verdicts = cut(LOAD + "add rax, rcx\nsub rax, rcx\nCUT(here)", nothing, tmp_path)
    assert "refuted" in verdicts.values()                                      # x + y - y is a computed word: forgotten


def test_facts_bring_back_what_is_needed(tmp_path: Path) -> None:
    def back(s: State) -> list[Fact]:
        return [Fact(equation(s.words("rax")[0], s["x"][0]))]

    _, verdicts = cut(LOAD + "add rax, rcx\nsub rax, rcx\nCUT(here)", back, tmp_path)
    assert set(verdicts.values()) == {"proved"}


def test_a_congruence_is_a_fact_too(tmp_path: Path) -> None:
    def congruence(s: State) -> list[Fact]:
        return [Fact(congruent(s.words("rax")[0], s["x"][0] + s["y"][0], 2**64))]

    code = LOAD + "add rax, rcx\nCUT(here)\nsub rax, rcx"
    _, verdicts = cut(code, congruence, tmp_path, '["z = field.sub(field.add(x, y), y)"]')
    assert verdicts["here, fact 1"] == "proved"


def test_flags_do_not_survive_a_cut(tmp_path: Path) -> None:
    code = routine(tmp_path, LOAD + "cmp rax, rcx\nCUT(here)\ncmovc rax, rcx\nmov [rdi], rax", ARGS, '["z = x"]',
                   requires='["y <= x"]')
    proof = Proof(split=True)
    assert correct(code, proof).verdict == "proved"
    proof.cut("here")(lambda s: [])
    assert correct(code, proof).verdict != "proved"


def test_memory_that_was_written_is_forgotten_and_may_be_named(tmp_path: Path) -> None:
    args = 'z = "inout u64[2] rdi", x = "in u64[2] rsi"'
    rest = "CUT(here)\nmov rcx, [rsi + 8]\nmov [rdi + 8], rcx"
    nothing = Proof()
    nothing.cut("here")(lambda s: [])
    moved = "mov rax, [rsi]\nmov [rdi], rax\nmov rcx, [rsi + 8]\nshr rcx, 1\nmov [rdi + 8], rcx\n"
    code = routine(tmp_path, moved + rest, args, '["z = x"]')
    assert correct(code, nothing).verdict == "proved"        # z[0] is a value at entry; z[1] is written again

    computed = "mov rax, [rsi]\nxor rax, [rdi]\nmov [rdi], rax\n"
    code = routine(tmp_path, computed + rest, args, '["z = x"]', requires='["z == 0"]', name="fe_computed")
    named = Proof()

    @named.cut("here")
    def here(s: State) -> list[Fact]:
        return [Fact(equation(s.memory("z")[0], s["x"][0]))]

    assert correct(code, nothing).verdict != "proved"
    assert correct(code, named).verdict == "proved"


def test_cases_cover_both_values_of_a_bit(tmp_path: Path) -> None:
    args = 'z = "out u64[1] rdi", bit = "in u64 rsi", x = "in u64[1] rdx", y = "in u64[1] rcx"'
    right = "mov rax, [rdx]\ntest rsi, rsi\ncmovnz rax, [rcx]\nmov [rdi], rax"
    code = routine(tmp_path, right, args, '["z = field.select(bit, x, y)"]', requires='["bit < 2"]')
    result = correct(code, Proof(split=True))
    assert result.verdict == "proved"
    assert {"where" in item.title for item in result.obligations} == {True}
    wrong = routine(tmp_path, right.replace("cmovnz", "cmovz"), args, '["z = field.select(bit, x, y)"]',
                    requires='["bit < 2"]')
    assert correct(wrong, Proof(split=True)).verdict == "refuted"


def test_a_case_that_cannot_occur_must_be_shown_not_to(tmp_path: Path) -> None:
    """bit = 1 on no concrete input, but on some input: skipping the case would prove a false theorem."""
    args = 'r = "return u64 rax", bit = "in u64 rdi", a = "in u64 rsi"'
    body = "mov eax, 0\ntest rdi, rdi\ncmovnz rax, rsi"
    impossible = routine(tmp_path, body, args, '["r = 0"]', requires='["bit < 2", "bit < 1"]')
    assert correct(impossible, Proof(split=True)).verdict == "proved"
    rare = routine(tmp_path, body, args, '["r = 0"]', requires=f'["bit < 2", "{2**63 + 99} * bit <= a"]')
    assert correct(rare, Proof(split=True)).verdict != "proved"


@pytest.mark.parametrize(("function", "message"), [
    (lambda s: [Fact(at_most(s.words("rdi")[0], 5))], "holds no data word"),
    (lambda s: [Fact(at_most(s.words("xmm0")[0], 5))], "holds no data word"),
    (lambda s: [Fact(at_most(s.frame(-8, 1)[0], 5))], "holds no data word"),
    (lambda s: [Fact(at_most(s.mask("rax"), 1))], "takes rax for a mask"),
    (lambda s: [Fact(at_most(s.memory("q")[0], 1))], "no buffer"),
    (lambda s: [Fact(at_most(s["q"][0], 1))], "the cut here: KeyError: 'q'"),
    (lambda s: None, "the cut here: TypeError"),
    (lambda s: [3], r"the cut here gives \[3\], expected a list of facts"),
    (lambda s: sys.exit(0), "the cut here: SystemExit: 0"),
])
def test_a_cut_that_does_not_fit_the_code(function: object, message: str, tmp_path: Path) -> None:
    with pytest.raises(ProofError, match=message):
        cut(LOAD + "CUT(here)", function, tmp_path)


def test_a_cut_without_a_label() -> None:
    proof = Proof()
    proof.cut("nowhere")(lambda s: [])
    result = correct(own("x86_64/common/fe_neg"), proof)
    assert result.verdict == "error" and "nowhere" in result.message
    with pytest.raises(ValueError, match="two cuts"):
        proof.cut("nowhere")(lambda s: [])


def test_an_unknown_domain() -> None:
    result = correct(own("x86_64/common/fe_neg"), Proof("reals"))
    assert result.verdict == "error" and "reals" in result.message


def test_too_many_bits_to_split_on(tmp_path: Path) -> None:
    args = "r = \"return u64 rax\", " + ", ".join(
        f'b{index} = "in u64 {register}"' for index, register in enumerate(("rdi", "rsi", "rdx", "rcx", "r8", "r9")))
    bits = "mov eax, 1\n" + "\n".join(
        f"test {register}, {register}\ncmovnz rax, {other}" for register, other in (
            ("rdi", "rsi"), ("rsi", "rdx"), ("rdx", "rcx"), ("rcx", "r8"), ("r8", "r9"), ("r9", "rdi")))
    code = routine(tmp_path, bits, args, '["r = b0"]', requires="[" + ", ".join(f'"b{i} < 2"' for i in range(6)) + "]")
    assert correct(code, Proof(split=True)).verdict in ("refuted", "error")


def test_in_bit_vectors_every_word_at_exit_is_a_word_at_entry(tmp_path: Path) -> None:
    masks = "neg rdi\nmov rax, [rsi]\nxor rax, [rdx]\nand rax, rdi\nxor rax, [rsi]\nmov [rcx], rax"
    args = 'bit = "in u64 rdi", x = "in u64[1] rsi", y = "in u64[1] rdx", z = "out u64[1] rcx"'
    spec = '["z = field.select(bit, x, y)"]'
    code = routine(tmp_path, masks, args, spec, requires='["bit < 2"]')
    assert correct(code, Proof("bitvectors")).verdict == "proved"
    wrong = routine(tmp_path, masks.replace("neg rdi\n", ""), args, spec, requires='["bit < 2"]')
    assert correct(wrong, Proof("bitvectors")).verdict == "refuted"
    unbounded = routine(tmp_path, masks, args, spec, requires='["bit < 3"]')
    assert correct(unbounded, Proof("bitvectors")).verdict != "proved"
    computed = routine(tmp_path, "mov rax, [rsi]\nadd rax, 1\nmov [rcx], rax", args, '["z = x + 1"]',
                       requires='["x < 9"]')
    assert correct(computed, Proof("bitvectors")).verdict == "error"
