"""Gopls' marker tests of call hierarchies: txtar archives with `@loc`, `@incomingcalls`, ..."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from benchmarks.support.hierarchy_cases import Call, Case, Item, Question, range_of

_FILE = re.compile(r"^-- (\S+) --$", re.MULTILINE)
_LOC = re.compile(r'\bloc\((\w+), "([^"]*)"\)')
_ASSERT = re.compile(r"\b(incoming|outgoing)calls\(([^)]*)\)")


def read(folder: Path) -> Iterator[Case]:
    """The cases of a folder."""
    for path in sorted(folder.rglob("*.txt")):
        text = path.read_text()
        if _ASSERT.search(text) and _FILE.search(text):
            files = _files(text)
            places = dict(_places(files))
            questions = tuple(_questions(files, places))
            yield Case(suite="gopls", name=path.stem, files=files, questions=questions)


def _files(archive: str) -> dict[str, str]:
    parts = _FILE.split(archive)[1:]
    files = {
        name: body.removeprefix("\n") for name, body in zip(parts[::2], parts[1::2], strict=True)
    }
    return {name: body for name, body in files.items() if name != "flags"}


def _places(files: dict[str, str]) -> Iterator[tuple[str, Item]]:
    """By name of a place: the first such text on the line of its mark."""
    for path, text in files.items():
        start = 0
        for line in text.splitlines(keepends=True):
            for match in _LOC.finditer(line):
                at = start + line.index(match[2])
                found = range_of(text, at, at + len(match[2]))
                yield match[1], Item(path=path, name_range=found)
            start += len(line)


def _questions(files: dict[str, str], places: dict[str, Item]) -> Iterator[Question]:
    for text in files.values():
        for match in _ASSERT.finditer(text):
            about, *others = [one.strip() for one in match[2].split(",")]
            calls = tuple(Call(item=places.get(one, Item(name=one))) for one in others)
            item = places[about]
            assert item.path is not None
            assert item.name_range is not None
            asked = Item(
                path=item.path,
                name_range=item.name_range,
                incoming=calls if match[1] == "incoming" else None,
                outgoing=calls if match[1] == "outgoing" else None,
            )
            yield Question(path=item.path, at=item.name_range[0], items=(asked,))
