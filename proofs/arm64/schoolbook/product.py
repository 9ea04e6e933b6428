"""Where asm/arm64/schoolbook/product.h has the words of a product: its lower half is where its result will be."""

from collections.abc import Mapping

from qed25519.proofs.arm64.common.product import FIRST, HIGH, LOW, REST, SECOND, TOP
from qed25519.proofs.formula import Registers


def registers(results: Mapping[str, str]) -> Registers:
    """For values that are where `results` says, else in LOW or HIGH."""
    products = {f"product_{name}": f"{words} {HIGH}" for name, words in results.items()}
    return Registers(top=TOP, low=LOW, high=HIGH, others={**products, **results},
                     kept=f"{FIRST} {SECOND} {LOW} {HIGH} {REST}")
