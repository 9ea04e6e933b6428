"""Where asm/arm64/karatsuba/multiply.h and square.h have the words of a product, and those inside it."""

from collections.abc import Mapping

from qed25519.proofs.arm64.common.product import FIRST, HIGH, LOW, REST, SECOND, TOP
from qed25519.proofs.formula import Registers
from qed25519.proofs.karatsuba import Inside

INSIDE = Inside(low=LOW, high=HIGH, middle="x5 x6 x9 x19", middle_of_square="x5 x6 x7 x8", difference="x3 x4",
                other_difference="x7 x8", sign="x20")


def registers(results: Mapping[str, str]) -> Registers:
    """For values that are where `results` says, else in LOW or HIGH."""
    return Registers(top=TOP, low=LOW, high=HIGH, others=results, split=True,
                     kept=f"{FIRST} {SECOND} {LOW} {HIGH} {REST} x20 x27")
