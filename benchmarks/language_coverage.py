"""Each of the 14 languages over a real package: errors, definitions beside ctags, speed.

    python benchmarks/language_coverage.py [--into DIR] [--only LANG,LANG] [--show N]

Needs pip, npm, apt-get (for Go, Ruby and Rust) and Universal Ctags. Definitions are compared by
file and name. Exit status 1 if reading any file raised an exception.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.support.packages import PACKAGES, files_of

from codewitness.model.facts import Kind
from codewitness.model.text import Text
from codewitness.syntax.extract import analyse

# Kinds of ctags that are definitions in our sense, by its names for our languages.
CTAGS = {
    "python": ("Python", "cfm"),
    "java": ("Java", "cgim"),
    "kotlin": ("Kotlin", "cimo"),
    "typescript": ("TypeScript", "cefgimn"),
    "tsx": ("TypeScript", "cefgimn"),
    "javascript": ("JavaScript", "cfgmS"),
    "go": ("Go", "fsi"),
    "csharp": ("C#", "cgims"),
    "ruby": ("Ruby", "cfmS"),
    "c": ("C", "fsug"),
    "objc": ("ObjectiveC", "Imcf"),
    "cpp": ("C++", "cfsug"),
    "rust": ("Rust", "nsigcfPeM"),
}
NAMELESS = ("__anon", "anonymous", "<")  # what ctags calls lambdas and the like
NAMED = frozenset(set(Kind) - {Kind.LAMBDA})


@dataclass(slots=True)
class Figures:
    """What was seen in one language."""

    files: int = 0
    n_bytes: int = 0
    error_bytes: int = 0
    seconds: float = 0.0
    exceptions: list[str] = field(default_factory=list)
    ours: Counter[tuple[str, str]] = field(default_factory=Counter)
    theirs: Counter[tuple[str, str]] = field(default_factory=Counter)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--into", type=Path, help="where packages are kept")
    parser.add_argument("--only", default=",".join(PACKAGES))
    parser.add_argument("--show", type=int, default=0, help="names that only ctags finds")
    arguments = parser.parse_args()
    print("| language | package | files | kB | MB/s | ERROR bytes | ours | ctags | in both |")
    print("|---|---|--:|--:|--:|--:|--:|--:|--:|")
    failed = False
    with tempfile.TemporaryDirectory() as scratch:
        for language in arguments.only.split(","):
            files = files_of(PACKAGES[language], arguments.into or Path(scratch))
            figures = measure(language, files)
            failed = failed or bool(figures.exceptions)
            print(row(language, figures), flush=True)
            for exception in figures.exceptions[:5]:
                print(f"    {exception}")
            for path, name in list((figures.theirs - figures.ours).elements())[: arguments.show]:
                print(f"    only ctags: {name} in {path}")
    return 1 if failed else 0


def measure(language: str, files: list[Path]) -> Figures:
    """Read all files, and let ctags read them."""
    figures = Figures()
    for file in files:
        text = Text(file.read_bytes().decode("utf-8", "replace").encode())
        began = time.thread_time()
        try:
            analysis = analyse(str(file), text, keep=False)
            facts = analysis.facts if analysis else None
        except Exception as bug:
            figures.exceptions.append(f"{file.name}: {type(bug).__name__}: {bug}")
            continue
        figures.seconds += time.thread_time() - began
        if facts is None or facts.language != language:
            continue
        figures.files += 1
        figures.n_bytes += len(text)
        figures.error_bytes += facts.error_bytes
        figures.ours.update(
            (file.name, one.name) for one in facts.definitions if one.kind in NAMED and one.name
        )
        figures.theirs.update(tags_of(language, file))
    return figures


def tags_of(language: str, file: Path) -> list[tuple[str, str]]:
    """File and name of each definition that ctags finds; none for what it does not read."""
    if language not in CTAGS:
        return []
    name, kinds = CTAGS[language]
    listed = subprocess.run(
        [
            *("ctags", "-f", "-", "--fields=", f"--language-force={name}"),
            *(f"--kinds-{name}={kinds}", str(file)),
        ],
        capture_output=True,
        text=True,
        errors="replace",
        check=False,
    )
    lines = [line for line in listed.stdout.splitlines() if not line.startswith("!_")]
    names = [line.split("\t", 1)[0] for line in lines]
    return [(file.name, name) for name in names if not name.lower().startswith(NAMELESS)]


def row(language: str, seen: Figures) -> str:
    """One line of the table."""
    both = sum((seen.ours & seen.theirs).values())
    theirs = sum(seen.theirs.values())
    speed = seen.n_bytes / 1e6 / seen.seconds if seen.seconds else 0.0
    cells = (
        language,
        PACKAGES[language].title,
        str(seen.files),
        f"{seen.n_bytes / 1000:.0f}",
        f"{speed:.2f}",
        f"{100 * seen.error_bytes / max(seen.n_bytes, 1):.3f} %",
        str(sum(seen.ours.values())),
        str(theirs) if theirs else "not read",
        f"{100 * both / theirs:.1f} %" if theirs else "",
    )
    return "| " + " | ".join(cells) + " |"


if __name__ == "__main__":
    raise SystemExit(main())
