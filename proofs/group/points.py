"""The values of ge_madd and ge_double, for every variant, in the order in which the code makes them."""

from __future__ import annotations

from qed25519.proofs.formula import Value, add, mul, product, sqr, sub

COMPLETED = {
    **product("X_out", "product_X", mul, "E", "F"),
    **product("Y_out", "product_Y", mul, "G", "H"),
    **product("Z_out", "product_Z", mul, "F", "G"),
    **product("T_out", "product_T", mul, "E", "H"),
}

MADD: dict[str, Value] = {
    "Y_minus_X": Value("low", sub, ("Y", "X")),
    "Y_plus_X": Value("high", add, ("Y", "X")),
    "D": Value("low", add, ("Z", "Z")),
    **product("A", "product_A", mul, "Y_minus_X", "y_minus_x"),
    **product("B", "product_B", mul, "Y_plus_X", "y_plus_x"),
    "E": Value("low", sub, ("B", "A")),
    "H": Value("high", add, ("B", "A")),
    **product("C", "product_C", mul, "T", "t2d"),
    "F": Value("low", sub, ("D", "C")),
    "G": Value("high", add, ("D", "C")),
    **COMPLETED,
}

DOUBLE: dict[str, Value] = {
    "X_plus_Y": Value("low", add, ("X", "Y")),
    **product("square", "product_square", sqr, "X_plus_Y"),
    **product("ZZ", "product_ZZ", sqr, "Z"),
    **product("A", "product_A", sqr, "X"),
    **product("B", "product_B", sqr, "Y"),
    "H": Value("low", add, ("B", "A")),
    "E": Value("low", sub, ("H", "square")),
    "G": Value("low", sub, ("A", "B")),
    "C": Value("low", add, ("ZZ", "ZZ")),
    "C_plus_A": Value("low", add, ("C", "A")),
    "F": Value("low", sub, ("C_plus_A", "B")),
    **COMPLETED,
}
