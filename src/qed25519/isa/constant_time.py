"""Instructions whose time does not depend on their operands' values, by the vendors' own lists.

x86-64: Intel, "Data Operand Independent Timing Instructions" (the DOIT list), the subset that the model defines.  It
was checked in November 2026 against what the Jasmin compiler's script read off Intel's page in March 2024.  Not listed
there, and so not here: xchg, rcl, rcr, sarx, lzcnt, tzcnt, popcnt, pdep, pext, clc, stc, div.  The list holds with
DOITM on where a processor has that mode; AMD publishes no list, and SOUNDNESS.md says so.
Arm64: Arm, register DIT (DDI 0595, and DDI 0487 "PSTATE.DIT"): with DIT = 1 every load and store, whatever the value
that is moved, and the data-processing instructions named there; division and branches are not.
An instruction that reads data and is not here makes `constant_time` fail.
"""

from __future__ import annotations

_CONDITIONS = ("c", "nc", "z", "nz", "s", "ns", "o", "no", "be", "a", "l", "ge", "le", "g")

X86_64_DOIT = frozenset({
    "adc", "adcx", "add", "adox", "and", "bt", "btr", "bts", "cmp", "dec", "imul", "inc", "lea", "mov", "movzx", "mul",
    "mulx", "neg", "not", "or", "pop", "push", "sar", "sbb", "shl", "shld", "shr", "shrd", "sub", "test", "xor",
    *(f"cmov{condition}" for condition in _CONDITIONS), *(f"set{condition}" for condition in _CONDITIONS),
})

ARM64_DIT = frozenset({
    "ldp", "ldr", "ldur", "stp", "str", "stur",
    "adc", "adcs", "add", "adds", "and", "ands", "asrv", "bfm", "bic", "bics", "ccmn", "ccmp", "clz", "csel", "csinc",
    "csinv", "csneg", "eon", "eor", "extr", "lslv", "lsrv", "madd", "movk", "movn", "movz", "msub", "orn", "orr", "rev",
    "rorv", "sbc", "sbcs", "sbfm", "smaddl", "smsubl", "smulh", "sub", "subs", "ubfm", "umaddl", "umsubl", "umulh",
})


def data_timing_violation(architecture: str, mnemonic: str) -> str:
    """Why an instruction that reads data is not known to be constant time; "" if it is."""
    listed, name = (X86_64_DOIT, "Intel's DOIT list") if architecture == "x86_64" else (ARM64_DIT, "Arm's DIT list")
    return "" if mnemonic in listed else f"`{mnemonic}` reads data and is not on {name}"
