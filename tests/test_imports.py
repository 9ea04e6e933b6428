"""Who imports whom: the dependency diagram, read from the imports of every module.

notebooks, tests, cli, bench, divstep, mca, pytest_plugin ─► everything
proofs ─► spec, prover, domains, isa          prover ─► domains ─► isa      (prover loads proofs by path)
serialization, hazmat ─► _ed25519 ─► _x25519 ─► _keys ─► _formats ─► _formats_extra ─► _bytes
_x25519, _ed25519, hazmat ─► _backend ─► _variants ─► _host ─► _native       (_formats_extra is imported lazily)
_backend ─► _arithmetic, _calls
_backend ─► _arithmetic_python ─► spec     only for QED25519_BACKEND=python, imported lazily
"""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "src" / "qed25519"

EVERYTHING = {"cli", "bench", "divstep", "mca", "pytest_plugin"}
ALLOWED: dict[str, set[str]] = {
    "spec": set(),
    "isa": set(),
    "domains": {"isa"},
    "prover": {"domains", "isa"},
    "proofs": {"spec", "prover", "domains", "isa"},
    "_native": set(),
    "_calls": set(),
    "_host": {"_native"},
    "_arm64_cores": set(),
    "_variants": {"_host", "_arm64_cores"},
    "_arithmetic": set(),
    "_arithmetic_python": {"_arithmetic", "spec"},
    "_backend": {"_native", "_host", "_variants", "_arithmetic", "_arithmetic_python", "_calls", "spec"},
    "_bytes": set(),
    "_formats_extra": {"_bytes"},
    "_formats": {"_bytes", "_formats_extra"},
    "_keys": {"_bytes", "_formats"},
    "_x25519": {"_backend", "_bytes", "_keys"},
    "_ed25519": {"_arithmetic", "_backend", "_bytes", "_keys", "_x25519"},
    "hazmat": {"_arithmetic", "_backend", "_bytes", "_ed25519"},
    "serialization": {"_bytes", "_formats", "_formats_extra", "_x25519", "_ed25519"},
    "__init__": {"_x25519", "_ed25519"},
}

# Third-party packages that a part may import; the parts that are not here need none.
THIRD_PARTY: dict[str, set[str]] = {
    "_formats_extra": {"cryptography"},
    "isa": {"iced_x86"},
    "domains": {"z3", "sympy"},
    "prover": {"z3", "cvc5", "sympy", "elftools"},
    "proofs": {"sympy"},
}


def sources() -> list[Path]:
    files = [*PACKAGE.rglob("*.py")]
    for name in ("spec", "proofs"):  # symlinks, which rglob does not follow
        files += (PACKAGE / name).resolve().rglob("*.py")
    return sorted(set(files))


def module_of(file: Path) -> tuple[str, ...]:
    for name in ("spec", "proofs"):
        root = (PACKAGE / name).resolve()
        if file.is_relative_to(root):
            return (name, *file.relative_to(root).with_suffix("").parts)
    return file.relative_to(PACKAGE).with_suffix("").parts


def imports(file: Path) -> Iterator[tuple[str, ast.stmt | ast.expr]]:
    """Every module that the file imports, as an absolute name, with `import_module("…")` included."""
    module = ("qed25519", *module_of(file))
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((alias.name, node) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = module[: len(module) - node.level] if node.level else ()
            name = ".".join((*base, *(node.module.split(".") if node.module else ())))
            if name in ("qed25519", ""):
                yield from ((f"{name}.{alias.name}", node) for alias in node.names)
            else:
                yield name, node
        elif isinstance(node, ast.Call) and ast.unparse(node.func).endswith("import_module"):
            for argument in node.args:
                if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                    yield argument.value, node


def part(name: str) -> str:
    """The part of the house that "qed25519.prover.solver" is in."""
    return [*name.split("."), "__init__"][1]


@pytest.mark.parametrize("file", sources(), ids=lambda file: "/".join(module_of(file)))
def test_imports_follow_the_diagram(file: Path) -> None:
    own = module_of(file)[0]
    if own in EVERYTHING:
        return
    assert own in ALLOWED, f"{own} has no place in the diagram"
    for name, node in imports(file):
        top = name.split(".")[0]
        if top == "qed25519":
            assert part(name) in ALLOWED[own] | {own}, f"{file}:{node.lineno}: {own} imports {name}"
        elif top not in sys.stdlib_module_names and top != "typing_extensions":
            assert top in THIRD_PARTY.get(own, set()), f"{file}:{node.lineno}: {own} imports {name}"


def test_nobody_writes_import_spec() -> None:
    tests = Path(__file__).parent.rglob("*.py")
    for file in [*sources(), *tests]:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            names = []
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom) and not node.level:
                names = [node.module or ""]
            assert not {name.split(".")[0] for name in names} & {"spec", "proofs", "asm"}, f"{file}:{node}"


def test_the_backend_imports_spec_only_when_asked() -> None:
    tree = ast.parse((PACKAGE / "_backend.py").read_text())
    top_level = {node for node in tree.body if isinstance(node, ast.Import | ast.ImportFrom)}
    assert not any("spec" in ast.unparse(node) or "_native" in ast.unparse(node) for node in top_level)


def test_contract_parsing_and_declarations_run_before_the_package_exists() -> None:
    for name in ("contract.py", "declarations.py"):
        tree = ast.parse((PACKAGE / "prover" / name).read_text())
        for node in tree.body:  # what is under `if TYPE_CHECKING` is not run
            if isinstance(node, ast.Import | ast.ImportFrom):
                module = node.module if isinstance(node, ast.ImportFrom) else node.names[0].name
                assert module is not None and module.split(".")[0] in sys.stdlib_module_names
