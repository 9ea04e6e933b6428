"""Makes certificates smaller.  Untrusted, as generate.py is.

A strip is given up where the rest still proves the number of steps asked for; then the integers are made shorter.
`python -m qed25519.proofs.divstep.minimize [NAME…]` makes the certificates of the repository again.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from pathlib import Path

from qed25519.proofs.divstep.check import enough
from qed25519.proofs.divstep.facts import CLASSIC, HALF, Formula, Hull
from qed25519.proofs.divstep.generate import Certificate, NoCertificate, is_good, make, with_pairs
from qed25519.prover.lemmas import holds
from qed25519.spec.field import P

FOLDER = Path(__file__).parent / "certificates"
Wanted = Callable[[Certificate], bool]


def proves(f: int, g: int, steps: int) -> Wanted:
    """Whether a certificate shows that so many steps are enough from this f and every g from 0 to this one."""
    return lambda certificate: is_good(certificate) and enough(certificate, f, g, steps)


def size(certificate: Certificate) -> int:
    """In bytes, as text() writes it on one line."""
    return len(json.dumps(certificate, separators=(",", ":")))


def text(certificate: Certificate) -> str:
    """JSON, a line for each polygon and for each list of pairs."""
    def show(value: object) -> str:
        return json.dumps(value, separators=(",", ":"))

    parts = [f'"{name}":{show(certificate[name])}' for name in ("start", "alpha", "scale", "top")]
    for name in ("strips", "pairs"):
        parts.append(f'"{name}":[\n' + ",\n".join(map(show, certificate[name])) + "]")
    return "{" + ",\n".join(parts) + "}\n"


def fewer_strips(certificate: Certificate, wanted: Wanted, seed: int) -> Certificate:
    """Give up strips in random order, each if the others prove enough."""
    start, alpha, scale = certificate["start"], Fraction(*certificate["alpha"]), certificate["scale"]
    strips: list[list[list[int]]] = certificate["strips"]
    order = [(j, tuple(strip)) for j, polygon in enumerate(strips) for strip in polygon]
    random.Random(seed).shuffle(order)
    for j, strip in order:
        fewer = [[one for one in polygon if (i, tuple(one)) != (j, strip)] for i, polygon in enumerate(strips)]
        candidate = with_pairs(start, alpha, scale, fewer)
        if len(fewer[j]) > 1 and wanted(candidate):
            certificate, strips = candidate, fewer
    return certificate


def shorter_integers(certificate: Certificate, wanted: Wanted) -> Certificate:
    """Round the strips to the coarsest scale that still proves enough."""
    scale = certificate["scale"]
    for digits in range(2, len(str(scale))):
        for coarse in (10**digits, 2 * 10**digits, 3 * 10**digits, 5 * 10**digits):
            strips = [[[round(a * coarse / scale), round(b * coarse / scale)] for a, b in polygon]
                      for polygon in certificate["strips"]]
            candidate = with_pairs(certificate["start"], Fraction(*certificate["alpha"]), coarse, strips)
            if wanted(candidate) and size(candidate) < size(certificate):
                return candidate
    return certificate


def candidates(start: str, alphas: Sequence[str], slopes: Sequence[float]) -> Iterator[Certificate]:
    """Certificates for these alphas, with more digits than they need."""
    for alpha in map(Fraction, alphas):
        for slope in slopes:
            for share in (0.3, 0.5, 0.7, 0.9):
                try:
                    certificate = make(start, alpha, slope, share)
                    yield make(start, alpha, slope, share, 16 * certificate["scale"])
                except NoCertificate:
                    continue


def smallest(start: str, wanted: Wanted, alphas: Sequence[str], slopes: Sequence[float] = (1.0, 2.0),
             tries: int = 3) -> Certificate:
    """The smallest certificate found that proves enough."""
    found = []
    for certificate in candidates(start, alphas, slopes):
        if wanted(certificate):
            for seed in range(tries):
                found.append(shorter_integers(fewer_strips(certificate, wanted, seed), wanted))
    if not found:
        raise NoCertificate("none of these alphas gives a certificate that proves enough")
    return min(found, key=size)


def covers(formula: Formula) -> Wanted:
    """Whether a certificate proves this formula for every size."""
    return lambda certificate: is_good(certificate) and proves_formula(certificate, formula)


def proves_formula(certificate: Certificate, formula: Formula) -> bool:
    hull = Hull(certificate, 1, 1)
    return all(holds(lemma, {}) for lemma in hull.every_size(formula) if not lemma.at)


# The certificates in the repository: start, what they must prove, alphas to try.
KEPT: dict[str, tuple[str, Wanted, Sequence[str]]] = {
    "half_590": ("1/2", proves(P, P, 590), ("0.7410", "0.7409", "0.7408")),
    "half_588": ("1/2", proves(P, P, 588), ("0.7403", "0.7402")),
    "half_every": ("1/2", covers(HALF), ("0.74015",)),
    "classic_724": ("1", proves(P, P, 724), ("0.7831", "0.783")),
    "classic_every": ("1", covers(CLASSIC), ("0.78266",)),
}


def main(names: Sequence[str]) -> None:
    """Make the named certificates, all by default, and write them."""
    for name in names or KEPT:
        start, wanted, distances = KEPT[name]
        certificate = smallest(start, wanted, distances)
        (FOLDER / f"{name}.json").write_text(text(certificate), encoding="utf-8")
        print(f"{name}: {size(certificate)} bytes, {[len(strips) for strips in certificate['strips']]} strips")


if __name__ == "__main__":
    main(sys.argv[1:])
