"""Whether what is asked for as it is written is found where it is written.

    python benchmarks/search_as_written.py FOLDER... [--each 15] [--seed 5]

From the code of each folder, tests aside, are drawn: names that one line alone gives a value and
no definition bears; messages of errors, with a value in each of their holes; and what stands in
quotes in one file alone: variables of the environment, options, headers, paths. Each is searched
for, and the result looked up that has the line. Prints how often it is the first, and among ten.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.search_quality import found_by, keep_words

from codewitness.model.query import SearchMode
from tests.support.folders import running

Places = dict[str, set[tuple[str, int]]]  # by what is asked for

_VALUE = re.compile(
    r"^(?:export )?(?:const|let|var|val) (\w{5,})\s*(?::[^=\n]+)?="
    r"\s*(?!async|\(|function|<|class|\w+\s*=>)\S"
    r"|^\s+(?:\w+ )*(?:static final|final static|static readonly|const) [\w<>\[\], ]+ (\w{5,})\s*="
    r"|^([A-Za-z]\w{4,})(?::[^=\n]+)?\s*=\s*(?!lambda)\S|^\t([A-Z]\w{4,})(?: [\w.]+)?\s+= \S"
    r"|^#\s*define (\w{5,})\s+\S|^\s*(?:pub )?(?:const|static) (\w{5,}): "
)
_AS_CODE = re.compile(r"[^_]_[^_]|[a-z][A-Z]")
_TOLD = re.compile(
    r"\braise |\bthrow |Errorf?\(|\bpanic\(|Exception\(|\blog\w*[.(]|\bLOG\.", re.ASCII
)
_TEXT = re.compile(r"\"((?:[^\"\\\n]|\\.){15,})\"|'((?:[^'\\\n]|\\.){15,})'|`([^`\\\n]{15,})`")
_HOLE = re.compile(r"%[-+ #0]*\d*(?:\.\d+)?[a-zA-Z]|[$#]?\{[^}]*\}|\\\([^)]*\)")
_QUOTED = re.compile(
    r"""(["'`])([A-Z][A-Z0-9]+(?:_[A-Z0-9]+)+|--[a-z][\w-]+|[A-Z][a-z]+(?:-[A-Z][a-z]+)+"""
    r"""|/[a-z][\w-]+(?:/[\w:{}.*-]+)+)\1"""
)
_ASIDE = re.compile(r"test|spec|example|vendor|node_modules|\.min\.|\.d\.ts", re.IGNORECASE)
_SUFFIX = re.compile(r"\.(?:py|tsx?|js|java|kt|swift|go|c|h|cc|cpp|cs|rb|rs|php)")
_VALUES = ("users.db", "42", "/tmp/data/file", "'example'")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", type=Path, nargs="+")
    parser.add_argument("--each", type=int, default=15, help="of each kind and folder")
    parser.add_argument("--seed", type=int, default=5)
    arguments = parser.parse_args()
    counts: Counter[tuple[str, str]] = Counter()
    with tempfile.TemporaryDirectory() as cache:
        os.environ.setdefault("CODEWITNESS_CACHE_DIR", cache)
        for root in arguments.folders:
            chance = random.Random(arguments.seed)
            written = _written(root)
            drawn = {
                kind: chance.sample(sorted(places), min(arguments.each, len(places)))
                for kind, places in written.items()
            }
            with running(root) as (session, folder):
                keep_words(folder)
                for kind, texts in drawn.items():
                    for text in texts:
                        found = found_by(session, text, SearchMode.HYBRID)
                        rank = _rank(found, written[kind][text])
                        counts[kind, "asked"] += 1
                        counts[kind, "first"] += rank == 0
                        counts[kind, "among ten"] += rank is not None
    print("| asked for | | first | among ten |\n|---|--:|--:|--:|")
    for kind in ("value", "message", "quoted"):
        said = (str(counts[kind, one]) for one in ("asked", "first", "among ten"))
        print(f"| {kind} | {' | '.join(said)} |")


def _written(root: Path) -> Mapping[str, Places]:
    """What may be asked for, by kind, of what one place alone has."""
    every: dict[str, defaultdict[str, set[tuple[str, int]]]] = {
        kind: defaultdict(set) for kind in ("value", "message", "quoted")
    }
    for path in sorted(root.rglob("*")):
        own = path.relative_to(root).as_posix()
        if _SUFFIX.fullmatch(path.suffix) and path.is_file() and _ASIDE.search(own) is None:
            for kind, text, line in _of_file(path.read_text("utf-8", "replace")):
                every[kind][text].add((own, line))
    return {
        kind: {
            text: at
            for text, at in places.items()
            if len(at if kind != "quoted" else {path for path, _ in at}) == 1
        }
        for kind, places in every.items()
    }


def _of_file(text: str) -> Iterator[tuple[str, str, int]]:
    lines = text.split("\n")
    for number, line in enumerate(lines, 1):
        if (value := _VALUE.match(line)) is not None:
            name = next(filter(None, value.groups()))
            if _AS_CODE.search(name) is not None:
                yield "value", name, number
        for quoted in _QUOTED.finditer(line):
            yield "quoted", quoted[2], number
        if _TOLD.search("\n".join(lines[max(0, number - 2) : number])) is None:
            continue
        for message in (next(filter(None, one.groups())) for one in _TEXT.finditer(line)):
            plain, n_holes = _HOLE.subn(" ", message)
            if n_holes and "\\" not in plain and len(re.findall(r"[A-Za-z]+", plain)) >= 4:
                values = iter(_VALUES * n_holes)
                yield "message", _HOLE.sub(lambda _, of=values: next(of), message), number


def _rank(found: list[tuple[str, int, int]], places: set[tuple[str, int]]) -> int | None:
    for rank, (path, first, last) in enumerate(found):
        if any(path == own and first <= line <= last for own, line in places):
            return rank
    return None


if __name__ == "__main__":
    main()
