"""notebooks/2_divstep_bounds: both forms are one, it runs, it draws, its sliders move."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

jupytext = pytest.importorskip("jupytext")
nbclient = pytest.importorskip("nbclient")
pytest.importorskip("ipywidgets")
pytest.importorskip("matplotlib")

PAIR = Path(__file__).parents[2] / "notebooks" / "2_divstep_bounds.py"


def test_both_forms_are_one_and_hold_no_output() -> None:
    script, notebook = jupytext.read(PAIR), jupytext.read(PAIR.with_suffix(".ipynb"))
    assert [(cell.cell_type, cell.source) for cell in script.cells] == [
        (cell.cell_type, cell.source) for cell in notebook.cells]
    assert not any(cell.get("outputs") or cell.get("execution_count") for cell in notebook.cells)


def test_it_runs_and_draws() -> None:
    notebook = jupytext.read(PAIR.with_suffix(".ipynb"))
    nbclient.NotebookClient(notebook, timeout=120, kernel_name="python3").execute()
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    kinds = {kind for output in outputs for kind in output.get("data", {})}
    assert "image/png" in kinds and "application/vnd.jupyter.widget-view+json" in kinds
    text = "".join(output.get("text", "") for output in outputs)
    assert "8 bits: 19 steps" in text and "117 facts; 590 steps: True ; 589: False" in text
    assert re.search(r"295 steps: \|f\| < 2\^224\.8", text)


def test_the_sliders_functions_draw_at_every_place(monkeypatch: pytest.MonkeyPatch) -> None:
    import matplotlib.pyplot as plt

    from qed25519.divstep import kept
    from qed25519.divstep.drawing import draw_forward_hull, draw_images

    monkeypatch.setattr(plt, "show", lambda: None)
    plt.switch_backend("agg")
    for start, names in (("1/2", ("half_590", "half_588")), ("1", ("classic_724",))):
        for n in range(13):
            _, ax = plt.subplots()
            draw_forward_hull(ax, 5, n, start)
            assert ("g = 0" in ax.get_title()) == (n >= {"1/2": 12, "1": 15}[start])
            plt.close()
        for name in names:
            for i in range(-5, 6):
                _, ax = plt.subplots()
                draw_images(ax, kept(name), i)
                assert len(ax.get_legend_handles_labels()[1]) == 5
                plt.close()


def test_numpy_and_matplotlib_are_for_drawing_only() -> None:
    code = ("import sys; from qed25519.divstep import *; worst_case(3); made_for(8); polygons(kept('half_590'));"
            "assert not {'numpy', 'matplotlib', 'z3'} & {*sys.modules}")
    subprocess.run([sys.executable, "-c", code], check=True)
