"""The code of spec/, run on named elements of the field: what it computes, as text.

An `Element` is a sum of products of names, written as the code forms it.  `% P` gives the same element, `invert` a new
element, and whatever would ask for its value is an error.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import FunctionType, ModuleType, SimpleNamespace
from typing import Any, NoReturn

from qed25519.spec.field import P


class NotAlgebra(Exception):
    """The code asked an element for what only an integer has."""


class Element:
    """One run's elements share `inverses`: the names that `invert` gave, and of what.  What is `reduced` is the integer
    in [0, p) of its class."""

    def __init__(self, text: str, inverses: dict[str, str], reduced: bool = False) -> None:
        self.text, self.inverses, self.reduced = text, inverses, reduced

    def _of(self, left: object, operator: str, right: object) -> Element:
        return Element(f"{self._shown(left)} {operator} {self._shown(right)}", self.inverses)

    def _shown(self, side: object) -> str:
        if isinstance(side, Element):
            return side.text if side.text.isidentifier() else f"({side.text})"
        if type(side) is not int:
            raise NotAlgebra(f"an element is combined with {side!r}")
        return str(side) if side >= 0 else f"({side})"

    def __add__(self, other: object) -> Element:
        return self._of(self, "+", other)

    def __radd__(self, other: object) -> Element:
        return self._of(other, "+", self)

    def __sub__(self, other: object) -> Element:
        return self._of(self, "-", other)

    def __rsub__(self, other: object) -> Element:
        return self._of(other, "-", self)

    def __mul__(self, other: object) -> Element:
        return self._of(self, "*", other)

    def __rmul__(self, other: object) -> Element:
        return self._of(other, "*", self)

    def __neg__(self) -> Element:
        return self._of(0, "-", self)

    def __mod__(self, modulus: object) -> Element:
        if modulus != P:
            raise NotAlgebra(f"an element is reduced modulo {modulus!r}, not p")
        return Element(self.text, self.inverses, reduced=True)

    def __pow__(self, exponent: object, modulus: object = None) -> Element:
        """The inverse, a new name for every element."""
        if (exponent, modulus) != (P - 2, P):
            raise NotAlgebra(f"an element is raised to the power {exponent!r} modulo {modulus!r}, not p - 2 modulo p")
        name = next((name for name, text in self.inverses.items() if text == self.text), f"i{len(self.inverses)}")
        self.inverses[name] = self.text
        return Element(name, self.inverses, reduced=True)

    def _refuse(self, *_: object) -> NoReturn:
        raise NotAlgebra("the code compares or counts with an element")

    __bool__ = __index__ = __int__ = __lt__ = __le__ = __gt__ = __ge__ = __eq__ = __ne__ = __hash__ = _refuse
    __floordiv__ = __truediv__ = __and__ = __or__ = __xor__ = __lshift__ = __rshift__ = __rpow__ = _refuse


def elements(*names: str) -> list[Any]:
    """Of one run; a name may be any expression.  For the spec they are integers."""
    inverses: dict[str, str] = {}
    return [Element(name, inverses) for name in names]


def text(value: object) -> str:
    """Of what the code returned: an element or a number."""
    if isinstance(value, Element):
        return value.text
    if type(value) is not int:
        raise NotAlgebra(f"the code returned {value!r}, no element")
    return str(value)


def inverses(one: Element, count: int) -> list[tuple[str, str]]:
    """The names that `invert` gave in the element's run, and of what; `count` of them, or it is another formula."""
    if len(one.inverses) != count:
        raise NotAlgebra(f"the code inverts {list(one.inverses.values())}, where {count} inverses are expected")
    return list(one.inverses.items())


def with_names(module: ModuleType, **changed: Any) -> Any:
    """The module's functions, to which these names mean something else: a constant an element, a function another."""
    names: dict[str, Any] = {**vars(module)}
    for name, value in vars(module).items():
        if isinstance(value, FunctionType) and value.__module__ == module.__name__:
            names[name] = FunctionType(value.__code__, names, name, value.__defaults__, value.__closure__)
    names.update(changed)
    return SimpleNamespace(**names)


def definitions(outputs: Mapping[str, object]) -> tuple[str, ...]:
    """As a lemma's `where` has them."""
    return tuple(f"{name} = {text(value)}" for name, value in outputs.items())
