"""The verbs of the command line, in click: prove, list, explain, info, bench, bound."""

from __future__ import annotations

import difflib
import json
import sys
import time
import traceback
from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import click

from qed25519 import __version__
from qed25519.cli import INTERRUPTED
from qed25519.cli.explain import explanation
from qed25519.cli.info import info as info_text
from qed25519.cli.installed import host, loaded_reader
from qed25519.cli.progress import Live, Plain
from qed25519.prover import report
from qed25519.prover import run as prover
from qed25519.prover.cache import Cache, default_folder
from qed25519.prover.run import Loaded, Options, default_jobs, own_sources
from qed25519.prover.theorems import Result, Theorem, all_theorems, select

RECHECKERS = {"cvc5": "qed25519.prover.cvc5_worker"}
EXIT_CODES = """Exit codes: 0 all proved; 1 refuted or vacuous; 2 usage; 3 unknown; 4 internal error, or an
assembler is missing; 5 nothing selected. 4 outranks 1, and 1 outranks 3."""

output_file = click.Path(dir_okay=False, path_type=Path)


def run(words: Sequence[str]) -> int:
    """The exit code.  What nobody foresaw is an internal error, too."""
    try:
        code = main.main(list(words), prog_name="qed25519", standalone_mode=False)
        return code if isinstance(code, int) else 0
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except Failure as error:
        click.echo(f"Error: {error}", err=True)
        return error.code
    except (click.Abort, KeyboardInterrupt):
        click.echo("interrupted", err=True)
        return INTERRUPTED
    except SystemExit:                      # click's answer to a closed pipe: nobody reads what would follow
        return report.ERROR
    except Exception:
        traceback.print_exc()
        click.echo("This is an error in qed25519 itself.", err=True)
        return report.ERROR


@click.group(epilog=EXIT_CODES)
@click.version_option(__version__, prog_name="qed25519")
def main() -> None:
    """Prove the machine code of qed25519, and ask what was proved.

    PATTERN is a glob or a leading path of theorem names: x86_64/adx, "*/fe_mul/*", arm64/karatsuba/fe_sqr/abi.
    """


class Failure(Exception):
    """An error with an exit code."""

    def __init__(self, message: str, code: int) -> None:
        super().__init__(message)
        self.code = code


# --- which theorems -----------------------------------------------------------------------------------------


def chosen(patterns: Sequence[str]) -> list[Theorem]:
    """The theorems that the patterns select.  A pattern that selects none is an error, exit code 5."""
    theorems = all_theorems(own_sources().asm, own_sources().proofs)
    for pattern in patterns:
        if not select(theorems, [pattern]):
            raise Failure(f"{pattern!r} selects no theorem.{suggestion(pattern, theorems)}", report.NOTHING)
    found = select(theorems, patterns)
    if not found:
        raise Failure(f"there are no routines under {own_sources().asm}", report.NOTHING)
    return found


def suggestion(pattern: str, theorems: Sequence[Theorem]) -> str:
    """" Did you mean …?" with names that are near, or have the pattern in them."""
    paths = {theorem.name for theorem in theorems} | {theorem.contract.path for theorem in theorems}
    paths |= {path.rpartition("/")[0] for path in paths if "/" in path}
    bare = pattern.strip("*/")
    near = sorted((path for path in paths if bare and f"/{bare}" in f"/{path}"), key=lambda path: (len(path), path))
    near = near or difflib.get_close_matches(bare, sorted(paths), 3, 0.6)
    if not near:
        last = {path.rpartition("/")[2] for path in paths}
        near = [f"*/{name}*" for name in difflib.get_close_matches(bare.rpartition("/")[2], sorted(last), 3, 0.6)]
    return f" Did you mean {', '.join(near[:4])}?" if near else " `qed25519 list` names them all."


# --- prove --------------------------------------------------------------------------------------------------


@main.command(epilog=EXIT_CODES)
@click.argument("patterns", nargs=-1, metavar="[PATTERN]...")
@click.option("--installed", is_flag=True, help="Prove the bytes that Python loads, and compare them with the sources.")
@click.option("--jobs", type=click.IntRange(min=1), default=default_jobs, help="Solver processes; default: the CPUs.")
@click.option("--no-cache", is_flag=True, help="Prove everything again; read and write no cache.")
@click.option("--strict", is_flag=True, help="Make every carry that intervals exclude an obligation too.")
@click.option("--json", "json_file", type=output_file, help="Write the report as JSON.")
@click.option("--junit", "junit_file", type=output_file, help="Write the report as JUnit XML.")
@click.option("--smt2", type=click.Path(file_okay=False, path_type=Path), metavar="DIR",
              help="Write every obligation as SMT-LIB.")
@click.option("--recheck", type=click.Choice(sorted(RECHECKERS)), help="Solve every obligation by a second solver too.")
def prove(patterns: tuple[str, ...], installed: bool, jobs: int, no_cache: bool, strict: bool, json_file: Path | None,
          junit_file: Path | None, smt2: Path | None, recheck: str | None) -> int:
    """Prove the theorems that match, all without a PATTERN."""
    for file in (json_file, junit_file):
        check_folder(file)
    if smt2:
        make_folder(smt2)
    if recheck and find_spec(recheck) is None:
        raise click.UsageError(f'--recheck {recheck} needs its package: pip install "qed25519[recheck]"')
    theorems = chosen(patterns)
    options = Options(own_sources(), jobs, cache=None if no_cache else Cache(default_folder()), strict=strict,
                      loaded=reader(needed=installed), installed=installed, smt2=smt2,
                      recheck=RECHECKERS[recheck] if recheck else None)
    begun = time.perf_counter()
    results = proved(theorems, options)
    seconds = time.perf_counter() - begun
    if json_file:
        document = report.as_json(results, theorems, __version__, jobs, strict, seconds)
        write(json_file, json.dumps(document, indent=1) + "\n")
    if junit_file:
        write(junit_file, report.as_junit(results, seconds))
    return summary(results)


def check_folder(file: Path | None) -> None:
    """A usage error, before anything long is done, where a report could not be written."""
    if file and not file.absolute().parent.is_dir():
        raise click.UsageError(f"{file}: there is no folder {file.parent}")


def make_folder(folder: Path) -> None:
    """The folder is there; a usage error if it cannot be."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise click.UsageError(f"{folder}: {error.strerror}") from None


def reader(needed: bool) -> Loaded | None:
    """Reads the loaded library; where none is built, None, or exit code 4 if it is needed."""
    try:
        return loaded_reader()
    except ImportError as error:
        if needed:
            raise Failure(f"--installed: qed25519._native cannot be loaded: {error}", report.ERROR) from None
        return None


def proved(theorems: Sequence[Theorem], options: Options) -> list[Result]:
    """Prove, and show each result: a live bar on a terminal, a line each elsewhere."""
    differences: list[str] = []
    total = len(theorems)
    if options.installed:
        here = {theorem.contract.path for theorem in theorems if theorem.contract.architecture == host()}
        total += len(here)
        if not here:
            click.echo(f"note: none of these routines is for {host()}; nothing to compare", err=True)
    shown = Live(total) if sys.stdout.isatty() else Plain()
    with shown:
        results = prover.prove(theorems, options, shown.tell, differences.append)
    if not options.installed:
        for difference in differences:
            click.echo(f"warning: {difference}", err=True)
        if differences:
            click.echo("warning: build again, or use --installed to prove what Python loads", err=True)
    return results


def summary(results: Sequence[Result]) -> int:
    """Failures, the slowest, the tally; the exit code."""
    paragraphs = report.failures(results)
    if slow := report.slowest(results):
        paragraphs.append("\n".join(["slowest:", *(f"{one.seconds:8.2f} s  {one.theorem}" for one in slow)]))
    for text in paragraphs:
        click.echo(f"\n{text}")
    if paragraphs:
        click.echo()
    click.echo(report.tally(results))
    return report.exit_code(results)


def write(file: Path, text: str) -> None:
    try:
        file.write_text(text, encoding="utf-8")
    except OSError as error:
        raise Failure(f"{file}: {error.strerror}", report.USAGE) from None


# --- the other verbs ----------------------------------------------------------------------------------------


@main.command("list")
@click.argument("patterns", nargs=-1, metavar="[PATTERN]...")
def list_theorems(patterns: tuple[str, ...]) -> None:
    """Name the theorems that match, all without a PATTERN."""
    for theorem in chosen(patterns):
        click.echo(theorem.name)


@main.command()
@click.argument("theorem")
def explain(theorem: str) -> int:
    """Say what THEOREM states, how it is proved, what it rests on and what it does not say.

    The variant may be left out where only one has the routine: x86_64/fe_invert/correct.
    """
    theorems = all_theorems(own_sources().asm, own_sources().proofs)
    found = next((one for one in theorems if one.name == theorem.rstrip("/")), None)
    short = [one for one in theorems if without_variant(one.name) == theorem.rstrip("/")]
    if found is None and len(short) == 1:
        found = short[0]
    if found is None:
        parts = [one.name for one in theorems if one.name.startswith(theorem.rstrip("/") + "/")]
        hint = f" Did you mean {', '.join(parts[:4])}?" if parts else suggestion(theorem, theorems)
        raise click.UsageError(f"there is no theorem {theorem!r}.{hint}")
    (result,) = prover.prove([found], Options(own_sources(), cache=Cache(default_folder())))
    click.echo(explanation(found, result, own_sources()))
    return report.exit_code([result])


def without_variant(name: str) -> str:
    """x86_64/fe_invert/correct for x86_64/common/fe_invert/correct."""
    parts = name.split("/")
    return "/".join([parts[0], *parts[2:]])


@main.command()
def info() -> None:
    """Say which code runs here and why, and what proving would use."""
    click.echo(info_text())


@main.command()
@click.argument("what", type=click.Choice(["fe", "x25519", "ed25519"]), default="fe")
@click.option("--json", "json_file", type=output_file, help="Write the measurements as JSON.")
@click.option("--runs", type=click.IntRange(min=1), default=5, show_default=True,
              help="Of x25519 and ed25519: a figure is the median of so many runs.")
def bench(what: str, json_file: Path | None, runs: int) -> None:
    """Measure in core cycles: the field and group routines, or X25519 or Ed25519 beside other libraries."""
    check_folder(json_file)
    try:
        import_module("qed25519.bench").bench(what, json_file, runs)
    except ImportError as error:
        raise Failure(f"bench: {error}", report.ERROR) from None


@main.command(context_settings={"ignore_unknown_options": True})       # -5 is a number here
@click.argument("bits")
@click.option("--start", type=click.Choice(["1", "1/2"]), default="1/2", help="Where delta starts; default: 1/2.")
@click.option("--prove", "fresh", is_flag=True, help="Make and check a certificate for this size alone.")
def bound(bits: str, start: str, fresh: bool) -> None:
    """Say how many divsteps are enough for f and g of BITS bits, and by which certificate."""
    module = import_module("qed25519.cli.bound")
    number: int = module.parsed(bits)
    for text in (module.new_bound if fresh else module.kept_bound)(number, start):
        click.echo(text)
