"""Assembly lines for every form that the x86-64 model defines, and the instructions that the routines use."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product

from qed25519.isa.instruction import Instruction, Reg
from qed25519.prover.contract import load_contracts
from qed25519.prover.objects import Routine, assemble
from qed25519.prover.theorems import PACKAGE

from .stubs import EXIT, REGISTERS, TABLE

NARROW = {
    **{name: (f"e{name[1:]}", f"{name[1:]}l") for name in ("rsi", "rdi", "rbp", "rsp")},
    **{name: (f"e{name[1:]}", f"{name[1]}l") for name in ("rax", "rbx", "rcx", "rdx")},
    **{f"r{number}": (f"r{number}d", f"r{number}b") for number in range(8, 16)},
}
BASES = ("rdi", "r13", "rbp", "r12", "rbx")
IMMEDIATES = (0, 1, -1, 2, 38, 127, 128, -128, -129, 2**31 - 1, -(2**31))
COUNTS = (0, 1, 2, 13, 31, 32, 33, 51, 63, 64, 65, 255)
COUNTED = {"shl", "shr", "sar", "shld", "shrd", "bt", "btr", "bts"}


@cache
def routines() -> tuple[Routine, ...]:
    """All x86-64 routines, assembled."""
    asm = PACKAGE / "asm"
    return tuple(assemble(contract, asm / "include") for contract in load_contracts(asm)
                 if contract.architecture == "x86_64")


@cache
def instructions_in_use() -> dict[bytes, Instruction]:
    """Every distinct encoding in the routines' objects."""
    return {found.encoding: found for routine in routines() for found in routine.instructions()}


def spelled(register: Reg) -> str:
    """As GNU as writes the low bits of a register."""
    return {64: register.name, 32: NARROW[register.name][0], 8: NARROW[register.name][1]}[register.width]


def parts(form: str) -> tuple[str, list[str]]:
    """Its mnemonic and the kinds of its operands; a count in a register is in cl."""
    mnemonic, _, rest = form.partition(" ")
    kinds = rest.split(", ") if rest else []
    return mnemonic, [*kinds[:1], *("count" if mnemonic in COUNTED and kind == "r8" else kind for kind in kinds[1:])]


def slots(form: str) -> list[str]:
    """The kinds of the registers that may be chosen."""
    return [kind for kind in parts(form)[1] if kind in ("r64", "r32", "r8")]


def lines(form: str, registers: tuple[str, ...]) -> Iterator[str]:
    """Lines of a form, with every choice of its register operands from `registers`, and a spread of the others.

    A memory operand is never addressed by a register that is an operand too."""
    mnemonic, kinds = parts(form)
    turn = 0
    for chosen in product(registers, repeat=len(slots(form))):
        for constant in _constants(mnemonic, kinds):
            names, operands = list(chosen), []
            for kind in kinds:
                if kind in ("r64", "r32", "r8"):
                    operands.append(spelled(Reg(names.pop(0), int(kind[1:]))))
                elif kind.startswith("m"):
                    operands.append(_memory(mnemonic, kinds, set(chosen), turn))
                else:
                    operands.append("cl" if kind == "count" else constant)
            yield f"{_prefix(kinds, turn)}{mnemonic} {', '.join(operands)}".rstrip()
            turn += 1


def _constants(mnemonic: str, kinds: list[str]) -> list[str]:
    if "rel" in kinds:
        return [f". + {EXIT}"]
    if "imm" not in kinds:
        return [""]
    if mnemonic in COUNTED:
        return [str(count) for count in COUNTS]
    wide = [0x123456789ABCDEF0, 2**63, 2**32 - 1] if (mnemonic, kinds[0]) == ("mov", "r64") else []
    return [str(value) for value in (*IMMEDIATES, *wide)]


def _memory(mnemonic: str, kinds: list[str], taken: set[str], turn: int) -> str:
    """One of several ways to address, by turns; the table in the code only where the form reads."""
    base, index, *_ = [name for name in (*BASES[turn % 5:], *BASES[:turn % 5]) if name not in taken]
    ways = [f"[{base}]", f"[{base} + 24]", f"[{base} - 0x1230]", f"[{base} + {index} * 8 - 16]",
            f"[{base} + {index}]", f"[{base} + {index} * 2 + 0x7ffff0]"]
    if "rsp" not in taken:
        ways += ["[rsp]", "[rsp + 40]", f"[rsp + {index} * 4]"]
    if not kinds[0].startswith("m") or mnemonic in ("mul", "cmp", "test"):
        ways += [f"[rip + . + {TABLE + 16}]"]
    size = next(kind for kind in kinds if kind.startswith("m"))[1:]
    return f"{'QWORD' if size == '64' else 'DWORD'} PTR {ways[turn % len(ways)]}"


def _prefix(kinds: list[str], turn: int) -> str:
    """Between two registers, by turns, either of the two encodings."""
    return "{load} " if kinds in (["r64", "r64"], ["r32", "r32"]) and turn % 2 else ""


ALL_BUT_RSP = tuple(name for name in REGISTERS if name != "rsp")
