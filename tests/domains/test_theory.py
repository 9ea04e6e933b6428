"""What a run knows: variables are registered once, within their ranges, and not without end."""

from __future__ import annotations

import pytest

from qed25519.domains import theory
from qed25519.domains.theory import SHADOWS, InternalError, Theory
from qed25519.isa.machine import MachineError


def test_a_variable_is_registered_once_and_within_its_range() -> None:
    known = Theory()
    known.new("x", 0, 5, [5] * SHADOWS)
    with pytest.raises(InternalError, match="registered twice"):
        known.new("x", 0, 5, [5] * SHADOWS)
    with pytest.raises(InternalError, match="outside"):
        known.new("y", 0, 5, [6] * SHADOWS)
    with pytest.raises(InternalError, match="shadow values"):
        known.new("z", 0, 5, [5])


def test_a_run_that_does_not_end_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    """A mutant whose loop never ends would fill the memory."""
    monkeypatch.setattr(theory, "MOST_VARIABLES", 3)
    known = Theory()
    for name in "abc":
        known.new(name, 0, 5, [5] * SHADOWS)
    with pytest.raises(MachineError, match="did not end"):
        known.new("d", 0, 5, [5] * SHADOWS)
