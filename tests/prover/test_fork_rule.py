"""The rule for cases: what is the same in all of them is known afterwards, and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from qed25519.domains.polynomial import Poly
from qed25519.isa.machine import DataDependence, MachineError
from qed25519.prover.correct import CorrectRun
from qed25519.prover.hints import Fact, Fork, Proof, ProofError, State, equation
from qed25519.prover.objects import Routine
from qed25519.prover.statement import FalseClaim

from .routines import answers, correct, routine, verdicts

ARGS = 'r = "return u64 rax", a = "in u64 rdi", b = "in u64 rsi"'
BITS = "CUT(bits)\nnop\nCUT(fork)\n{code}\nCUT(met)\n{after}"


def forked(folder: Path, code: str, spec: str = '["r = b"]', after: str = "nop", count: int = 1, until: str = "met",
           stack: int = 0, cut: bool = False) -> CorrectRun:
    """The bits of a, below 2^count, decide the cases between `fork` and `met`."""
    made = routine(folder, BITS.format(code=code, after=after), ARGS, spec, requires=f'["a < {2**count}"]',
                   stack=stack)
    return CorrectRun(made, {}, proof_of(count, until, cut))


def proof_of(count: int = 1, until: str = "met", cut: bool = False) -> Proof:
    proof = Proof()
    proof.forks["fork"] = Fork("rdi", until)

    @proof.cut("bits")
    def bits(s: State) -> list[Fact]:
        s.hold("rsi rax rbx rcx")
        s.bits("rdi", count)
        return []

    if cut:
        @proof.cut("inside")
        def inside(s: State) -> list[Fact]:
            return []

    return proof


SELECT = "mov rax, {0}\nmov rcx, {1}\ntest rdi, rdi\ncmovnz rax, rcx"
BRANCH = "test rdi, rdi\njz .Lskip\n{code}\n.Lskip:"


def test_what_is_the_same_in_all_cases_is_known(tmp_path: Path) -> None:
    for code, spec in (("mov rax, rsi", '["r = b"]'),                                # data, moved
                       (SELECT.format(5, 5), '["r = 5"]'),                           # a constant
                       ("mov eax, 0\nmov rcx, rsi\ntest rdi, rdi\ncmovnz rax, rsi\ncmovz rax, rcx", '["r = b"]')):
        assert set(answers(forked(tmp_path, code, spec)).values()) == {"proved"}


def test_what_is_a_constant_in_each_case_is_the_function_of_the_bits(tmp_path: Path) -> None:
    table = "".join(f"cmp rdi, {n}\nmov rcx, {n * n + 1}\ncmovz rax, rcx\n" for n in range(8))
    run = forked(tmp_path, f"mov eax, 0\n{table}", count=3)
    with pytest.raises(FalseClaim):              # r is not b
        run.run()
    expected = tuple(Poly.constant(n * n + 1) for n in range(8))
    (index,) = [index for index, case in run.cases.items() if case.values == expected]
    assert len(run.cases[index].bits) == 3
    for shadow, values in enumerate(run.inputs):
        assert run.theory.variables[index].shadow[shadow] == values["a"] ** 2 + 1


def test_the_constants_of_the_cases_do_not_reach_the_solver(tmp_path: Path) -> None:
    """Which constant it is, only the rules that ask `Cases` know: so the theorem is not proved, rather than wrongly."""
    run = forked(tmp_path, SELECT.format(5, 9), '["r = field.select(a, 5, 9)"]')
    assert answers(run)["return: r = field.select(a, 5, 9)"] == "refuted"


def test_a_place_that_some_cases_do_not_write(tmp_path: Path) -> None:
    """The frame's word is b in one case, and whatever was there in the other."""
    code = "sub rsp, 8\n" + BRANCH.format(code="mov [rsp], rsi") + "\nmov eax, 0"
    run = forked(tmp_path, code, after="mov rax, [rsp]\nadd rsp, 8", stack=8)
    with pytest.raises(FalseClaim):
        run.run()


def test_a_word_that_is_read_before_it_is_written(tmp_path: Path) -> None:
    """What nobody wrote is unknown, also where there is one case only."""
    text = "mov edi, 1\nsub rsp, 8\nCUT(fork)\nmov rax, [rsp]\nCUT(met)\nadd rsp, 8"
    code = routine(tmp_path, text, ARGS, '["r = b"]', stack=8)
    proof = Proof()
    proof.forks["fork"] = Fork("rdi", "met")
    with pytest.raises(FalseClaim):
        CorrectRun(code, {}, proof).run()


def test_data_that_changes_places_in_one_case(tmp_path: Path) -> None:
    run = forked(tmp_path, "mov rax, rsi\nmov rcx, rdx\n" + BRANCH.format(code="xchg rax, rcx"))
    with pytest.raises(FalseClaim):
        run.run()


def test_data_in_one_case_and_a_constant_in_the_other(tmp_path: Path) -> None:
    run = forked(tmp_path, "mov rax, rsi\n" + BRANCH.format(code="mov eax, 7"))
    with pytest.raises(FalseClaim):
        run.run()


REFUSED: dict[str, tuple[str, str, str]] = {
    "another stack depth": (BRANCH.format(code="push rsi"), "nop", "different pointers in rsp"),
    "a pointer in one case": ("mov eax, 0\n" + BRANCH.format(code="mov rax, rsp"), "mov rax, rsi",
                              "different pointers in rax"),
    "another return address": (
        BRANCH.format(code="call .Lsub\nnop\njmp .Lout") + "\ncall .Lsub\nnop\njmp .Lout\n.Lsub:\nnop",
        "ret\n.Lout:\nmov rax, rsi", "different pointers in -8"),
    "the return": (BRANCH.format(code="ret"), "nop", "comes to a cut, a copy or the return"),
    "a cut": ("nop\nCUT(inside)\nnop", "mov rax, rsi", "comes to a cut, a copy or the return"),
    "the fork again": ("sub rdi, 1\njnz cut.fork", "mov rax, rsi", "comes to a cut, a copy or the return"),
    "a copy": ("call .Lcopy\njmp .Lover\n.Lcopy:\nCOPY(x86_64_common_fe_add)\nret\n.set .Lin_copy, 0\n.Lover:",
               "mov rax, rsi", "comes to a cut, a copy or the return"),
    "a sum of data": ("add rsi, 1", "mov rax, rsi", "computes with what it does not know"),
    "half of data": ("mov esi, esi", "mov rax, rsi", "computes with what it does not know"),
    "data that is compared": ("cmp rsi, 5\nsetz al", "mov rax, rsi", "computes with what it does not know"),
    "flags from before": ("setc al", "mov rax, rsi", "computes with what it does not know"),
}


@pytest.mark.parametrize("what", REFUSED)
def test_a_case_that_does_more_than_select_is_refused(what: str, tmp_path: Path) -> None:
    code, after, why = REFUSED[what]
    run = forked(tmp_path, code, after=after, stack=32, cut="inside" in code)
    assert bool(run.routine.copies) == (what == "a copy")
    with pytest.raises(ProofError, match=why):
        run.run()


@pytest.mark.parametrize("code", ["mov rax, [rsi]", "mov rax, [rsp + rsi]", "mov rax, rsp\nsub rax, rsi",
                                  "lea rax, [rsi + rsi]\nmov rax, [rsp + rax]"])
def test_data_is_no_address(code: str, tmp_path: Path) -> None:
    with pytest.raises((MachineError, ProofError)):
        forked(tmp_path, code, after="mov rax, rsi", stack=32).run()


def test_a_branch_that_depends_on_data(tmp_path: Path) -> None:
    """Flags that a case moved: from a comparison of data there are none."""
    with pytest.raises((DataDependence, ProofError)):
        forked(tmp_path, "test rsi, rsi\njz .Lskip\n.Lskip:", after="mov rax, rsi").run()


def test_flags_do_not_leave_the_fork(tmp_path: Path) -> None:
    """ZF is 1 in each case."""
    run = forked(tmp_path, "mov eax, 0\nmov ecx, 0\ntest ecx, ecx", '["r = 1"]', after="setz al")
    with pytest.raises(FalseClaim):
        run.run()


@pytest.mark.parametrize(("register", "why"), [
    ("rsi", "whose bits are known as variables"), ("rsp", "whose bits are known as variables"),
    ("rxx", "whose bits are known as variables"), ("rdi", "which is no label")])
def test_a_fork_on_what_has_no_bits_or_until_nowhere(register: str, why: str, tmp_path: Path) -> None:
    run = forked(tmp_path, "mov rax, rsi", until="nowhere")
    run.proof.forks["fork"] = Fork(register, "nowhere")
    with pytest.raises(ProofError, match=why):
        run.run()


def test_too_many_bits(tmp_path: Path) -> None:
    assert set(answers(forked(tmp_path, "mov rax, rsi", count=6)).values()) == {"proved"}
    with pytest.raises(ProofError, match="7 bits, at most 6"):
        forked(tmp_path, "mov rax, rsi", count=7).run()


def test_a_fork_where_there_is_no_label(tmp_path: Path) -> None:
    run = forked(tmp_path, "mov rax, rsi")
    run.proof.forks["elsewhere"] = Fork("rdi", "met")
    with pytest.raises(ProofError, match="no such label"):
        run.run()


def test_that_the_word_has_no_more_bits_is_proved(tmp_path: Path) -> None:
    """a may be 2, on no concrete input: bit 0 is not all of it."""
    limit = 2**62 + 987654321
    code = routine(tmp_path, BITS.format(code="mov rax, rsi", after="nop"), ARGS, '["r = b"]', requires='["a < 4"]')
    with pytest.raises(FalseClaim):
        CorrectRun(code, {}, proof_of(1)).run()
    code = routine(tmp_path, f"mov rcx, {limit}\nmov rax, rdi\nmov edi, 0\ncmp rax, rcx\nsetz dil\nadd rdi, rdi\n"
                   + BITS.format(code="mov rax, rsi", after="nop"), ARGS, '["r = b"]')
    found = answers(CorrectRun(code, {}, proof_of(1)))
    assert "refuted" in [verdict for title, verdict in found.items() if title.startswith("bits, fact")]


def test_a_branch_on_the_bits_is_not_constant_time(tmp_path: Path) -> None:
    """Cases are a way to prove `correct`; the structural theorems know of none."""
    code: Routine = forked(tmp_path, BRANCH.format(code="nop"), after="mov rax, rsi").routine
    assert verdicts(code, proof_of()) == {
        "correct": "proved", "memory_safe": "unknown", "constant_time": "refuted", "abi": "unknown"}


def test_a_wrong_word_of_a_table_is_seen_by_who_asks(tmp_path: Path) -> None:
    code: Routine = forked(tmp_path, SELECT.format(5, 9), '["r = 5"]').routine
    proof = proof_of()

    @proof.cut("met")
    def met(s: State) -> list[Fact]:
        return [Fact(equation(s.words("rax")[0], 5))]

    assert correct(code, proof).verdict == "refuted"
