"""The values of ladder_step, for every variant, in the order in which the code makes them."""

from __future__ import annotations

from qed25519.proofs.formula import Registers, Value, add, formula_proof, mul, product, select, sqr, sub
from qed25519.prover.hints import Poly, Proof


def small(x: Poly, y: Poly) -> Poly:
    return x + 121666 * y


VALUES: dict[str, Value] = {
    "A": Value("low", add, ("x2", "z2")),
    "B": Value("high", sub, ("x2", "z2")),
    "C": Value("low", add, ("x3", "z3")),
    "D": Value("high", sub, ("x3", "z3")),
    "F": Value("low", select, ("A", "C", "swap"), split=True),
    "G": Value("low", select, ("B", "D", "swap"), split=True),
    **product("DA", mul, "D", "A"),
    **product("CB", mul, "C", "B"),
    "sum": Value("low", add, ("CB", "DA")),
    "difference": Value("high", sub, ("CB", "DA")),
    **product("GG", sqr, "G"),
    **product("FF", sqr, "F"),
    "E": Value("high", sub, ("FF", "GG")),
    "K": Value("low", small, ("GG", "E")),
    **product("difference2", sqr, "difference"),
    **product("x2_out", mul, "FF", "GG"),
    **product("z3_out", mul, "difference2", "x1"),
    **product("z2_out", mul, "E", "K"),
    **product("x3_out", sqr, "sum"),
}


def step_proof(registers: Registers) -> Proof:
    """All cuts.  At the end the prover compares the four outputs with the spec's, for swap = 0 and for swap = 1."""
    return formula_proof(VALUES, registers)
