"""Every x86-64 instruction form that the model defines does what the processor does (unicorn on other hosts).

Each form runs alone: every encoding that the routines' objects use, and a spread of operands for every form of the
model's table, equal and implicit registers, memory and pc-relative operands included; with structured values
(0, 1, all ones, the sign bits, 32-bit boundaries, in all pairs, with either carry) and random ones, from every setting
of the flags.  Registers, flags, memory and the place where control goes are compared; a flag that the model leaves
undefined must be one of UNDEFINED.  The list of forms is computed, so none can be missed; `pytest -s` shows it.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cache
from typing import Any

import pytest

from qed25519.domains.concrete import Undefined
from qed25519.isa.decode_x86_64 import decode
from qed25519.isa.instruction import Instruction, Mem, Reg, Target
from qed25519.isa.machine import STACK, Pointer, ReturnAddress
from qed25519.isa.x86_64 import DEFINITIONS, X86Machine
from qed25519.prover.contract import load_contracts
from qed25519.prover.theorems import PACKAGE

from . import x86_64_forms as forms
from .stubs import (
    DATA_ORIGIN,
    EXIT,
    STACK_ORIGIN,
    Processor,
    Unicorn,
    assemble_lines,
    assemble_text,
    processor,
)
from .x86_64_runs import EDGES, Ran, States, compare

TOO_LARGE = ("x25519_base", "ge_base", "ge_double_scalar_vartime")
LONG = {"x25519": 2, "fe_root_power": 5, "ge_decode": 5, "fe_invert": 10}    # runs of a whole routine, where it is long
LINES, RANDOM_RUNS, RUNS_IN_USE = 40, 6, 20       # lines of a form at most; runs of each line, of each encoding in use

# What the manuals leave undefined, Intel's and AMD's taken together.  A form not named here defines all six flags.
LOGIC = frozenset({"af"})
PRODUCT = frozenset({"sf", "zf", "af", "pf"})
SHIFT = frozenset({"af", "of"})               # of only where the count is not 1
TESTED_BIT = frozenset({"of", "sf", "zf", "af", "pf"})
UNDEFINED = {**dict.fromkeys(("and", "or", "xor", "test"), LOGIC), **dict.fromkeys(("mul", "imul"), PRODUCT),
             **dict.fromkeys(("shl", "shr", "sar", "shld", "shrd"), SHIFT),
             **dict.fromkeys(("bt", "btr", "bts"), TESTED_BIT)}

# Forms that cannot run alone on the processor: none.
NOT_RUN: dict[str, str] = {}


# --- the runs ----------------------------------------------------------------------------------------------------


def lines_to_run(form: str) -> list[str]:
    """Lines with few registers in all combinations, the implicit ones among them, and with all registers."""
    pool = {0: (), 1: (*forms.ALL_BUT_RSP, "rsp")[:16 if form.startswith(("push", "pop")) else 15],
            2: ("rax", "rdx", "r8", "rsi"), 3: ("rax", "rdx", "r9")}[len(forms.slots(form))]
    found = [line for line in forms.lines(form, pool) if not line.endswith("xchg rax, rax")]    # that is a nop
    random.Random(form).shuffle(found)
    return found[:LINES]


@cache
def lines_by_form() -> dict[str, list[Instruction]]:
    """Form -> instructions to run, all assembled at once."""
    wanted = {form: lines_to_run(form) for form in sorted(set(DEFINITIONS) - set(NOT_RUN))}
    found = iter(assemble_lines([line for part in wanted.values() for line in part]))
    return {form: [next(found) for _ in part] for form, part in wanted.items()}


def run_form(cpu: Processor, form: str, instructions: Sequence[Instruction], rng: random.Random) -> Ran:
    """Cosimulate instructions of one form; between them they meet every structured pair."""
    ran = Ran()
    for turn, instruction in enumerate(instructions):
        assert instruction.form == form, f"{instruction.text} is assembled as `{instruction.form}`, not `{form}`"
        states = States(instruction, rng)
        for entry in (*states.structured(turn, len(instructions)), *states.random(RANDOM_RUNS)):
            compare(cpu, [instruction], entry, ran, instruction.text)
    return ran


def run_all_forms() -> dict[str, Ran]:
    """Cosimulate every form of the table."""
    cpu, rng = processor(), random.Random(1)
    return {form: run_form(cpu, form, instructions, rng) for form, instructions in lines_by_form().items()}


def run_all_in_use() -> dict[str, Ran]:
    """Cosimulate every encoding of the objects; branches and returns go to where the stub has an exit instead."""
    cpu, rng = processor(), random.Random(2)
    seen: dict[str, Ran] = {}
    for used in forms.instructions_in_use().values():
        branches = any(isinstance(operand, Target) for operand in used.operands)
        instruction = lines_by_form()[used.form][0] if branches else decode(used.encoding, 0)
        states, ran = States(instruction, rng), seen.setdefault(instruction.form, Ran())
        for entry in (*states.structured(rng.randrange(8), 8), *states.random(RUNS_IN_USE)):
            compare(cpu, [instruction], entry, ran, instruction.text)
    return seen


def test_every_form_of_the_model() -> None:
    seen = run_all_forms()
    assert set(seen) | set(NOT_RUN) == set(DEFINITIONS) and not set(seen) & set(NOT_RUN)
    for form, ran in seen.items():
        print(f"{form:24} {ran.runs:5} runs   undefined: {' '.join(sorted(ran.undefined)) or '-'}")
        assert ran.runs >= 64, f"{form} ran {ran.runs} times only"
        assert ran.undefined == UNDEFINED.get(form.split()[0], frozenset()), form
    print(f"{len(seen)} forms, {sum(ran.runs for ran in seen.values())} runs on {type(processor()).__name__}")


def test_every_instruction_in_use() -> None:
    seen = run_all_in_use()
    used = {found.form for found in forms.instructions_in_use().values()}
    assert set(seen) == used and used <= set(DEFINITIONS)
    for form, ran in sorted(seen.items()):
        print(f"{form:24} {ran.runs:5} runs   undefined: {' '.join(sorted(ran.undefined)) or '-'}")
    print(f"{len(used)} forms, {len(forms.instructions_in_use())} encodings in use, none missing")


def test_shifts_by_one_define_the_overflow() -> None:
    for line in ("shl rax, 1", "shr rax, 1", "sar rax, 1", "shld rax, rdx, 1", "shrd rax, rdx, 1"):
        (instruction,) = assemble_lines([line])
        ran = Ran()
        for entry in States(instruction, random.Random(line)).random(40):
            compare(processor(), [instruction], entry, ran, line)
        assert ran.undefined == {"af"}, line


def test_unicorn_agrees() -> None:
    """Where hosts are not x86-64 unicorn stands in for the processor: what it can show, it shows here too."""
    cpu, rng, ran = Unicorn(), random.Random(3), Ran()
    for instructions in lines_by_form().values():
        for instruction in instructions[:2]:
            for entry in States(instruction, rng).random(2):
                compare(cpu, [instruction], entry, ran, instruction.text)


# --- several instructions ----------------------------------------------------------------------------------------


PROGRAMS = {
    "push and pop swap": "push rax; push rbx; pop rax; pop rbx",
    "push rsp pushes the old one": "push rsp; pop rax",
    "a counted loop": "mov ecx, 5; xor eax, eax; add rax, rcx; dec rcx; jnz . - 6",
    "a call and its return": "call . + 11; imul rax, rbx; jmp . + 10; mov rbx, 3; ret",
    "a frame": "sub rsp, 16; mov [rsp], rax; mov [rsp + 8], rbx; add rbx, [rsp]; pop rcx; pop rdx",
    "flags over push, pop, mov and lea": "add rax, rbx; push rax; lea rcx, [rax + 8]; pop rdx; mov rdx, 0; adc rdx, 0",
    "inc and dec keep the carry": "add rax, rbx; inc rcx; dec rdx; adc rsi, 0",
    "two carry chains": "xor eax, eax; adcx rbx, rcx; adox rbx, rsi; adcx rdx, r8; adox rdx, r9; seto al; setc r10b",
    "flags hold old operands": "cmp rax, rbx; mov rax, 0; mov rbx, 1; cmovl rcx, rdx; setbe al",
}


@pytest.mark.parametrize("program", PROGRAMS)
def test_small_programs(program: str) -> None:
    code = assemble_text(PROGRAMS[program])
    instructions = list[Instruction]()
    while code:
        instructions.append(decode(code, instructions[-1].end if instructions else 0))
        code = code[len(instructions[-1].encoding):]
    for entry in States(assemble_lines(["nop"])[0], random.Random(program)).random(64):
        compare(processor(), instructions, entry, Ran(), program)


@pytest.mark.parametrize("path", [contract.path for contract in load_contracts(PACKAGE / "asm")
                                  if contract.architecture == "x86_64" and contract.name not in TOO_LARGE])
def test_whole_routines(path: str) -> None:
    """Every routine, run to its return on data that its contract allows; no contract is believed here.

    For the tables of those TOO_LARGE, 80 kB, or their frame there is no room beside the code: tests/api calls them."""
    (routine,) = [routine for routine in forms.routines() if routine.contract.path == path]
    instructions, rng = routine.instructions(), random.Random(path)
    states = States(assemble_lines(["nop"])[0], rng)
    for entry in states.random(LONG.get(routine.contract.name, 40)):
        bits = [argument.register for argument in routine.contract.args
                if not argument.is_pointer and argument.is_read]
        entry.registers.update({name: rng.randrange(2) for name in bits})
        entry.registers["rsp"] = Pointer(STACK, -8 * rng.randrange(1, 8))
        buffers = routine.contract.buffers
        places = rng.sample(range(4), len(buffers)) if rng.random() < 0.7 else [0] * len(buffers)
        for buffer, place in zip(buffers, places, strict=True):
            entry.registers[buffer.parts[0].register] = Pointer("data", 128 * place)
            start = (128 * place + DATA_ORIGIN) // 8
            words = [rng.choice((rng.getrandbits(64), *EDGES)) for _ in range(buffer.words)]
            entry.data[start:start + buffer.words] = words
        entry.stack[(entry.registers["rsp"].offset + STACK_ORIGIN) // 8] = ReturnAddress(EXIT)
        compare(processor(), instructions, entry, Ran(), path)


# --- what a wrong model would look like --------------------------------------------------------------------------


def low_half_wins(m: X86Machine, high: Reg, low: Reg, src: Any) -> None:
    """mulx, but where both halves have one destination the low one is kept."""
    upper, lower = m.dom.mul(m.read("rdx"), m[src])
    m[high], m[low] = upper, lower


def overflow_of_mul(m: X86Machine, dst: Reg, src: Any) -> None:
    """imul, but with the flags of mul."""
    x, y = m[dst], m[src]
    DEFINITIONS["imul r64, r64"](m, dst, src)
    m.flags["cf"] = m.flags["of"] = int(x * y >= 2**64)


def overflow_of_result(m: X86Machine, dst: Reg, count: Any) -> None:
    """shr, but OF is the top bit of the result."""
    DEFINITIONS["shr r64, imm"](m, dst, count)
    if not isinstance(m.flag("of"), Undefined):
        m.flags["of"] = m[dst] >> 63


def all_flags(m: X86Machine, dst: Reg, src: Any) -> None:
    """adcx, but with the flags of adc."""
    DEFINITIONS["adc r64, r64"](m, dst, src)


def upper_half_kept(m: X86Machine, dst: Reg, src: Reg) -> None:
    """A 32-bit mov that leaves the upper half as it was."""
    m.write(dst.name, (m.read(dst.name) >> 32 << 32) + m[src])


def shift_by_any_count(m: X86Machine, dst: Reg, count: Any) -> None:
    """shl, but by the count as it is, not mod 64."""
    m[dst] = m[dst] << count.value & (2**64 - 1)


def stores_as_and(m: X86Machine, dst: Mem, src: Any) -> None:
    """test, but it writes the result."""
    DEFINITIONS["and m64, r64"](m, dst, src)


def carry_lost(m: X86Machine, dst: Reg) -> None:
    """inc, but with the carry of add."""
    m[dst], m.flags["cf"] = m.dom.add(m[dst], 1, 0)


def undefined_zf(m: X86Machine, dst: Reg, src: Any) -> None:
    """and, but with one flag more undefined than the manuals say."""
    DEFINITIONS["and r64, r64"](m, dst, src)
    m.undefine("zf")


PLANTED = {"mulx r64, r64, r64": low_half_wins, "imul r64, r64": overflow_of_mul, "shr r64, imm": overflow_of_result,
           "adcx r64, r64": all_flags, "mov r32, r32": upper_half_kept, "shl r64, imm": shift_by_any_count,
           "test m64, r64": stores_as_and, "inc r64": carry_lost, "and r64, r64": undefined_zf}


@pytest.mark.parametrize("form", PLANTED)
def test_planted_faults_are_found(form: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(X86Machine, "definitions", {**DEFINITIONS, form: PLANTED[form]})
    with pytest.raises(AssertionError, match=r"really|undefined"):
        ran = run_form(processor(), form, lines_by_form()[form], random.Random(4))
        assert ran.undefined == UNDEFINED.get(form.split()[0], frozenset()), "more is undefined"
