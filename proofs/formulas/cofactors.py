"""Finds cofactors: polynomials with which given ones, multiplied and added up, make another.  Not trusted."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from typing import Any

Fractions = dict[str, tuple[str, str]]


def cofactors(goal: str, zero: Sequence[str], where: Sequence[str] = (), fractions: Fractions | None = None,
              ) -> tuple[dict[str, int], list[str]]:
    """To which power each denominator is needed, and one cofactor for every fraction and for each of `zero`.

    A fraction is put for its name first, one after the other; then comes a division by `zero`, in one order of the
    monomials or another.  Whatever is left over is dropped, and then the identity is false.
    """
    from sympy import ZZ, grevlex, lex, ring

    fractions = fractions or {}
    bodies = [(name.strip(), body) for name, _, body in (part.partition("=") for part in where)]
    texts = [goal, *zero, *(body for _, body in bodies), *(text for pair in fractions.values() for text in pair)]
    names = sorted({*names_of(texts), *fractions} - {name for name, _ in bodies})
    found = None
    for variables, order in (names, grevlex), (names, lex), (names[::-1], lex):
        domain, *generators = ring(variables, ZZ, order)
        known: dict[str, Any] = dict(zip(variables, generators, strict=True))
        for name, body in bodies:
            known[name] = polynomial(body, known)
        rest, powers, parts = eliminated(domain(polynomial(goal, known)), fractions, known, domain)
        divisors = [domain(polynomial(text, known)) for text in zero]
        quotients, left = rest.div(divisors) if rest and divisors else ([domain(0)] * len(divisors), rest)
        if found is None or not left:
            found = powers, [str(one) for one in [*parts, *quotients]]
        if not left:
            break
    assert found
    return found


def eliminated(rest: Any, fractions: Fractions, known: Mapping[str, Any], domain: Any) -> tuple[
        Any, dict[str, int], list[Any]]:
    """What is left when fractions are put for their names, the powers of their denominators, and their cofactors."""
    powers, found = dict.fromkeys(fractions, 0), list[Any]()
    for name, pair in fractions.items():
        n, k = (domain(polynomial(text, known)) for text in pair)
        cofactor = domain(0)
        while (degree := rest.degree(known[name]) if rest else 0) > 0:
            leading = rest.coeff_wrt(known[name], degree) * known[name] ** (degree - 1)
            rest, cofactor = k * rest - leading * (k * known[name] - n), k * cofactor + leading
            found, powers[name] = [k * one for one in found], powers[name] + 1
        found.append(cofactor)
    return rest, powers, found


def names_of(texts: Sequence[str]) -> set[str]:
    return {node.id for text in texts for node in ast.walk(ast.parse(text.strip(), mode="eval"))
            if isinstance(node, ast.Name)}


def polynomial(text: str, known: Mapping[str, Any]) -> Any:
    return eval(compile(text.strip(), "polynomial", "eval"), {"__builtins__": {}}, dict(known))
