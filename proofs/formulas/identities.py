"""What follows in a field from equations: the identities that say so, as lemmas.

`follows(title, goal, zero, unit)` says: in every commutative ring, where all of `zero` are 0, unit·goal is 0; so in a
field goal is 0 where the unit is not.  The lemma is the identity unit·goal = sum of cofactor·zero, of polynomials with
integer coefficients.  The solver is asked it over the reals: polynomials that have equal values there are equal, and
then have equal values in every commutative ring.

`fractions` names quotients: {"u": ("n", "k")} says u = n/k, where k is not 0: k·u - n is one more of `zero`, and powers
of k belong to the unit.

`cofactors.py` finds cofactors and powers, and need not be trusted: with wrong ones, or where there are none, the
identity is false, and the solver says so.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence

from qed25519.proofs.formulas.cofactors import Fractions, cofactors
from qed25519.prover.lemmas import Lemma, LemmaError, definition


def curve(x: str, y: str) -> str:
    """0 for the points of E(a, d)."""
    return f"a*{x}**2 + {y}**2 - 1 - d*{x}**2*{y}**2"


def follows(title: str, goal: str, zero: Sequence[str] = (), unit: str = "1", where: Sequence[str] = (),
            by: Sequence[str] | None = None, fractions: Fractions | None = None) -> Lemma:
    """See above; `by` are the cofactors, where they are worth reading."""
    fractions = fractions or {}
    powers = dict.fromkeys(fractions, 0)
    if by is None:
        powers, by = cofactors(f"({unit})*({goal})", zero, where, fractions)
    factors = [*([unit] if unit != "1" else []),
               *(under if power == 1 else f"({under})**{power}" for (_, under), power in zip(
                   fractions.values(), powers.values(), strict=True) if power)]
    zero = [*(f"({under})*{name} - ({over})" for name, (over, under) in fractions.items()), *zero]
    left = "*".join(f"({factor})" for factor in [*factors, goal])
    right = " + ".join(f"({factor})*({one})" for factor, one in zip(by, zero, strict=True)) or "0"
    names = variables([*where, f"goal = {left} - ({right})"])
    return Lemma(title, goal=f"{left} == {right}", where=tuple(where),
                 at={name: value for value, name in enumerate(names, 2)})


def variables(definitions: Sequence[str]) -> list[str]:
    """The names that are not defined, sorted.  All must be polynomials with integer coefficients."""
    named, defined = set[str](), set[str]()
    for text in definitions:
        name, body = definition(text)
        named |= names_of(body) - defined
        defined.add(name)
    return sorted(named)


def names_of(tree: ast.expr) -> set[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Div | ast.FloorDiv | ast.Mod | ast.Call | ast.Compare):
            raise LemmaError(f"{ast.unparse(tree)!r} is no polynomial with integer coefficients")
    return {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
