"""The sources of a fourslash test: files behind `////`, markers `/*name*/`, ranges `[|text|]`."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.support.hierarchy_cases import Place, Range, place_of, range_of

_FILE = re.compile(r"// @filename: (.*)$", re.IGNORECASE)
_MARK = re.compile(r"/\*(\w*)\*/|\[\||\|\]")


@dataclass(slots=True)
class Sources:
    """`ranges` are in the order of their starts, as the tests number them."""

    files: dict[str, str] = field(default_factory=dict)
    markers: dict[str, tuple[str, Place]] = field(default_factory=dict)
    ranges: list[tuple[str, Range]] = field(default_factory=list)


def sources(path: Path) -> Sources:
    """What a test is about."""
    lines: dict[str, list[str]] = {}
    name = path.name
    for line in path.read_text().splitlines():
        if match := _FILE.match(line):
            name = match[1].strip().lstrip("/")
            lines[name] = []
        elif line.startswith("////"):
            lines.setdefault(name, []).append(line[4:])
    found = Sources()
    for name, body in lines.items():
        is_indented = all(not line or line[0] == " " for line in body)
        _add(found, name, "\n".join(line[is_indented:] for line in body))
    return found


def _add(found: Sources, name: str, marked: str) -> None:
    text, at, opened = "", 0, []
    starts: list[tuple[int, int]] = []
    markers: dict[str, int] = {}
    for match in _MARK.finditer(marked):
        text += marked[at : match.start()]
        at = match.end()
        if match[0] == "[|":
            opened.append(len(text))
        elif match[0] == "|]":
            starts.append((opened.pop(), len(text)))
        else:
            markers[match[1]] = len(text)
    text += marked[at:]
    found.files[name] = text
    found.markers |= {mark: (name, place_of(text, offset)) for mark, offset in markers.items()}
    found.ranges += [(name, range_of(text, *one)) for one in sorted(starts)]
