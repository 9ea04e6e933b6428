"""Results as they come: a line each, or on a terminal a bar that lives."""

from __future__ import annotations

from types import TracebackType
from typing import Self

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from qed25519.prover import report
from qed25519.prover.theorems import Result


class Plain:
    """One line a theorem, written at once."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:
        pass

    def tell(self, result: Result) -> None:
        click.echo(report.line(result))


class Live(Plain):
    """A bar with the theorem that was last decided; only what failed stays on the screen."""

    def __init__(self, total: int) -> None:
        self.failed = 0
        self.bar = Progress(BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TextColumn("{task.description}"),
                            console=Console(highlight=False), transient=True)
        self.task = self.bar.add_task("", total=total)

    def __enter__(self) -> Self:
        self.bar.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:
        self.bar.stop()

    def tell(self, result: Result) -> None:
        if result.verdict != "proved":
            self.failed += 1
            self.bar.console.print(report.line(result), style="red", markup=False, soft_wrap=True)
        failed = f"{self.failed} failed  " if self.failed else ""
        self.bar.update(self.task, advance=1, description=f"{failed}{result.theorem}")
