"""Instructions whose time does not depend on their operands' values, by the vendors' own lists.

x86-64: Intel, "Data Operand Independent Timing Instruction Set Architecture (DOIT)" list, read 2026-11.  It holds with
DOITM on where a processor has that mode; AMD publishes no list, and SOUNDNESS.md says so.
Arm64: the instructions that the Arm ARM (DDI 0487, section "PSTATE.DIT") names for DIT = 1.
An instruction that reads data and is not here makes `constant_time` fail.
"""

from __future__ import annotations

X86_64_DOIT = frozenset(
    "adc adcx add adox and bt btr bts cmp imul lea mov movzx mul mulx neg not or pop push sbb sub test xchg xor "
    "inc dec sar shl shld shr shrd".split()
) | frozenset(f"cmov{code}" for code in "c nc z nz s ns o no be a l ge le g".split()) \
  | frozenset(f"set{code}" for code in "c nc z nz s ns o no be a l ge le g".split())

ARM64_DIT = frozenset(
    "adc adcs add adds and ands asrv bfm bic bics ccmn ccmp clz csel csinc csinv csneg eon eor extr ldp ldr ldur "
    "lslv lsrv madd movk movn movz msub orn orr rev rorv sbc sbcs sbfm smaddl smsubl smulh stp str stur sub subs "
    "ubfm umaddl umsubl umulh".split())


def data_timing_violation(architecture: str, mnemonic: str) -> str:
    """Why an instruction that reads data is not known to be constant time; "" if it is."""
    listed, name = (X86_64_DOIT, "Intel's DOIT list") if architecture == "x86_64" else (ARM64_DIT, "Arm's DIT list")
    return "" if mnemonic in listed else f"`{mnemonic}` reads data and is not on {name}"
