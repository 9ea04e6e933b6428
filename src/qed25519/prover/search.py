"""The search for a proof of an equality: normal form, residual carries, quotient witness.  Untrusted.

left = right (mod n) is proved by a polynomial w with left - right = n*w under the recorded equations.  Rewriting every
variable that an equation defines leaves carries and products; a carry whose coefficient n does not divide has to be
zero, which becomes a lemma.  Whatever this finds, z3 is asked the lemmas and the equation itself.
"""

from __future__ import annotations

from collections.abc import Mapping

from qed25519.domains.polynomial import Poly
from qed25519.domains.theory import Clause, Compare, Theory, equal
from qed25519.prover.statement import Relation


def normal_form(theory: Theory, poly: Poly, case: Mapping[int, Poly]) -> Poly:
    """Every variable with a recorded defining equation replaced by it, last defined first."""
    poly = poly.substitute(case)
    for index, form in reversed(theory.solved):
        if any(index in monomial for monomial in poly.terms):
            poly = poly.substitute({index: form.substitute(case)})
    return poly


def plan_equality(theory: Theory, relation: Relation, case: Mapping[int, Poly]) -> tuple[list[Clause], Clause]:
    """(lemmas, goal): variables that must be 0, in order of creation, and the equation with its witness."""
    difference = (relation.left - relation.right).substitute(case)
    reduced = normal_form(theory, difference, case)
    modulus = relation.modulus
    residual = {m for m, c in reduced.terms.items() if (c % modulus if modulus else c)}
    lemmas = [Clause(equal(Poly.variable(index), 0))
              for index in sorted({m[0] for m in residual if len(m) == 1}) if _is_carry(theory, index)]
    if modulus is None:
        return lemmas, Clause(Compare(difference, "="))
    whole = Poly({m: c for m, c in reduced.terms.items() if m not in residual})
    witness = whole.quotient(modulus) or Poly({})
    return lemmas, Clause(Compare(difference - witness * modulus, "="))


def _is_carry(theory: Theory, index: int) -> bool:
    """Zero on every concrete input, so that it may be always zero."""
    return not any(theory.variables[index].shadow)
