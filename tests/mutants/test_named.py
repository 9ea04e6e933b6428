"""Mutants by name: faults that shipped in verified or verifying code elsewhere, each stopped by its theorem.

Every routine has one for each of its theorems; the rest are edits of one `.S` text, assembled anew.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from qed25519.prover.contract import Contract
from qed25519.prover.theorems import PACKAGE, Result, all_contracts, kinds_of, load_proof, structural_results

from ..prover.routines import correct, own, routine

CONTRACTS = {contract.path: contract for contract in all_contracts(PACKAGE / "asm") if isinstance(contract, Contract)}

# By architecture and theorem: text to put behind the landing pad or before the return.  Registers: {input} is the
# first buffer that may be read, {output} the one that is written.
AT_ENTRY = {
    "x86_64": {
        "memory_safe": "mov rax, [{input} + 8*{words}]",
        "constant_time": "mov rax, [{input}]\ntest rax, rax\njz .Lmutant\n.Lmutant:",
        "abi": "mov ebp, 0"},
    "arm64": {
        "memory_safe": "ldr x9, [{input}, #8*{words}]",
        "constant_time": "ldr x9, [{input}]\ncbz x9, .Lmutant\n.Lmutant:",
        "abi": "mov x19, #0"}}
BEFORE_RETURN = {
    ("x86_64", False): "add qword ptr [{output}], 1", ("x86_64", True): "xor rax, 1",
    ("arm64", False): "ldr x9, [{output}]\nadd x9, x9, #1\nstr x9, [{output}]", ("arm64", True): "eor x0, x0, #1"}

# Of a routine that is long to run symbolically, an edit that is noticed before the return.
EARLY = {
    "x86_64/common/fe_invert": ("advance 1, 20", "advance 1, 19"),
    "arm64/common/fe_invert": ("advance 1, 20", "advance 1, 19"),
    **{f"x86_64/{variant}/x25519": ("bts rcx, 62", "bts rcx, 61") for variant in ("adx", "mul")},
    **{f"x86_64/{variant}/x25519_base": ("bts r3, 59", "bts r3, 58") for variant in ("adx", "mul")},
    **{f"arm64/{variant}/x25519": ("a_3, #(1 << 62)", "a_3, #(1 << 61)") for variant in ("schoolbook", "karatsuba")},
    **{f"arm64/{variant}/x25519_base": ("#(1 << 59)", "#(1 << 58)") for variant in ("schoolbook", "karatsuba")},
    **{f"x86_64/{variant}/ge_decode": ("btr r3, 63", "btr r3, 62") for variant in ("adx", "mul")},
    **{f"arm64/{variant}/ge_decode": ("l_3, #0x7fffffffffffffff\nCUT(lower)", "l_3, #0x3fffffffffffffff\nCUT(lower)")
       for variant in ("schoolbook", "karatsuba")},
    **{f"{variant}/{name}": ("0x0842108421084210", "0x0842108421084211")
       for variant in ("x86_64/adx", "x86_64/mul", "arm64/schoolbook", "arm64/karatsuba")
       for name in ("ge_base", "ge_double_scalar_vartime")}}


def of_kind(contract: Contract, kind: str, folder: Path) -> Result:
    """The theorem's result for a mutant of the routine that is made to break it."""
    source = next(a for a in contract.pointers if a.is_read)
    output = next(a for a in contract.args if a.is_written)
    words = max(a.offset // 8 + a.words for a in contract.pointers if a.register == source.register)
    registers = {"input": source.register, "words": words, "output": output.register}
    if kind == "correct" and contract.path in EARLY:
        return correct(own(contract.path, *EARLY[contract.path], folder), load_proof(contract.path))
    if kind == "correct":
        text = BEFORE_RETURN[contract.architecture, output.direction == "return"].format(**registers)
        code = own(contract.path, "\n    ret\n", f"\n{text}\n    ret\n", folder)
        return correct(code, load_proof(contract.path))
    opening = f"ROUTINE({contract.path.replace('/', '_')})\n"
    text = AT_ENTRY[contract.architecture][kind].format(**registers)
    code = own(contract.path, opening, f"{opening}{text}\n", folder)
    return next(result for result in structural_results(code) if result.kind == kind)


@pytest.mark.parametrize(("path", "kind"), [(path, kind) for path, c in CONTRACTS.items() for kind in kinds_of(c)])
def test_each_proof_fails_on_a_mutant(path: str, kind: str, tmp_path: Path) -> None:
    result = of_kind(CONTRACTS[path], kind, tmp_path)
    assert result.verdict == "refuted", result
    assert str(tmp_path / f"{path}.") in result.message                  # its .S, or the header with its code
    assert (kind == "correct") == bool(result.counterexample)


@dataclass(frozen=True)
class Named:
    """An edit, the theorem that refutes it, and words of the message or the counterexample."""

    path: str
    old: str
    new: str
    kind: str
    words: str = ""


ADD, MUL, SQR = "x86_64/common/fe_add", "x86_64/adx/fe_mul", "x86_64/adx/fe_sqr"
SUB, ZERO, EQUAL = "x86_64/common/fe_sub", "x86_64/common/fe_is_zero", "x86_64/common/fe_is_equal"
SWAP, SELECT, KARATSUBA = "x86_64/common/fe_cswap", "x86_64/common/fe_select", "arm64/karatsuba/fe_mul"
STEP, ARM = "arm64/schoolbook/ladder_step", "arm64/common"
MADD, DOUBLE, BASE = "arm64/schoolbook/ge_madd", "arm64/schoolbook/ge_double", "arm64/schoolbook/x25519_base"
EXCHANGE = "arm64/schoolbook/x25519"
RET, STORE = "    ret\n", "    store_words z, r0, r1, r2, r3\n"


def replayed(path: str, old: str, new: str, words: str = "replayed") -> Named:
    return Named(path, old, new, "correct", words)


def memory(path: str, old: str, new: str, words: str) -> Named:
    return Named(path, old, new, "memory_safe", words)


def time(path: str, old: str, new: str, words: str) -> Named:
    return Named(path, old, new, "constant_time", words)


def abi(path: str, old: str, new: str, words: str) -> Named:
    return Named(path, old, new, "abi", words)


NAMED = {
    "mulx with hi = lo": replayed(MUL, "mulx r2, r5, [\\b + 8]", "mulx r2, r2, [\\b + 8]"),
    "mulx with hi and lo exchanged": replayed(MUL, "mulx r1, r0, [\\b]", "mulx r0, r1, [\\b]"),
    "37 for 38": replayed(ADD, "and fold, 38", "and fold, 37"),
    "37 for 38 in the fold of a product": replayed(MUL, "fold_product 38", "fold_product 37"),
    "37 for 38 on Arm64": replayed(KARATSUBA, "reduce 38", "reduce 37"),
    "the last fold of a carry left out": replayed(ADD, "    add r0, fold\n\n" + STORE, STORE),
    "the last fold of a borrow left out": replayed(SUB, "    sub \\w0, \\fold\n.endm\n", ".endm\n"),
    "the last carry of a row left out": replayed(MUL, "    adc \\w4, 0\n.endm\n", ".endm\n"),
    "one carry chain for two": replayed(MUL, "adox r7, zero", "adcx r7, zero"),
    "carry chains that are not cleared": replayed(SQR, "    clear_chains\n    adcx r0, lo\n", "    adcx r0, lo\n"),
    "z written before y is read": replayed(ADD, "add r0, [y]\n", "add r0, [y]\n    mov [z + 8], r0\n", "z="),
    "a word that is not looked at": replayed(ZERO, "    or \\w0, \\w2\n", ""),
    "equal as words, not modulo p": replayed(EQUAL, "    canonicalize r0, r1, r2, r3, r10, r11\n", ""),
    "x compared with itself": replayed(EQUAL, "load_words r0, r1, r2, r3, x", "load_words r0, r1, r2, r3, y"),
    "unequal for equal": replayed(EQUAL, "    adc rax, 0\n", "    sbb rax, 0\n"),
    "selection by the other bit": replayed(SELECT, "cmovc r2", "cmovnc r2"),
    "C taken for a borrow on Arm64": replayed(f"{ARM}/fe_neg", "csel  fold, xzr, k38, cs", "csel  fold, xzr, k38, cc"),
    "the last fold of a carry left out on Arm64": replayed(f"{ARM}/fe_add", "    add   x_0, x_0, fold\n", ""),
    "the last fold of a borrow left out on Arm64": replayed(
        f"{ARM}/fe_sub", "    sub   \\a0, \\a0, \\t\n.endm\n", ".endm\n"),
    "the top word of a small product left out on Arm64": replayed(
        f"{ARM}/fe_mul_small", "adc   top, top, xzr", "mov   top, #0"),
    "no second reduction on Arm64": replayed(f"{ARM}/fe_canonical", "msub  \\s, \\s, \\t, \\t", "mov   \\s, \\t"),
    "a swap that forgets a word on Arm64": replayed(f"{ARM}/fe_cswap", "csel  \\yi, keep,", "csel  \\yi, \\yi,"),
    "selection by the other bit on Arm64": replayed(
        f"{ARM}/fe_select", "csel  x_2, y_2, x_2, ne", "csel  x_2, y_2, x_2, eq"),
    "a word that is not looked at on Arm64": replayed(f"{ARM}/fe_is_zero", "    orr   \\w0, \\w0, \\w2\n", ""),
    "equal as words on Arm64": replayed(f"{ARM}/fe_is_equal", "    canonicalize x_0, x_1, x_2, x_3, s, t\n", ""),
    "121665 for 121666": replayed(STEP, "reduce 121666", "reduce 121665"),
    "a swap of one coordinate": replayed(STEP, "select_if swap, G5, G4, G2", "select_if swap, G5, G2, G4"),
    "the difference of the wrong words in a sum of points": replayed(
        MADD, "sub_short FIRST, LOW, REST,", "sub_short FIRST, REST, LOW,"),
    "the other entry in a sum of points": replayed(MADD, "load  entry, 32, SECOND", "load  entry, 0, SECOND"),
    "Z² for 2·Z² in a double": replayed(DOUBLE, "    add_short FIRST, FIRST, FIRST, k38, temp\n", ""),
    "the last step of the ladder left out": replayed(EXCHANGE, "b.cs  LOCAL(step)", "b.hi  LOCAL(step)"),
    "a sign lost in Karatsuba": replayed(KARATSUBA, "cinv  sign, sign, cc", "cinv  sign, sign, cs"),

    "32 bytes read past the end": memory(ADD, RET, "    mov r0, [y + 56]\n" + RET, "reads"),
    "a word written past the end": memory(ADD, RET, "    mov [z + 32], r3\n" + RET, "writes"),
    "a word written before the start": memory(ADD, RET, "    mov [z - 8], r3\n" + RET, "writes"),
    "an input overwritten": memory(ADD, RET, "    mov [x], r0\n" + RET, "only be read"),
    "the red zone": memory(ADD, RET, "    mov [rsp - 8], r0\n" + RET, "writes"),
    "below the stack pointer": memory(MUL, "CUT(product)\n", "    mov [rsp - 8], r0\n", "writes"),
    "the red zone on Arm64": memory(
        "arm64/schoolbook/fe_sqr", "    square xx", "    stur x0, [sp, #-8]\n    square xx", "writes"),
    "the caller's frame": memory(ADD, RET, "    mov [rsp + 8], r0\n" + RET, "stack"),
    "the return address": memory(ADD, RET, "    mov [rsp], r0\n" + RET, "stack"),
    "more stack than the contract says": memory(MUL, "stack     = 56", "stack     = 48", "stack"),

    "the result left on the stack": memory(BASE, "stp   xzr, xzr, [x9]", "stp   x11, xzr, [x9]", "leaves a data word"),
    "a frame that is not wiped": memory(BASE, "(\\below + \\frame) / 16", "\\below / 16", "leaves a data word"),

    "a saved register not restored": abi(MUL, "    RESTORE rbp\n", "    pop rax\n", "rbp"),
    "two registers restored in the wrong order": abi(
        MUL, "    RESTORE r15\n    RESTORE r14\n", "    RESTORE r14\n    RESTORE r15\n", "r14"),
    "a word left on the stack": abi(MUL, "    RESTORE rbx\n", "", "return"),
    "the frame pointer not restored": abi(BASE, "ldp   x29, x30, [sp]", "ldp   x9, x30, [sp]", "x29"),
    "x19 not restored": abi(KARATSUBA, "ldp   x19, x20, [sp], #32", "ldp   x9, x20, [sp], #32", "x19"),

    "a branch on a secret": time(
        SWAP, "    neg swap ", "    test swap, swap\n    jz .Lno\n.Lno:\n    neg swap ", "branch"),
    "a load at a secret index": time(SELECT, "    neg bit ", "    mov r0, [x + 8*bit]\n    neg bit ", "address"),
    "a store at a secret index": time(SELECT, "    neg bit ", "    mov [z + 8*bit], r0\n    neg bit ", "address"),
    "an instruction whose time may depend on data": time(ADD, RET, "    xchg r0, r1\n" + RET, "DOIT"),

    "a contract that promises too much": replayed(ADD, '"z < 2^256"', '"z < p"'),
    "a contract with another meaning": replayed(ADD, "field.add(x, y) mod p", "field.sub(x, y) mod p"),
    "a contract that is exact where the code is not": replayed(ADD, "(x, y) mod p", "(x, y)"),
    "a contract without its precondition": replayed("x86_64/common/fe_mul_small", 'requires  = ["k < 2^17"]\n', ""),
    "a precondition that is too weak": replayed(SWAP, '"swap < 2"', '"swap < 3"'),
}


@pytest.mark.parametrize("name", NAMED)
def test_a_named_mutant_is_refuted(name: str, tmp_path: Path) -> None:
    mutant = NAMED[name]
    code = own(mutant.path, mutant.old, mutant.new, tmp_path)
    if mutant.kind == "correct":
        result = correct(code, load_proof(mutant.path))
    else:
        result = next(result for result in structural_results(code) if result.kind == mutant.kind)
    assert result.verdict == "refuted", result
    assert mutant.words in result.message + result.counterexample


REFUSED = {
    "the next entry": (BASE, "cmp   digit, #(\\j)", "cmp   digit, #(\\j+1)", "an entry is not"),
    "the next row": (BASE, "#(4*ENTRY)", "#(3*ENTRY)", "an entry is not"),
    "negative for positive": (BASE, "cset  sign, cc", "cset  sign, cs", "an entry is not"),
    "x for -x, but not 2·d·x·y": (BASE, "    select_if_unequal REST, FIRST, REST\n", "", "an entry is not"),
    "an entry of the table": (BASE, "0x9d103905d740913e", "0x9d103905d740913f", "an entry is not"),
    "a digit left out": (BASE, "mov   left, #51", "mov   left, #50", "is not congruent"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_a_proof_is_refused_where_the_code_is_another(name: str, tmp_path: Path) -> None:
    path, old, new, words = REFUSED[name]
    result = correct(own(path, old, new, tmp_path), load_proof(path))
    assert result.verdict != "proved" and words in result.message, result


def test_an_aliasing_pair_that_the_code_does_not_allow(tmp_path: Path) -> None:
    """Right for disjoint buffers; with z = x it writes one word before it reads it."""
    args = 'z = "out u64[2] rdi", x = "in u64[2] rsi"'
    text = "mov rax, [rsi]\nmov [rdi + 8], rax\nmov rax, [rsi + 8]\n" \
           "mov rcx, [rdi + 8]\nmov [rdi], rcx\nmov [rdi + 8], rax"
    assert correct(routine(tmp_path, text, args, '["z = x"]')).verdict == "proved"
    result = correct(routine(tmp_path, text, args, '["z = x"]', may_alias='["z=x"]'))
    assert result.verdict == "refuted" and "[z=x]" in result.message and result.counterexample
