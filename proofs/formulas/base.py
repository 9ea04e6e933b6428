"""Why the u-coordinate of k·B, read off extended coordinates, is what the ladder computes; lemma by lemma."""

from __future__ import annotations

from typing import Any

from qed25519.proofs.formulas.elements import elements, inverses, text
from qed25519.proofs.formulas.identities import follows
from qed25519.prover.claims import Refuted
from qed25519.prover.lemmas import Lemma
from qed25519.spec import edwards25519 as spec


def u_coordinate() -> list[Lemma]:
    """(X, Y, Z, T) represents (x, y): Y = y·Z.  Z - Y is 0 just where y is 1."""
    x, y, z, t = elements("X", "Y", "Z", "T")
    out: Any = spec.u_coordinate(spec.Extended(x, y, z, t))
    ((inverse, of),) = inverses(x, 1)
    if not out.reduced:
        raise Refuted("u_coordinate is not reduced modulo p")
    where = ["Y = y*Z"]
    return [
        follows("what is inverted is Z·(1 - y)", f"{of} - Z*(1 - y)", where=where),
        follows("where y is not 1: (1 - y)·u = 1 + y", f"({text(out)})*(1 - y) - (1 + y)",
                [f"{inverse}*({of}) - 1"], where=where),
        follows("where y is 1, and so the inverse 0: u is 0", text(out), [inverse], where=where)]
