"""From text to the bytes that are proved: what an object must be, and what is refused."""

from __future__ import annotations

from pathlib import Path

import iced_x86
import pytest

from qed25519.isa.machine import MachineError
from qed25519.prover.contract import Contract, load_contract
from qed25519.prover.objects import AssemblyError, MissingAssembler, assemble, assembler
from qed25519.prover.theorems import PACKAGE, all_contracts

from .routines import own, routine, verdicts

ARGS = 'z = "out u64[1] rdi", x = "in u64[1] rsi"'
COPY = "mov rax, [rsi]\nmov [rdi], rax"
CONTRACTS = [contract for contract in all_contracts(PACKAGE / "asm") if isinstance(contract, Contract)]


@pytest.mark.parametrize("contract", CONTRACTS, ids=lambda contract: contract.path)
def test_every_routine_is_decoded_to_its_end_and_has_lines(contract: Contract) -> None:
    code = own(contract.path)
    instructions = code.instructions()
    assert instructions[0].address == code.start and instructions[-1].end == code.end
    assert b"".join(instruction.encoding for instruction in instructions) == code.code
    assert all(":" in code.location(instruction.address) for instruction in instructions)
    assert instructions[0].mnemonic in ("endbr64", "hint") and instructions[-1].mnemonic == "ret"
    assert len(code.sha256) == 64


def test_lines_are_those_of_the_file(tmp_path: Path) -> None:
    code = routine(tmp_path, COPY, ARGS, '["z = x"]')
    lines = (tmp_path / "x86_64/test/fe_test.S").read_text().splitlines()
    for instruction in code.instructions()[1:]:
        number = int(code.location(instruction.address).rpartition(":")[2])
        assert instruction.mnemonic in lines[number - 1]


def test_labels_are_the_cuts(tmp_path: Path) -> None:
    code = routine(tmp_path, "CUT(first)\nmov rax, [rsi]\nCUT(second)\nmov [rdi], rax", ARGS, '["z = x"]')
    start = code.start + 4
    assert code.labels == {start: "first", start + 3: "second"}


def test_two_cuts_at_one_address(tmp_path: Path) -> None:
    with pytest.raises(AssemblyError, match="one address"):
        routine(tmp_path, "CUT(first)\nCUT(second)\n" + COPY, ARGS, '["z = x"]')


def test_relocations_are_refused(tmp_path: Path) -> None:
    with pytest.raises(AssemblyError, match="relocations"):
        routine(tmp_path, "call elsewhere\n" + COPY, ARGS, '["z = x"]')


def test_what_does_not_assemble_says_where(tmp_path: Path) -> None:
    with pytest.raises(AssemblyError, match=r"fe_test\.S"):
        routine(tmp_path, "mov rax, [rsi", ARGS, '["z = x"]')


def test_the_symbol_must_have_a_size(tmp_path: Path) -> None:
    file = routine(tmp_path, COPY, ARGS, '["z = x"]').contract.file
    end = "\nEND(x86_64_test_fe_test)\n"
    file.write_text(file.read_text().replace(end, f"\n#if 0{end}#endif\n.cfi_endproc\n"))
    with pytest.raises(AssemblyError, match="with a size"):
        assemble(load_contract(file, tmp_path), PACKAGE / "asm/include")


@pytest.mark.parametrize("how", [
    ".globl other\nother:\nret", "routine x86_64_test_other\nret\nroutine_end x86_64_test_other"])
def test_a_second_routine_in_the_object(how: str, tmp_path: Path) -> None:
    with pytest.raises(AssemblyError, match="other, of which no contract speaks"):
        routine(tmp_path, COPY, ARGS, '["z = x"]', before=how)


@pytest.mark.parametrize("contract", [c for c in CONTRACTS if c.architecture == "x86_64"], ids=lambda c: c.path)
def test_a_contract_names_the_cpu_features_that_its_code_needs(contract: Contract) -> None:
    """By iced-x86's own table; what every x86-64 has need not be named."""
    always = {"X64", "CMOV", "CET_IBT", "INTEL8086", "INTEL186", "INTEL386"}
    names = {value: name for name, value in vars(iced_x86.CpuidFeature).items() if isinstance(value, int)}
    used = {names[feature] for instruction in own(contract.path).instructions()
            for feature in iced_x86.Decoder(64, instruction.encoding).decode().cpuid_features()}
    assert used - always == {name.upper() for name in contract.needs}


@pytest.mark.parametrize("jump", [".byte 0xeb, 0x7f", ".byte 0xeb, 0x80"])
def test_control_that_leaves_the_routine(jump: str, tmp_path: Path) -> None:
    code = routine(tmp_path, jump, ARGS, '["z = x"]')
    assert "proved" not in verdicts(code).values()
    with pytest.raises(MachineError, match="leaves the routine"):
        code.instruction(code.end)


@pytest.mark.parametrize("code", [
    "lock add [rsi], rax", "rep movsq", "mov rax, fs:[0]", "mov ax, 1", "mov al, [rsi]", "movaps xmm0, [rsi]",
    "syscall", "rdtsc", "div rcx", "cpuid", "push 5", "std", "popfq", "mov rax, [esi]", "pextrq rax, xmm0, 1",
    "vzeroupper", "pushfq", "xlatb", "enter 8, 0", "jmp rax", "call rax", "shl rax, cl", "mov eax, [rsi]",
    "mov [rdi], eax", "ud2", "int3", "bsr rax, rcx"])
def test_what_is_not_modelled_proves_nothing(code: str, tmp_path: Path) -> None:
    found = verdicts(routine(tmp_path, f"{COPY}\n{code}", ARGS, '["z = x"]'))
    assert "proved" not in found.values()


def test_tables_are_read_in_whole_words_outside_the_code(tmp_path: Path) -> None:
    table = ".p2align 3\n.Ltable: .quad 7, 9\n"
    code = routine(tmp_path, "mov rax, [rip + .Ltable + 8]\nmov [rdi], rax", ARGS, '["z = 9"]', before=table)
    assert set(verdicts(code).values()) == {"proved"}
    for wrong in ("mov rax, [rip + .Ltable + 4]", "mov eax, [rip + .Ltable + 8]", "mov rax, [rip + .Ltable - 8]",
                  "mov rax, [rip + .Lhere]\n.Lhere:", "mov rax, [rip + 8]", "lea rax, [rip + .Ltable]\nmov [rax], rax"):
        text = f"{wrong}\nmov eax, 9\nmov [rdi], rax"
        code = routine(tmp_path, text, ARGS, '["z = 9"]', before=table, name="fe_wrong")
        assert "proved" not in verdicts(code).values(), wrong


def test_the_host_needs_a_c_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CC", raising=False)
    monkeypatch.setattr("shutil.which", lambda _: None)
    with pytest.raises(MissingAssembler, match="no C compiler"):
        assembler("x86_64")
