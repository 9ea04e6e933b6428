"""Ed25519 in core cycles and through Python, beside other libraries: `qed25519 bench ed25519`.

(runs.py says what a run is.)

- routine: machine code, called from C with its buffers in the cache;
- operation: its routines one after the other, each in a loop of its own, on scalars that are hashes.  "sign, hashing as
  well" has the two blocks of SHA-512 for a message of 32 bytes, too: hashlib's, measured as a share of a long message;
- through Python: the message has 32 bytes.  "sign": by a key that has signed before.  "verify": by a public key that
  has verified before, of which qed25519 keeps the decoded point, and the others do not; "verify, fresh key": from the
  bytes of the public key.  "key": the public key from the bytes of the private one;
- wrapper: what a call through Python takes longer than its routines, measured in the same turn: hashing is in it.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha512
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import Any

from qed25519._backend import BACKEND
from qed25519._host import host
from qed25519._variants import runnable
from qed25519.bench import runs as of_runs
from qed25519.bench.measure import Loop, in_turns
from qed25519.bench.native import Calls, independent, runs_here
from qed25519.bench.runs import Run, median_of, per_second_table, rows_table, run_of, wrapper_line
from qed25519.bench.subjects import Subject, peers, statement
from qed25519.prover.contract import Contract, load_contracts

ROUNDS = 200
SIGN, VERIFY, FRESH, KEY = OPERATIONS = ("sign", "verify", "verify, fresh key", "key")
HASHED = "sign, hashing as well"
WHOLE = {
    SIGN: ("sc_reduce", "ge_base", "ge_encode", "sc_reduce", "sc_muladd"),
    VERIFY: ("sc_is_canonical", "sc_reduce", "ge_double_scalar_vartime", "ge_encode"),
    FRESH: ("ge_decode", "sc_is_canonical", "sc_reduce", "ge_double_scalar_vartime", "ge_encode"),
    KEY: ("sc_reduce", "ge_base", "ge_encode"),
}
PARTS = tuple(dict.fromkeys(name for names in WHOLE.values() for name in names))
SCALARS = ("scalar", "a", "b")          # arguments that are filled with hashes below 2^252
SECRET, MESSAGE = bytes(range(32)), bytes(range(64, 96))
BLOCK, BLOCKS = 128, 64                 # of SHA-512


def measure(count: int) -> tuple[list[Run], list[str]]:
    """So many runs, and which libraries are missing."""
    others, missing = peers({"cryptography": _cryptography, "PyNaCl": _pynacl})
    loops = routines() | ours() | others
    return [run_of(in_turns(loops, ROUNDS)) for _ in range(count)], missing


# --- what is measured -------------------------------------------------------------------------------------------


def routines() -> dict[Subject, Loop]:
    """Of every variant that this CPU runs, the best first: whole operations, then their routines."""
    contracts = {c.path: c for c in load_contracts(Path(__file__).parents[1] / "asm") if runs_here(c)}
    found: dict[Subject, Loop] = {}
    for variant in runnable(host()):
        folder, common = f"{variant.architecture}/{variant.name}", f"{variant.architecture}/common"
        parts = {name: contracts.get(f"{folder}/{name}") or contracts[f"{common}/{name}"] for name in PARTS}
        loops = {name: _on_hashes(contract) for name, contract in parts.items()}
        for operation, names in WHOLE.items():
            found[Subject(folder, operation, operation, variant.name, is_routine=True)] = in_sequence(
                [loops[name] for name in names])
        found[Subject(folder, HASHED, HASHED, variant.name, is_routine=True)] = in_sequence(
            [*(loops[name] for name in WHOLE[SIGN]), two_blocks()])
        for name, contract in parts.items():
            place = variant.name if contract.variant == folder else "common"
            found.setdefault(Subject(contract.variant, name, name, place, is_routine=True), loops[name])
    return found


def _on_hashes(contract: Contract) -> Calls:
    calls = independent(contract)
    for number, buffers in enumerate(calls.buffers):
        for name in buffers.keys() & set(SCALARS):
            digest = sha512(f"{name} {number}".encode()).digest()
            scalar = int.from_bytes(digest, "little") % 2**252
            for index in range(4):
                buffers[name][index] = scalar >> 64 * index & 2**64 - 1
    return calls


def in_sequence(loops: Sequence[Loop]) -> Loop:
    return lambda calls: sum(loop(calls) for loop in loops)


def two_blocks() -> Loop:
    """What two blocks of SHA-512 take of the hash of a long message, its padding's block included."""
    hashing = statement("sha512(data).digest()", {"sha512": sha512, "data": bytes(BLOCK * (BLOCKS - 1))})
    return lambda calls: hashing(calls) * 2 / BLOCKS


def _keys(module: Any) -> tuple[dict[str, str], dict[str, Any]]:
    """Statements with a module's classes, by operation, and the names in them."""
    private = module.Ed25519PrivateKey.from_private_bytes(SECRET)
    public = private.public_key()
    texts = {SIGN: "private.sign(m)", VERIFY: "public.verify(s, m)", FRESH: "parsed_public(p).verify(s, m)",
             KEY: "parsed(k).public_key()"}
    return texts, {"private": private, "public": public, "parsed": module.Ed25519PrivateKey.from_private_bytes,
                   "parsed_public": module.Ed25519PublicKey.from_public_bytes, "m": MESSAGE, "k": SECRET,
                   "s": private.sign(MESSAGE), "p": public.public_bytes_raw()}


def ours() -> dict[Subject, Loop]:
    texts, names = _keys(import_module("qed25519"))
    return {Subject(f"qed25519 ({BACKEND.name})", text, operation, BACKEND.name): statement(text, names)
            for operation, text in texts.items()}


def _cryptography() -> dict[Subject, Loop]:
    texts, names = _keys(import_module("cryptography.hazmat.primitives.asymmetric.ed25519"))
    return {Subject(f"cryptography {version('cryptography')}", text, operation): statement(text, names)
            for operation, text in texts.items()}


def _pynacl() -> dict[Subject, Loop]:
    """By its bindings, which do less than its keys do."""
    bindings = import_module("nacl.bindings")
    public, secret = bindings.crypto_sign_seed_keypair(SECRET)
    functions = ("crypto_sign", "crypto_sign_open", "crypto_sign_seed_keypair")
    names = {"m": MESSAGE, "k": SECRET, "sk": secret, "p": public, "signed": bindings.crypto_sign(MESSAGE, secret),
             **{name: getattr(bindings, name) for name in functions}}
    texts = {SIGN: "crypto_sign(m, sk)", VERIFY: "crypto_sign_open(signed, p)", FRESH: "crypto_sign_open(signed, p)",
             KEY: "crypto_sign_seed_keypair(k)"}
    return {Subject(f"PyNaCl {version('PyNaCl')}", text, operation): statement(text, names)
            for operation, text in texts.items()}


# --- as text and JSON ---------------------------------------------------------------------------------------


def table(run: Run) -> str:
    routine_rows = [row for row in run.rows if row.subject.is_routine]
    parts = [rows_table("operation", run, [row for row in routine_rows if row.subject.call not in PARTS]),
             rows_table("routine", run, [row for row in routine_rows if row.subject.call in PARTS]),
             rows_table("through Python", run, [row for row in run.rows if not row.subject.is_routine]),
             "\n".join(["wrapper: longer than its routines", *map(wrapper_line, run.wrappers)]),
             per_second_table(of_runs.per_second(run.rows), OPERATIONS)]
    return "\n\n".join(parts)


def as_json(runs: Sequence[Run]) -> dict[str, Any]:
    return of_runs.as_json(runs, of_runs.per_second(median_of(runs).rows))
