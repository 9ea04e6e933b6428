"""`wipes = true`: at return every word of the stack frame is a constant or what it was at entry, or memory_safe fails.

"What it was at entry" may be said of a word that holds a callee-saved register's value; a return address stays too.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from qed25519.prover.theorems import structural_results

from .routines import routine

ARGS = 'r = "return u64 rax", a = "in u64 rdi", x = "in u64[1] rsi"'
FRAME = "sub rsp, 16\n{0}\nadd rsp, 16\nmov rax, rdi"


def found(folder: Path, code: str, stack: int = 32, wipes: bool = True) -> dict[str, str]:
    results = structural_results(routine(folder, code, ARGS, '["r = a"]', stack=stack, wipes=wipes))
    return {result.kind: result.verdict + " " * bool(result.message) + result.message for result in results}


WIPED = {
    "nothing written": "",
    "constants": "mov rcx, 5\nmov [rsp], rcx\nmov rcx, 0\nmov [rsp + 8], rcx",
    "data, and a constant afterwards": "mov [rsp], rdi\nmov [rsp + 8], rdi\nmov ecx, 0\nmov [rsp], rcx\n"
                                       "mov [rsp + 8], rcx",
    "saved registers": "push rbx\npush r12\nmov rbx, rdi\npop r12\npop rbx\npush r12\npush rbx\npop rbx\npop r12",
    "a saved register, through another one": "mov rcx, r14\nmov [rsp + 8], rcx",
    "a return address": "call 1f\njmp 2f\n1:\nret\n2:",
    "a subroutine's frame": "call 1f\njmp 2f\n1:\npush rdi\nmov ecx, 0\nmov [rsp], rcx\npop rcx\nret\n2:",
    "below the stack pointer, wiped later": "push rdi\npop rcx\npush rbx\npop rcx",
    "a loop of wiping": "push rdi\nmov eax, 0\nmov ecx, 3\n1:\nmov [rsp + 8*rcx - 8], rax\nsub rcx, 1\njnz 1b\npop rax",
}
LEFT = {
    "data": ("mov [rsp + 8], rdi", "a data word in its stack at -8"),
    "data from memory": ("mov rcx, [rsi]\nmov [rsp], rcx", "a data word in its stack at -16"),
    "data, and a constant before": ("mov ecx, 0\nmov [rsp], rcx\nmov [rsp], rdi", "at -16"),
    "data below the stack pointer": ("push rdi\npop rcx", "a data word in its stack at -24"),
    "data in a subroutine's frame": ("call 1f\njmp 2f\n1:\npush rdi\npop rcx\nret\n2:", "at -32"),
    "a pointer": ("mov [rsp], rsi", "a pointer (x+0) in its stack at -16"),
    "a pointer into the stack": ("mov [rsp], rsp", "a pointer"),
    "a register that the caller does not get back": ("mov [rsp], r10", "a data word"),
    "a saved register's sum with 0": ("lea rcx, [rbx]\nadd rcx, 0\nmov [rsp], rcx", "a data word"),
    "nought times data": ("mov rcx, rdi\nsub rcx, rdi\nmov [rsp], rcx", "a data word"),
    "a saved register's place, filled with data": ("push rbx\nmov rbx, rdi\npush rbx\npop rcx\npop rbx", "at -32"),
    "one word too few": (
        "push rdi\nmov eax, 0\nmov ecx, 2\n1:\nmov [rsp + 8*rcx], rax\nsub rcx, 1\njnz 1b\npop rax", "at -24"),
}


@pytest.mark.parametrize("what", WIPED)
def test_a_frame_that_is_wiped(what: str, tmp_path: Path) -> None:
    assert set(found(tmp_path, FRAME.format(WIPED[what])).values()) == {"proved"}


@pytest.mark.parametrize("what", LEFT)
def test_a_frame_that_is_not(what: str, tmp_path: Path) -> None:
    code, why = LEFT[what]
    verdicts = found(tmp_path, FRAME.format(code))
    assert verdicts["memory_safe"].startswith("refuted") and "leaves " in verdicts["memory_safe"]
    assert why in verdicts["memory_safe"]


def test_only_a_contract_that_says_so_promises_it(tmp_path: Path) -> None:
    for code, _ in LEFT.values():
        assert set(found(tmp_path, FRAME.format(code), wipes=False).values()) == {"proved"}
