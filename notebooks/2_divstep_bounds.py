# ---
# jupyter:
#   jupytext:
#     formats: ipynb,py:percent
#     text_representation:
#       extension: .py
#       format_name: percent
#   kernelspec:
#     display_name: Python 3 (ipykernel)
#     language: python
#     name: python3
# ---

# %% [markdown]
# # Why 590 divsteps are enough
#
# The pictures to section 10 of `docs/divsteps.md`. A divstep halves, but may add first; so f and g need not shrink at
# every step, and it takes an argument to say how many steps bring g to 0. The argument is a family of convex sets
# $W_i$, one for each value of the counter $i = \delta - 1/2$, that every step maps into $\alpha$ times another of them.

# %%
import matplotlib.pyplot as plt
from ipywidgets import IntSlider, interact

from qed25519.divstep import (
    SLOW,
    P,
    alpha_against_strips,
    kept,
    shrinking,
    slow_inputs,
    steps_to_zero,
    walk,
    worst_case,
)
from qed25519.divstep.drawing import (
    draw_forward_hull,
    draw_images,
    draw_polygon,
    draw_shrinking,
    draw_tried,
    draw_walks,
    set_w,
)
from qed25519.proofs.divstep.check import check, enough
from qed25519.proofs.divstep.generate import OPTIMUM

# %% [markdown]
# ## What happens
#
# A random g takes about 515 steps. Some take 560, and no test by chance would meet them: they were searched for, bit by
# bit from below, by keeping those beginnings whose states stay far out in the sets $W_i$.

# %%
random_g = 0x3C5A7F9D1E2B4680_ACE13579BDF02468_13579BDF02468ACE_02468ACE13579BDF % P
walks = [(f"{steps_to_zero(P, g)} steps", list(walk(P, g))) for g in (random_g, max(SLOW, key=SLOW.__getitem__))]
fig, ax = plt.subplots(figsize=(8, 3.5))
draw_walks(ax, walks)

# %% [markdown]
# The search itself, with a narrow beam so that it takes a second:

# %%
certificate = kept("half_590")
every = kept("half_every")
found = slow_inputs(every["strips"], every["alpha"][0] / every["alpha"][1], width=60)
print(f"{found[0][0]} steps for g = {found[0][1]:#x}")

# %% [markdown]
# For small sizes all f and g can be tried:

# %%
for bits in range(1, 9):
    steps, f, g = worst_case(bits)
    print(f"{bits} bits: {steps} steps, for f = {f}, g = {g}")

# %% [markdown]
# ## All that can be reached
#
# Let every step take any branch that the sign of i allows, whatever the parity of g. The hulls of what can be reached,
# one for each i; move the slider. When no hull reaches out of the yellow strip, where |g| < 1, all is done.


# %%
def reached(n: int) -> None:
    _, ax = plt.subplots(figsize=(6, 5))
    draw_forward_hull(ax, bits=5, n=n)
    plt.show()


_ = interact(reached, n=IntSlider(value=3, min=0, max=12, description="steps"))

# %% [markdown]
# For 255 bits these hulls end after 588 steps. They are exact, and a computation of minutes. The sets $W_i$ do the
# same in a few hundred bytes.
#
# ## The sets, and their images
#
# $W_0$ and $W_{-1}$ are polygons; the others follow from them. The dashed outlines are $\alpha W_j$ for the next i: the
# image in the same colour is inside, barely.

# %%
fig, axes = plt.subplots(1, 2, figsize=(10, 4))
for ax, i in zip(axes, (0, -1), strict=True):
    draw_polygon(ax, set_w(certificate, i), color="black", marker=".")
    ax.set_title(f"$W_{{{i}}}$")


# %%
def images(i: int) -> None:
    _, ax = plt.subplots(figsize=(6, 5))
    draw_images(ax, certificate, i)
    plt.show()


_ = interact(images, i=IntSlider(value=0, min=-5, max=5, description="i"))

# %% [markdown]
# What the checker says of it, and for how many steps it is good:

# %%
print(check(certificate), "facts; 590 steps:", enough(certificate, P, P, 590), "; 589:", enough(certificate, P, P, 589))

# %% [markdown]
# ## Alpha against strips
#
# The nearer alpha is to the optimum, the more strips; and from some point on no step is gained.

# %%
tried = list(alpha_against_strips((2e-3, 1e-3, 5e-4, 2e-4, 1e-4, 3e-5, 1e-5)))
fig, ax = plt.subplots(figsize=(7, 4))
draw_tried(ax, tried, OPTIMUM["1/2"])

# %% [markdown]
# ## Shrinking words
#
# How large f and g can be after each batch of 59 steps, and so how many words the code must update. (The theorem
# `divstep/p/sizes` has these numbers, rounded up to whole bits.)

# %%
sizes = shrinking(kept("half_588"))
for one in sizes:
    print(f"{one.steps:4} steps: |f| < 2^{one.f:.1f}, |g| < 2^{one.g:.1f}, {one.words} words")
fig, ax = plt.subplots(figsize=(8, 3.5))
draw_shrinking(ax, sizes)
draw_walks(ax, walks)
