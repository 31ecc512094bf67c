"""Definitions that stay what they were while a bracket is typed and not closed yet.

    python benchmarks/open_brackets.py FOLDER... [--files 25]

Of the files below FOLDER without syntax errors, so many of each language are taken. Behind four
lines of each, in bodies of functions, ` {`, `(`, `[` or a line `if (x {` is typed. Prints by
language how many definitions there are, and how many of them are gone then, or new; with and
without the brackets left out that have no partner (`codewitness.syntax.brackets`).
"""

from __future__ import annotations

import argparse
import random
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from unittest import mock

from codewitness.model.text import Text
from codewitness.syntax import brackets
from codewitness.syntax.extract import Analysis, analyse

SUFFIXES = [".py", ".java", ".kt", ".ts", ".tsx", ".js", ".go", ".cs", ".swift", ".rb", ".c", ".m"]
SUFFIXES += [".cpp", ".rs"]
SIZES = range(1_500, 30_000)
LEAST_BODY = 60


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", type=Path, nargs="+")
    parser.add_argument("--files", type=int, default=25)
    arguments = parser.parse_args()
    totals: Counter[str] = Counter()
    print(f"{'':6} definitions   wrong without   wrong")
    for suffix, files in _files(arguments.folders).items():
        counts: Counter[str] = Counter()
        for whole in _whole(files, arguments.files):
            counts += _tried(whole)
        totals += counts
        _tell(suffix, counts)
    _tell("all", totals)


def _tell(name: str, counts: Counter[str]) -> None:
    print(f"{name:6} {counts['all']:11} {counts['without']:15} {counts['with']:7}")
    sys.stdout.flush()


def _files(folders: list[Path]) -> dict[str, list[Path]]:
    found: dict[str, list[Path]] = defaultdict(list)
    for folder in folders:
        for path in sorted(folder.rglob("*")):
            if path.suffix in SUFFIXES and path.is_file() and path.stat().st_size in SIZES:
                found[path.suffix].append(path)
    return {suffix: found[suffix] for suffix in SUFFIXES if suffix in found}


def _whole(files: list[Path], wanted: int) -> Iterator[Analysis]:
    for path in random.Random(3).sample(files, len(files)):
        if wanted == 0:
            return
        analysis = analyse(path.name, Text.of(path.read_text("utf-8", "replace")), keep=False)
        if analysis is not None and not analysis.core.problems and len(_bodies(analysis)) > 2:
            wanted -= 1
            yield analysis


def _bodies(analysis: Analysis) -> list[tuple[int, int]]:
    spans = (one.body_span for one in analysis.core.definitions if one.kind.is_callable)
    return [(s.start, s.end) for s in spans if s is not None and s.end - s.start > LEAST_BODY]


def _tried(whole: Analysis) -> Counter[str]:
    chance, raw, names = random.Random(7), whole.text.raw, _names(whole)
    counts: Counter[str] = Counter()
    for typed in (b" {", b"(", b"[", b"\nif (x {"):
        start, end = chance.choice(_bodies(whole))
        ends = [match.start() for match in re.finditer(rb"\n", raw[start:end])][:-1]
        if not ends:
            continue
        at = start + chance.choice(ends)
        line = raw[raw.rfind(b"\n", 0, at) + 1 :]
        blank = line[: len(line) - len(line.lstrip(b" \t"))]
        text = Text(raw[:at] + typed.replace(b"\n", b"\n" + blank) + raw[at:])
        counts["all"] += names.total()
        counts["with"] += _n_wrong(whole.core.path, text, names)
        with mock.patch.object(brackets, "unpaired", return_value=[]):
            counts["without"] += _n_wrong(whole.core.path, text, names)
    return counts


def _n_wrong(path: str, text: Text, names: Counter[str]) -> int:
    analysis = analyse(path, text, keep=False)
    assert analysis is not None
    found = _names(analysis)
    return (names - found).total() + (found - names).total()


def _names(analysis: Analysis) -> Counter[str]:
    names = (one.qualified_name for one in analysis.core.definitions)
    return Counter(name for name in names if name and "<lambda" not in name)


if __name__ == "__main__":
    main()
