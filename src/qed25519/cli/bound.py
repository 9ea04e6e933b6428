"""`qed25519 bound BITS`: how many divsteps are enough for f and g of so many bits, and the certificate that says so."""

from __future__ import annotations

import time
from typing import Any

import click

from qed25519.divstep import kept, made_for
from qed25519.proofs.divstep import facts
from qed25519.proofs.divstep.check import check, enough
from qed25519.proofs.divstep.minimize import size

LARGEST = 10_000
NAMES = {"1/2": ("half_every", facts.HALF), "1": ("classic_every", facts.CLASSIC)}


def parsed(bits: str) -> int:
    """BITS, or a usage error that names what is wrong."""
    try:
        number = int(bits)
    except ValueError:
        raise click.UsageError(f"BITS is a number of bits, not {bits!r}") from None
    if not 1 <= number <= LARGEST:
        raise click.UsageError(f"BITS is from 1 to {LARGEST:,}, not {number}")
    return number


def kept_bound(bits: int, start: str) -> list[str]:
    """From the certificate in the repository, which proves a formula for every size."""
    name, formula = NAMES[start]
    n, d, constant = formula
    theorem = name.replace("_every", "")
    return [statement(bits, start, formula.steps(bits)),
            f"formula: floor(({n}·{bits} + {constant})/{d}); theorem: divstep/every_size/{theorem}",
            judged(f"certificate {name}.json", kept(name))]


def new_bound(bits: int, start: str) -> list[str]:
    """From a certificate that is made here, for this size alone."""
    begun = time.perf_counter()
    certificate, steps = made_for(bits, start)
    seconds = time.perf_counter() - begun
    said = judged(f"new certificate, made in {seconds:.1f} s", certificate)
    if not enough(certificate, 2**bits, 2**bits, steps):
        raise AssertionError(f"{steps} steps are not proved")
    return [statement(bits, start, steps), said]


def statement(bits: int, start: str, steps: int) -> str:
    return f"{steps} divsteps from delta = {start} reach g = 0 for every odd f and g with 0 <= g <= f <= 2^{bits}"


def judged(what: str, certificate: dict[str, Any]) -> str:
    """Its size, and how long the check took; raises BadCertificate if it is none."""
    begun = time.perf_counter()
    count = check(certificate)
    seconds = time.perf_counter() - begun
    strips = sum(map(len, certificate["strips"]))
    return f"{what}: {size(certificate):,} bytes, {strips} strips; {count} facts checked in {1000 * seconds:.1f} ms"
