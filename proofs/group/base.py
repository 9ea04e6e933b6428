"""The cuts of x25519_base and ge_base, for every variant.

Both add up 51 entries (comb.py).  x25519_base doubles three times: what is computed from 8·m·B is the u-coordinate that
the ladder would compute.  ge_base computes affine coordinates.
"""

from __future__ import annotations

from qed25519.proofs.formula import Registers, Value, add, add_values, mul, product, same, save, sub
from qed25519.proofs.group.comb import AFFINE, Layout, P, add_affine, add_comb, doubled, elements
from qed25519.prover.hints import Fact, Poly, Proof, State, at_most, val

QUOTIENT: dict[str, Value] = {
    "Z_minus_Y": Value("low", sub, ("Z", "Y")),
    "Z_plus_Y": Value("high", add, ("Z", "Y")),
    **product("quotient", mul, "inverse", "Z_plus_Y"),
}


def x25519_base_proof(layout: Layout, registers: Registers) -> Proof:
    """All cuts, and the fork on a digit; the cuts of the quotient as a formula has them."""
    proof = Proof("integers", classes=True)
    add_values(proof, QUOTIENT, registers)
    add_comb(proof, layout, clamped_eighth)

    def double(s: State) -> list[Fact]:
        """Twice the point of the cut before."""
        return doubled(s, elements(s, layout.point, 4))

    for number in (1, 2, 3):
        proof.cut(f"doubled_{number}")(double)

    @proof.cut("inverse")
    def inverse(s: State) -> list[Fact]:
        """Q = 1/(Z - Y)."""
        s.hold()
        save(s, "inverse", s.as_it_is(layout.entry, 4))
        return []

    @proof.cut("canonical")
    def canonical(s: State) -> list[Fact]:
        """(Z + Y)/(Z - Y) mod p, the u-coordinate of 8·m·B."""
        s.hold()
        words = val(s.words(registers.of("canonical", "low")))
        s.element(words, same, s.saved["quotient"])
        s.group.u_coordinate([s.saved[name] for name in "XYZT"], words, 8 * clamped_eighth(s))
        return [Fact(at_most(words, P - 1))]

    return proof


def clamped_eighth(s: State) -> Poly:
    """m: bits 3 to 253 of the scalar, and 2^251."""
    bits = val(s["scalar"])
    return Poly({(): 2**251, **{monomial: coefficient // 8 for monomial, coefficient in bits.terms.items()
                                if 8 <= coefficient < 2**254}})


def ge_base_proof(layout: Layout, registers: Registers) -> Proof:
    """All cuts, and the fork on a digit; the cuts of the coordinates as a formula has them."""
    proof = Proof("integers", classes=True)
    add_comb(proof, layout, lambda s: val(s["scalar"]))
    add_affine(proof, layout, registers, AFFINE, lambda s, x, y: s.group.scalar_times_base(
        [s.saved[name] for name in "XYZT"], x, y, val(s["scalar"])))
    return proof
