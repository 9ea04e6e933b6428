"""Mutants: a routine with one instruction changed, and what the theorems say of it.  No mutant may survive.

A mutant changes decoded instructions, not bytes: the machine executes those.  `judge` tries what is cheap first:
concrete inputs, the structural theorems, equality with the original (equality.py), then `correct`.  A mutant that all
theorems accept and that is not shown to write the same words as the original is a survivor: they say too little.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from qed25519.domains.concrete import UndefinedValue
from qed25519.isa.instruction import Cond, Imm, Instruction, Mem, Operand, Reg, ShiftedReg, Target
from qed25519.isa.machine import MachineError
from qed25519.prover.calls import machine_class
from qed25519.prover.contract import alias_partitions
from qed25519.prover.equality import same_words
from qed25519.prover.hints import Proof
from qed25519.prover.inputs import sample_inputs
from qed25519.prover.objects import Routine
from qed25519.prover.replay import run_concretely
from qed25519.prover.solver import Solver
from qed25519.prover.statement import holds_concretely
from qed25519.prover.theorems import attempt_correct, load_proof, structural_results

# Mnemonics that stand in for each other.  Which forms exist decides what each really becomes.
X86_64_FAMILIES = ("add adc sub sbb adcx adox", "and or xor", "shl shr sar", "shld shrd", "inc dec", "neg not",
                   "bt btr bts", "push pop", "lea mov", "imul add", "cmp test",
                   *(f"cmov{c} cmovn{c}" for c in "czso"), *(f"set{c} setn{c}" for c in "czso"),
                   *(f"j{c} jn{c}" for c in "czso"), "cmovc cmovz", "cmovbe cmova", "cmovl cmovge", "cmovle cmovg")
ARM64_FAMILIES = ("add adds sub subs", "adc adcs sbc sbcs add adds", "and ands bic orr eor orn", "madd msub",
                  "umulh smulh", "umaddl umsubl smaddl", "csel csinc csinv csneg", "ubfm sbfm", "ccmp ccmn",
                  "movz movn", "cbz cbnz", "asrv lsrv lslv")
INVERSE = {"eq": "ne", "cs": "cc", "mi": "pl", "vs": "vc", "hi": "ls", "ge": "lt", "gt": "le"}
INVERSE |= {second: first for first, second in INVERSE.items()}
NOTHING = ("endbr64", "nop", "hint")
OPERATORS = ("drop", "swap", "register", "mnemonic", "immediate", "displacement", "condition", "duplicate", "exchange")


@dataclass(frozen=True)
class Mutant:
    """The changed routine; `change` says where and what."""

    routine: Routine
    operator: str
    change: str


Outcome = Literal["replayed", "structural", "solver, replayed", "solver, local model", "false on a concrete input",
                  "unknown", "does not fit", "equal", "survivor"]
REJECTED: tuple[Outcome, ...] = ("replayed", "structural", "solver, replayed")
NOT_EXPLAINED: tuple[Outcome, ...] = ("solver, local model", "false on a concrete input", "unknown", "does not fit")


@dataclass(frozen=True)
class Verdict:
    """How a mutant fares.

    `replayed`, `structural` and `solver, replayed` are rejections in full.  `solver, local model` and `unknown` are
    no proof of a fault; `false on a concrete input` means that a fact of the proof file, not the contract, is false
    there; `does not fit`, that the proof's cuts do not.  None of these is accepted; they are counted apart.
    """

    outcome: Outcome
    detail: str = ""


# --- making mutants -------------------------------------------------------------------------------------------


def mutants(routine: Routine, operators: Sequence[str] = OPERATORS) -> Iterator[Mutant]:
    """All mutants, in order of address, then of operator."""
    code = routine.instructions()
    registers = _registers(code)
    for position, instruction in enumerate(code):
        here = slice(position, position + 2)             # all that any change touches
        seen = {_meaning(code[here])}
        for operator in operators:
            for changed, what in _changes(operator, code, position, registers, routine):
                if _runs(routine, changed[here]) and _meaning(changed[here]) not in seen:
                    seen.add(_meaning(changed[here]))
                    text = f"{routine.location(instruction.address)}: `{instruction.text}` {what}"
                    yield Mutant(_with(routine, code, changed, position), operator, text)


def _meaning(code: Sequence[Instruction]) -> tuple[object, ...]:
    """What is executed, without the texts."""
    return tuple((instruction.address, instruction.mnemonic, instruction.operands) for instruction in code)


def _registers(code: Sequence[Instruction]) -> list[str]:
    """The registers that the code names, in order of appearance."""
    names: dict[str, None] = {}
    for operand in (operand for instruction in code for operand in instruction.operands):
        if isinstance(operand, (Reg, ShiftedReg)) and operand.name not in ("rsp", "sp"):
            names[operand.name] = None
    return list(names)


def _runs(routine: Routine, code: Sequence[Instruction]) -> bool:
    """Every form has a definition: what is no instruction is no mutant."""
    definitions = machine_class(routine.contract.architecture).definitions
    return all(instruction.form in definitions for instruction in code)


def _with(routine: Routine, code: Sequence[Instruction], changed: Sequence[Instruction], position: int) -> Routine:
    """The routine with other instructions; a label between two that change places stays between them.

    A changed copy of another routine is no copy any more, and is executed instead of cited.
    """
    labels, lines = dict(routine.labels), dict(routine.lines)
    for before, after in zip(code, changed, strict=True) if len(code) == len(changed) else ():
        if before.address != after.address:
            for table in (labels, lines):
                if before.address in table:
                    table[after.address] = table.pop(before.address)
    own = [entry for entry in routine.copies if entry <= code[position].address]
    copies = {entry: name for entry, name in routine.copies.items() if not own or entry != max(own)}
    return replace(routine, labels=labels, lines=lines, copies=copies,
                   _decoded={instruction.address: instruction for instruction in changed})


Change = tuple[list[Instruction], str]


def _changes(operator: str, code: list[Instruction], position: int, registers: list[str],
             routine: Routine) -> Iterator[Change]:
    instruction = code[position]
    if instruction.mnemonic in NOTHING and operator != "exchange":
        return
    if operator == "duplicate":
        yield from _duplicate(code, position)
    elif operator == "exchange":
        yield from _exchange(code, position)
    else:
        for mnemonic, operands in ONE_INSTRUCTION[operator](instruction, registers, routine.contract.architecture):
            new = replace(instruction, mnemonic=mnemonic, operands=operands, text=_text(mnemonic, operands))
            yield [*code[:position], new, *code[position + 1:]], f"becomes `{new.text}`"


def _duplicate(code: list[Instruction], position: int) -> Iterator[Change]:
    """Twice in the same place: the bytes are shared out between the two."""
    instruction = code[position]
    first, rest = instruction.encoding[:1], instruction.encoding[1:]
    if rest:
        again = replace(instruction, address=instruction.address + 1, encoding=rest)
        twice = [replace(instruction, encoding=first), again]
        yield [*code[:position], *twice, *code[position + 1:]], "is done twice"


def _exchange(code: list[Instruction], position: int) -> Iterator[Change]:
    """Change places with the next one, unless control can come in between or leave."""
    if position + 1 == len(code):
        return
    first, second = code[position], code[position + 1]
    targets = {operand.address for i in code for operand in i.operands if isinstance(operand, Target)}
    leaves = any(isinstance(operand, Target) for i in (first, second) for operand in i.operands)
    if leaves or second.address in targets or second.mnemonic == "ret":
        return
    new = [replace(second, address=first.address),
           replace(first, address=first.address + len(second.encoding))]
    yield [*code[:position], *new, *code[position + 2:]], f"changes places with `{second.text}`"


Replacement = Iterator[tuple[str, tuple[Operand, ...]]]


def _put(operands: tuple[Operand, ...], index: int, operand: Operand) -> tuple[Operand, ...]:
    return (*operands[:index], operand, *operands[index + 1:])


def _drop(instruction: Instruction, registers: list[str], architecture: str) -> Replacement:
    yield ("nop", ()) if architecture == "x86_64" else ("hint", (Imm(34),))


def _swap(instruction: Instruction, registers: list[str], architecture: str) -> Replacement:
    operands = instruction.operands
    for i in range(len(operands)):
        for j in range(i + 1, len(operands)):
            yield instruction.mnemonic, _put(_put(operands, i, operands[j]), j, operands[i])


def _register(instruction: Instruction, registers: list[str], architecture: str) -> Replacement:
    """Each register by the two that come next among those in use."""
    def others(name: str) -> list[str]:
        place = registers.index(name) if name in registers else 0
        return [registers[(place + step) % len(registers)] for step in (1, 2)]

    for index, operand in enumerate(instruction.operands):
        if isinstance(operand, (Reg, ShiftedReg)):
            for name in others(operand.name):
                yield instruction.mnemonic, _put(instruction.operands, index, replace(operand, name=name))
        elif isinstance(operand, Mem) and operand.base not in (None, "rip", "xzr"):
            for name in (name for name in others(str(operand.base)) if name != "xzr"):
                yield instruction.mnemonic, _put(instruction.operands, index, replace(operand, base=name))


def _mnemonic(instruction: Instruction, registers: list[str], architecture: str) -> Replacement:
    """Others of its family; and a high half of a product for the low one on Arm64, where these are two instructions."""
    mnemonic, operands = instruction.mnemonic, instruction.operands
    for family in X86_64_FAMILIES if architecture == "x86_64" else ARM64_FAMILIES:
        if mnemonic in family.split():
            yield from ((other, operands) for other in family.split() if other != mnemonic)
    if mnemonic == "umulh":
        yield "madd", (*operands, Reg("xzr"))
    if mnemonic == "madd" and operands[3] == Reg("xzr"):
        yield "umulh", operands[:3]


def _immediate(instruction: Instruction, registers: list[str], architecture: str) -> Replacement:
    for index, operand in enumerate(instruction.operands):
        if isinstance(operand, Imm):
            for value in (operand.value + 1, operand.value - 1, 2 * operand.value):
                new = _put(instruction.operands, index, Imm(value % _modulus(instruction)))
                if architecture == "x86_64" or _encodable(instruction.mnemonic, new):
                    yield instruction.mnemonic, new


def _modulus(instruction: Instruction) -> int:
    first = instruction.operands[0]
    return 2**32 if isinstance(first, (Reg, Mem)) and first.width == 32 else 2**64


def _encodable(mnemonic: str, operands: tuple[Operand, ...]) -> bool:
    """Arm64 immediates have the ranges that their definitions assume."""
    values = [operand.value for operand in operands if isinstance(operand, Imm)]
    width = operands[0].width if isinstance(operands[0], Reg) else 64
    match mnemonic:
        case "ubfm" | "sbfm" | "bfm" | "extr":
            return max(values) < width
        case "movz" | "movn" | "movk":
            return values[0] < 2**16 and values[1] < width and values[1] % 16 == 0
        case "ccmp" | "ccmn":
            return values[-1] < 16 and max(values) < 32
        case _:
            return max(values) < 2**24 or mnemonic in ("and", "ands", "orr", "eor")


def _displacement(instruction: Instruction, registers: list[str], architecture: str) -> Replacement:
    for index, operand in enumerate(instruction.operands):
        if isinstance(operand, Mem):
            for by in (8, -8):
                moved = replace(operand, displacement=operand.displacement + by)
                yield instruction.mnemonic, _put(instruction.operands, index, moved)


def _condition(instruction: Instruction, registers: list[str], architecture: str) -> Replacement:
    for index, operand in enumerate(instruction.operands):
        if isinstance(operand, Cond) and operand.name in INVERSE:
            yield instruction.mnemonic, _put(instruction.operands, index, Cond(INVERSE[operand.name]))


ONE_INSTRUCTION: dict[str, Callable[[Instruction, list[str], str], Replacement]] = {
    "drop": _drop, "swap": _swap, "register": _register, "mnemonic": _mnemonic, "immediate": _immediate,
    "displacement": _displacement, "condition": _condition}


def _text(mnemonic: str, operands: Sequence[Operand]) -> str:
    def show(operand: Operand) -> str:
        match operand:
            case Reg(name, width):
                return name if width == 64 else f"{name}:{width}"
            case ShiftedReg(name, width, shift, amount):
                return f"{name}:{width} {shift} {amount}"
            case Imm(value):
                return str(value if value < 2**63 else value - 2**64)
            case Mem(base, displacement, _, index, scale, mode):
                scaled = f" + {scale}*{index}" if index else ""
                return f"[{base}{scaled} {displacement:+d}]" + ("" if mode == "offset" else f" {mode}")
            case Target(address):
                return f"{address:#x}"
            case Cond(name):
                return name
    return f"{mnemonic} {', '.join(map(show, operands))}".strip()


# --- judging them ---------------------------------------------------------------------------------------------


FEW = 24


def judge(mutant: Mutant, original: Routine, solver: Solver, proof: Proof | None = None) -> Verdict:
    """How the mutant fares; `proof` is the original's, loaded from its file by default."""
    found = _replay(mutant.routine, FEW) or _structural(mutant.routine)
    if found:
        return found
    if not same_words(original, mutant.routine):
        return Verdict("equal", "in the same polynomials")
    proof = proof or load_proof(original.contract.path)
    result = attempt_correct(mutant.routine, solver, proof).result()
    if result.counterexample:
        return Verdict("solver, replayed", f"{result.message}: {result.counterexample}")
    why = same_words(original, mutant.routine, solver, proof.cuts)
    if not why:
        return Verdict("equal", "by the solver" + ("" if result.verdict == "proved" else ", though not proved correct"))
    match result.verdict:
        case "proved":
            return Verdict("survivor", why)
        case "refuted":
            return Verdict("solver, local model", result.message)
        case "error":
            return Verdict("does not fit", result.message)
        case _:
            concrete = "is false on a concrete input" in result.message
            return Verdict("false on a concrete input" if concrete else "unknown", result.message)


def _replay(routine: Routine, count: int) -> Verdict | None:
    """The first edge or random input on which the contract or the machine's rules are broken."""
    for pattern in alias_partitions(routine.contract):
        for values in sample_inputs(routine.contract, pattern, count):
            try:
                outputs = run_concretely(routine, pattern, values)
            except MachineError as error:
                return Verdict("structural", str(error))
            except UndefinedValue as error:
                return Verdict("replayed", f"{values}: {error}")
            wrong = holds_concretely(routine.contract, values, outputs)
            if wrong:
                return Verdict("replayed", f"{values}: {wrong[0]}")
    return None


def _structural(routine: Routine) -> Verdict | None:
    for result in structural_results(routine):
        if result.verdict != "proved":
            return Verdict("structural", f"{result.kind}: {result.message}")
    return None
