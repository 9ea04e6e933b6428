"""In a proof by classes a call gives the classes that the callee's contract gives, where it gives any; all that its
theorems assume is checked as in any call."""

from __future__ import annotations

import shutil
import sys
import types
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from qed25519.prover.call_rule import below
from qed25519.prover.contract import alias_partitions, load_contract
from qed25519.prover.correct import CorrectRun
from qed25519.prover.hints import Fact, Proof, State, val
from qed25519.prover.objects import Routine, assemble
from qed25519.prover.statement import FalseClaim
from qed25519.prover.theorems import PACKAGE, Result

from .routines import answers, correct

P = 2**255 - 19
FILE = """\
// {name}: a routine for a test.
/*contract
{contract}
secret = []
stack = {stack}
*/
#include "asm.h"
#if defined(__x86_64__)
ROUTINE(x86_64_test_{name})
{code}
END(x86_64_test_{name})
.p2align 3
.quad {word}
#endif
#include "asm_end.h"
"""
Z, X = 'args.z = "out u64[4] rdi"\n', 'args.x = "in u64[4] rsi"\n'
COPIED = "".join(f"mov rax, [rsi + {8 * i}]\nmov [rdi + {8 * i}], rax\n" for i in range(4))
CALL = "call .Lcopy\nret\n.Lcopy:\nCOPY(x86_64_test_callee)\n{code}"


def written(folder: Path, name: str, contract: str, code: str, stack: int, word: int = 0) -> Routine:
    file = folder / f"x86_64/test/{name}.S"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(FILE.format(name=name, contract=contract, code=code, stack=stack, word=word))
    shutil.copytree(PACKAGE / "asm/include", folder / "include", dirs_exist_ok=True)
    return assemble(load_contract(file, folder), folder / "include")


def caller(folder: Path, *, callee: str, contract: str, code: str = f"{COPIED}ret", call: str = CALL) -> Routine:
    """A routine that calls a copy of a callee with this contract and code."""
    written(folder, "callee", callee, code, 0)
    return written(folder, "caller", contract, call.format(code=code), 32, 9)


def by_classes(code: Routine) -> CorrectRun:
    return CorrectRun(code, alias_partitions(code.contract)[0], Proof(classes=True))


def test_the_class_that_the_contract_gives(tmp_path: Path) -> None:
    code = caller(tmp_path, callee=f'{Z}{X}spec = ["z = field.add(x, 0) mod p"]',
                  contract=f'{Z}{X}spec = ["z = field.sub(x, 0) mod p"]')
    assert set(answers(by_classes(code)).values()) == {"proved"}


@pytest.mark.parametrize("spec", ["z = field.add(x, 0)", "z = field.add(x, 0) mod l"])
def test_a_class_is_less_than_the_value(spec: str, tmp_path: Path) -> None:
    """The callee's contract says that z is x, of which only the class is used."""
    code = caller(tmp_path, callee=f'{Z}{X}spec = ["z = field.add(x, 0)"]', contract=f'{Z}{X}spec = ["{spec}"]')
    with pytest.raises(FalseClaim):
        by_classes(code).run()


def test_a_class_says_nothing_of_the_size(tmp_path: Path) -> None:
    spec = 'spec = ["z = field.canonical(x)"]'
    for ensures, verdict in (("", "refuted"), (f'\nensures = ["z < {P}"]', "proved")):
        code = caller(tmp_path, callee=f"{Z}{X}{spec}{ensures}", contract=f"{Z}{X}{spec}")
        assert verdict in answers(by_classes(code)).values()
        assert ("refuted" in answers(by_classes(code)).values()) == (verdict == "refuted")


def test_a_contract_modulo_another_number_gives_no_class(tmp_path: Path) -> None:
    """z = x modulo l says nothing of z modulo p; believed, it would prove z = x modulo p."""
    code = caller(tmp_path, callee=f'{Z}{X}spec = ["z = field.add(x, 0) mod l"]',
                  contract=f'{Z}{X}spec = ["z = field.add(x, 0) mod p"]')
    result = correct(code, Proof(classes=True))
    assert result.verdict == "unknown" and "says nothing modulo p" in result.message


CHEATS: dict[str, Callable[[Any], Any]] = {
    "lower bits": lambda x: x % 2**255,
    "exclusive or": lambda x: x ^ 1,
    "a mask": lambda x: x & 2**255 - 1,
    "a shift": lambda x: x >> 1,
    "a decision": lambda x: 0 if x < P else 1,
    "the other modulus": lambda x: x % (2**252 + 27742317777372353535851937790883648493),
    "indicator": lambda x: 0**x,
    "indicator of a multiple": lambda x: 0 ** (2 * (x % P)),
}


@pytest.mark.parametrize("what", CHEATS)
def test_a_spec_that_is_no_function_of_classes(what: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    module = types.ModuleType("qed25519.spec.cheat")
    module.of = CHEATS[what]  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "qed25519.spec.cheat", module)
    code = caller(tmp_path, callee=f'{Z}{X}spec = ["z = cheat.of(x)"]', contract=f'{Z}{X}spec = ["z = cheat.of(x)"]')
    assert correct(code, Proof(classes=True)).verdict == "error"


BIT, Y = 'args.r = "return u64 rax"\n', 'args.y = "in u64[4] rdi"\n'
EQUAL = f'{BIT}{Y}{X}spec = ["r = field.is_equal(x, y)"]'


@pytest.mark.parametrize(("ensures", "spec", "verdict"), [
    ("r < 2", "field.is_equal(x, y)", "proved"),
    ("r < 2", "field.is_zero(field.sub(x, y))", "proved"),
    ("r < 2", "field.is_zero(x)", "refuted"),
    ("r < 2", "field.sub(1, field.is_equal(x, y))", "refuted"),
    ("r < 2^64", "field.is_equal(x, y)", "proved"),
])
def test_a_bit_that_is_returned_is_that_of_the_spec(ensures: str, spec: str, verdict: str, tmp_path: Path) -> None:
    """By its class, and because no other word has it."""
    code = caller(tmp_path, callee=f'{EQUAL}\nensures = ["{ensures}"]', contract=f'{BIT}{Y}{X}spec = ["r = {spec}"]',
                  code="mov eax, 0\nret")
    try:
        found = set(answers(by_classes(code)).values())
    except FalseClaim:
        found = {"refuted"}
    assert found == {"proved"} if verdict == "proved" else "refuted" in found


def test_strings_are_no_elements(tmp_path: Path) -> None:
    strings = 'args.z = "out u8[32] rdi"\nargs.x = "in u8[32] rsi"\n'
    spec = 'spec = ["z = curve25519.encode_u_coordinate(curve25519.decode_u_coordinate(x))"]'
    code = caller(tmp_path, callee=f"{strings}{spec}", contract=f"{strings}{spec}")
    result = correct(code, Proof(classes=True))
    assert result.verdict == "error" and "a symbolic value" in result.message


def test_a_table_is_no_part_of_a_copy(tmp_path: Path) -> None:
    """The bytes of the copy are equal, but the word that it finds behind itself is 9, not 7."""
    load = "mov rax, [rip + 21]\nmov [rdi], rax\nmov eax, 0\nmov [rdi + 8], rax\nmov [rdi + 16], rax\n" \
           "mov [rdi + 24], rax\nret"
    written(tmp_path, "callee", f'{Z}spec = ["z = 7"]', load, 0, 7)
    code = written(tmp_path, "caller", f'{Z}spec = ["z = 7 mod p"]', f"call .Lcopy\nret\n.p2align 5\n.Lcopy:\n"
                   f"COPY(x86_64_test_callee)\n{load}", 8, 9)
    result = correct(code, Proof(classes=True))
    assert result.verdict == "refuted" and "it reads a table" in result.message


def test_a_copy_outside_the_routine_is_none_of_its_bytes(tmp_path: Path) -> None:
    callee, contract = (f'{Z}{X}spec = ["z = field.add(x, 0) mod p"]',) * 2
    outside = "call .Lcopy\nret\nEND(x86_64_test_caller)\n.cfi_startproc\n.Lcopy:\nCOPY(x86_64_test_callee)\n{code}"
    file = tmp_path / "x86_64/test/caller.S"
    written(tmp_path, "callee", callee, f"{COPIED}ret", 0)
    text = FILE.format(name="caller", contract=contract, code=outside.format(code=f"{COPIED}ret"), stack=32, word=0)
    first, rest = text.split("END(x86_64_test_caller)\n", 1)
    file.write_text(f"{first}nop\n" * 1 + ".skip 64, 0x90\nEND(x86_64_test_caller)\n"
                    + rest.replace("END(x86_64_test_caller)", ".cfi_endproc"))
    code = assemble(load_contract(file, tmp_path), PACKAGE / "asm" / "include")
    result = correct(code, Proof(classes=True))
    assert result.verdict == "refuted" and "not within the routine" in result.message


def test_a_precondition_that_does_not_hold(tmp_path: Path) -> None:
    """False on a concrete input; then on none, by which only the solver sees it."""
    for bound in ("2^255", f"2^256 - {2**70 + 12345}"):
        code = caller(tmp_path, callee=f'{Z}{X}requires = ["x < {bound}"]\nspec = ["z = field.add(x, 0) mod p"]',
                      contract=f'{Z}{X}spec = ["z = field.add(x, 0) mod p"]')
        assert correct(code, Proof(classes=True)).verdict in ("refuted", "unknown")


# --- parts of a buffer ----------------------------------------------------------------------------------------------

PARTS = 'args.x = "inout u64[4] rdi"\nargs.z = "inout u64[4] rdi+32"\n'
SWAPPED = "".join(f"mov rax, [rdi + {8 * i}]\nmov rcx, [rdi + {8 * i + 32}]\nmov [rdi + {8 * i}], rcx\n"
                  f"mov [rdi + {8 * i + 32}], rax\n" for i in range(4)) + "ret"
EXCHANGE = f'{PARTS}spec = ["x, z = curve25519.cswap(1, x, z) mod p"]'


def test_parts_have_classes_of_their_own(tmp_path: Path) -> None:
    call = CALL.replace("call .Lcopy\n", "push rdi\ncall .Lcopy\npop rdi\ncall .Lcopy\n")
    for times, swap in ((call, 0), (CALL, 1)):
        spec = f'spec = ["x, z = curve25519.cswap({swap}, x, z) mod p"]'
        code = caller(tmp_path, callee=EXCHANGE, contract=f"{PARTS}{spec}", code=SWAPPED, call=times)
        assert set(answers(by_classes(code)).values()) == {"proved"}
        wrong = caller(tmp_path, callee=EXCHANGE, contract=f'{PARTS}spec = ["x = x", "z = field.neg(z)"]', code=SWAPPED,
                       call=times)
        assert correct(wrong, Proof(classes=True)).verdict == "refuted"


BUFFERS = 'args.x = "inout u64[4] rdi"\nargs.z = "inout u64[4] rdi+32"\nargs.y = "{direction} u64[4] rsi"\n'
ADDED = "".join(f"mov rax, [rsi + {8 * i}]\nmov [rdi + {8 * i}], rax\n" for i in range(4)) + "ret"


@pytest.mark.parametrize(("second", "why"), [
    ("lea rsi, [rdi + 64]", ""), ("mov rsi, rdi", "aliasing"), ("lea rsi, [rdi + 32]", "overlap by a part"),
    ("lea rsi, [rdi + 8]", "overlap by a part"), ("lea rsi, [rdi + 40]", "overlap by a part"),
    ("lea rsi, [rdi + 64]\nadd rdi, 8", "overlap by a part"), ("lea rsi, [rdi + 72]", "reads 8 bytes")])
def test_parts_of_one_buffer_as_two_buffers(second: str, why: str, tmp_path: Path) -> None:
    """z of the first buffer is not written by the callee, if the second is none of it."""
    callee = f'{BUFFERS.format(direction="in")}spec = ["x = field.add(y, 0) mod p", "z = field.add(z, 0) mod p"]'
    contract = f'{PARTS}args.y = "inout u64[4] rdi+64"\n' \
               'spec = ["x = field.add(y, 0) mod p", "z = field.add(z, 0) mod p", "y = field.add(y, 0) mod p"]'
    code = caller(tmp_path, callee=callee, contract=contract, code=ADDED, call=f"{second}\n{CALL}")
    if not why:
        assert set(answers(by_classes(code)).values()) == {"proved"}
    else:
        result: Result = correct(code, Proof(classes=True))
        assert result.verdict in ("refuted", "unknown") and why in result.message


# --- bounds from `ensures` ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("ensures", "limit"), [
    ('"z < 2^255"', 2**255), ('"z < 5 * 2^200 + 1"', 5 * 2**200 + 1), ('"z < 2^255", "z < 2^254"', 2**254),
    ('"z <= 5"', 2**256), ('"5 > z"', 2**256), ('"z < p"', 2**256), ('"z < x"', 2**256), ('"0 <= z < 5"', 2**256),
    ('"z < 5 < x"', 2**256), ('"z + 1 < 5"', 2**256), ('"x < 5"', 2**256), ('"z == 5"', 2**256)])
def test_the_bound_that_a_contract_ensures(ensures: str, limit: int, tmp_path: Path) -> None:
    code = written(tmp_path, "callee", f'{Z}{X}spec = ["z = x"]\nensures = [{ensures}]', "ret", 0)
    assert below(code.contract, code.contract.argument("z")) == limit


def test_a_bound_is_used_and_not_more(tmp_path: Path) -> None:
    """The caller may say of z what the callee ensures, and not one less."""
    requires = f'requires = ["x < {2**255}"]\nspec = ["z = field.add(x, 0) mod p"]\n'
    for less, verdict in ((0, "proved"), (1, "refuted")):
        code = caller(tmp_path, callee=f'{Z}{X}{requires}ensures = ["z < 2^255"]',
                      contract=f'{Z}{X}{requires}ensures = ["z < 2^255 - {less}"]')
        found = answers(by_classes(code))
        assert found[f"return: z < 2^255 - {less}"] == verdict


def test_a_result_that_is_named_afterwards(tmp_path: Path) -> None:
    """The words that a call wrote are like any others at the next cut."""
    code = caller(tmp_path, callee=f'{Z}{X}spec = ["z = field.add(x, 0) mod p"]',
                  contract=f'{Z}{X}spec = ["z = field.canonical(x) mod p"]',
                  call=CALL.replace("call .Lcopy\n", "call .Lcopy\nCUT(called)\n"))
    proof = Proof(classes=True)

    @proof.cut("called")
    def called(s: State) -> list[Fact]:
        s.hold()
        s.name(val(s.as_it_is(0, 0)))
        return []

    assert set(answers(CorrectRun(code, alias_partitions(code.contract)[0], proof)).values()) == {"proved"}
