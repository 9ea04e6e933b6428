"""The theorem's statement, built from the contract and the spec's own code: what `correct` says of a routine.

For entry values of the arguments that meet `requires`, and the values at return: every `ensures` holds, and every
equation of `spec` holds, where its right side is the spec's function run on symbolic values.  Trusted.
"""

from __future__ import annotations

import ast
import importlib
import operator
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NoReturn

from qed25519.domains.polynomial import Poly, as_poly
from qed25519.domains.theory import SHADOWS, Clause, Compare, Theory, at_least, equal
from qed25519.prover.contract import CONSTANTS, Contract, Equation, names_in, parse_comparison, parse_expression


class StatementError(Exception):
    """The contract or the spec cannot be turned into a statement; the message says what stood in the way."""


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
        for side in (self.left, self.right):
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


class Symbol:
    """An integer of the spec as a polynomial.  It refuses whatever would make the spec's course depend on its value.

    What it refused is kept in `refusals`, so that a spec which catches the exception gains nothing by it.
    """

    def __init__(self, theory: Theory, poly: Poly, bounds: Callable[[Poly], tuple[int, int]],
                 refusals: list[str]) -> None:
        self._theory, self._bounds, self._refusals = theory, bounds, refusals
        self.poly = poly

    def _of(self, poly: Poly) -> Symbol:
        return Symbol(self._theory, poly, self._bounds, self._refusals)

    def _fail(self, message: str) -> NoReturn:
        self._refusals.append(message)
        raise StatementError(message)

    def shadow(self, index: int) -> int:
        """The value on a concrete input."""
        return self.poly.evaluate(self._theory.at(index))

    def _combine(self, other: object, function: Callable[[Poly, Poly], Poly]) -> Symbol:
        if isinstance(other, Symbol):
            return self._of(function(self.poly, other.poly))
        if type(other) is int:
            return self._of(function(self.poly, Poly.constant(other)))
        self._fail(f"the spec combines a symbolic value with {other!r}")

    def __add__(self, other: object) -> Symbol:
        return self._combine(other, operator.add)

    def __radd__(self, other: object) -> Symbol:
        return self._combine(other, operator.add)

    def __sub__(self, other: object) -> Symbol:
        return self._combine(other, operator.sub)

    def __rsub__(self, other: object) -> Symbol:
        return self._combine(other, lambda a, b: b - a)

    def __mul__(self, other: object) -> Symbol:
        return self._combine(other, operator.mul)

    def __rmul__(self, other: object) -> Symbol:
        return self._combine(other, operator.mul)

    def __neg__(self) -> Symbol:
        return self._of(-self.poly)

    def __mod__(self, modulus: object) -> Symbol:
        """The remainder v of poly = modulus*q + v, 0 <= v < modulus: v and q are new variables."""
        if type(modulus) is not int or modulus <= 0:
            self._fail(f"the spec reduces a symbolic value modulo {modulus!r}: no positive integer")
        return self._of(self._theory.remainder(self.poly, modulus, self._bounds(self.poly)))

    def __pow__(self, exponent: object, modulus: object = None) -> Inverse:
        """x ** (p - 2) modulo p: the inverse, by Fermat, since p is prime (spec/primes.py); no other power."""
        if modulus != CONSTANTS["p"] or exponent != CONSTANTS["p"] - 2:
            self._fail(f"the spec raises a symbolic value to the power {exponent!r} modulo {modulus!r}: only p - 2 "
                       "modulo p is understood")
        return Inverse(self % modulus)

    def __rpow__(self, base: object) -> Symbol:
        """0 ** v is 1 where v = 0, else 0, for v >= 0: a new variable."""
        if type(base) is not int or base != 0 or self._bounds(self.poly)[0] < 0:
            self._fail(f"the spec raises {base!r} to a symbolic power: only 0 ** v, v >= 0, is known")
        theory = self._theory
        values = theory.shadow(self.poly)
        z = Poly.variable(theory.new(theory.fresh_name("specz"), 0, 1, [int(value == 0) for value in values]))
        theory.record(Clause(equal(self.poly, 0), (equal(z, 1),)))
        theory.record(Clause(at_least(self.poly, 1), (equal(z, 0),)))
        return self._of(z)

    def _refuse(self, *_: object) -> NoReturn:
        self._fail("the spec branches on, compares, indexes with or hashes a symbolic value, or does what has no "
                   "meaning for a polynomial: its course would not depend on the input as the code's does")

    __bool__ = __index__ = __int__ = __lt__ = __le__ = __gt__ = __ge__ = _refuse
    __eq__ = __ne__ = _refuse
    __hash__ = _refuse
    __float__ = __complex__ = __round__ = __trunc__ = __floor__ = __ceil__ = __abs__ = __pos__ = __invert__ = _refuse
    __floordiv__ = __rfloordiv__ = __truediv__ = __rtruediv__ = __divmod__ = __rdivmod__ = __rmod__ = _refuse
    __and__ = __rand__ = __or__ = __ror__ = __xor__ = __rxor__ = _refuse
    __lshift__ = __rlshift__ = __rshift__ = __rrshift__ = __len__ = __iter__ = __contains__ = __getitem__ = _refuse

    def __getattr__(self, name: str) -> NoReturn:
        self._fail(f"the spec asks a symbolic value for its {name}")

    def __repr__(self) -> str:
        return "a symbolic value"


@dataclass(frozen=True, eq=False)
class Inverse:
    """The inverse modulo p of a remainder r modulo p: the only y in [0, p) with y*r = 1 (mod p), and 0 for r = 0.

    It can only stand alone on the right of an equation: it has no operations, and refuses as a Symbol does.
    """

    of: Symbol

    def _refuse(self, *_: object) -> NoReturn:
        self.of._fail("the spec does something with an inverse; it can only be the whole right side of an equation")

    __bool__ = __index__ = __int__ = __float__ = __lt__ = __le__ = __gt__ = __ge__ = _refuse
    __eq__ = __ne__ = _refuse
    __hash__ = _refuse
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __neg__ = __mod__ = __rmod__ = _refuse
    __pow__ = __rpow__ = __floordiv__ = __truediv__ = __and__ = __or__ = __xor__ = _refuse
    __len__ = __iter__ = __contains__ = __getitem__ = __abs__ = _refuse

    def relations(self, left: Poly, modulus: int | None, text: str) -> list[Relation]:
        """left is this number, or congruent to it modulo p."""
        p, r = CONSTANTS["p"], self.of.poly
        found = [Relation("=", left * r, as_poly(1), p, text, (at_least(r, 1),)),
                 Relation("=", left, as_poly(0), modulus, text, (equal(r, 0),))]
        if modulus is None:
            found += [Relation(">=", left, as_poly(0), None, text), Relation(">=", as_poly(p - 1), left, None, text)]
        return found

    def is_this(self, number: int, shadow: int) -> bool:
        """Whether a number is this one on a concrete input."""
        p, r = CONSTANTS["p"], self.of.shadow(shadow)
        return 0 <= number < p and (number * r % p == 1 if r else number == 0)


@dataclass
class Arguments:
    """Argument values as lists of words (one for a u64): at entry, and after the run what is written at exit.

    `cited` are claims that what is said here of the spec rests on."""

    contract: Contract
    theory: Theory
    bounds: Callable[[Poly], tuple[int, int]]
    entry: dict[str, list[Poly]]
    cited: set[str] = field(default_factory=set)

    def value(self, words: Sequence[Poly]) -> Poly:
        """The integer that 64-bit words, low first, stand for."""
        total = as_poly(0)
        for index, word in enumerate(words):
            total = total.plus(word, 2 ** (64 * index))
        return total

    def require(self) -> list[Clause]:
        """The contract's precondition, on the entry values."""
        values = {name: self.value(words) for name, words in self.entry.items()}
        return [relation.exact_clause() for text in self.contract.requires
                for relation in self.comparison(text, values)]

    def conclusion(self, exits: Mapping[str, list[Poly]]) -> list[Relation]:
        """What `correct` claims, the values at exit given."""
        entry = {name: self.value(words) for name, words in self.entry.items()}
        after = entry | {name: self.value(words) for name, words in exits.items()}
        relations = [relation for equation in self.contract.spec
                     for relation in self._equation(equation, entry, after)]
        for text in self.contract.ensures:
            relations += self.comparison(text, after)
        return relations

    def _equation(self, equation: Equation, entry: Mapping[str, Poly], after: Mapping[str, Poly]) -> list[Relation]:
        right = self._evaluated(parse_expression(equation.rhs_text), entry)
        modulus = CONSTANTS[equation.modulus] if equation.modulus else None
        left, text = after[equation.lhs], str(equation)
        if isinstance(right, Inverse):
            self.cited.add("divstep/p/fermat")
            return right.relations(left, modulus, text)
        return [Relation("=", left, right, modulus, text)]

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
        """The expression as a polynomial."""
        result = self._evaluated(tree, values)
        if isinstance(result, Inverse):
            raise StatementError(f"{ast.unparse(tree)}: an inverse has no place in a comparison")
        return result

    def _evaluated(self, tree: ast.expr, values: Mapping[str, Poly]) -> Poly | Inverse:
        """The expression, which must agree with the spec on numbers, for every concrete input."""
        refusals: list[str] = []
        result = evaluate(tree, {name: Symbol(self.theory, poly, self.bounds, refusals)
                                 for name, poly in values.items()})
        if refusals:
            raise StatementError(refusals[0])
        if type(result) not in (Symbol, Inverse, int):
            raise StatementError(f"{ast.unparse(tree)} is {result!r}, no integer")
        shadows = {name: self.theory.shadow(values[name]) for name in names_in(tree) if name in values}
        expected = [evaluate(tree, {name: shadow[index] for name, shadow in shadows.items()})
                    for index in range(SHADOWS)]
        if isinstance(result, Inverse):
            if any(not result.is_this(number, index) for index, number in enumerate(expected)):
                raise StatementError(f"{ast.unparse(tree)} is an inverse on symbols, and not on numbers")
            return result
        poly = result.poly if isinstance(result, Symbol) else as_poly(result)
        for found, number in zip(self.theory.shadow(poly), expected, strict=True):
            if found != number:
                raise StatementError(f"{ast.unparse(tree)} is {found} on symbols and {number} on numbers")
        return poly


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
        case ast.Call(func=ast.Attribute(value=ast.Name(id=module), attr=function), args=args):
            given = [evaluate(argument, values) for argument in args]
            try:
                return spec_function(module, function)(*given)
            except StatementError:
                raise
            except Exception as error:
                raise StatementError(f"{ast.unparse(tree)}: {type(error).__name__}: {error}") from error
        case _:
            raise StatementError(f"the expression {ast.unparse(tree)!r} has no meaning here")


def spec_function(module: str, function: str) -> Callable[..., Any]:
    """`field.mul` is the function `mul` of `qed25519.spec.field`."""
    try:
        found = getattr(importlib.import_module(f"qed25519.spec.{module}"), function)
    except (ImportError, AttributeError):
        raise StatementError(f"spec/{module}.py has no function {function}") from None
    result: Callable[..., Any] = found
    return result


def holds_concretely(contract: Contract, entry: Mapping[str, int], exits: Mapping[str, int]) -> list[str]:
    """The parts of the contract that are false for these integers at entry and exit; [] if it holds."""
    wrong = []
    after = {**entry, **exits}
    for equation in contract.spec:
        expected = evaluate(parse_expression(equation.rhs_text), entry)
        difference = exits[equation.lhs] - expected
        if difference % CONSTANTS[equation.modulus] if equation.modulus else difference:
            shown = f"{equation.lhs} is {exits[equation.lhs]:#x}, the spec says {expected % 2**256:#x}"
            wrong.append(f"{equation}: {shown}")
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
