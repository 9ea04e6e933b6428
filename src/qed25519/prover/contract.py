"""The contract: what one assembly routine takes, promises and means, read from the comment in its `.S` file.

    // fe_mul: z = x·y (mod p), for any x, y < 2^256; z < 2^256, not always canonical.
    /*contract
    args      = { z = "out u64[4] rdi", x = "in u64[4] rsi", y = "in u64[4] rdx" }
    spec      = ["z = field.mul(x, y) mod p"]
    ensures   = ["z < 2^256"]
    may_alias = ["z=x", "z=y", "x=y"]
    secret    = ["x", "y"]
    stack     = 48
    needs     = ["bmi2", "adx"]
    */

It is the only statement of the interface and of the meaning.  C declarations, wrappers, the prover's memory
regions and the theorems' statements are all read from it, so everything here is trusted: a contract that is
not understood completely is an error that names file, line, key, what was found and what was expected.

What the names mean, with val(x) = x0 + 2^64·x1 + …:
- in `requires` and on the right of `spec`: val of the argument at entry;
- on the left of `spec`, and in `ensures`: val at exit of what is written, at entry of what is only read;
- `p` = 2^255 - 19, `l` = the order of the base point.
"u8[N] rdi" is a string of N bytes, 8 of which divide N, and its name stands for that string.  "u64[4] rsi+32" is the
part of rsi's buffer that begins at byte 32; the parts of a buffer follow each other.  `spec` may give several names
at once the values of a tuple, "x, z = module.function(…)".  `wipes = true`: at return every byte of the routine's
stack frame is a constant or what it was at entry, an argument or a callee-saved register.
Expressions stay text here, checked against a grammar; giving them a value is the prover's.

Standard library only, and no import of ours: the build runs this file before the package exists.
"""

from __future__ import annotations

import ast
import keyword
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import ClassVar, Literal, NoReturn

Direction = Literal["in", "out", "inout", "return"]

CONSTANTS: Mapping[str, int] = {
    "p": 2**255 - 19,
    "l": 2**252 + 27742317777372353535851937790883648493,
}

# Where the calling conventions put the arguments, in C order, and the result.
ARGUMENT_REGISTERS: Mapping[str, tuple[str, ...]] = {
    "x86_64": ("rdi", "rsi", "rdx", "rcx", "r8", "r9"),  # System V AMD64 psABI, 3.2.3
    "arm64": ("x0", "x1", "x2", "x3", "x4", "x5", "x6", "x7"),  # AAPCS64, 6.8.2
}
RETURN_REGISTER: Mapping[str, str] = {"x86_64": "rax", "arm64": "x0"}

# What `needs` may name, as CPUID (x86-64) or the ID registers (Arm64) say it.
CPU_FEATURES: Mapping[str, frozenset[str]] = {
    "x86_64": frozenset({"bmi2", "adx"}),
    "arm64": frozenset(),
}

# No names of arguments: what C reserves; Python's reserved words are asked of Python.
C_KEYWORDS = (
    "auto break case char const continue default do double else enum extern float for goto if inline int long "
    "register restrict return short signed sizeof static struct switch typedef union unsigned void volatile while "
    "uint64_t"
)
LONGEST_EXPRESSION = 400  # characters, so that no expression is nested deeper than Python can follow
MOST_WORDS = 4096

REQUIRED_KEYS = ("args", "spec", "secret", "stack")
OPTIONAL_KEYS = ("requires", "ensures", "may_alias", "needs", "wipes")


class ContractError(ValueError):
    """A contract is missing, malformed or contradicts itself.  The text says where, and what was expected."""


@dataclass(frozen=True)
class Argument:
    """One argument.  `words` is N for a pointer to u64[N] or u8[8·N], and 0 for a u64 that the register itself holds.
    `buffer` is the name of the first part of the register's buffer, `offset` this part's first byte."""

    name: str
    direction: Direction
    words: int
    register: str
    buffer: str
    offset: int = 0
    is_bytes: bool = False

    @property
    def is_pointer(self) -> bool:
        return self.words > 0

    @property
    def is_read(self) -> bool:
        """It has a value at entry."""
        return self.direction in ("in", "inout")

    @property
    def is_written(self) -> bool:
        """Its value at exit is the routine's work."""
        return self.direction != "in"


@dataclass(frozen=True)
class Equation:
    """lhs = rhs_text, exactly if modulus is None, else congruent modulo CONSTANTS[modulus]; of several names, each is
    the tuple's value in its place."""

    lhs: tuple[str, ...]
    rhs_text: str
    modulus: str | None

    def __str__(self) -> str:
        return f"{', '.join(self.lhs)} = {self.rhs_text}" + (f" mod {self.modulus}" if self.modulus else "")


@dataclass(frozen=True)
class Buffer:
    """What one pointer points to: its parts, which follow each other.  Its name is the first part's."""

    parts: tuple[Argument, ...]
    is_pointer: ClassVar = True

    @property
    def name(self) -> str:
        return self.parts[0].name

    @property
    def words(self) -> int:
        return sum(part.words for part in self.parts)

    @property
    def is_written(self) -> bool:
        return any(part.is_written for part in self.parts)

    @property
    def layout(self) -> tuple[tuple[int, bool], ...]:
        """Where its parts begin, and which are bytes: buffers that may be one have the same."""
        return tuple((part.words, part.is_bytes) for part in self.parts)

    def parameter(self) -> str:
        """In a C prototype."""
        const = "" if self.is_written else "const "
        size = f"uint8_t {self.name}[{8 * self.words}]" if self.parts[0].is_bytes else \
            f"uint64_t {'_'.join(part.name for part in self.parts)}[{self.words}]"
        return const + size


@dataclass(frozen=True)
class Contract:
    """The contract of one routine: `path` is like "x86_64/adx/fe_mul", a comparison like "z < 2^256"."""

    path: str
    summary: str
    args: tuple[Argument, ...]
    spec: tuple[Equation, ...]
    requires: tuple[str, ...]
    ensures: tuple[str, ...]
    may_alias: tuple[tuple[str, str], ...]
    secret: tuple[str, ...]
    stack: int
    needs: tuple[str, ...]
    wipes: bool
    file: Path
    line: int

    @property
    def symbol(self) -> str:
        return symbol_of(self.path)

    @property
    def architecture(self) -> str:
        return self.path.split("/")[0]

    @property
    def variant(self) -> str:
        return self.path.rsplit("/", 1)[0]

    @property
    def name(self) -> str:
        return self.path.rsplit("/", 1)[1]

    @property
    def is_vartime(self) -> bool:
        """Its time and its addresses may depend on data, none of which is secret."""
        return self.name.endswith("_vartime")

    @property
    def pointers(self) -> tuple[Argument, ...]:
        return tuple(a for a in self.args if a.is_pointer)

    @property
    def buffers(self) -> tuple[Buffer, ...]:
        """In the order of their pointers."""
        names = dict.fromkeys(a.buffer for a in self.pointers)
        return tuple(Buffer(tuple(a for a in self.pointers if a.buffer == name)) for name in names)

    @property
    def parameters(self) -> tuple[Argument | Buffer, ...]:
        """What the C function takes, in order."""
        buffers = {buffer.name: buffer for buffer in self.buffers}
        return tuple(buffers.get(a.name, a) for a in self.args if a.direction != "return" and a.name == a.buffer)

    @property
    def result(self) -> Argument | None:
        """The argument that is the C function's return value."""
        return next((a for a in self.args if a.direction == "return"), None)

    def argument(self, name: str) -> Argument:
        return next(a for a in self.args if a.name == name)

    def prototype(self) -> str:
        """The C declaration, without the semicolon."""
        parameters = [a.parameter() if isinstance(a, Buffer) else f"uint64_t {a.name}" for a in self.parameters]
        return f"{'uint64_t' if self.result else 'void'} {self.symbol}({', '.join(parameters) or 'void'})"


def symbol_of(path: str) -> str:
    return "qed25519_" + path.replace("/", "_")


# ---- aliasing ------------------------------------------------------------------------------------


def alias_partitions(contract: Contract) -> list[dict[str, str]]:
    """Every aliasing pattern that the contract allows, as buffer -> the first of those that are one with it.

    A pattern is a set partition of the buffers in which each block hangs together through pairs of
    `may_alias` (so z=x and z=y also give z=x=y).  Two that are both written share a block only if
    `may_alias` names that very pair.  The disjoint pattern comes first.
    """
    names = [buffer.name for buffer in contract.buffers]
    written = {buffer.name for buffer in contract.buffers if buffer.is_written}
    pairs = {frozenset(pair) for pair in contract.may_alias}

    def allowed(block: list[str]) -> bool:
        writers = [name for name in block if name in written]
        return _connected(block, pairs) and all(
            {a, b} in pairs for i, a in enumerate(writers) for b in writers[:i]
        )

    partitions = [part for part in _set_partitions(names) if all(map(allowed, part))]
    partitions.sort(key=len, reverse=True)
    return [{name: block[0] for name in names for block in part if name in block} for part in partitions]


def _set_partitions(names: list[str]) -> Iterator[list[list[str]]]:
    if not names:
        yield []
        return
    *rest, last = names
    for part in _set_partitions(rest):
        yield [*part, [last]]
        for i, block in enumerate(part):
            yield [*part[:i], [*block, last], *part[i + 1 :]]


def _connected(block: list[str], pairs: set[frozenset[str]]) -> bool:
    reached, frontier = {block[0]}, [block[0]]
    while frontier:
        name = frontier.pop()
        new = {other for other in block if {name, other} in pairs} - reached
        reached |= new
        frontier += new
    return len(reached) == len(block)


# ---- expressions ---------------------------------------------------------------------------------

_OPERATORS = (ast.Add, ast.Sub, ast.Mult, ast.Pow)
_COMPARISONS = (ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.Eq, ast.NotEq)


@cache
def parse_expression(text: str, *, caret_is_power: bool = False) -> ast.expr:
    """The syntax tree of an expression: integers, names, + - * **, and calls of `module.function`, of which an argument
    may be a tuple.

    Raises ValueError that says which part is outside this grammar.
    """
    return _checked(_syntax_tree(text, caret_is_power))


@cache
def parse_comparison(text: str) -> ast.Compare:
    """The syntax tree of a comparison of `requires` or `ensures`, "0 <= z < 2^256", where ^ is power."""
    tree = _syntax_tree(text, caret_is_power=True)
    if not isinstance(tree, ast.Compare) or not all(isinstance(op, _COMPARISONS) for op in tree.ops):
        raise ValueError("it is not a comparison (< <= > >= == !=)")
    for side in (tree.left, *tree.comparators):
        _checked(side)
    return tree


def names_in(tree: ast.expr) -> list[str]:
    """The names of values in an expression, in order; the module and function of a call are not values."""
    if isinstance(tree, ast.Name):
        return [tree.id]
    children: list[ast.expr] = (
        tree.args
        if isinstance(tree, ast.Call)
        else [child for child in ast.iter_child_nodes(tree) if isinstance(child, ast.expr)]
    )
    return [name for child in children for name in names_in(child)]


def _syntax_tree(text: str, caret_is_power: bool) -> ast.expr:
    if "^" in text and not caret_is_power:
        raise ValueError("^ is not power here: write **")
    if "#" in text:
        raise ValueError("it has a #, which would hide what follows it")
    if len(text) > LONGEST_EXPRESSION:
        raise ValueError(f"it is longer than {LONGEST_EXPRESSION} characters")
    try:
        return ast.parse(text.strip().replace("^", "**"), mode="eval").body
    except SyntaxError as error:
        raise ValueError(f"it is not an expression ({error.msg})") from None


def _checked(tree: ast.expr) -> ast.expr:
    match tree:
        case ast.Name():
            pass
        case ast.Constant(value=value) if type(value) is int:
            pass
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            _checked(operand)
        case ast.BinOp(left=left, op=op, right=right) if isinstance(op, _OPERATORS):
            _checked(left)
            _checked(right)
        case ast.Call(func=ast.Attribute(value=ast.Name()), args=args, keywords=[]):
            for argument in args:
                for part in argument.elts if isinstance(argument, ast.Tuple) else [argument]:
                    _checked(part)
        case _:
            raise ValueError(f"{ast.unparse(tree)!r} is none of: integer, name, + - * **, module.function(…)")
    return tree


# ---- reading -------------------------------------------------------------------------------------

_BLOCK = re.compile(r"/\*contract[ \t]*\n(.*?)\*/", re.DOTALL)
_ARGUMENT = re.compile(
    r"(in|out|inout|return) (u64|u8)(?:\[([1-9][0-9]*)\])? ([a-z][a-z0-9]*)(?:\+([1-9][0-9]*))?")
_EQUATION = re.compile(
    r"\s*([A-Za-z_]\w*(?:\s*,\s*[A-Za-z_]\w*)*)\s*=(?!=)\s*(.*?)(?:\s+mod\s+([A-Za-z_]\w*))?\s*", re.DOTALL)
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


def load_contracts(asm_dir: Path) -> list[Contract]:
    """The contracts of all routines under `asm_dir`/<architecture>/, sorted by path."""
    files = [file for arch in ARGUMENT_REGISTERS for file in (asm_dir / arch).rglob("*.S")]
    return sorted((load_contract(file, asm_dir) for file in files), key=lambda contract: contract.path)


def load_contract(file: Path, asm_dir: Path) -> Contract:
    path = file.relative_to(asm_dir).with_suffix("").as_posix()
    return parse_contract(file.read_text(encoding="utf-8"), path, file)


def parse_contract(text: str, path: str, file: Path) -> Contract:
    """The contract in the `.S` source `text` of the routine `path`; `file` is for messages only."""
    return _Reader(text, path, file).contract()


class _Reader:
    """Reads one contract; every method either returns a checked part of it or raises ContractError."""

    def __init__(self, text: str, path: str, file: Path) -> None:
        self.text, self.path, self.file = text, path, file
        self.architecture, self.name = path.split("/")[0], path.rsplit("/", 1)[-1]
        self.line, self.block = 1, ""
        if self.architecture not in ARGUMENT_REGISTERS:
            self.fail("path", f"{path!r}", "a path that begins with " + " or ".join(ARGUMENT_REGISTERS))

    def contract(self) -> Contract:
        self.block, start = self._find_block()
        self.line = self.text.count("\n", 0, start) + 1
        table = self._table()
        args = self._arguments(table["args"])
        readable = {a.name for a in args if a.is_read}
        return Contract(
            path=self.path,
            summary=self._summary(start),
            args=args,
            spec=self._equations(self._strings(table, "spec"), args, readable),
            requires=self._comparisons(table, "requires", readable),
            ensures=self._comparisons(table, "ensures", {a.name for a in args}),
            may_alias=self._pairs(table, args),
            secret=self._secret(table, readable),
            stack=self._stack(table["stack"]),
            needs=self._needs(table),
            wipes=self._wipes(table.get("wipes", False)),
            file=self.file,
            line=self.line,
        )

    def fail(self, key: str, found: str, expected: str) -> NoReturn:
        opening = re.compile(rf"\s*{key.split('.')[0]}\b")
        offset = next((i for i, line in enumerate(self.block.split("\n"), 1) if opening.match(line)), 0)
        raise ContractError(f"{self.file}:{self.line + offset}: {key}: {found}; expected {expected}")

    def _find_block(self) -> tuple[str, int]:
        blocks = list(_BLOCK.finditer(self.text))
        begun = self.text.count("/*contract")
        if len(blocks) != 1 or begun != 1:
            self.fail("contract", f"{len(blocks)} blocks, {begun} begun", "exactly one: /*contract … */")
        for macro in ("ROUTINE", "END"):
            found = re.findall(rf"^[ \t]*{macro}\((\w+)\)", self.text, re.MULTILINE)
            if found != [self.path.replace("/", "_")]:
                self.fail(macro, f"{macro} of {found}", f"one {macro}({self.path.replace('/', '_')})")
        return blocks[0][1], blocks[0].start()

    def _summary(self, start: int) -> str:
        """The sentence above the contract: "// fe_mul: z = …", over as many // lines as it takes."""
        comment = [line.removeprefix("//").strip() for line in self.text[:start].strip().split("\n")]
        sentence = " ".join(comment)
        if not sentence.startswith(f"{self.name}: ") or not self.text.startswith("//"):
            self.line, self.block = 1, ""
            self.fail("summary", f"the file opens with {sentence[:40]!r}", f"'// {self.name}: …'")
        return sentence.removeprefix(f"{self.name}: ")

    def _table(self) -> dict[str, object]:
        try:
            table: dict[str, object] = tomllib.loads(self.block)
        except tomllib.TOMLDecodeError as error:
            self.fail("contract", f"not TOML: {error}", "a TOML document")
        for key in table:
            if key not in REQUIRED_KEYS + OPTIONAL_KEYS:
                self.fail(key, "unknown key", "one of " + ", ".join(REQUIRED_KEYS + OPTIONAL_KEYS))
        for key in REQUIRED_KEYS:
            if key not in table:
                self.fail(key, "missing", "the keys " + ", ".join(REQUIRED_KEYS))
        return table

    def _strings(self, table: dict[str, object], key: str) -> tuple[str, ...]:
        value = table.get(key, [])
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            self.fail(key, f"{value!r}", "an array of strings")
        if len(set(value)) != len(value):
            self.fail(key, f"{value!r} repeats an entry", "each entry once")
        return tuple(value)

    def _arguments(self, table: object) -> tuple[Argument, ...]:
        if not isinstance(table, dict) or not table:
            self.fail("args", f"{table!r}", 'a table such as { z = "out u64[4] rdi" }')
        args: list[Argument] = []
        for name, value in table.items():
            key = f"args.{name}"
            if not _NAME.fullmatch(name) or name in CONSTANTS:
                self.fail(key, f"name {name!r}", "a C identifier that is not " + " or ".join(CONSTANTS))
            if name in C_KEYWORDS.split() or keyword.iskeyword(name):
                self.fail(key, f"name {name!r}", "no word that C or Python reserves")
            parts = _ARGUMENT.fullmatch(value) if isinstance(value, str) else None
            if parts is None:
                self.fail(key, f"{value!r}", "'in|out|inout|return u64|u64[N]|u8[N] REGISTER[+OFFSET]'")
            direction: Direction = parts[1]  # type: ignore[assignment]
            args.append(self._argument(key, name, direction, parts, args))
        return tuple(args)

    def _argument(self, key: str, name: str, direction: Direction, parts: re.Match[str],
                  before: list[Argument]) -> Argument:
        is_bytes, size, register, offset = parts[2] == "u8", parts[3] or "", parts[4], int(parts[5] or 0)
        if len(size) > 9 or int(size or 0) > MOST_WORDS:
            self.fail(key, f"{parts[0]!r}", f"at most {MOST_WORDS} of them")
        if is_bytes and (not size or int(size) % 8):
            self.fail(key, f"{parts[0]!r}", "u8[N] where 8 divides N")
        words = int(size or 0) // (8 if is_bytes else 1)
        if offset:
            return self._part(key, Argument(name, direction, words, register, "", offset, is_bytes), before)
        argument = Argument(name, direction, words, register, name, 0, is_bytes)
        self._check_place(argument, before)
        return argument

    def _part(self, key: str, part: Argument, before: list[Argument]) -> Argument:
        """A part of the buffer of the argument just before it."""
        buffer = [a for a in before if a.register == part.register and a.is_pointer]
        if not buffer or buffer[-1] is not before[-1]:
            self.fail(key, f"a part of {part.register}'s buffer", "it right after the part before it")
        end = buffer[-1].offset + 8 * buffer[-1].words
        if part.offset != end or not part.words or part.is_bytes or buffer[0].is_bytes or part.direction == "return":
            self.fail(key, f"{part.direction} {part.register}+{part.offset}", f"a u64[N] at {part.register}+{end}")
        if (part.direction == "in") != (buffer[0].direction == "in"):
            self.fail(key, f"{part.direction} beside {buffer[0].direction} in a buffer", "parts all read only, or none")
        return replace(part, buffer=buffer[0].name)

    def _check_place(self, argument: Argument, before: list[Argument]) -> None:
        key = f"args.{argument.name}"
        if argument.direction == "return":
            if argument.is_pointer or any(a.direction == "return" for a in before):
                self.fail(key, "not a single u64", "at most one result, 'return u64'")
            place, register = "the result", RETURN_REGISTER[self.architecture]
        else:
            if argument.is_written and not argument.is_pointer:
                self.fail(key, f"a {argument.direction} u64", "u64[N]: a u64 is passed by value")
            position = sum(a.direction != "return" and a.offset == 0 for a in before)
            registers = ARGUMENT_REGISTERS[self.architecture]
            if position >= len(registers):
                self.fail(key, f"argument {position + 1}", f"at most {len(registers)}: none on the stack")
            place, register = f"argument {position + 1}", registers[position]
        if argument.register != register:
            expected = f"{register!r} for {place} on {self.architecture}"
            self.fail(key, f"register {argument.register!r}", expected)

    def _equations(
        self, texts: tuple[str, ...], args: tuple[Argument, ...], readable: set[str]
    ) -> tuple[Equation, ...]:
        written = [a.name for a in args if a.is_written]
        equations = []
        for text in texts:
            parts = _EQUATION.fullmatch(text)
            if parts is None:
                self.fail("spec", f"{text!r}", "'name = expression' or 'name = expression mod p'")
            rhs, modulus = parts[2], parts[3]
            lhs = tuple(name.strip() for name in parts[1].split(","))
            for name in lhs:
                if name not in written:
                    self.fail("spec", f"{name!r} on the left of {text!r}", f"what is written: {written}")
            if modulus is not None and modulus not in CONSTANTS:
                self.fail("spec", f"'mod {modulus}' in {text!r}", "mod " + " or mod ".join(CONSTANTS))
            self._check("spec", text, rhs, readable)
            equations.append(Equation(lhs, rhs, modulus))
        stated = [name for equation in equations for name in equation.lhs]
        if sorted(stated) != sorted(written):
            self.fail("spec", f"equations for {stated}", f"one equation for each of {written}")
        return tuple(equations)

    def _comparisons(self, table: dict[str, object], key: str, names: set[str]) -> tuple[str, ...]:
        texts = self._strings(table, key)
        for text in texts:
            self._check(key, text, text, names)
        return texts

    def _check(self, key: str, text: str, expression: str, names: set[str]) -> None:
        try:
            tree = parse_expression(expression) if key == "spec" else parse_comparison(expression)
        except ValueError as error:
            self.fail(key, f"{text!r}: {error}", "an expression" if key == "spec" else "a comparison")
        for name in names_in(tree):
            if name not in names and name not in CONSTANTS:
                self.fail(key, f"{name!r} in {text!r}", f"one of {[*sorted(names), *CONSTANTS]}")

    def _pairs(self, table: dict[str, object], args: tuple[Argument, ...]) -> tuple[tuple[str, str], ...]:
        names = dict.fromkeys(a.buffer for a in args if a.is_pointer)
        buffers = {name: Buffer(tuple(a for a in args if a.is_pointer and a.buffer == name)) for name in names}
        pairs: list[tuple[str, str]] = []
        for text in self._strings(table, "may_alias"):
            both = [name.strip() for name in text.split("=")]
            if len(both) != 2 or both[0] == both[1] or not all(name in buffers for name in both):
                self.fail("may_alias", f"{text!r}", f"'a=b' with two different pointers of {list(buffers)}")
            first, second = both
            if buffers[first].layout != buffers[second].layout:
                sizes = f"{buffers[first].words} and {buffers[second].words} words"
                self.fail("may_alias", f"{text!r} of {sizes}", "one size, and the same parts")
            if {first, second} in map(set, pairs):
                self.fail("may_alias", f"{text!r} repeats a pair", "each pair once")
            pairs.append((first, second))
        return tuple(pairs)

    def _secret(self, table: dict[str, object], readable: set[str]) -> tuple[str, ...]:
        secret = self._strings(table, "secret")
        for name in secret:
            if name not in readable:
                self.fail("secret", f"{name!r}", f"arguments that are read: {sorted(readable)}")
        if secret and self.name.endswith("_vartime"):
            self.fail("secret", f"{list(secret)}", "[]: the time of a _vartime routine depends on its data")
        return secret

    def _stack(self, value: object) -> int:
        if type(value) is not int or value < 0 or value % 8:
            self.fail("stack", f"{value!r}", "bytes below the entry stack pointer, a multiple of 8")
        return value

    def _wipes(self, value: object) -> bool:
        if not isinstance(value, bool):
            self.fail("wipes", f"{value!r}", "true or false")
        return value

    def _needs(self, table: dict[str, object]) -> tuple[str, ...]:
        needs = self._strings(table, "needs")
        known = CPU_FEATURES[self.architecture]
        for feature in needs:
            if feature not in known:
                self.fail("needs", f"{feature!r}", f"CPU features of {self.architecture}: {sorted(known)}")
        return needs
