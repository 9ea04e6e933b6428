"""`qed25519 bound`: the number, the certificate, and errors that say what is wrong."""

from __future__ import annotations

import re

import pytest

from qed25519 import cli
from qed25519.divstep import kept
from qed25519.proofs.divstep.minimize import size


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = cli.main(["bound", *words])
    captured = capsys.readouterr()
    return code, captured.out, captured.err


@pytest.mark.parametrize(("words", "steps", "name"), [
    (("255",), 588, "half_every"), (("256",), 591, "half_every"), (("1",), 3, "half_every"),
    (("10000",), 23037, "half_every"), (("255", "--start", "1"), 723, "classic_every"),
    (("384", "--start", "1/2"), 885, "half_every")])
def test_prints_the_number_and_the_certificate(capsys: pytest.CaptureFixture[str], words: tuple[str, ...], steps: int,
                                               name: str) -> None:
    code, out, err = run(capsys, *words)
    assert (code, err) == (0, "")
    start = "1" if name.startswith("classic") else "1/2"
    assert out.startswith(f"{steps} divsteps from delta = {start} ") and f"2^{words[0]}\n" in out
    assert f"{name}.json: {size(kept(name)):,} bytes" in out and re.search(r"facts checked in [\d.]+ ms", out)


@pytest.mark.parametrize(("words", "steps"), [(("255",), 588), (("521",), 1201), (("64", "--start", "1"), 183)])
def test_prove_makes_a_certificate_for_the_size(capsys: pytest.CaptureFixture[str], words: tuple[str, ...],
                                                steps: int) -> None:
    code, out, _ = run(capsys, *words, "--prove")
    assert code == 0 and out.startswith(f"{steps} divsteps ") and "new certificate, made in" in out


@pytest.mark.slow
def test_prove_does_the_largest_size(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "10000", "--prove")[1].startswith("23036 divsteps ")


@pytest.mark.parametrize("bits", ["0", "-1", "-255", "10001", "1" * 30, "x", "2.5", "", "1" * 5000])
@pytest.mark.parametrize("more", [(), ("--prove",)])
def test_other_sizes_are_a_usage_error(capsys: pytest.CaptureFixture[str], bits: str, more: tuple[str, ...]) -> None:
    code, out, err = run(capsys, bits, *more)
    assert (code, out) == (2, "") and "Error: BITS is " in err


@pytest.mark.parametrize("words", [(), ("255", "--start", "2"), ("255", "256"), ("255", "--shove")])
def test_other_words_are_a_usage_error(capsys: pytest.CaptureFixture[str], words: tuple[str, ...]) -> None:
    code, out, err = run(capsys, *words)
    assert (code, out) == (2, "") and "Error: " in err
