"""From the list of packages to a file of pairs each, and what each of them is licensed under."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from benchmarks.support.packages import FetchError, Package, fetch
from tools.static_model.never import Never
from tools.static_model.pairs import Counts, pairs_of

SOURCES = Path(__file__).parent / "sources.tsv"
MAX_PACKAGE_BYTES = 800_000  # of text that is read of one package: many small voices, no loud one


@dataclass(frozen=True, slots=True, kw_only=True)
class Collected:
    """What came of a package: its pairs, or why there are none."""

    package: Package
    n_pairs: int = 0
    file: Path | None = None
    counts: Counts | None = None
    licence: str = ""
    problem: str = ""


def sources(table: str) -> list[Package]:
    """The packages of `sources.tsv`: source, name and version, parted by tabs."""
    rows = [line.split("\t") for line in table.splitlines() if line and not line.startswith("#")]
    return [Package(source=row[0], name=row[1], version=row[2]) for row in rows]


def collect(packages: Iterable[Package], never: Never, folder: Path) -> Iterator[Collected]:
    """Fetch each package into `folder` and write its pairs there, unless they already are.

    A package that can't be had is told and left out; one that judges raises `Refused`.
    """
    for package in packages:
        try:
            home = fetch(package, folder / "packages")
        except FetchError as error:
            yield Collected(package=package, problem=str(error))
            continue
        never.check_package(package.name, home)
        yield _collected(package, home, never, folder / "pairs")


def _collected(package: Package, home: Path, never: Never, into: Path) -> Collected:
    into.mkdir(parents=True, exist_ok=True)
    file, counts = into / f"{home.name}.jsonl.gz", Counts()
    if file.exists():
        n_pairs = sum(1 for _ in read_rows(file))
        return Collected(package=package, n_pairs=n_pairs, file=file, licence=licence_of(home))
    rows = [pair.row() for pair in pairs_of(home, never, counts, max_bytes=MAX_PACKAGE_BYTES)]
    with gzip.GzipFile(file.with_suffix(".part"), "wb", mtime=0) as out:
        for row in rows:
            out.write(json.dumps(row, ensure_ascii=False).encode("utf-8", "replace") + b"\n")
    file.with_suffix(".part").rename(file)
    licence = licence_of(home)
    return Collected(package=package, n_pairs=len(rows), file=file, counts=counts, licence=licence)


def read_rows(file: Path) -> Iterator[dict[str, str]]:
    """The lines of a file of pairs."""
    with gzip.open(file, "rt", encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)


def licence_of(home: Path) -> str:
    """What the package's own metadata says that it is licensed under; `not stated` if nothing."""
    for pattern, line in _LICENCE_LINES:
        found: dict[str, None] = {}
        for file in sorted(home.glob(pattern)):
            text = file.read_text("utf-8", "replace")
            found |= dict.fromkeys(one.strip(" \t\"',") for one in line.findall(text))
        if shown := [one for one in found if one and len(one) < _MAX_LICENCE]:
            return ", ".join(shown[:_MAX_LICENCES])
    return "not stated"


_MAX_LICENCE, _MAX_LICENCES = 60, 6
_LICENCE_LINES = (
    ("unpacked/debian/copyright", re.compile(r"^License:[ \t]*([^\n]+)$", re.MULTILINE)),
    ("usr/share/doc/*/copyright", re.compile(r"^License:[ \t]*([^\n]+)$", re.MULTILINE)),
    ("package/package.json", re.compile(r'"license":\s*"([^"]+)"')),
    ("*.dist-info/METADATA", re.compile(r"^License-Expression: (.+)$", re.MULTILINE)),
    ("*.dist-info/METADATA", re.compile(r"^Classifier: License :: (?:.*:: )?(.+)$", re.MULTILINE)),
    ("*.dist-info/METADATA", re.compile(r"^License: (.+)$", re.MULTILINE)),
    ("*/PKG-INFO", re.compile(r"^License(?:-Expression)?: (.+)$", re.MULTILINE)),
)
