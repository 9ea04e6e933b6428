"""The machine stops at every misuse that it promises to stop at, and names the instruction; small hand-written code.

In each program rdi points to 4 words that may be written, rsi to 4 that may only be read, rdx holds data, and the
routine has 64 bytes of stack.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest

from qed25519.domains.concrete import Concrete, Undefined, UndefinedValue
from qed25519.domains.opaque import Opaque, Unknown
from qed25519.isa.machine import (
    CODE,
    STACK,
    AbiViolation,
    DataDependence,
    MachineError,
    MemoryViolation,
    Pointer,
    UnmodelledForm,
)
from qed25519.isa.x86_64 import X86Machine
from qed25519.prover.calls import set_up
from qed25519.prover.contract import parse_contract
from qed25519.prover.objects import Routine

from .stubs import assemble_programs, assemble_text

CONTRACT = '''// f: hand-written.
/*contract
args      = { z = "out u64[4] rdi", x = "in u64[4] rsi", k = "in u64 rdx" }
spec      = ["z = field.mul(x, k)"]
ensures   = []
may_alias = []
secret    = ["x", "k"]
stack     = 64
needs     = []
*/
ROUTINE(x86_64_adx_f)
END(x86_64_adx_f)
'''


@cache
def programs_below() -> dict[str, bytes]:
    """The code of every program in the tables below, assembled at once."""
    texts = [*FINE.values(), *(program for program, _, _ in STOPPED.values())]
    return dict(zip(texts, assemble_programs(texts), strict=True))


def routine_of(program: str, table: str = "") -> Routine:
    """The program as a routine; `table` is data in the same section after it."""
    code = programs_below().get(program) or assemble_text(program)
    text = assemble_text(f"{program}\n .p2align 3\n{table}") if table else code
    return Routine(parse_contract(CONTRACT, "x86_64/adx/f", Path("f.S")), text, 0, len(code), {}, {0: "f.S:1"})


def run(program: str, domain: Any = None, table: str = "", **registers: int) -> X86Machine:
    """Run to the return."""
    domain = Opaque() if domain is None else domain
    entry = {"x": [domain.unknown("x") for _ in range(4)], "k": [domain.unknown("k")]}
    machine = set_up(routine_of(program, table), {"z": "z", "x": "x"}, domain, entry)
    assert isinstance(machine, X86Machine)
    machine.registers.update(registers)
    machine.run(0)
    return machine


FINE = {
    "move": "mov rax, [rsi + 24]; mov [rdi + 24], rax; ret",
    "save and restore": "push rbx; push rbp; mov rbx, rdx; xor ebp, ebp; pop rbp; pop rbx; ret",
    "keep a pointer in the frame": "push rdi; mov rdi, rsi; pop rcx; mov rax, [rdi]; mov [rcx], rax; ret",
    "all of the stack": "sub rsp, 64; mov [rsp], rdx; mov [rsp + 56], rdx; mov rax, [rsp]; add rsp, 64; ret",
    "walk with a pointer": "mov ecx, 4; mov rax, [rsi]; lea rsi, [rsi + 8]; add rdi, 8; dec rcx; jnz . - 14; ret",
    "index with a constant": "mov ecx, 3; mov rax, [rsi + rcx * 8]; mov [rdi + rcx * 8], rax; ret",
    "subroutine": "call . + 6; ret; mov rax, [rsi]; ret",
    "call what follows": "call . + 5; mov rax, [rsi]; ret",
    "data decides nothing": "cmp rdx, 5; cmovc rax, rdx; sbb rcx, rcx; setc al; ret",
    "test only reads": "test [rsi], rdx; ret",
    "compare only reads": "cmp [rsi], rdx; ret",
    "clear a register whatever it holds": "xor esi, esi; sbb rdi, rdi; ret",
}


@pytest.mark.parametrize("name", FINE)
def test_fine_programs_run_to_their_return(name: str) -> None:
    assert run(FINE[name]).finished


STOPPED: dict[str, tuple[str, type[MachineError], str]] = {
    # --- data decides
    "branch on data": ("test rdx, rdx; jz . + 3; nop; ret", DataDependence,
                       r"f\.S:1: `je .*`: the branch depends on data"),
    "branch on a carry": ("add rdx, 1; jc . + 3; nop; ret", DataDependence, "branch"),
    "branch on a word of memory": ("cmp QWORD PTR [rsi], 0; jnz . + 3; nop; ret", DataDependence, "branch"),
    "branch on flags at entry": ("jo . + 3; nop; ret", DataDependence, "branch"),
    "branch on an undefined flag": ("mov eax, 1; imul rax, rax; jz . + 3; nop; ret", DataDependence, "branch"),
    "a loop counted by data": ("dec rdx; jnz . - 3; ret", DataDependence, "branch"),
    "index by data": ("mov rax, [rsi + rdx * 8]; ret", DataDependence, "address"),
    "address from memory": ("mov rax, [rsi]; mov rax, [rax]; ret", DataDependence, "address"),
    "store by data": ("mov [rdi + rdx], rax; ret", DataDependence, "address"),
    "pointer moved by data": ("add rsi, rdx; ret", DataDependence, "moved by a distance"),
    "pointer moved by a carry": ("add rdx, rdx; adc rsi, 0; ret", DataDependence, "moved by a distance"),
    "lea with data": ("lea rax, [rsi + rdx * 8]; ret", DataDependence, "moved by a distance"),
    # --- memory
    "over-read": ("mov rax, [rsi + 32]; ret", MemoryViolation, r"reads 8 bytes at a pointer \(x\+32\)"),
    "over-read by an add": ("add rax, [rsi + 32]; ret", MemoryViolation, "reads 8 bytes"),
    "over-read by a cmov that does not move": ("xor eax, eax; cmovc rax, [rsi + 32]; ret", MemoryViolation, "reads 8"),
    "under-read": ("mov rax, [rsi - 8]; ret", MemoryViolation, "reads 8 bytes"),
    "over-write": ("mov [rdi + 32], rax; ret", MemoryViolation, "writes 8 bytes"),
    "write to the input": ("mov [rsi], rax; ret", MemoryViolation, "may only be read"),
    "add to the input": ("add [rsi], rax; ret", MemoryViolation, "may only be read"),
    "absolute address": ("mov rax, [0x1000]; ret", MemoryViolation, "absolute"),
    "unaligned": ("mov rax, [rsi + 4]; ret", UnmodelledForm, "aligned"),
    "32 bits": ("mov eax, [rsi]; ret", UnmodelledForm, "`mov r32, m32`"),
    # --- stack
    "write below rsp": ("mov [rsp - 8], rax; ret", MemoryViolation, "below the stack pointer"),
    "read the red zone": ("push rdx; pop rax; mov rcx, [rsp - 8]; ret", MemoryViolation, "below the stack pointer"),
    "more stack than stated": ("sub rsp, 72; add rsp, 72; ret", MemoryViolation, "-72"),
    "one push too many": ("push rdx; " * 9 + "add rsp, 72; ret", MemoryViolation, "-72"),
    "return address overwritten": ("mov [rsp], rdx; ret", MemoryViolation, "caller's part"),
    "the caller's frame": ("mov rax, [rsp + 8]; ret", MemoryViolation, "reads 8 bytes"),
    "return address popped": ("pop rax; push rax; ret", MemoryViolation, "the routine has the stack"),
    "stack above its place": ("add rsp, 64; sub rsp, 64; ret", MemoryViolation, "the routine has the stack"),
    "stack in a buffer": ("mov rax, rsp; lea rsp, [rdi + 32]; push rdx; mov rsp, rax; ret", MemoryViolation,
                          "no longer points into the stack"),
    "stack at data": ("mov rax, rsp; mov rsp, rdx; mov rsp, rax; ret", MemoryViolation, "no longer points"),
    # --- pointers as numbers
    "pointer masked": ("and rsi, -32; ret", MemoryViolation, r"`and_` is applied to a pointer \(x\+0\)"),
    "pointer shifted": ("shr rsi, 3; ret", MemoryViolation, "applied to a pointer"),
    "pointer cut": ("mov eax, esi; ret", MemoryViolation, "applied to a pointer"),
    "pointer multiplied": ("imul rsi, rdx; ret", MemoryViolation, "applied to a pointer"),
    "pointer negated": ("neg rsi; ret", MemoryViolation, "applied to a pointer"),
    "pointer stored as data": ("mov [rdi], rsi; ret", MemoryViolation, "stores a pointer .* as data in z"),
    "return address stored": ("mov rax, [rsp]; mov [rdi], rax; ret", MemoryViolation, "stores a return address"),
    "pointers compared": ("cmp rdi, rsi; ret", MemoryViolation, "applied to a pointer"),
    "pointers subtracted": ("sub rdi, rsi; ret", MemoryViolation, "applied to a pointer"),
    "pointers added": ("add rdi, rsi; ret", MemoryViolation, "applied to a pointer"),
    "pointer selected": ("cmovc rsi, rdi; ret", MemoryViolation, "applied to a pointer"),
    "pointer scaled": ("mov eax, 0; mov rax, [rax + rsi * 8]; ret", MemoryViolation, "scaled"),
    "pointer tested": ("test rsi, rsi; jz . + 3; nop; ret", MemoryViolation, "applied to a pointer"),
    "sign of pointer arithmetic": ("sub rsi, 8; js . + 3; nop; ret", DataDependence, "branch"),
    # --- the return
    "unbalanced push": ("push rdx; ret", AbiViolation, "returns to a data word"),
    "return to a pointer": ("push rsi; ret", AbiViolation, "returns to a pointer"),
    "return into the code": ("lea rax, [rip]; push rax; ret", AbiViolation, "returns to a pointer"),
    "saved registers exchanged": ("push rbx; push rbp; pop rbx; pop rbp; ret", AbiViolation, "rbx is not preserved"),
    "runs past its end": ("nop", MachineError, "control leaves the routine"),
    "jumps out": ("jmp . + 100; ret", MachineError, "control leaves the routine"),
    # --- what the model does not have
    "movsxd": ("movsxd rax, edx; ret", UnmodelledForm, "no definition for the form `movsxd r64, r32`"),
    "movsxd of memory": ("movsxd rax, DWORD PTR [rsi]; ret", UnmodelledForm, "`movsxd r64, m32`"),
    "division": ("div rdx; ret", UnmodelledForm, "`div r64`"),
    "shift by a register": ("shl rdx, cl; ret", UnmodelledForm, "`shl r64, r8`"),
    "direction flag": ("std; ret", UnmodelledForm, "`std`"),
    "indirect jump": ("jmp rdx; ret", UnmodelledForm, "`jmp r64`"),
    "return with a pop": ("ret 8", MachineError, "does not cover"),
    "lock": ("lock add [rdi], rdx; ret", MachineError, "prefix"),
    "rep": ("rep movsq; ret", MachineError, "prefix|does not cover"),
    "segment": ("mov rax, fs:[rsi]; ret", MachineError, "prefix"),
    "16 bits": ("add ax, dx; ret", MachineError, "prefix"),
    "high byte": ("setc ah; ret", MachineError, "register ah"),
    "byte of memory": ("movzx eax, BYTE PTR [rsi]; ret", MachineError, "size"),
    "byte after the code": ("cmp BYTE PTR [rip], 1; ret", MachineError, "size"),
    "vector": ("pxor xmm0, xmm0; ret", MachineError, "xmm0"),
    "short return": (".byte 0x66; ret", MachineError, "prefix"),
    # --- tables
    "table written": ("lea rax, [rip + . + 16]; mov [rax], rdx; ret", MemoryViolation, "no data region"),
    "code read": ("mov rax, [rip + . - 0]; ret", MemoryViolation, "no table word"),
    "table as a number": ("lea rax, [rip + . + 16]; and rax, 7; ret", MemoryViolation, r"a pointer \(.*code.*\+16\)"),
    "table's address stored": ("lea rax, [rip + . + 16]; mov [rdi], rax; ret", MemoryViolation, "stores a pointer"),
}


@pytest.mark.parametrize("name", STOPPED)
def test_misuse_is_stopped(name: str) -> None:
    program, error, message = STOPPED[name]
    with pytest.raises(error, match=message) as caught:
        run(program)
    assert "f.S" in str(caught.value)
    if error is not MachineError:
        assert type(caught.value) is error


@pytest.mark.parametrize("register", X86Machine.preserved)
def test_each_saved_register_is_watched(register: str) -> None:
    for change in (f"mov {register}, rdx; ret", f"push {register}; inc {register}; pop rax; ret"):
        with pytest.raises(AbiViolation, match=f"{register} is not preserved"):
            run(change)


def test_no_other_register_is_watched() -> None:
    for register in set(X86Machine.register_names) - {*X86Machine.preserved, "rsp"}:
        run(f"mov {register}, rdx; ret")


def test_the_stack_below_its_pointer_is_forgotten() -> None:
    """A signal handler may have run: what was pushed and popped is not there any more."""
    machine = run("push rdx; pop rax; sub rsp, 8; mov rcx, [rsp]; add rsp, 8; ret")
    assert machine.registers["rax"] is machine.registers["rdx"]
    assert isinstance(machine.registers["rcx"], Unknown) and machine.registers["rcx"] is not machine.registers["rdx"]
    with pytest.raises(UndefinedValue):
        run("push rdx; pop rax; sub rsp, 8; add rdx, [rsp]; add rsp, 8; ret", Concrete(), rdx=1)


def test_lea_of_rip_is_a_pointer() -> None:
    machine = run("lea rax, [rip + . + 0x10]; mov rcx, [rax]; mov rdx, [rax + 8]; ret", table=".quad 7, 8")
    assert machine.registers["rax"] == Pointer(CODE, 16)
    assert (machine.registers["rcx"], machine.registers["rdx"]) == (7, 8)
    with pytest.raises(MemoryViolation, match="no table word"):
        run("lea rax, [rip + . + 0x10]; mov rcx, [rax + 16]; ret", table=".quad 7, 8")


def test_the_high_half_wins_in_mulx() -> None:
    machine = run("mulx rax, rax, rcx; ret", Concrete(), rdx=2**64 - 1, rcx=2**64 - 1)
    assert machine.registers["rax"] == 2**64 - 2


def test_imul_has_flags_of_its_own() -> None:
    machine = run("imul rax, rdx; ret", Concrete(), rax=2**64 - 1, rdx=1)
    assert (machine.flag("cf"), machine.flag("of")) == (0, 0)
    assert all(isinstance(machine.flag(name), Undefined) for name in ("zf", "sf", "af", "pf"))
    machine = run("mul rdx; ret", Concrete(), rax=2**64 - 1, rdx=2)
    assert (machine.flag("cf"), machine.flag("of")) == (1, 1)


def test_overflow_of_shifts() -> None:
    for program, value, expected in (("shr rax, 1", 2**63, 1), ("shr rax, 1", 2**62, 0), ("sar rax, 1", 2**63, 0),
                                     ("shl rax, 1", 2**62, 1), ("shl rax, 1", 3 << 62, 0)):
        assert run(f"{program}; ret", Concrete(), rax=value).flag("of") == expected
    assert isinstance(run("shr rax, 2; ret", Concrete(), rax=1).flag("of"), Undefined)


def test_a_shift_by_nothing_leaves_the_flags() -> None:
    for shift in ("shl rax, 64", "shr rax, 0", "sar rax, 128", "shld rax, rdx, 64"):
        machine = run(f"xor ecx, ecx; sub rcx, 1; {shift}; ret", Concrete(), rax=5, rdx=7)
        assert (machine.flag("cf"), machine.flag("sf"), machine.registers["rax"]) == (1, 1, 5)


def test_test_makes_no_store() -> None:
    machine = run("mov [rdi], rdx; test [rdi], rcx; ret", Concrete(), rdx=5, rcx=2)
    assert machine.regions["z"].words == {0: 5} and machine.flag("zf") == 1


def test_32_bits_clear_the_upper_half() -> None:
    for program in ("mov eax, eax", "add eax, 0", "cmovc eax, ecx", "shl eax, 32", "xchg eax, eax", "bts eax, 0"):
        code = f"sub edx, edx; {program}; ret"
        assert run(code, Concrete(), rax=2**64 - 1, rcx=0, rdx=0).registers["rax"] == 2**32 - 1, program


def test_a_run_without_end_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("qed25519.isa.machine.STEP_LIMIT", 100)
    with pytest.raises(MachineError, match="did not end within 100"):
        run("jmp . + 0")


def test_the_stack_region_is_the_routines_own() -> None:
    machine = run(FINE["all of the stack"])
    assert (machine.regions[STACK].start, machine.regions[STACK].end) == (-64, 8)
    assert not [offset for offset in machine.regions[STACK].words if offset < 0]


# --- routines of public data ------------------------------------------------------------------------------------------


def run_vartime(program: str, table: str = "", name: str = "f_vartime") -> X86Machine:
    """As `run`, for a routine all of whose data is public if its name says so."""
    text = CONTRACT.replace('secret    = ["x", "k"]', "secret    = []").replace("f: hand", f"{name}: hand").replace(
        "x86_64_adx_f)", f"x86_64_adx_{name})")
    code = assemble_text(program)
    whole = assemble_text(f"{program}\n .p2align 3\n{table}") if table else code
    routine = Routine(parse_contract(text, f"x86_64/adx/{name}", Path("f.S")), whole, 0, len(code), {}, {0: "f.S:1"})
    domain = Opaque()
    machine = set_up(routine, {"z": "z", "x": "x"}, domain,
                     {"x": [domain.unknown("x") for _ in range(4)], "k": [domain.unknown("k")]})
    assert isinstance(machine, X86Machine)
    machine.run(0)
    return machine


def test_public_data_may_choose_among_the_words_of_a_region() -> None:
    """What is read is a new unknown, without choices of its own."""
    machine = run_vartime("and edx, 3; mov rax, [rsi + rdx * 8]; ret")
    assert isinstance(machine.registers["rax"], Unknown) and not machine.registers["rax"].choices
    assert machine.registers["rax"] not in machine.regions["x"].words.values()
    assert "mov" in machine.data_mnemonics
    machine = run_vartime("lea rcx, [rip + . + 16]; and edx, 1; mov rax, [rcx + rdx * 8 + 8]; ret", ".quad 3, 5, 7")
    assert machine.finished


@pytest.mark.parametrize(("program", "error", "message"), [
    ("and edx, 7; mov rax, [rsi + rdx * 8]; ret", MemoryViolation, r"reads 8 bytes at a pointer \(x\+32\)"),
    ("and edx, 3; mov rax, [rsi + rdx * 8 + 8]; ret", MemoryViolation, r"\(x\+32\)"),
    ("and edx, 3; mov rax, [rsi + rdx * 8 - 8]; ret", MemoryViolation, r"\(x-8\)"),
    ("and edx, 3; mov rax, [rsi + rdx * 4]; ret", UnmodelledForm, "aligned"),
    ("and edx, 3; mov rax, [rdi + rdx * 8 + 8]; ret", MemoryViolation, r"\(z\+32\)"),
    ("and edx, 1; mov rax, [rsp + rdx * 8 - 8]; ret", MemoryViolation, "below the stack pointer"),
    ("and edx, 0; mov rax, [rsp + rdx * 8]; ret", MemoryViolation, "may be data, and may be a return address"),
    ("push rdi; and edx, 1; mov rax, [rsp + rdx * 8]; pop rdi; ret", MemoryViolation, "may be data, and may be a poin"),
    ("mov rax, [rsi + rdx * 8]; ret", DataDependence, "the address depends on data"),
    ("and edx, 3; mov [rdi + rdx * 8], rax; ret", DataDependence, "the address depends on data"),
    ("and edx, 3; add [rdi + rdx * 8], rax; ret", DataDependence, "the address depends on data"),
    ("and edx, 3; lea rax, [rsi + rdx * 8]; ret", DataDependence, "moved by a distance"),
    ("and edx, 3; add rsi, rdx; ret", DataDependence, "moved by a distance"),
    ("and edx, 3; mov rax, [rdx + rdx * 8]; ret", DataDependence, "the address depends on data"),
    ("and edx, 1; test edx, edx; jz . + 3; nop; ret", DataDependence, "the branch depends on data"),
    ("and edx, 0; jz . + 3; nop; ret", DataDependence, "the branch depends on data"),
    ("cmp QWORD PTR [rsi], 0; jnz . + 3; nop; ret", DataDependence, "the branch depends on data"),
])
def test_what_public_data_may_not_do(program: str, error: type[MachineError], message: str) -> None:
    with pytest.raises(error, match=message):
        run_vartime(program)


def test_only_a_routine_whose_name_says_so_has_public_data() -> None:
    for name in ("f", "f_vartime_not"):
        with pytest.raises(DataDependence, match="the address depends on data"):
            run_vartime("and edx, 3; mov rax, [rsi + rdx * 8]; ret", name=name)


def test_no_choice_of_an_index_reads_beyond_a_table() -> None:
    with pytest.raises(MemoryViolation, match="no table word"):
        run_vartime("lea rcx, [rip + . + 16]; and edx, 3; mov rax, [rcx + rdx * 8]; ret", ".quad 3, 5, 7")
