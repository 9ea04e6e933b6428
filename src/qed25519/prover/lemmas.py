"""Lemmas: one sentence of mathematics each, written as Python expressions and asked of the solver as an obligation.

    Lemma("the larger of two is not below their mean", given=["x <= y"], goal="x + y <= 2*y", at={"x": 1, "y": 2})

`given` are the hypotheses, `where` definitions ("s = x + y"), which hypotheses and goal may use; every other name is
a variable, a real or, if named in `integers`, an integer, and the lemma is for all its values.  `at` gives values
with which the hypotheses hold, so that it is no lemma about nothing.  Trusted: `Lemma.obligation` says what is asked.

Expressions are of integers and names with + - * /, // and % and ** by positive numbers, comparisons, and, or, not,
abs(x), implies(x, y); `/` is of reals, and an integer beside a real is one.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise
from typing import Any

from qed25519.prover.obligations import Obligation

OPERATORS: dict[type[ast.AST], str] = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.FloorDiv: "div", ast.Mod: "mod",
    ast.Eq: "=", ast.NotEq: "distinct", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=",
    ast.And: "and", ast.Or: "or"}
VALUES = {"abs": abs, "implies": lambda x, y: not x or y}


class LemmaError(Exception):
    """The text cannot be read."""


@dataclass(frozen=True)
class Lemma:
    """See the module's description."""

    title: str
    goal: str
    given: tuple[str, ...] = ()
    where: tuple[str, ...] = ()
    at: Mapping[str, int | Fraction] = field(default_factory=dict)
    integers: tuple[str, ...] = ()
    logic: str = "QF_NRA"

    @property
    def texts(self) -> list[str]:
        return [*self.given, *self.where, self.goal]

    def obligation(self) -> Obligation:
        """What the solver is asked: definitions and hypotheses, and the goal's negation."""
        sorts = {name: "Int" if name in self.integers else "Real" for name in self.at}
        lines = [f"(set-logic {self.logic})", *(f"(declare-fun {name} () {sort})" for name, sort in sorts.items())]
        for text in self.where:
            name, body = definition(text)
            sort = sort_of(body, sorts)
            lines.append(f"(define-fun {name} () {sort} {translated(body, sorts)})")
            sorts[name] = sort
        lines += [f"(assert {proposition(text, sorts)})" for text in self.given]
        witness = [f"(assert {proposition(f'{name} == {Fraction(value)}', sorts)})" for name, value in self.at.items()]
        return Obligation(self.title, self.logic, join(lines), proposition(self.goal, sorts), join(witness),
                          tuple((name, name) for name in self.at))

    def values(self, at: Mapping[str, int | Fraction]) -> dict[str, Any]:
        """The variables and what `where` defines, at these values of the variables."""
        known: dict[str, Any] = {**VALUES, **at}
        for text in self.where:
            name, body = definition(text)
            known[name] = value(body, known)
        return known


def join(lines: list[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


def parsed(text: str) -> ast.expr:
    try:
        return ast.parse(text.strip(), mode="eval").body
    except SyntaxError as error:
        raise LemmaError(f"{text!r}: {error.msg}") from None


def definition(text: str) -> tuple[str, ast.expr]:
    """`name = expression`."""
    name, equals, body = text.partition("=")
    if not equals or not name.strip().isidentifier():
        raise LemmaError(f"{text!r} is not a definition")
    return name.strip(), parsed(body)


def proposition(text: str, sorts: Mapping[str, str]) -> str:
    node = parsed(text)
    if sort_of(node, sorts) != "Bool":
        raise LemmaError(f"{text!r} is not a proposition")
    return translated(node, sorts)


def sort_of(node: ast.expr, sorts: Mapping[str, str]) -> str:
    """Int, Real or Bool; / is of reals, and what has a real in it is one."""
    match node:
        case ast.Compare() | ast.BoolOp() | ast.UnaryOp(op=ast.Not()) | ast.Call(func=ast.Name(id="implies")):
            return "Bool"
        case ast.Name(id=name):
            return sorts.get(name, "Int")
        case ast.BinOp(op=ast.Div()):
            return "Real"
    parts = {sort_of(part, sorts) for part in ast.iter_child_nodes(node) if isinstance(part, ast.expr)}
    return "Real" if "Real" in parts else "Int"


def translated(node: ast.expr, sorts: Mapping[str, str], real: bool = False) -> str:
    """SMT-LIB text; with `real`, of an integer as a real."""
    real = real or sort_of(node, sorts) == "Real"

    def term(part: ast.expr) -> str:
        return translated(part, sorts, real)

    match node:
        case ast.Constant(value=int(number)) if type(number) is int:
            return f"{number}.0" if real else str(number)
        case ast.Name(id=name) if name in sorts:
            return f"(to_real {name})" if real and sorts[name] == "Int" else name
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return f"(- {term(operand)})"
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return f"(not {term(operand)})"
        case ast.BinOp(left=left, op=ast.Pow(), right=ast.Constant(value=int(power))) if power > 1:
            return f"(* {' '.join([term(left)] * power)})"
        case ast.BinOp(left=left, op=ast.FloorDiv() | ast.Mod() as op, right=ast.Constant(value=int(number)) as right
                       ) if number > 0 and not real:
            return f"({OPERATORS[type(op)]} {term(left)} {term(right)})"
        case ast.BinOp(left=left, op=ast.Add() | ast.Sub() | ast.Mult() | ast.Div() as op, right=right):
            return f"({OPERATORS[type(op)]} {term(left)} {term(right)})"
        case ast.Compare(left=left, ops=ops, comparators=comparators) if all(type(op) in OPERATORS for op in ops):
            sides = [left, *comparators]
            real = "Real" in {sort_of(side, sorts) for side in sides}
            parts = [f"({OPERATORS[type(op)]} {term(low)} {term(high)})"
                     for op, (low, high) in zip(ops, pairwise(sides), strict=True)]
            return f"(and {' '.join(parts)})" if len(parts) > 1 else parts[0]
        case ast.BoolOp(op=op, values=parts):
            return f"({OPERATORS[type(op)]} {' '.join(map(term, parts))})"
        case ast.Call(func=ast.Name(id="implies"), args=[given, then]):
            return f"(=> {term(given)} {term(then)})"
        case ast.Call(func=ast.Name(id="abs"), args=[operand]):
            return f"(ite (< {term(operand)} {'0.0' if real else '0'}) (- {term(operand)}) {term(operand)})"
    raise LemmaError(f"{ast.unparse(node)!r} is no expression of a lemma, or has an unknown name")


def value(node: ast.expr, known: Mapping[str, Any]) -> Any:
    """By Python, exactly: integers become fractions where they are divided."""
    class Exact(ast.NodeTransformer):
        def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
            self.generic_visit(node)
            if isinstance(node.op, ast.Div):
                node.left = ast.Call(ast.Name("Fraction", ast.Load()), [node.left], [])
            return node

    tree = ast.fix_missing_locations(ast.Expression(Exact().visit(ast.parse(ast.unparse(node), mode="eval").body)))
    return eval(compile(tree, "lemma", "eval"), {"__builtins__": {}, "Fraction": Fraction}, dict(known))


def meets(lemma: Lemma, at: Mapping[str, int | Fraction]) -> bool:
    """Whether these values meet the hypotheses; by Python, for tests and to find witnesses."""
    known = lemma.values(at)
    return all(value(parsed(text), known) for text in lemma.given)


def holds(lemma: Lemma, at: Mapping[str, int | Fraction]) -> bool:
    """Whether hypotheses imply the goal at these values; by Python, for tests."""
    return not meets(lemma, at) or bool(value(parsed(lemma.goal), lemma.values(at)))
