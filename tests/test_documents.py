"""What the documents say of this tree is so: files, line counts, links, commands, and the README's Python runs.

`python tests/test_documents.py` writes the line counts anew.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
DOCUMENTS = ("README.md", "SOUNDNESS.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md", "asm/README.md")

FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.M | re.S)
ROW = re.compile(r"^(\| `([^`]+)` \| )(\d+)( \|.*)$", re.M)             # | `file` | lines | what it is |
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
FILE = re.compile(r"(?:[\w.-]+/)*[\w.-]+\.(?:py|S|h|c|md|txt|toml|ini|pyi)|\.ci/[\w-]+|(?:[\w.-]+/)+")
SHOWN_ELSEWHERE = re.compile(r"^(?:build|dist|/)")                     # made by commands, not in the tree
PLACEHOLDERS = {"out.json", "Python.h"}
TOTAL = re.compile(r"(about\s)([\d,]+)(\slines in all)")

# A table's number may be this far off, so that not every small change is one of SOUNDNESS.md too.
LINES_OFF, SHARE_OFF = 20, 0.10
RENEW = "`python tests/test_documents.py`"


def text_of(document: str) -> str:
    return (ROOT / document).read_text(encoding="utf-8")


def prose_of(document: str) -> str:
    """Without fenced blocks."""
    return FENCE.sub("", text_of(document))


def blocks(document: str, language: str) -> list[str]:
    return [found[2] for found in FENCE.finditer(text_of(document)) if found[1] == language]


def lines_of(path: str) -> int:
    """As `wc -l` counts; of a folder, its files of one kind: `asm/**/*.S`."""
    files = [ROOT / path] if "*" not in path else sorted(ROOT.glob(path))
    assert files and all(file.is_file() for file in files), f"{path}: no such file"
    return sum(file.read_bytes().count(b"\n") for file in files)


def rows(document: str) -> dict[str, int]:
    return {found[2]: int(found[3]) for found in ROW.finditer(text_of(document))}


@pytest.mark.parametrize(("document", "path", "lines"), [
    (document, path, lines) for document in DOCUMENTS for path, lines in rows(document).items()])
def test_line_counts_are_fresh(document: str, path: str, lines: int) -> None:
    found = lines_of(path)
    allowed = max(LINES_OFF, SHARE_OFF * found)
    assert abs(found - lines) <= allowed, f"{path} has {found} lines, {document} says {lines}: run {RENEW}"


def trusted() -> dict[str, int]:
    """The first tables of SOUNDNESS.md: what must be right for a theorem to be true."""
    text = text_of("SOUNDNESS.md").split("**In the same folders")[0]
    return {found[2]: int(found[3]) for found in ROW.finditer(text)}


def total() -> int:
    """The lines of what is trusted, to the nearest hundred."""
    return round(sum(map(lines_of, trusted())), -2)


@pytest.mark.parametrize("document", ["README.md", "SOUNDNESS.md"])
def test_the_total_is_fresh(document: str) -> None:
    (stated,) = [int(found[2].replace(",", "")) for found in TOTAL.finditer(text_of(document))]
    found = total()
    assert abs(stated - found) <= SHARE_OFF * stated, f"{found} lines are trusted, {document} says {stated}: {RENEW}"


def test_soundness_names_every_file_of_the_checker() -> None:
    package = "src/qed25519"
    files = {file.relative_to(ROOT).as_posix()
             for folder in ("spec", *(f"{package}/{part}" for part in ("isa", "domains", "prover")))
             for file in (ROOT / folder).glob("*.py")}
    named = set(rows("SOUNDNESS.md"))
    assert files <= named, f"no row in SOUNDNESS.md, trusted or not: {sorted(files - named)}"


def test_what_reports_rest_on_is_called_trusted() -> None:
    from qed25519.prover import report

    modules = {module.format(architecture=architecture)
               for module in (*report.COMMON, *report.STRUCTURAL, *report.TIMING, *report.CORRECT)
               for architecture in ("x86_64", "arm64")}
    assert {f"src/qed25519/{module}" for module in modules} <= set(trusted())


def test_gaps_are_numbered_in_order() -> None:
    gaps = text_of("SOUNDNESS.md").split("## 3.")[1].split("## 4.")[0]
    numbers = [int(number) for number in re.findall(r"^(\d+)\. ", gaps, re.M)]
    assert numbers == list(range(1, len(numbers) + 1))


@pytest.mark.parametrize("document", DOCUMENTS)
def test_cited_gaps_exist(document: str) -> None:
    last = len(re.findall(r"^\d+\. ", text_of("SOUNDNESS.md").split("## 3.")[1].split("## 4.")[0], re.M))
    for number in re.findall(r"\bgaps? (\d+)", text_of(document)):
        assert 1 <= int(number) <= last, f"gap {number}"


# --- names and links -----------------------------------------------------------------------------------------


def named_files(document: str) -> Iterator[str]:
    """Files and folders in `code` that have the shape of one."""
    for code in re.findall(r"`([^`\n]+)`", prose_of(document)):
        if FILE.fullmatch(code) and code not in PLACEHOLDERS and not SHOWN_ELSEWHERE.match(code):
            yield code


@pytest.mark.parametrize("document", DOCUMENTS)
def test_named_files_exist(document: str) -> None:
    folders = (ROOT, (ROOT / document).parent, ROOT / "src" / "qed25519")
    for name in named_files(document):
        near = any((folder / name).exists() for folder in folders)
        assert near or ("/" not in name and [*ROOT.glob(f"asm/**/{name}"), *ROOT.glob(f"src/**/{name}")]), name


def anchors(document: Path) -> set[str]:
    """The anchors of a file's headings, as GitHub makes them."""
    titles = re.findall(r"^#+ (.*)$", FENCE.sub("", document.read_text(encoding="utf-8")), re.M)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


@pytest.mark.parametrize("document", DOCUMENTS)
def test_links_resolve(document: str) -> None:
    for target in LINK.findall(prose_of(document)):
        if target.startswith(("https://", "mailto:")):
            continue
        path, _, anchor = target.partition("#")
        file = (ROOT / document).parent / path if path else ROOT / document
        assert file.exists(), target
        assert not anchor or anchor in anchors(file), target


@pytest.mark.parametrize("document", DOCUMENTS)
def test_no_place_of_one_machine(document: str) -> None:
    assert not re.search(r"/(?:work|tmp|home|root|opt)/", text_of(document))


# --- commands ------------------------------------------------------------------------------------------------


def commands(document: str) -> Iterator[list[str]]:
    """The words of every line of the `sh` blocks, and of every `make …` and `qed25519 …` in the text."""
    for block in blocks(document, "sh"):
        yield from (line.partition("  #")[0].split() for line in block.splitlines() if not line.startswith("#"))
    yield from (code.split() for code in re.findall(r"`((?:make|qed25519) [^`\n]+)`", prose_of(document)))


@pytest.mark.parametrize("document", DOCUMENTS)
def test_make_targets_exist(document: str) -> None:
    targets = set(re.findall(r"^([\w-]+):", text_of("Makefile"), re.M))
    for words in commands(document):
        if words[:1] == ["make"]:
            assert set(words[1:]) <= targets, " ".join(words)


@pytest.mark.parametrize("document", DOCUMENTS)
def test_verbs_and_options_exist(document: str) -> None:
    from qed25519.cli.commands import main

    for words in commands(document):
        if Path(words[0] if words else "").name != "qed25519" or words[1] == "--version":
            continue
        assert words[1] in main.commands, " ".join(words)
        known = {option for parameter in main.commands[words[1]].params for option in parameter.opts}
        assert {word for word in words[2:] if word.startswith("-")} <= known, " ".join(words)


@pytest.mark.parametrize("document", DOCUMENTS)
def test_pytest_commands_name_tests(document: str) -> None:
    for words in commands(document):
        if Path(words[0] if words else "").name == "pytest":
            for word in words[1:]:
                if word.startswith("tests/"):
                    assert (ROOT / word).exists(), word


# --- the README's Python ---------------------------------------------------------------------------------------


def test_the_python_of_the_readme_runs() -> None:
    (code,) = blocks("README.md", "python")
    done = subprocess.run([sys.executable, "-W", "error", "-c", code], capture_output=True, text=True, cwd=ROOT)
    assert done.returncode == 0, done.stderr
    wanted = re.findall(r"#> (.*)$", code, re.M)
    assert wanted and done.stdout.splitlines() == wanted


def test_make_prove_ends_with_an_exchange_and_a_signature_by_what_was_proved() -> None:
    done = subprocess.run([sys.executable, ROOT / ".ci/example.py"], capture_output=True, text=True, check=True)
    title, *keys = done.stdout.strip().splitlines()
    assert title.startswith("The routines of X25519 and Ed25519 just proved (backend ") and len(keys) == 5


def test_the_options_of_prove_are_in_the_readme() -> None:
    from qed25519.cli.commands import main

    text = text_of("README.md")
    for verb in main.commands:
        assert f"`{verb}" in text, verb
    for parameter in main.commands["prove"].params:
        for option in parameter.opts:
            assert not option.startswith("--") or f"`{option}" in text, option


def write_line_counts() -> None:
    """All numbers of lines, as they are now."""
    for document in DOCUMENTS:
        def fresh(found: re.Match[str]) -> str:
            return f"{found[1]}{lines_of(found[2])}{found[4]}" if _exists(found[2]) else found[0]
        text = text_of(document)
        new = TOTAL.sub(rf"\g<1>{total():,}\g<3>", ROW.sub(fresh, text))
        if new != text:
            (ROOT / document).write_text(new, encoding="utf-8")
            print(f"{document}: line counts renewed")


def _exists(path: str) -> bool:
    return any(ROOT.glob(path))


if __name__ == "__main__":
    write_line_counts()
