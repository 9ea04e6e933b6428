"""Running a routine on numbers: on the model's concrete domain and, where the host can, on the real code."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from qed25519.domains.concrete import Concrete, Undefined, UndefinedValue
from qed25519.isa.machine import MachineError, UnmodelledForm
from qed25519.prover.calls import Pattern, results, set_up
from qed25519.prover.contract import Contract
from qed25519.prover.cpu import CannotRun, Crashed, run_on_cpu
from qed25519.prover.objects import Routine
from qed25519.prover.statement import holds_concretely


@dataclass(frozen=True)
class Counterexample:
    """Inputs on which the routine breaks its contract, what it gave, what is wrong with that, and where it ran."""

    inputs: dict[str, int]
    outputs: dict[str, int]
    wrong: tuple[str, ...]
    where: str = "on the model"

    def __str__(self) -> str:
        given = ", ".join(f"{name} = {value:#x}" for name, value in self.inputs.items())
        return f"replayed {self.where}: {given}: {'; '.join(self.wrong)}"


def words_of(contract: Contract, values: Mapping[str, int]) -> dict[str, list[int]]:
    """Integers as the words of the arguments."""
    return {a.name: [values[a.name] >> (64 * i) & (2**64 - 1) for i in range(max(a.words, 1))]
            for a in contract.args if a.is_read}


def run_concretely(routine: Routine, pattern: Pattern, values: Mapping[str, int]) -> dict[str, int]:
    """The integers at exit.  Raises MachineError or UndefinedValue."""
    machine = set_up(routine, pattern, Concrete(), words_of(routine.contract, values))
    machine.run(routine.start)
    outputs = {}
    for name, words in results(machine, routine.contract, pattern).items():
        for word in words:
            if isinstance(word, Undefined):
                raise UndefinedValue(f"{name} at exit depends on {word.why}")
        outputs[name] = sum(word << (64 * index) for index, word in enumerate(words))
    return outputs


def refute(routine: Routine, pattern: Pattern, values: Mapping[str, int]) -> Counterexample | None:
    """A counterexample, if these inputs are one.  Of an instruction that the model does not know, nothing follows."""
    try:
        outputs = run_concretely(routine, pattern, values)
    except UnmodelledForm:
        return None
    except (MachineError, UndefinedValue) as error:
        return Counterexample(dict(values), {}, (str(error),))
    wrong = holds_concretely(routine.contract, values, outputs)
    return Counterexample(dict(values), outputs, tuple(wrong)) if wrong else None


def confirm(routine: Routine, pattern: Pattern, found: Counterexample) -> Counterexample:
    """The counterexample, run on the real code too where the host can; `where` says what came of it."""
    try:
        outputs = run_on_cpu(routine, pattern, found.inputs)
    except (CannotRun, Crashed) as error:
        where = f"on the model ({error})"
    else:
        where = "on the model and on this CPU"
        if not found.outputs:
            where = "on the model (this CPU, which checks no such thing, returned)"
        elif outputs != found.outputs:
            where = f"on the model, but this CPU gives {outputs}: THE MODEL IS WRONG"
    return replace(found, where=where)
