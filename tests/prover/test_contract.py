"""The contract parser: what a contract means, which aliasing it allows, and that every mistake is named."""

import ast
from itertools import combinations
from pathlib import Path

import pytest

from qed25519.prover.contract import (
    Argument,
    Contract,
    ContractError,
    Equation,
    alias_partitions,
    load_contracts,
    names_in,
    parse_comparison,
    parse_contract,
    parse_expression,
)

ASM = Path(__file__).parents[2] / "asm"

GOOD = """\
// fe_mul: z = x·y (mod p), for any x, y < 2^256;
// z < 2^256, not always canonical.
/*contract
args      = { z = "out u64[4] rdi", x = "in u64[4] rsi", y = "in u64[4] rdx" }
spec      = ["z = field.mul(x, y) mod p"]
ensures   = ["z < 2^256"]
may_alias = ["z=x", "z=y", "x=y"]
secret    = ["x", "y"]
stack     = 48
needs     = ["bmi2", "adx"]
*/
#include "asm.h"
ROUTINE(x86_64_adx_fe_mul)
END(x86_64_adx_fe_mul)
"""
PATH, FILE = "x86_64/adx/fe_mul", Path("asm/x86_64/adx/fe_mul.S")


def test_a_contract() -> None:
    c = parse_contract(GOOD, PATH, FILE)
    assert c.symbol == "qed25519_x86_64_adx_fe_mul"
    assert (c.architecture, c.variant, c.name) == ("x86_64", "x86_64/adx", "fe_mul")
    assert c.summary == "z = x·y (mod p), for any x, y < 2^256; z < 2^256, not always canonical."
    assert c.args[0] == Argument("z", "out", 4, "rdi", "z")
    assert c.spec == (Equation(("z",), "field.mul(x, y)", "p"),)
    assert str(c.spec[0]) == "z = field.mul(x, y) mod p"
    assert (c.requires, c.ensures) == ((), ("z < 2^256",))
    assert c.may_alias == (("z", "x"), ("z", "y"), ("x", "y"))
    assert (c.secret, c.stack, c.needs, c.line) == (("x", "y"), 48, ("bmi2", "adx"), 3)
    assert c.prototype() == (
        "void qed25519_x86_64_adx_fe_mul(uint64_t z[4], const uint64_t x[4], const uint64_t y[4])"
    )


def test_scalars_and_results() -> None:
    text = GOOD.replace("mul", "is_zero").replace("_adx_", "_common_").replace(
        'z = "out u64[4] rdi", x = "in u64[4] rsi", y = "in u64[4] rdx"',
        'r = "return u64 rax", x = "inout u64[4] rdi", k = "in u64 rsi"',
    )
    text = text.replace('"z = field.is_zero(x, y) mod p"', '"r = field.is_zero(x)", "x = x + k * 2**3"')
    text = text.replace('"z=x", "z=y", "x=y"', "").replace('"x", "y"', '"x"').replace("z < 2^256", "r < 2")
    c = parse_contract(text, "x86_64/common/fe_is_zero", FILE)
    assert c.result == Argument("r", "return", 0, "rax", "r")
    assert [a.name for a in c.pointers] == ["x"]
    assert c.prototype() == "uint64_t qed25519_x86_64_common_fe_is_zero(uint64_t x[4], uint64_t k)"
    assert [e.modulus for e in c.spec] == [None, None]


def test_every_routine_here_has_one() -> None:
    contracts = load_contracts(ASM)
    assert len(contracts) == len(list(ASM.rglob("*.S")))
    assert [c.path for c in contracts] == sorted(c.path for c in contracts)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("/*contract", "/*kontract", "contract: 0 blocks, 0 begun; expected exactly one"),
        ("#include", "/*contract\nx = 1\n*/", "contract: 2 blocks"),
        ("stack     = 48", "stack     = ", "fe_mul.S:3: contract: not TOML"),
        ("stack     = 48", "stack     = 48\nstack = 48", "not TOML"),
        ("stack     = 48", "stak = 48", "fe_mul.S:9: stak: unknown key; expected one of args, spec"),
        ("stack     = 48\n", "", "stack: missing"),
        ("stack     = 48", "stack = 44", "fe_mul.S:9: stack: 44; expected bytes"),
        ("stack     = 48", "stack = true", "stack: True"),
        ("stack     = 48", "stack = -8", "stack: -8"),
        ("in u64[4] rsi", "in u64[4] rcx", "S:4: args.x: register 'rcx'; expected 'rsi' for argument 2"),
        ("in u64[4] rsi", "into u64[4] rsi", "args.x: 'into u64"),
        ("in u64[4] rsi", "in u32[4] rsi", "args.x: 'in u32"),
        ("in u64[4] rsi", "in u64[0] rsi", "args.x: 'in u64"),
        ("out u64[4] rdi", "out u64 rdi", "args.z: a out u64; expected u64"),
        ("out u64[4] rdi", "return u64 rdi", "args.z: register 'rdi'; expected 'rax' for the result"),
        ("out u64[4] rdi", "return u64[4] rax", "args.z: not a single u64"),
        ("{ z =", "{ p =", "args.p: name 'p'"),
        ("{ z =", "{ register =", "args.register: name 'register'; expected no word that C or Python reserves"),
        ("{ z =", "{ lambda =", "args.lambda: name 'lambda'"),
        ("in u64[4] rsi", "in u64[9999999999] rsi", "args.x: 'in u64.9999999999. rsi'; expected at most 4096"),
        ('["z = field', '"z = field', "not TOML"),
        (
            '["z = field.mul(x, y) mod p"]',
            '"z = field.mul(x, y) mod p"',
            "spec: .*expected an array of strings",
        ),
        ("mod p", "mod q", "spec: 'mod q'"),
        ('"z = field', '"x = field', "spec: 'x' on the left"),
        ('"z = field', '"w = field', "spec: 'w' on the left"),
        ("field.mul(x, y)", "field.mul(x, z)", "spec: 'z' in .*; expected one of .'x', 'y', 'p', 'l'"),
        ("field.mul(x, y)", "field.mul(x, y", "spec: .*it is not an expression"),
        ("field.mul(x, y)", "x // y", "spec: .*'x // y' is none of"),
        ("field.mul(x, y)", "x if y else 0", "is none of"),
        ("field.mul(x, y)", "x # * y", "it has a #, which would hide what follows it"),
        ("z < 2^256", "z < 2^256 # and z < p", "ensures: .*it has a #"),
        ("field.mul(x, y)", "-" * 20_000 + "x", "it is longer than 400 characters"),
        ("field.mul(x, y)", "x" + " + 0" * 20_000, "it is longer than 400 characters"),
        ("field.mul(x, y)", "mul(x, y)", "is none of"),
        ("field.mul(x, y)", "field.mul(x, y=y)", "is none of"),
        ("field.mul(x, y)", "field.a.mul(x)", "is none of"),
        ("field.mul(x, y)", "x * 2.5", "is none of"),
        ("field.mul(x, y)", "x * True", "is none of"),
        ("field.mul(x, y)", "x ^ 2", "is not power here"),
        ('"z = field.mul(x, y) mod p"', '"z = x", "z = y"', "spec: equations for"),
        ('"z = field.mul(x, y) mod p"', "", "spec: equations for .*; expected one equation for each of .'z'"),
        ("z < 2^256", "z", "fe_mul.S:6: ensures: 'z': it is not a comparison"),
        ("z < 2^256", "z in x", "ensures"),
        ("z < 2^256", "w < 2^256", "ensures: 'w' in"),
        ("z < 2^256", "(z < 1) < 2", "is none of"),
        ('ensures   = ["z < 2^256"]', 'requires = ["z < 2^256"]', "requires: 'z' in"),
        ('"x=y"]', '"x=w"]', "fe_mul.S:7: may_alias: 'x=w'"),
        ('"x=y"]', '"x=x"]', "may_alias: 'x=x'"),
        ('"x=y"]', '"x"]', "may_alias: 'x'"),
        ('"x=y"]', '"y=z"]', "may_alias: 'y=z' repeats a pair"),
        ('"x=y"]', '"z=y"]', "may_alias: .* repeats an entry"),
        ('x = "in u64[4] rsi"', 'x = "in u64[5] rsi"', "may_alias: 'z=x' of 4 and 5 words"),
        ('["x", "y"]', '["z"]', "secret: 'z'; expected arguments that are read"),
        ('["x", "y"]', '["q"]', "secret: 'q'"),
        ('"adx"]', '"avx"]', "needs: 'avx'; expected CPU features of x86_64"),
        ("// fe_mul:", "// fe_sqr:", "summary: the file opens with"),
        ("ROUTINE(x86_64_adx_fe_mul)", "ROUTINE(x86_64_adx_fe_sqr)", "ROUTINE of .'x86_64_adx_fe_sqr'"),
        ("END(x86_64_adx_fe_mul)", "END(x86_64_adx_fe_mul)\n  ROUTINE(x86_64_adx_fe_sqr)", "ROUTINE of .*fe_sqr"),
        ("END(x86_64_adx_fe_mul)", "", "END of ..; expected one END"),
    ],
)
def test_mistakes_are_named(old: str, new: str, message: str) -> None:
    assert old in GOOD
    with pytest.raises(ContractError, match=message) as caught:
        parse_contract(GOOD.replace(old, new), PATH, FILE)
    assert str(caught.value).startswith("asm/x86_64/adx/fe_mul.S:")
    assert "; expected " in str(caught.value)


def test_vartime_has_no_secrets() -> None:
    text = GOOD.replace("fe_mul", "fe_mul_vartime")
    with pytest.raises(ContractError, match=r"secret: .*depends on its data"):
        parse_contract(text, "x86_64/adx/fe_mul_vartime", FILE)


def test_too_many_arguments() -> None:
    args = ", ".join(f'a{i} = "in u64 {r}"' for i, r in enumerate(("rdx", "rcx", "r8", "r9", "r10")))
    text = GOOD.replace(', y = "in u64[4] rdx"', f", {args}")
    with pytest.raises(ContractError, match=r"args\.a4: argument 7; expected at most 6"):
        parse_contract(text, PATH, FILE)


def test_unknown_architecture() -> None:
    with pytest.raises(ContractError, match="path: 'riscv/fe_mul'; expected a path that begins with x86_64"):
        parse_contract(GOOD, "riscv/fe_mul", FILE)


# ---- aliasing ---------------------------------------------------------------------------------------


def patterns(args: str, pairs: str) -> list[str]:
    """The patterns as "z=x=y"-like text, "z x y" being the disjoint one."""
    spec = ", ".join(f'"{a.split()[0]} = 1"' for a in args.split(", ") if "out" in a)
    text = GOOD.replace(
        'z = "out u64[4] rdi", x = "in u64[4] rsi", y = "in u64[4] rdx"',
        ", ".join(
            f'{name} = "{direction} u64[4] {register}"'
            for (name, direction), register in zip(
                (a.split() for a in args.split(", ")), ("rdi", "rsi", "rdx", "rcx"), strict=False
            )
        ),
    )
    text = text.replace('"z = field.mul(x, y) mod p"', spec).replace('"z < 2^256"', "")
    text = text.replace('"z=x", "z=y", "x=y"', pairs).replace('["x", "y"]', "[]")
    result = []
    for alias in alias_partitions(parse_contract(text, PATH, FILE)):
        blocks: dict[str, list[str]] = {}
        for name, first in alias.items():
            blocks.setdefault(first, []).append(name)
        assert all(first == names[0] for first, names in blocks.items())
        result.append(" ".join("=".join(names) for names in blocks.values()))
    return result


def test_all_pairs_give_all_five_partitions() -> None:
    found = patterns("z out, x in, y in", '"z=x", "z=y", "x=y"')
    assert found[0] == "z x y" and found[-1] == "z=x=y"
    assert sorted(found) == sorted(["z x y", "z=x y", "z=y x", "z x=y", "z=x=y"])


def test_pairs_join_but_do_not_imply_each_other() -> None:
    assert sorted(patterns("z out, x in, y in", '"z=x", "z=y"')) == ["z x y", "z=x y", "z=x=y", "z=y x"]
    assert patterns("z out, x in, y in", '"x=y"') == ["z x y", "z x=y"]
    assert patterns("z out, x in, y in", "") == ["z x y"]


def test_two_outputs_share_only_if_named() -> None:
    assert sorted(patterns("v out, w out, x in", '"v=x", "w=x"')) == ["v w x", "v w=x", "v=x w"]
    assert patterns("x inout, y inout", '"x=y"') == ["x y", "x=y"]


def test_four_pointers() -> None:
    pairs = ", ".join(f'"{a}={b}"' for a, b in combinations("zxyw", 2))
    found = patterns("z out, x in, y in, w in", pairs)
    assert len(found) == len(set(found)) == 15  # the Bell number


# ---- expressions ------------------------------------------------------------------------------------


def test_caret_is_power_in_comparisons_and_binds_like_it() -> None:
    tree = parse_comparison("0 <= z < 2^256 - 19")
    code = compile(ast.Expression(tree), "", "eval")
    assert eval(code, {"z": 2**256 - 20})
    assert not eval(code, {"z": 2**256 - 19})


def test_names_leave_out_modules_and_functions() -> None:
    assert names_in(parse_expression("field.add(x, -y) + 2**k * p")) == ["x", "y", "k", "p"]
    assert names_in(parse_comparison("x < y")) == ["x", "y"]


# ---- parts of a buffer, strings, tuples, wiping -------------------------------------------------------

STEP = """\
// ladder_step: a step.
/*contract
args.x2   = "inout u64[4] rdi"
args.z2   = "out u64[2] rdi+32"
args.x1   = "in u64[4] rsi"
args.y1   = "in u64[4] rsi+32"
args.swap = "in u64 rdx"
spec      = ["x2, z2 = curve25519.cswap(swap, x1, y1) mod p"]
secret    = []
stack     = 0
*/
#include "asm.h"
ROUTINE(x86_64_adx_ladder_step)
END(x86_64_adx_ladder_step)
"""
STRINGS = """\
// x25519: out = X25519(scalar, point).
/*contract
args      = { out = "out u8[32] rdi", scalar = "in u8[32] rsi", point = "in u8[32] rdx" }
spec      = ["out = curve25519.x25519(scalar, point)"]
may_alias = ["out=scalar", "out=point", "scalar=point"]
secret    = ["scalar"]
stack     = 0
wipes     = true
*/
#include "asm.h"
ROUTINE(x86_64_adx_x25519)
END(x86_64_adx_x25519)
"""


def parse_step(old: str = "", new: str = "") -> Contract:
    assert old in STEP
    return parse_contract(STEP.replace(old, new, 1) if old else STEP, "x86_64/adx/ladder_step", FILE)


def test_parts_of_a_buffer() -> None:
    c = parse_step()
    assert [(a.name, a.buffer, a.offset, a.words) for a in c.args] == [
        ("x2", "x2", 0, 4), ("z2", "x2", 32, 2), ("x1", "x1", 0, 4), ("y1", "x1", 32, 4), ("swap", "swap", 0, 0)]
    assert [(b.name, b.words, b.is_written) for b in c.buffers] == [("x2", 6, True), ("x1", 8, False)]
    assert c.spec == (Equation(("x2", "z2"), "curve25519.cswap(swap, x1, y1)", "p"),)
    assert c.prototype() == ("void qed25519_x86_64_adx_ladder_step("
                             "uint64_t x2_z2[6], const uint64_t x1_y1[8], uint64_t swap)")
    assert not c.wipes


@pytest.mark.parametrize(("old", "new", "message"), [
    ("rdi+32", "rdi+24", r"args\.z2: out rdi\+24; expected a u64\[N\] at rdi\+32"),                    # they overlap
    ("rdi+32", "rdi+40", r"args\.z2: out rdi\+40; expected a u64\[N\] at rdi\+32"),                    # a gap
    ("rdi+32", "rdi+0", "args.z2: 'out u64"),
    ("rdi+32", "rdi-32", "args.z2: 'out u64"),
    ("rsi+32", "rdi+48", "args.y1: a part of rdi's buffer; expected it right after the part before it"),
    ("rsi+32", "rcx+32", "args.y1: a part of rcx's buffer"),
    ("in u64[4] rsi+32", "in u64 rsi+32", r"args\.y1: in rsi\+32; expected a u64\[N\]"),
    ("in u64[4] rsi+32", "in u8[32] rsi+32", r"args\.y1: in rsi\+32; expected a u64\[N\]"),
    ("in u64[4] rsi\"", "in u8[32] rsi\"", r"args\.y1: in rsi\+32; expected a u64\[N\]"),
    ("out u64[2] rdi+32", "in u64[2] rdi+32", "in beside inout in a buffer; expected parts all read only, or none"),
    ("in u64[4] rsi+32", "out u64[4] rsi+32", "out beside in in a buffer"),
    ("out u64[2] rdi+32", "return u64[2] rdi+32", r"args\.z2: return rdi\+32; expected a u64\[N\]"),
    ("in u64 rdx", "in u64 rcx", "register 'rcx'; expected 'rdx' for argument 3"),
    ("x2, z2 = ", "x2 = ", "spec: equations for .'x2'.; expected one equation for each"),
    ("x2, z2 = ", "x2, x2 = ", "spec: equations for .'x2', 'x2'."),
    ("x2, z2 = ", "x2, x1 = ", "spec: 'x1' on the left"),
    ("(swap, x1, y1)", "(swap, (x1, (y1, x1)))", "is none of"),
    ("(swap, x1, y1)", "(swap, [x1, y1])", "is none of"),
    ("curve25519.cswap(swap, x1, y1)", "(x1, y1)", "is none of"),
    ("stack     = 0", 'stack     = 0\nmay_alias = ["x2=x1"]', "may_alias: 'x2=x1' of 6 and 8 words"),
    ("stack     = 0", 'stack     = 0\nmay_alias = ["z2=x1"]', "two different pointers of .'x2', 'x1'."),
    ("stack     = 0", "stack     = 0\nwipes = 1", "wipes: 1; expected true or false"),
])
def test_mistakes_about_parts_are_named(old: str, new: str, message: str) -> None:
    with pytest.raises(ContractError, match=message):
        parse_step(old, new)


def test_a_part_is_no_result() -> None:
    """On Arm64 the result's register is the first argument's too."""
    text = GOOD.replace("x86_64_adx", "arm64_common").replace('needs     = ["bmi2", "adx"]\n', "")
    text = text.replace('z = "out u64[4] rdi", x = "in u64[4] rsi", y = "in u64[4] rdx"',
                        'z = "out u64[4] x0", r = "return u64[4] x0+32", x = "in u64[4] x1", y = "in u64[4] x2"')
    with pytest.raises(ContractError, match=r"args\.r: return x0\+32; expected a u64"):
        parse_contract(text, "arm64/common/fe_mul", FILE)


def test_buffers_of_the_same_parts_may_be_one() -> None:
    c = parse_step("out u64[2] rdi+32", "out u64[4] rdi+32")
    text = STEP.replace("out u64[2] rdi+32", "out u64[4] rdi+32").replace("stack ", 'may_alias = ["x2=x1"]\nstack ')
    assert alias_partitions(c) == [{"x2": "x2", "x1": "x1"}]
    aliased = parse_contract(text, "x86_64/adx/ladder_step", FILE)
    assert alias_partitions(aliased) == [{"x2": "x2", "x1": "x1"}, {"x2": "x2", "x1": "x2"}]


def test_strings() -> None:
    c = parse_contract(STRINGS, "x86_64/adx/x25519", FILE)
    assert c.wipes and [(a.words, a.is_bytes) for a in c.args] == 3 * [(4, True)]
    assert c.prototype() == ("void qed25519_x86_64_adx_x25519("
                             "uint8_t out[32], const uint8_t scalar[32], const uint8_t point[32])")
    assert len(alias_partitions(c)) == 5


@pytest.mark.parametrize(("old", "new", "message"), [
    ("out u8[32] rdi", "out u8[31] rdi", r"args\.out: 'out u8\[31\] rdi'; expected u8\[N\] where 8 divides N"),
    ("in u8[32] rsi", "in u8 rsi", r"args\.scalar: 'in u8 rsi'; expected u8\[N\]"),
    ("in u8[32] rdx", "in u64[4] rdx", "may_alias: 'out=point' of 4 and 4 words; expected one size, and the same"),
])
def test_mistakes_about_strings_are_named(old: str, new: str, message: str) -> None:
    with pytest.raises(ContractError, match=message):
        parse_contract(STRINGS.replace(old, new), "x86_64/adx/x25519", FILE)


def test_an_argument_of_a_function_may_be_a_tuple() -> None:
    tree = parse_expression("edwards25519.double((x, y, z, t))")
    assert names_in(tree) == ["x", "y", "z", "t"]
    for text in ("(x, y)", "f((x, y))", "field.add(((x, y), z))", "field.add((x, y), *z)", "x[0]"):
        with pytest.raises(ValueError, match="is none of"):
            parse_expression(text)
