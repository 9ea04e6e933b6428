"""What the code of spec/divstep.py does, as lemmas read off by running it on expressions.

An `Expression` is text.  A condition on one is answered both ways, in runs of their own (`paths`); the answers are
the hypotheses of that path.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from qed25519.prover.lemmas import Lemma
from qed25519.spec import divstep as spec

STARTS = {0: "1/2", 1: "1"}                     # e: where delta starts; delta = i + start


class Forgotten(Exception):
    """A question that this run has no answer for."""


@dataclass
class Path:
    """The answers to give, in order, and the conditions they were given to."""

    answers: tuple[bool, ...]
    given: dict[str, bool] = field(default_factory=dict)

    def answer(self, condition: str) -> bool:
        """The same whenever the same is asked."""
        if condition not in self.given:
            if len(self.given) == len(self.answers):
                raise Forgotten
            self.given[condition] = self.answers[len(self.given)]
        return self.given[condition]

    @property
    def conditions(self) -> list[str]:
        return [condition if answer else f"not ({condition})" for condition, answer in self.given.items()]


class Condition:
    def __init__(self, text: str, path: Path) -> None:
        self.text, self.path = text, path

    def __bool__(self) -> bool:
        return self.path.answer(self.text)


class Expression:
    """Arithmetic gives expressions, comparison gives conditions, anything else is an error."""

    def __init__(self, text: str, path: Path) -> None:
        self.text, self.path = text, path

    __hash__ = None                             # type: ignore[assignment]

    def _of(self, left: object, operator: str, right: object) -> Expression:
        def show(side: object) -> str:
            return f"({side.text})" if isinstance(side, Expression) else f"({side})"
        return Expression(f"{show(left)} {operator} {show(right)}", self.path)

    def __add__(self, other: object) -> Expression:
        return self._of(self, "+", other)

    def __radd__(self, other: object) -> Expression:
        return self._of(other, "+", self)

    def __sub__(self, other: object) -> Expression:
        return self._of(self, "-", other)

    def __rsub__(self, other: object) -> Expression:
        return self._of(other, "-", self)

    def __mul__(self, other: object) -> Expression:
        return self._of(self, "*", other)

    def __rmul__(self, other: object) -> Expression:
        return self._of(other, "*", self)

    def __neg__(self) -> Expression:
        return self._of(0, "-", self)

    def __mod__(self, other: object) -> Expression:
        return self._of(self, "%", other)

    def __floordiv__(self, other: object) -> Expression:
        return self._of(self, "//", other)

    def __gt__(self, other: object) -> Condition:
        return Condition(self._of(self, ">", other).text, self.path)

    def __ge__(self, other: object) -> Condition:
        return Condition(self._of(self, ">=", other).text, self.path)

    def __eq__(self, other: object) -> Condition:           # type: ignore[override]
        return Condition(self._of(self, "==", other).text, self.path)


class Halvable(Expression):
    """2·h + bit, whose remainder by 2 is bit: `parity` says so."""

    def __init__(self, bit: int, path: Path) -> None:
        super().__init__(f"2*h + {bit}", path)
        self.bit = bit

    def __mod__(self, other: object) -> Any:
        return self.bit if other == 2 else super().__mod__(other)


def text(value: object) -> str:
    return value.text if isinstance(value, Expression) else str(value)


def paths(code: Callable[..., Any], *arguments: str | int) -> Iterator[tuple[list[str], Any]]:
    """(conditions, result) for every way through the code on these expressions; a number stands for 2·h + it."""
    pending: list[tuple[bool, ...]] = [()]
    while pending:
        answers = pending.pop()
        path = Path(answers)
        try:
            result = code(*(Halvable(argument, path) if isinstance(argument, int) else Expression(argument, path)
                            for argument in arguments))
        except Forgotten:
            pending += [(*answers, False), (*answers, True)]
        else:
            yield path.conditions, result


def parity(bit: int) -> Lemma:
    return Lemma(f"2·h + {bit} leaves {bit} when divided by 2", logic="QF_LIA", integers=("h",), at={"h": 4},
                 goal=f"(2*h + {bit}) % 2 == {bit}")


def branches(e: int) -> list[Lemma]:
    """One divstep is a swap if i >= 0 and g is odd; else f stays, and g or, for i < 0, g + f is halved, and i counts
    on.  f stays odd.  g is 2·h + bit, so that both parities are run."""
    start, found = STARTS[e], []
    for bit in (0, 1):
        found.append(parity(bit))
        for conditions, (delta, f, g) in paths(spec.divstep, f"i + {start}", "f", bit):
            found.append(Lemma(
                f"divstep, g = 2·h + {bit}, {' and '.join(conditions)}", given=("f % 2 == 1", *conditions),
                integers=("i", "f", "h"), logic="QF_LIRA", at={"i": side(conditions), "f": 3, "h": 4},
                where=(f"g = 2*h + {bit}", f"delta1 = {text(delta)}", f"f1 = {text(f)}", f"g1 = {text(g)}"),
                goal=f"f1 % 2 == 1 and ({bit} == 1 and i >= 0 and delta1 == -i - {e} + {start} and f1 == g"
                     f" and 2*g1 == g - f or ({bit} == 0 or i < 0) and delta1 == i + 1 + {start} and f1 == f"
                     f" and 2*g1 == g + {bit}*f)"))
    return found


def side(conditions: Sequence[str]) -> int:
    """A delta on the side of 0 that the conditions name."""
    return -2 if any(condition.startswith("not") for condition in conditions) else 2


def matrices() -> list[Lemma]:
    """`transition` is the matrix of the step, twice; `product` is that of one after the other."""
    found = []
    for bit in (0, 1):
        def both(delta: Any, f: Any, g: Any) -> Any:
            return spec.transition(delta, f, g), spec.divstep(delta, f, g)

        found.append(parity(bit))
        for conditions, ((u, v, q, r), (_, f, g)) in paths(both, "delta", "f", bit):
            found.append(Lemma(
                f"transition, g = 2·h + {bit}, {' and '.join(conditions)}", given=("f % 2 == 1", *conditions),
                integers=("f", "h"), logic="QF_LIRA", at={"delta": side(conditions), "f": 3, "h": 4},
                where=(f"g = 2*h + {bit}", f"f1 = {text(f)}", f"g1 = {text(g)}"),
                goal=f"({text(u)})*f + ({text(v)})*g == 2*f1 and ({text(q)})*f + ({text(r)})*g == 2*g1"))
    names = ["a", "b", "c", "d", "s", "t", "u", "v"]

    def multiplied(*entries: Any) -> Any:
        return spec.product(spec.Matrix(*entries[:4]), spec.Matrix(*entries[4:]))

    ((_, (u, v, q, r)),) = paths(multiplied, *names)
    found.append(Lemma(
        "product: first the second matrix, then the first",
        at=dict(zip([*names, "f", "g"], range(2, 12), strict=True)), where=("x = s*f + t*g", "y = u*f + v*g"),
        goal=f"({text(u)})*f + ({text(v)})*g == a*x + b*y and ({text(q)})*f + ({text(r)})*g == c*x + d*y"))
    return found
