"""Exploring divsteps: hulls and their images, certificates, slow inputs, how f and g shrink.

Nothing here is trusted; the theorems are in proofs/divstep.  numpy and matplotlib are needed by `drawing` only.

>>> from qed25519.divstep import P, kept, steps_to_zero
>>> steps_to_zero(P, 9)
510
>>> sum(len(strips) for strips in kept("half_590")["strips"])
29
"""

from qed25519.divstep.certificates import alpha_against_strips, kept, made_for, polygons, shrinking
from qed25519.divstep.hulls import BRANCHES, forward_hulls, hull, image, steps_by_hull
from qed25519.divstep.walks import SLOW, divstep, slow_inputs, steps_to_zero, walk, worst_case
from qed25519.spec.field import P

__all__ = [
    "BRANCHES",
    "SLOW",
    "P",
    "alpha_against_strips",
    "divstep",
    "forward_hulls",
    "hull",
    "image",
    "kept",
    "made_for",
    "polygons",
    "shrinking",
    "slow_inputs",
    "steps_by_hull",
    "steps_to_zero",
    "walk",
    "worst_case",
]
