"""TypeScript's fourslash tests of call hierarchies, with their drawn baselines.

`callHierarchyX.ts` has the sources behind `////` and one marker `/**/`; what is expected is drawn
in `callHierarchyX.callHierarchy.txt`, anywhere below the same folder.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

from benchmarks.support.fourslash import sources
from benchmarks.support.hierarchy_cases import (
    CLASS,
    CONSTRUCTOR,
    FIELD,
    FILE,
    FUNCTION,
    METHOD,
    MODULE,
    NAMESPACE,
    PROPERTY,
    Call,
    Case,
    Item,
    Question,
    Range,
)

_KINDS = {
    "function": {FUNCTION},
    "method": {METHOD},
    "getter": {PROPERTY, FIELD, METHOD},
    "setter": {PROPERTY, FIELD, METHOD},
    "class": {CLASS},
    "constructor": {CONSTRUCTOR},
    "script": {FILE, MODULE},
    "module": {MODULE, NAMESPACE, FILE},
}
_RANGE = re.compile(r"[╭] (\S+):(\d+):(\d+)-(\d+):(\d+)$")
_FIELD = re.compile(r"[╭├╰] (\w+):(?: (.*))?$")


def read(folder: Path) -> Iterator[Case]:
    """The cases of a folder, with baselines anywhere below it."""
    drawn = {path.name: path for path in folder.rglob("callHierarchy*.callHierarchy.txt")}
    for path in sorted(folder.rglob("callHierarchy*.ts")):
        source = sources(path)
        (marker,) = source.markers.values()
        lines = drawn[f"{path.stem}.callHierarchy.txt"].read_text().splitlines()
        items = tuple(_items(_Lines(lines)))
        question = Question(path=marker[0], at=marker[1], items=items)
        yield Case(suite="TypeScript", name=path.stem, files=source.files, questions=(question,))


class _Lines:
    """The lines of a drawing, with the depth of each taken off."""

    def __init__(self, lines: list[str]) -> None:
        self.rows = [self._row(line) for line in lines if line[:1] in "│╭├╰" and line]
        self.at = 0

    @staticmethod
    def _row(line: str) -> tuple[int, str]:
        depth = 0
        while line.startswith("│ "):
            line, depth = line[2:], depth + 1
        return depth, line


def _items(lines: _Lines) -> Iterator[Item]:
    depth = lines.rows[lines.at][0] if lines.rows else 0
    while lines.at < len(lines.rows):
        at, row = lines.rows[lines.at]
        if at != depth or not row.startswith("╭ name: "):
            return
        yield _item(lines, depth)


def _item(lines: _Lines, depth: int) -> Item:
    """One item; `lines` stands at its name and is left behind its last line."""
    told: dict[str, str] = {}
    ranges: dict[str, tuple[str, Range]] = {}
    calls: dict[str, tuple[Call, ...] | None] = {}
    while lines.at < len(lines.rows):
        at, row = lines.rows[lines.at]
        match = _FIELD.match(row)
        if at != depth or match is None or (match[1] == "name" and told):
            break
        word, value = match[1], match[2] or ""
        lines.at += 1
        if word in ("span", "selectionSpan"):
            ranges[word] = _ranges(lines, depth + 1)[0]
        elif word in ("incoming", "outgoing"):
            calls[word] = _calls(lines, depth + 1) if not value else _NO_CALLS[value]
        elif word == "fromSpans":
            lines.at -= 1
            break
        else:
            told[word] = value
        _skip(lines, depth)
    is_file = told["kind"] in ("script", "module") and "/" in told["name"]
    return Item(
        path=_path(told["file"]),
        name=PurePosixPath(told["name"]).name if is_file else told["name"],
        kinds=frozenset(_KINDS[told["kind"]]),
        whole=ranges["span"][1],
        name_range=ranges["selectionSpan"][1],
        incoming=calls.get("incoming"),
        outgoing=calls.get("outgoing"),
    )


_NO_CALLS: dict[str, tuple[Call, ...] | None] = {"none": (), "...": None}


def _calls(lines: _Lines, depth: int) -> tuple[Call, ...]:
    found = []
    while lines.at < len(lines.rows) and lines.rows[lines.at] in (
        (depth, "╭ from:"),
        (depth, "╭ to:"),
    ):
        lines.at += 1
        item = _item(lines, depth + 1)
        _skip(lines, depth)
        assert lines.rows[lines.at] == (depth, "├ fromSpans:"), lines.rows[lines.at]
        lines.at += 1
        sites = tuple(one[1] for one in _ranges(lines, depth + 1))
        found.append(Call(item=item, sites=sites))
        _skip(lines, depth)
    return tuple(found)


def _ranges(lines: _Lines, depth: int) -> list[tuple[str, Range]]:
    found = []
    while lines.at < len(lines.rows) and lines.rows[lines.at][0] >= depth:
        at, row = lines.rows[lines.at]
        match = _RANGE.match(row)
        if match is not None and at == depth:
            line, column, end_line, end_column = (int(one) - 1 for one in match.groups()[1:])
            found.append((match[1], ((line, column), (end_line, end_column))))
        lines.at += 1
    return found


def _skip(lines: _Lines, depth: int) -> None:
    """Past lines that only close what was drawn, or quote the text."""
    while lines.at < len(lines.rows):
        at, row = lines.rows[lines.at]
        if at == depth and _FIELD.match(row):
            return
        if at < depth or row.startswith("╭ "):
            return
        lines.at += 1


def _path(path: str) -> str:
    return path.removeprefix("/tests/cases/fourslash/").removeprefix("/")
