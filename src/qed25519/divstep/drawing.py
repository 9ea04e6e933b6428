"""Drawings for the notebook.  Each takes a matplotlib Axes and draws on it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import islice
from typing import TYPE_CHECKING

from qed25519.divstep.certificates import Certificate, Sizes, Tried, polygons
from qed25519.divstep.hulls import BRANCHES, Polygon, forward_hulls, image, whole
from qed25519.divstep.walks import SHIFT, State

if TYPE_CHECKING:
    from matplotlib.axes import Axes

COLORS = {"even": "tab:blue", "add": "tab:green", "swap": "tab:red"}


def draw_polygon(ax: Axes, polygon: Polygon, **style: object) -> None:
    """Closed, with its opposite half."""
    vertices = whole(polygon)
    xs, ys = zip(*vertices, vertices[0], strict=True)
    ax.plot(xs, ys, **style)                                         # type: ignore[arg-type]
    ax.axhline(0, color="lightgray", linewidth=0.5, zorder=0)
    ax.axvline(0, color="lightgray", linewidth=0.5, zorder=0)
    ax.set(xlabel="f", ylabel="g")


def set_w(certificate: Certificate, i: int) -> Polygon:
    """The vertices of W_i."""
    first, second = polygons(certificate)
    alpha, e = float(Fraction(*certificate["alpha"])), SHIFT[certificate["start"]]
    if i == -1:
        return second
    k = i if i >= 0 else -i - e
    stretched = [(x / alpha**k, y / (2 * alpha) ** k) for x, y in first]
    return stretched if i >= 0 else [(x / alpha, y / alpha) for x, y in image(stretched, "swap")]


def draw_images(ax: Axes, certificate: Certificate, i: int) -> None:
    """W_i's image under each branch that i allows, inside alpha·W_i1 (dashed, in the same colour)."""
    alpha, e = float(Fraction(*certificate["alpha"])), SHIFT[certificate["start"]]
    draw_polygon(ax, set_w(certificate, i), color="black", label=f"$W_{{{i}}}$")
    for branch, i1 in (("even", i + 1), ("swap", -i - e) if i >= 0 else ("add", i + 1)):
        style = {"color": COLORS[branch]}
        draw_polygon(ax, image(set_w(certificate, i), branch), label=branch, **style)
        target = [(alpha * x, alpha * y) for x, y in set_w(certificate, i1)]
        draw_polygon(ax, target, linestyle="dashed", label=f"$\\alpha W_{{{i1}}}$", **style)
    ax.legend(loc="upper left", fontsize="small")
    ax.set_title(f"i = {i}")


def draw_forward_hull(ax: Axes, bits: int, n: int, start: str = "1/2") -> None:
    """All that n steps can reach from 0 <= g <= f = 2^bits, for every i."""
    hulls = next(islice(forward_hulls([(2**bits, 0), (2**bits, 2**bits)], start), n, None), {})
    for i, polygon in sorted(hulls.items()):
        draw_polygon(ax, [(x / 2**n, y / 2**n) for x, y in polygon], linewidth=1, label=f"i = {i}")
    ax.axhspan(-1, 1, color="gold", alpha=0.3, zorder=0)
    ax.set_title(f"{bits} bits, after {n} steps: {len(hulls)} hulls reach beyond |g| < 1" if hulls else
                 f"{bits} bits, after {n} steps: g = 0")
    if hulls:
        ax.legend(fontsize="x-small", ncols=2)


def draw_walks(ax: Axes, walks: Iterable[tuple[str, Sequence[State]]]) -> None:
    """The bits of the greater of |f| and |g|, step by step."""
    for label, states in walks:
        ax.plot([max(abs(state.f), abs(state.g)).bit_length() for state in states], label=label, linewidth=1)
    ax.set(xlabel="steps", ylabel="bits of max(|f|, |g|)")
    ax.legend()


def draw_shrinking(ax: Axes, sizes: Sequence[Sizes]) -> None:
    """The proved sizes at the ends of batches, and 64-bit words."""
    ax.step([one.steps for one in sizes], [max(one.f, one.g) for one in sizes], where="post", label="proved bound")
    for words in range(1, 5):
        ax.axhline(64 * words - 1, color="lightgray", linewidth=0.8, zorder=0)
        ax.annotate(f"{words} words", (0, 64 * words - 1), fontsize="small", va="top")
    ax.set(xlabel="steps", ylabel="bits")
    ax.legend()


def draw_tried(ax: Axes, tried: Sequence[Tried], optimum: float) -> None:
    """Strips against the distance of alpha from the optimum, with the steps that are proved."""
    ax.semilogx([one.alpha - optimum for one in tried], [one.strips for one in tried], "o-")
    for one in tried:
        ax.annotate(f"{one.steps}", (one.alpha - optimum, one.strips), textcoords="offset points", xytext=(4, 4))
    ax.set(xlabel="alpha − optimum", ylabel="strips", title="strips, and steps proved for 255 bits")


__all__ = ["BRANCHES", "COLORS", "draw_forward_hull", "draw_images", "draw_polygon", "draw_shrinking", "draw_tried",
           "draw_walks", "set_w"]
