"""`pytest --qed25519` makes every theorem a test item: qed25519::x86_64/adx/fe_mul/correct.

Without the flag nothing happens and nothing is imported.  `--qed25519-select` takes the patterns of `qed25519 prove`.
All selected theorems are proved together when the first is run; under pytest-xdist each worker proves its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from qed25519.prover.theorems import Result, Theorem

RESULTS = pytest.StashKey["dict[str, Result]"]()


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("qed25519", "theorems of qed25519")
    group.addoption("--qed25519", action="store_true", help="collect every theorem as a test item")
    group.addoption("--qed25519-select", action="append", default=[], metavar="PATTERN",
                    help="only theorems that match; may be given again")
    group.addoption("--qed25519-strict", action="store_true", help="as `qed25519 prove --strict`")
    group.addoption("--qed25519-no-cache", action="store_true", help="as `qed25519 prove --no-cache`")


@pytest.hookimpl(tryfirst=True)                 # before -k and -m deselect
def pytest_collection_modifyitems(session: pytest.Session, config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("--qed25519"):
        items += Theorems.from_parent(session, name="qed25519", nodeid="qed25519").collect()


class NotProved(Exception):
    """A theorem's failure, as `qed25519 prove` prints it."""


class Theorems(pytest.Collector):
    """The theorems that --qed25519-select names, all by default."""

    def collect(self) -> Iterator[TheoremItem]:
        from qed25519.prover.theorems import PACKAGE, all_theorems, select

        theorems, patterns = all_theorems(proofs=PACKAGE / "proofs"), self.config.getoption("--qed25519-select")
        for pattern in patterns:
            if not select(theorems, [pattern]):
                raise pytest.UsageError(f"--qed25519-select {pattern}: selects no theorem")
        for theorem in select(theorems, patterns):
            yield TheoremItem.from_parent(self, name=theorem.name, theorem=theorem)


class TheoremItem(pytest.Item):
    """Passes if the theorem is proved."""

    def __init__(self, *, theorem: Theorem, **rest: Any) -> None:
        super().__init__(**rest)
        self.theorem = theorem

    def runtest(self) -> None:
        from qed25519.prover import report

        results = self.config.stash.setdefault(RESULTS, {})
        if self.theorem.name not in results:
            results.update({result.theorem: result for result in self._prove()})
        result = results[self.theorem.name]
        self.user_properties += [("verdict", result.verdict), ("sha256", result.sha256), ("rlimit", result.rlimit)]
        if result.verdict != "proved":
            raise NotProved(report.failure(result))

    def _prove(self) -> list[Result]:
        from qed25519.prover.cache import Cache, default_folder
        from qed25519.prover.run import Options, Sources, default_jobs, prove
        from qed25519.prover.theorems import PACKAGE

        option = self.config.getoption
        alone = hasattr(self.config, "workerinput")
        wanted = [item.theorem for item in self.session.items if isinstance(item, TheoremItem)]
        options = Options(Sources(PACKAGE / "asm", PACKAGE / "proofs"),    # a test may have changed the folder
                          jobs=1 if alone else default_jobs(),
                          cache=None if option("--qed25519-no-cache") else Cache(default_folder()),
                          strict=option("--qed25519-strict"))
        return prove([self.theorem] if alone else wanted, options)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        return str(excinfo.value) if isinstance(excinfo.value, NotProved) else super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[str, int | None, str]:
        return str(self.theorem.contract.file), None, self.theorem.name
