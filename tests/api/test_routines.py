"""Each assembled routine of this machine, called through cffi, does what its contract says, for every
aliasing pattern that the contract allows, and writes nowhere else."""

import importlib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import qed25519
from qed25519._host import host
from qed25519._native import ffi, lib
from qed25519.prover.contract import CONSTANTS, Argument, Buffer, Contract, alias_partitions, load_contracts
from qed25519.prover.inputs import points
from qed25519.prover.statement import on_curve

ASM = Path(qed25519.__file__).parent / "asm"
GUARD = 0x5A17_C0DE_5A17_C0DE
P, L = CONSTANTS["p"], CONSTANTS["l"]

HERE = [c for c in load_contracts(ASM) if c.architecture == host().architecture and set(c.needs) <= host().features]
PATTERNS = [(c, alias) for c in HERE for alias in alias_partitions(c)]

WORD_EDGES = [0, 1, 18, 19, 37, 38, 2**63 - 1, 2**63, 2**64 - 38, 2**64 - 1]
EDGES = [0, 1, 19, 38, P - 1, P, P + 1, 2 * P - 1, 2 * P, 2 * P + 1, 2**255 - 1, 2**255, 2**256 - 1,
         L - 1, L, L + 1, 2**252, 15 * L]
words = st.integers(0, 2**64 - 1) | st.sampled_from(WORD_EDGES)
values = (
    st.integers(0, 2**256 - 1)
    | st.lists(words, min_size=4, max_size=4).map(lambda ws: sum(w << 64 * i for i, w in enumerate(ws)))
    | st.sampled_from(EDGES)
)
longer_values = st.tuples(values, values).map(lambda halves: halves[0] + 2**256 * halves[1]) | st.integers(
    0, 2**512 // L).map(lambda k: k * L)


def test_the_library_has_all_of_this_architecture() -> None:
    assert HERE
    assert [c.path for c in HERE if lib.qed25519_routine_address(c.symbol.encode()) == ffi.NULL] == []


def name_of(value: Contract | dict[str, str]) -> str:
    if isinstance(value, Contract):
        return value.path
    return ",".join(f"{name}={first}" for name, first in value.items() if name != first) or "disjoint"


@pytest.mark.parametrize(("contract", "alias"), PATTERNS, ids=name_of)
@settings(max_examples=60)
@given(data=st.data())
def test_meets_its_contract(contract: Contract, alias: dict[str, str], data: st.DataObject) -> None:
    entry = {a.name: data.draw(values if a.words <= 4 else longer_values, label=a.name) % 2 ** (64 * max(a.words, 1))
             for a in contract.args}
    for argument in contract.args:
        entry[argument.name] %= limit(contract, argument.name)
    for x, y in filter(None, map(on_curve, contract.requires)):
        entry[x], entry[y] = data.draw(st.sampled_from(points()), label=f"({x}, {y})")
    places = {(a.buffer, a.offset): a.name for a in contract.pointers}
    for argument in contract.pointers:
        entry[argument.name] = entry[places[alias[argument.buffer], argument.offset]]
    after, result = call(contract, alias, entry)

    exit_values = {a.name: after[a.name] if a.is_pointer else entry[a.name] for a in contract.args}
    if contract.result is not None:
        exit_values[contract.result.name] = result
    given = {a.name: entry[a.name].to_bytes(8 * a.words, "little") if a.is_bytes else entry[a.name]
             for a in contract.args}
    for equation in contract.spec:
        right = evaluate(equation.rhs_text, given)
        for name, expected in zip(equation.lhs, right if len(equation.lhs) > 1 else (right,), strict=True):
            number = int.from_bytes(expected, "little") if isinstance(expected, bytes) else expected
            difference = exit_values[name] - number
            assert difference % CONSTANTS[equation.modulus] == 0 if equation.modulus else difference == 0
    for text in contract.ensures:
        assert evaluate(text.replace("^", "**"), exit_values)
    written = {alias[a.buffer] for a in contract.pointers if a.is_written}
    for argument in contract.pointers:
        if alias[argument.buffer] not in written:
            assert after[argument.name] == entry[argument.name], f"{argument.name} is only read"


def limit(contract: Contract, name: str) -> int:
    """The bound that `requires` puts on an argument, in the form "name < expression"."""
    bounds = [text.split("<")[1] for text in contract.requires if text.split("<")[0].strip() == name]
    return int(evaluate(bounds[0].replace("^", "**"), {})) if bounds else 2**512


def evaluate(text: str, entry: dict[str, int]) -> Any:
    spec = {name: importlib.import_module(f"qed25519.spec.{name}")
            for name in ("field", "scalar", "curve25519", "edwards25519")}
    return eval(text, {**spec, **CONSTANTS, **entry})


def call(contract: Contract, alias: dict[str, str], entry: dict[str, int]) -> tuple[dict[str, int], int]:
    """Call the routine on buffers with a guard word on each side: the values after it, and its result."""
    buffers: dict[str, Any] = {}
    for buffer in contract.buffers:
        content = [entry[a.name] >> 64 * i & (2**64 - 1) for a in buffer.parts for i in range(a.words)]
        buffers[buffer.name] = ffi.new("uint64_t[]", [GUARD, *content, GUARD])
    arguments = [entry[a.name] if isinstance(a, Argument) else pointer(a, buffers[alias[a.name]])
                 for a in contract.parameters]
    result = getattr(lib, contract.symbol)(*arguments)
    after = {}
    for buffer in contract.buffers:
        words = buffers[alias[buffer.name]]
        assert words[0] == GUARD and words[buffer.words + 1] == GUARD, f"{buffer.name}: written outside"
        for part in buffer.parts:
            first = 1 + part.offset // 8
            after[part.name] = sum(words[first + i] << 64 * i for i in range(part.words))
    return after, result


def pointer(buffer: Buffer, words: Any) -> Any:
    """Past the guard word, as the type that the prototype names."""
    return ffi.cast("uint8_t *", words + 1) if buffer.parts[0].is_bytes else words + 1


def test_addresses() -> None:
    assert lib.qed25519_routine_address(b"no_such_symbol") == ffi.NULL
    addresses = {int(ffi.cast("uintptr_t", lib.qed25519_routine_address(c.symbol.encode()))) for c in HERE}
    assert len(addresses) == len(HERE)
    assert all(address % 32 == 0 for address in addresses)
