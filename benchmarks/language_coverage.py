"""Reads one real package in each language, and says how well it is understood.

    python benchmarks/language_coverage.py [--only LANGUAGE] [--into FOLDER] [--save FILE]

The packages come from their registries, through pip, npm and apt-get. Prints a table: speed, share
of bytes in ERROR nodes, exceptions (there must be none), and the definitions found beside those
that Universal Ctags finds, which knows no Swift. Names are counted once a file; `found` is the
share of ctags' names that the server has too.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
import traceback
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from support import ctags
from support.ctags import CALLABLES, TYPES, Tag
from support.packages import FetchError, Package, fetch

from codewitness.model.facts import FileFacts, Kind
from codewitness.model.text import Text
from codewitness.syntax.extract import analyse
from codewitness.syntax.registry import reading

HEAD_BYTES = 20_000
SKIPPED = {".pc"}  # what Debian's patches have replaced
PACKAGES = {
    "python": Package(source="pypi", name="Django", version="5.2", folder="*/django"),
    "java": Package(source="npm", name="@capacitor/android", version="6.2.0"),
    "kotlin": Package(source="npm", name="react-native", version="0.76.5"),
    "typescript": Package(source="npm", name="rxjs", version="7.8.1", folder="*/src"),
    "tsx": Package(source="npm", name="react-native-paper", version="5.12.5", folder="*/src"),
    "javascript": Package(source="npm", name="eslint", version="8.57.0", folder="*/lib"),
    "go": Package(source="deb", name="golang-github-gin-gonic-gin-dev", version="1.8.1-1"),
    "csharp": Package(source="pypi", name="pythonnet", version="3.0.3"),
    "swift": Package(source="npm", name="lottie-ios", version="4.5.0"),
    "ruby": Package(source="deb", name="ruby-sequel", version="5.63.0-1"),
    "c": Package(source="pypi", name="uvloop", version="0.21.0", folder="*/vendor/libuv"),
    "objc": Package(source="npm", name="cordova-ios", version="7.1.1"),
    "cpp": Package(source="pypi", name="onnx", version="1.17.0", folder="*/onnx"),
    "rust": Package(source="deb", name="librust-tokio-dev", version="1.24.2-1"),
}

HEADINGS = (
    *("language", "package", "files", "MB", "MB/s", "in ERROR", "files with errors", "exceptions"),
    *("callables", "ctags", "found", "types", "ctags", "found"),
)
_TYPE_KINDS = frozenset(kind for kind in Kind if kind.is_classlike) | {Kind.TYPE}


@dataclass(slots=True, kw_only=True)
class Coverage:
    """What was read of one package."""

    package: str
    n_files: int = 0
    n_bytes: int = 0
    seconds: float = 0.0
    error_bytes: int = 0
    n_broken: int = 0
    n_exceptions: int = 0
    ours: set[Tag] = field(default_factory=set)
    theirs: set[Tag] | None = None

    def row(self, language: str) -> list[str]:
        """The cells of the table."""
        return [
            language,
            self.package,
            f"{self.n_files:,}",
            f"{self.n_bytes / 1e6:.2f}",
            f"{self.n_bytes / 1e6 / max(self.seconds, 1e-9):.2f}",
            f"{self.error_bytes / max(self.n_bytes, 1):.3%}",
            str(self.n_broken),
            str(self.n_exceptions),
            *self._group(CALLABLES),
            *self._group(TYPES),
        ]

    def _group(self, group: str) -> list[str]:
        n_ours = sum(tag.group == group for tag in self.ours)
        if self.theirs is None:
            return [f"{n_ours:,}", "", ""]
        wanted = {tag[:2] for tag in self.theirs if tag.group == group}
        if not wanted:
            return [f"{n_ours:,}", "", ""]
        n_found = len(wanted & {tag[:2] for tag in self.ours})
        return [f"{n_ours:,}", f"{len(wanted):,}", f"{n_found / len(wanted):.1%}"]


def main() -> None:
    """Fetch, read, print; exit status 1 after an exception, 3 if no package could be had."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--only", choices=PACKAGES, help="one language")
    parser.add_argument("--into", type=Path, help="where packages are kept (default: nowhere)")
    parser.add_argument("--save", type=Path, help="write the table to this file too")
    parser.add_argument("--show", type=int, default=0, metavar="N", help="names that were missed")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        into = (options.into or Path(temporary)).resolve()
        wanted = [options.only] if options.only else list(PACKAGES)
        rows, n_exceptions, n_missing = [], 0, 0
        for language in wanted:
            try:
                coverage = cover(language, fetch(PACKAGES[language], into))
            except FetchError as error:
                print(f"{language}: {error}", file=sys.stderr)
                n_missing += 1
                continue
            rows.append(coverage.row(language))
            n_exceptions += coverage.n_exceptions
            show(coverage, into, options.show)
    text = table(rows)
    print(text)
    if options.save:
        options.save.write_text(f"{REPORT}\n{text}\n", "utf-8")
    raise SystemExit(1 if n_exceptions else 3 if n_missing == len(wanted) else 0)


def cover(language: str, root: Path) -> Coverage:
    """Read all files of the language below `root`."""
    coverage = Coverage(package=PACKAGES[language].title)
    paths = list(_files_of(language, root))
    for path in paths:
        _read(path, root, coverage)
    if ctags.is_known(language):
        coverage.theirs = ctags.tags(language, paths)
    return coverage


def _files_of(language: str, root: Path) -> Iterator[Path]:
    for path in sorted(root.rglob("*")):
        if path.is_file() and not path.is_symlink() and SKIPPED.isdisjoint(path.parts):
            how = reading(path.name)
            if how is not None and how.spec is not None:
                how = reading(path.name, path.read_bytes()[:HEAD_BYTES])
                if how is not None and how.language == language:
                    yield path


def _read(path: Path, root: Path, coverage: Coverage) -> None:
    raw = path.read_bytes()
    coverage.n_files += 1
    coverage.n_bytes += len(raw)
    start = time.process_time()
    try:
        analysis = analyse(path.relative_to(root).as_posix(), Text(raw), keep=False)
        assert analysis is not None
        facts = analysis.facts
    except Exception:
        traceback.print_exc()
        coverage.n_exceptions += 1
        return
    coverage.seconds += time.process_time() - start
    coverage.error_bytes += facts.error_bytes
    coverage.n_broken += bool(facts.problems)
    coverage.ours |= set(_tags(str(path), facts))


def _tags(path: str, facts: FileFacts) -> Iterator[Tag]:
    for definition in facts.definitions:
        if definition.kind in _TYPE_KINDS:
            yield Tag(path, ctags.plain(definition.name), TYPES)
        elif definition.kind.is_callable and definition.kind is not Kind.LAMBDA:
            yield Tag(path, ctags.plain(definition.name), CALLABLES)


def show(coverage: Coverage, into: Path, n_shown: int) -> None:
    """Print the first names that ctags has and the server has not."""
    known = {tag[:2] for tag in coverage.ours}
    missed = sorted(tag for tag in coverage.theirs or () if tag[:2] not in known)
    for path, name, group in missed[:n_shown]:
        print(f"  - {Path(path).relative_to(into)}: {name} ({group})")


def table(rows: list[list[str]]) -> str:
    """A Markdown table."""
    lines = [HEADINGS, ["---", "---", *["--:"] * (len(HEADINGS) - 2)], *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


REPORT = """\
# How well each language is read

Written by `python benchmarks/language_coverage.py --save benchmarks/results/language_coverage.md`.
MB/s is of one core, chunks included; "in ERROR" is the share of bytes in ERROR nodes; callables and
types are names counted once a file, "found" the share of the names of Universal Ctags that are
found here too. Ctags reads no Swift, and counts objects as classes of JavaScript.

What is missed: of C the tag of a `typedef struct tag {…} name`, which goes by `name` here, and the
macro in whose name a function is written (`TEST_F(Suite, Case)` is `Case` here). Of Kotlin ctags
takes unnamed companions and parameters of lambdas for definitions.
"""


if __name__ == "__main__":
    main()
