"""The values of the formulas for points, for every variant, in the order in which the code makes them."""

from __future__ import annotations

from qed25519.proofs.formula import Value, add, mul, product, sqr, sub

TWICE_D = 2 * -121665 * pow(121666, -1, 2**255 - 19) % (2**255 - 19)


COMPLETED = {
    **product("X_out", mul, "E", "F"),
    **product("Y_out", mul, "G", "H"),
    **product("Z_out", mul, "F", "G"),
    **product("T_out", mul, "E", "H"),
}

PROJECTIVE = {label: value for label, value in COMPLETED.items() if not label.endswith("T_out")}

CACHED: dict[str, Value] = {
    "y_minus_x": Value("low", sub, ("Y", "X")),
    "y_plus_x": Value("high", add, ("Y", "X")),
    "z2": Value("low", add, ("Z", "Z")),
    **product("t2d", mul, "T", TWICE_D),
}

MADD: dict[str, Value] = {
    "Y_minus_X": Value("low", sub, ("Y", "X")),
    "Y_plus_X": Value("high", add, ("Y", "X")),
    "D": Value("low", add, ("Z", "Z")),
    **product("A", mul, "Y_minus_X", "y_minus_x"),
    **product("B", mul, "Y_plus_X", "y_plus_x"),
    "E": Value("low", sub, ("B", "A")),
    "H": Value("high", add, ("B", "A")),
    **product("C", mul, "T", "t2d"),
    "F": Value("low", sub, ("D", "C")),
    "G": Value("high", add, ("D", "C")),
    **COMPLETED,
}

# As MADD, but for the z of the entry.
ADD = {**{label: value for label, value in MADD.items() if label != "D"}, **product("D", mul, "Z", "z2")}

_DOUBLE: dict[str, Value] = {
    "X_plus_Y": Value("low", add, ("X", "Y")),
    **product("square", sqr, "X_plus_Y"),
    **product("ZZ", sqr, "Z"),
    **product("A", sqr, "X"),
    **product("B", sqr, "Y"),
    "H": Value("low", add, ("B", "A")),
    "E": Value("low", sub, ("H", "square")),
    "G": Value("low", sub, ("A", "B")),
    "C": Value("low", add, ("ZZ", "ZZ")),
    "C_plus_A": Value("low", add, ("C", "A")),
    "F": Value("low", sub, ("C_plus_A", "B")),
}
DOUBLE = {**_DOUBLE, **COMPLETED}
DOUBLE_PROJECTIVE = {**_DOUBLE, **PROJECTIVE}
