"""The text of spec/ that a contract's equations rest on, as `qed25519 explain` shows it.

That is every function that they name, and what these use in their turn: functions, classes and constants of spec/.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field

from qed25519.prover.contract import Contract
from qed25519.prover.theorems import PACKAGE

ELEMENTS = "field"          # the module of operations on elements, which are shown in short


@dataclass
class Module:
    """One file of spec/: its text, what it defines at the top, and what it imports from its neighbours."""

    name: str
    text: str
    defined: dict[str, ast.stmt] = field(default_factory=dict)
    imported: dict[str, tuple[str, str]] = field(default_factory=dict)

    @classmethod
    def read(cls, name: str) -> Module:
        """Raises OSError where there is no such file."""
        module = cls(name, (PACKAGE / "spec" / f"{name}.py").read_text(encoding="utf-8"))
        for node in ast.parse(module.text).body:
            match node:
                case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                    module.defined[name] = node
                case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
                    module.defined[name] = node
                case ast.ImportFrom(module=str(source), names=names, level=1):
                    module.imported |= {one.asname or one.name: (source, one.name) for one in names}
        return module

    def uses(self, name: str) -> Iterator[tuple[str, str]]:
        """What the definition names, as (module, name), in the order of the text."""
        tree = self.defined[name]
        found = [node for node in ast.walk(tree) if isinstance(node, ast.Name)]
        own = {node.id for node in found if not isinstance(node.ctx, ast.Load)}
        own |= {node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)}
        for node in sorted(found, key=lambda node: (node.lineno, node.col_offset)):
            if node.id not in own and node.id in self.imported:
                yield self.imported[node.id]
            elif node.id not in own and node.id in self.defined:
                yield self.name, node.id

    def source(self, name: str) -> str:
        return ast.get_source_segment(self.text, self.defined[name]) or ""

    def short(self, name: str) -> str:
        """`mul(x, y) = x * y` of a function that only returns an expression; "" of what is none."""
        match self.defined[name]:
            case ast.FunctionDef(args=args, body=[*before, ast.Return(value=ast.expr() as value)]):
                if all(isinstance(one, ast.Expr) and isinstance(one.value, ast.Constant) for one in before):
                    return f"{name}({', '.join(arg.arg for arg in args.args)}) = {ast.unparse(value)}"
        return ""


def spec_text(contract: Contract) -> list[str]:
    """A heading for each module, and below it its definitions, in the order of their first use.  A function on
    elements that no equation itself names stands in short, if it can."""
    named = list(dict.fromkeys(named_functions(contract)))
    modules: dict[str, Module] = {}
    shown: dict[str, list[str]] = {}
    waiting, known = list(named), set(named)
    while waiting:
        place, name = waiting.pop(0)
        texts = shown.setdefault(place, [])
        try:
            module = modules[place] = modules.get(place) or Module.read(place)
        except OSError as error:
            texts.append(f"cannot be read: {error.strerror}")
            continue
        if name not in module.defined:
            texts.append(f"defines no {name}")
            continue
        is_short = place == ELEMENTS and (place, name) not in named
        texts.append((is_short and module.short(name)) or module.source(name))
        used = [one for one in dict.fromkeys(module.uses(name)) if one not in known]
        waiting, known = [*waiting, *used], known | set(used)
    return [line for place, texts in shown.items() for line in (f"spec/{place}.py:", *spaced(texts))]


def named_functions(contract: Contract) -> Iterator[tuple[str, str]]:
    """(module, function) for every function that the equations name, in the order of their text."""
    for equation in contract.spec:
        found = [node for node in ast.walk(ast.parse(equation.rhs_text, mode="eval"))
                 if isinstance(node, ast.Attribute)]
        for node in sorted(found, key=lambda node: (node.lineno, node.col_offset)):
            if isinstance(node.value, ast.Name):
                yield node.value.id, node.attr


def spaced(texts: list[str]) -> Iterator[str]:
    """With an empty line between texts, unless both are single lines."""
    for index, text in enumerate(texts):
        if index and "\n" in text + texts[index - 1]:
            yield ""
        yield text
