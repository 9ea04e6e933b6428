"""The theorem's statement, built from the contract and the spec's own code: what `correct` says of a routine.

For entry values of the arguments that meet `requires`, and the values at return: every `ensures` holds, and every
equation of `spec` holds, where its right side is the spec's function run on symbolic values.  Trusted.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from qed25519.domains.polynomial import Poly, as_poly
from qed25519.domains.theory import SHADOWS, Clause, Compare, Theory
from qed25519.prover.classes import Classes
from qed25519.prover.contract import CONSTANTS, Contract, Equation, names_in, parse_comparison, parse_expression
from qed25519.prover.symbols import (
    Inverse,
    Meaning,
    StatementError,
    String,
    Symbol,
    bits_of,
    of_bits,
    spec_function,
    symbolic_by_name,
)


class FalseClaim(Exception):
    """A fact or the conclusion is false on a concrete input, number `shadow`."""

    def __init__(self, title: str, shadow: int) -> None:
        super().__init__(f"{title} is false on a concrete input")
        self.shadow = shadow


@dataclass(frozen=True)
class Relation:
    """left = right, left = right mod `modulus`, or left >= right, where all of `given` hold; `text` is for people."""

    kind: str                       # "=" or ">="
    left: Poly
    right: Poly
    modulus: int | None = None
    text: str = ""
    given: tuple[Compare, ...] = ()

    def __post_init__(self) -> None:
        """Proof files make these too: nothing but the three shapes may reach an obligation."""
        exact = self.modulus is None
        if self.kind not in ("=", ">=") or not (exact or self.kind == "="):
            raise ValueError(f"no relation is {self.kind!r} modulo {self.modulus}")
        if not exact and (type(self.modulus) is not int or self.modulus <= 0):
            raise ValueError(f"the modulus {self.modulus!r} is no positive integer")
        if any(type(part) is not Compare or part.relation not in ("=", ">=") for part in self.given):
            raise ValueError(f"no condition is {self.given!r}")
        for side in (self.left, self.right, *(part.poly for part in self.given)):
            if type(side) is not Poly or any(type(c) is not int for c in side.terms.values()):
                raise ValueError(f"{side!r} is no polynomial with integer coefficients")

    def substitute(self, values: Mapping[int, Poly]) -> Relation:
        left, right = self.left.substitute(values), self.right.substitute(values)
        given = tuple(part.substitute(values) for part in self.given)
        return Relation(self.kind, left, right, self.modulus, self.text, given)

    def holds(self, value: Callable[[int], int]) -> bool:
        if not all(part.holds(value) for part in self.given):
            return True
        difference = self.left.evaluate(value) - self.right.evaluate(value)
        if self.kind == ">=":
            return difference >= 0
        return difference % self.modulus == 0 if self.modulus else difference == 0

    def exact_clause(self) -> Clause:
        """The relation as a clause; a congruence has none, it needs a witness."""
        if self.modulus is not None:
            raise ValueError("a congruence is no clause")
        return Clause(Compare(self.left - self.right, self.kind), self.given)


Value = Poly | tuple[Poly, ...]       # of an argument: its integer, or its bytes


@dataclass
class Arguments:
    """Argument values as lists of words (one for a u64): at entry, and after the run what is written at exit.

    `cited` are claims that what is said here of the spec rests on.  `names`, where it is given, has a variable for
    every argument's integer: the spec runs on these, and its remainders stay names (see classes.py)."""

    contract: Contract
    theory: Theory
    bounds: Callable[[Poly], tuple[int, int]]
    entry: dict[str, list[Poly]]
    names: Mapping[Poly, Poly] | None = None
    cited: set[str] = field(default_factory=set)

    def value(self, words: Sequence[Poly]) -> Poly:
        """The integer that 64-bit words, low first, stand for."""
        total = as_poly(0)
        for index, word in enumerate(words):
            total = total.plus(word, 2 ** (64 * index))
        return total

    def integers(self, words: Mapping[str, Sequence[Poly]]) -> dict[str, Poly]:
        """The integer of each argument."""
        return {name: self.value(found) for name, found in words.items()}

    def require(self) -> list[Clause]:
        """The contract's precondition, on the entry values, without what only the rule for points assumes."""
        return [relation.exact_clause() for text in self.contract.requires if on_curve(text) is None
                for relation in self.comparison(text, self.integers(self.entry))]

    def conclusion(self, exits: Mapping[str, list[Poly]]) -> list[Relation]:
        """What `correct` claims, the values at exit given."""
        return self.equations(exits) + self.bounds_at_exit(exits)

    def equations(self, exits: Mapping[str, list[Poly]]) -> list[Relation]:
        """What the spec says of what is written."""
        after = self.integers(exits)
        return [relation for equation in self.contract.spec for relation in self._equation(equation, after)]

    def bounds_at_exit(self, exits: Mapping[str, list[Poly]]) -> list[Relation]:
        """What `ensures` says."""
        after = self.integers(self.entry) | self.integers(exits)
        return [relation for text in self.contract.ensures for relation in self.comparison(text, after)]

    def elements(self, equation: Equation, classes: Classes) -> list[Poly]:
        """The classes modulo p of an equation's left sides, from those of the arguments; of the integers nothing is
        said."""
        meaning = Meaning(self.theory, self.bounds, classes=True, named=True)
        found = self._run(parse_expression(equation.rhs_text), len(equation.lhs), meaning,
                          {name: classes.of(self.value(words)) for name, words in self.entry.items()})
        return [_integer(one) for one in found]

    def _equation(self, equation: Equation, after: Mapping[str, Poly]) -> list[Relation]:
        modulus, text = CONSTANTS[equation.modulus] if equation.modulus else None, str(equation)
        relations = []
        for name, right in zip(equation.lhs, self._evaluated(parse_expression(equation.rhs_text), len(equation.lhs)),
                               strict=True):
            left, argument = after[name], self.contract.argument(name)
            if isinstance(right, String) != argument.is_bytes or (
                    isinstance(right, String) and right.length != 8 * argument.words):
                raise StatementError(f"{text}: {name} is {'a' if argument.is_bytes else 'no'} string of bytes, "
                                     "and the right side is another")
            if isinstance(right, Inverse):
                self.cited.add("divstep/p/fermat")
                relations += [Relation("=" if one.relation == "=" else ">=", one.poly, as_poly(0), of, text, given)
                              for one, of, given in right.relations(left, modulus)]
                continue
            value = right.value if isinstance(right, String) else right
            relations.append(Relation("=", left, as_poly(value) if isinstance(value, int) else value.poly,
                                      modulus, text))
        return relations

    def comparison(self, text: str, values: Mapping[str, Poly]) -> list[Relation]:
        """A chain of comparisons, each as left >= right or left = right."""
        tree = parse_comparison(text)
        sides = [self._symbolic(side, values) for side in (tree.left, *tree.comparators)]
        relations = []
        for left, symbol, right in zip(sides, tree.ops, sides[1:], strict=False):
            match symbol:
                case ast.Lt():
                    relations.append(Relation(">=", right, left + 1, None, text))
                case ast.LtE():
                    relations.append(Relation(">=", right, left, None, text))
                case ast.Gt():
                    relations.append(Relation(">=", left, right + 1, None, text))
                case ast.GtE():
                    relations.append(Relation(">=", left, right, None, text))
                case ast.Eq():
                    relations.append(Relation("=", left, right, None, text))
                case _:
                    raise StatementError(f"{text!r}: != has no place in a contract's comparison")
        return relations

    def _symbolic(self, tree: ast.expr, values: Mapping[str, Poly]) -> Poly:
        """The expression of a comparison as a polynomial."""
        meaning = Meaning(self.theory, self.bounds)
        (result,) = self._run(tree, 1, meaning, values)
        if isinstance(result, Inverse):
            raise StatementError(f"{ast.unparse(tree)}: an inverse has no place in a comparison")
        return _integer(result)

    def _evaluated(self, tree: ast.expr, count: int) -> Sequence[Result]:
        """The right side of an equation, run on the entry values."""
        meaning = Meaning(self.theory, self.bounds, named=self.names is not None)
        return self._run(tree, count, meaning, {name: self._given(name, words) for name, words in self.entry.items()})

    def _given(self, name: str, words: Sequence[Poly]) -> Value:
        """What the spec is given for an argument."""
        value = self.value(words)
        if not self.contract.argument(name).is_bytes:
            return (self.names or {}).get(value, value)
        bits = bits_of(self.theory, value)
        if bits is None:
            raise StatementError(f"{name} is a string whose bits are not known as variables")
        bits += [as_poly(0)] * (64 * len(words) - len(bits))
        return tuple(of_bits(bits[start:start + 8]) for start in range(0, len(bits), 8))

    def _run(self, tree: ast.expr, count: int, meaning: Meaning, values: Mapping[str, Value]) -> Sequence[Result]:
        """The expression's values, which must agree with the spec on numbers, for every concrete input."""
        results = _several(tree, evaluate(tree, {name: _symbols(meaning, value) for name, value in values.items()}),
                           count)
        if meaning.refusals:
            raise StatementError(meaning.refusals[0])
        used = [name for name in names_in(tree) if name in values]
        for index in range(SHADOWS):
            numbers = _several(tree, evaluate(tree, {
                name: _number(values[name], self.theory.at(index)) for name in used}), count)
            for result, number in zip(results, numbers, strict=True):
                why = _differs(result, number, index, meaning.classes)
                if why:
                    raise StatementError(f"{ast.unparse(tree)} {why}")
        return results


Result = Symbol | String | int


def _integer(result: Result) -> Poly:
    if isinstance(result, String):
        raise StatementError("a string of bytes stands where an integer should")
    return as_poly(result) if isinstance(result, int) else result.poly


def _symbols(meaning: Meaning, value: Value) -> Any:
    return Symbol(meaning, value) if isinstance(value, Poly) else tuple(Symbol(meaning, byte) for byte in value)


def _number(value: Value, at: Callable[[int], int]) -> Any:
    return value.evaluate(at) if isinstance(value, Poly) else bytes(byte.evaluate(at) for byte in value)


def _several(tree: ast.expr, result: Any, count: int) -> Sequence[Any]:
    results = result if count > 1 else (result,)
    if not isinstance(results, tuple) or len(results) != count:
        raise StatementError(f"{ast.unparse(tree)} is {result!r}, not {count} values")
    return results


def _differs(result: Any, number: Any, shadow: int, classes: bool) -> str:
    """Why a symbolic value is not this number, or string, on a concrete input; "" if it is."""
    if isinstance(result, String):
        expected = result.value.shadow(shadow)
        agrees = isinstance(number, bytes) and number == expected.to_bytes(result.length, "little")
        return "" if agrees else f"is the string of {expected} on symbols and {number!r} on numbers"
    if type(result) not in (Symbol, Inverse, int):
        return f"is {result!r}, no integer"
    if isinstance(result, Inverse) and not classes:
        return "" if result.is_this(number, shadow) else "is an inverse on symbols, and not on numbers"
    found = result if isinstance(result, int) else result.shadow(shadow)
    agrees = (found - number) % CONSTANTS["p"] == 0 if classes else found == number
    return "" if agrees else f"is {found} on symbols and {number} on numbers"


LONGEST_POWER = 2**16          # bits


def power(base: Any, exponent: Any) -> Any:
    """base ** exponent; of numbers, an integer that fits into memory."""
    if type(base) is int and type(exponent) is int and (
            exponent < 0 or exponent * base.bit_length() > LONGEST_POWER):
        raise StatementError(f"a power that is no integer, or may have more than {LONGEST_POWER} bits")
    return base**exponent


OPERATORS: dict[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Pow: power}
COMPARISONS: dict[type[ast.cmpop], Callable[[int, int], bool]] = {
    ast.Lt: operator.lt, ast.LtE: operator.le, ast.Gt: operator.gt, ast.GtE: operator.ge, ast.Eq: operator.eq,
    ast.NotEq: operator.ne}


def evaluate(tree: ast.expr, values: Mapping[str, Any]) -> Any:
    """A contract's expression where names have these values, ints or Symbols; `p` and `l` are the constants."""
    match tree:
        case ast.Constant(value=value):
            return value
        case ast.Name(id=name):
            return values[name] if name in values else CONSTANTS[name]
        case ast.UnaryOp(operand=operand):
            return -evaluate(operand, values)
        case ast.BinOp(left=left, op=op, right=right):
            return OPERATORS[type(op)](evaluate(left, values), evaluate(right, values))
        case ast.Tuple(elts=elements):
            return tuple(evaluate(element, values) for element in elements)
        case ast.Call(func=ast.Attribute(value=ast.Name(id=module), attr=function), args=args):
            given = [evaluate(argument, values) for argument in args]        # of which some may be tuples
            try:
                named = symbolic_by_name(f"{module}.{function}", given)
                return named if named is not None else spec_function(module, function)(*given)
            except StatementError:
                raise
            except Exception as error:
                raise StatementError(f"{ast.unparse(tree)}: {type(error).__name__}: {error}") from error
        case _:
            raise StatementError(f"the expression {ast.unparse(tree)!r} has no meaning here")


def on_curve(text: str) -> tuple[str, str] | None:
    """(x, y) for the precondition `edwards25519.is_on_curve((x, y)) == 1`, else None."""
    match parse_comparison(text):
        case ast.Compare(
            left=ast.Call(func=ast.Attribute(value=ast.Name(id="edwards25519"), attr="is_on_curve"),
                          args=[ast.Tuple(elts=[ast.Name(id=x), ast.Name(id=y)])]),
            ops=[ast.Eq()], comparators=[ast.Constant(value=1)]):
            return x, y
    return None


def holds_concretely(contract: Contract, entry: Mapping[str, int], exits: Mapping[str, int]) -> list[str]:
    """The parts of the contract that are false for these integers at entry and exit; [] if it holds."""
    wrong = []
    after = {**entry, **exits}
    given = {name: value.to_bytes(8 * contract.argument(name).words, "little") if contract.argument(name).is_bytes
             else value for name, value in entry.items()}
    for equation in contract.spec:
        result = evaluate(parse_expression(equation.rhs_text), given)
        for name, right in zip(equation.lhs, result if len(equation.lhs) > 1 else (result,), strict=True):
            expected = int.from_bytes(right, "little") if isinstance(right, bytes) else right
            difference = exits[name] - expected
            if difference % CONSTANTS[equation.modulus] if equation.modulus else difference:
                wrong.append(f"{equation}: {name} is {exits[name]:#x}, the spec says {expected % 2**256:#x}")
    for text in contract.ensures:
        if not comparison_holds(text, after):
            wrong.append(f"{text} is false")
    return wrong


def comparison_holds(text: str, values: Mapping[str, int]) -> bool:
    """Whether a contract's comparison is true of these integers."""
    tree = parse_comparison(text)
    sides = [evaluate(side, values) for side in (tree.left, *tree.comparators)]
    return all(COMPARISONS[type(op)](left, right)
               for left, op, right in zip(sides, tree.ops, sides[1:], strict=False))
