"""`bench x25519` and `bench fe`: what follows from measurements that are made up, and the shape of what is printed."""

from __future__ import annotations

import json
from dataclasses import asdict
from importlib import import_module
from pathlib import Path

import pytest

from qed25519 import bench
from qed25519._backend import BACKEND
from qed25519._host import host
from qed25519._variants import runnable
from qed25519.bench import ed25519, fe, measure, runs, subjects, x25519
from qed25519.bench.measure import Figure, Quality, Sample
from qed25519.bench.subjects import BASE, VARIABLE, Subject

ADX = Subject("x86_64/adx", "x25519", VARIABLE, "adx", is_routine=True)
ADX_BASE = Subject("x86_64/adx", "x25519_base", BASE, "adx", is_routine=True)
MUL = Subject("x86_64/mul", "x25519", VARIABLE, "mul", is_routine=True)
OURS = Subject("qed25519 (adx)", "private.exchange(public)", VARIABLE, "adx")
OURS_BASE = Subject("qed25519 (adx)", "parsed(k).public_key()", BASE, "adx")
PEER = Subject("peer 1.0", "exchange(k, u)", VARIABLE)

TIMES = {ADX: 20_000.0, ADX_BASE: 5_000.0, MUL: 24_000.0, OURS: 20_300.0, OURS_BASE: 5_400.0, PEER: 40_600.0}


def run(scale: float = 1.0, **changed: float) -> runs.Run:
    """In which each call takes its time of TIMES, and an addition a quarter of a nanosecond."""
    by_name = {"ours": OURS, "mul": MUL}
    times = TIMES | {by_name[name]: time for name, time in changed.items()}
    return runs.run_of({one: [Sample(time * scale, 0.25 * scale, 0.25 * scale)] * 8 for one, time in times.items()})


def ratios(run: runs.Run) -> dict[tuple[Subject, Subject], float]:
    return {(ratio.subject, ratio.to): ratio.value for ratio in run.ratios}


def test_rows_are_medians_in_cycles_and_microseconds() -> None:
    rows = {row.subject: row for row in run().rows}
    assert rows[ADX].cycles.median == 80_000
    assert rows[ADX].microseconds.median == 20
    slower_clock = {row.subject: row for row in run(scale=2).rows}
    assert slower_clock[ADX].cycles.median == 80_000 and slower_clock[ADX].microseconds.median == 40


def test_ratios_are_to_the_best_variant_and_to_other_libraries_for_the_same_work() -> None:
    assert ratios(run()) == pytest.approx({(MUL, ADX): 1.2, (OURS, PEER): 0.5})


def test_the_wrapper_is_what_a_call_takes_longer_in_the_same_turn() -> None:
    wrappers = {wrapper.subject: wrapper.microseconds.median for wrapper in run().wrappers}
    assert wrappers == pytest.approx({OURS: 0.3, OURS_BASE: 0.4})
    slow = [1.0, 2.0, 5.0, 3.0]                         # what disturbs a whole turn is in neither
    samples = {subject: [Sample(factor * 1000 + TIMES[subject], 1, 1) for factor in slow] for subject in (ADX, OURS)}
    (wrapper,) = runs.run_of(samples).wrappers
    assert asdict(wrapper.microseconds) == pytest.approx(asdict(Figure(0.3, 0.3, 0.3, 0.3)))


def test_operations_per_second_alone_and_together() -> None:
    found = x25519.per_second(run().rows)
    assert found["x86_64/adx"] == pytest.approx({VARIABLE: 50_000, BASE: 200_000, "both": 40_000})
    assert found["x86_64/mul"] == pytest.approx({VARIABLE: 1e9 / 24_000})
    assert found["peer 1.0"] == pytest.approx({VARIABLE: 1e9 / 40_600})


def test_several_runs_give_medians_of_rows_ratios_and_wrappers() -> None:
    whole = runs.median_of([run(), run(ours=30_000), run(ours=20_600, mul=22_000)])
    assert {row.subject: row.microseconds.median for row in whole.rows}[OURS] == 20.6
    assert ratios(whole) == pytest.approx({(MUL, ADX): 1.2, (OURS, PEER): 20_600 / 40_600})
    assert {wrapper.subject: wrapper.microseconds.median for wrapper in whole.wrappers}[OURS] == pytest.approx(0.6)
    assert whole.quality == Quality(0, 0)


def test_the_table_has_a_column_of_ratios_for_each_comparison() -> None:
    lines = x25519.table(run()).splitlines()
    routine, python, wrapper, operations = (next(i for i, line in enumerate(lines) if line.startswith(title)) for title
                                            in ("routine", "through Python", "wrapper", "operations per second"))
    assert lines[routine].endswith("/ x86_64/adx") and lines[python].endswith("/ peer")
    assert lines[routine + 3].split() == ["x86_64/mul/x25519", "96,000", "96,000", "96,000", "24.00", "1.200"]
    assert lines[python + 1].split()[-2:] == ["20.30", "0.500"]
    assert "0.30 µs" in lines[wrapper + 1]
    assert lines[operations + 1].split() == ["x86_64/adx", "200,000", "50,000", "40,000"]


def test_a_missing_library_is_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def without(name: str) -> object:
        if name.startswith("nacl"):
            raise ModuleNotFoundError(f"No module named {name!r}")
        return import_module(name)

    monkeypatch.setattr(subjects, "import_module", without)
    found, missing = subjects.peers()
    assert {subject.implementation.split()[0] for subject in found} == {"cryptography"}
    assert missing == ["PyNaCl is not compared: No module named 'nacl.bindings' (pip install pynacl)"]


def test_every_statement_and_routine_runs() -> None:
    others, missing = subjects.peers()
    loops = subjects.routines() | subjects.ours() | others
    assert not missing and all(loop(1) > 0 for loop in loops.values())
    assert {subject.variant for subject in subjects.routines()} <= {variant.name for variant in runnable(host())}
    compared = {(subject.variant, subject.operation) for subject in subjects.ours()}
    assert compared == {(BACKEND.name, VARIABLE), (BACKEND.name, BASE)}


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Measurements so short that they say nothing."""
    monkeypatch.setattr(measure, "TARGET", 1.0)
    for module in (fe, x25519, ed25519):
        monkeypatch.setattr(module, "ROUNDS", 2)


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("what", ["fe", "x25519", "ed25519"])
def test_the_json_says_what_where_and_how_quiet(
        what: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "bench.json"
    bench.bench(what, file, runs=2)
    told, printed = json.loads(file.read_text()), capsys.readouterr().out
    assert told["version"] == bench.VERSION and told["what"] == what
    assert told["tool"].startswith("qed25519 ") and told["python"] and told["cpu"] and told["cpus"] and told["rows"]
    assert printed.startswith(f"{told['tool']}, Python {told['python']}, on {told['cpu']}; load {told['load']} on")
    assert told["doubts"] == Quality(**told["quality"]).doubts()
    assert ("TOO NOISY" in printed) == bool(told["doubts"])


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("what", ["x25519", "ed25519"])
def test_the_json_keeps_every_run(what: str, tmp_path: Path) -> None:
    bench.bench(what, tmp_path / "bench.json", runs=3)
    told = json.loads((tmp_path / "bench.json").read_text())
    assert len(told["runs"]) == 3 and told["missing"] == []
    assert all(len(part["ratios"]) == len(told["ratios"]) for part in told["runs"])
    versions = {row["subject"]["implementation"] for row in told["rows"] if not row["subject"]["variant"]}
    assert {name.split()[0] for name in versions} == set(subjects.PEERS)
    assert all(name.split()[1][0].isdecimal() for name in versions)


def test_the_verdict() -> None:
    assert bench.verdict(Quality(0, 0)) == "The machine was quiet enough."
    noisy = bench.verdict(Quality(disturbed=0.5, spread=0.3))
    assert noisy.startswith("TOO NOISY") and noisy.count("\n  - ") == 2


def test_rows_of_fe() -> None:
    figure = Figure(39.5, 40, 41, 42)
    rows = [fe.Row("x86_64/adx/fe_mul", figure, figure, 20), fe.Row("x86_64/common/fe_is_zero", None, figure, None)]
    lines = fe.table(rows).splitlines()
    assert lines[1].split() == ["x86_64/adx/fe_mul", "41.0", "39.5", "41.0", "39.5", "20"]
    assert lines[2].split() == ["x86_64/common/fe_is_zero", "41.0", "39.5"]
    assert fe.as_json(rows)["rows"][0] == asdict(rows[0])
