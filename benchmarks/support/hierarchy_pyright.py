"""Pyright's fourslash tests `showcallhierarchy.*`: callers or callees at markers.

The assertions are TypeScript; of that only the forms that these tests use are read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from benchmarks.support.fourslash import Sources, sources
from benchmarks.support.hierarchy_cases import Call, Case, Item, Question

_MARKER = re.compile(r"(marker\w*): \{\s*items: (?:(\w+)|\[(.*?)\]),", re.DOTALL)
_LIST = re.compile(r"const itemList = \[(.*?)\];", re.DOTALL)
_ONE = re.compile(r"references\[(\d+)\]\.path.*?name: '(\w+)'", re.DOTALL)
_ALL = re.compile(r"const itemList = ranges\.map.*?name: '(\w+)'", re.DOTALL)


def read(folder: Path) -> Iterator[Case]:
    """The cases of a folder."""
    for path in sorted(folder.rglob("*callhierarchy.*.fourslash.ts")):
        source = sources(path)
        questions = tuple(_questions(source, path.read_text()))
        name = path.name.removesuffix(".fourslash.ts")
        yield Case(suite="pyright", name=name, files=source.files, questions=questions)


def _questions(source: Sources, asserted: str) -> Iterator[Question]:
    is_incoming = "GetIncomingCalls" in asserted
    for match in _MARKER.finditer(asserted):
        path, at = source.markers[match[1]]
        listed = match[3]
        if match[2] and (whole := _LIST.search(asserted)):
            listed = whole[1]
        if listed is None:
            every = _ALL.search(asserted)
            assert every is not None, asserted
            calls = tuple(_call(one, every[1]) for one in source.ranges)
        else:
            calls = tuple(_call(source.ranges[int(i)], n) for i, n in _ONE.findall(listed))
        item = Item(incoming=calls) if is_incoming else Item(outgoing=calls)
        yield Question(path=path, at=at, items=(item,))


def _call(at: tuple[str, object], name: str) -> Call:
    path, name_range = at
    return Call(item=Item(path=path, name=name, name_range=name_range))  # type: ignore[arg-type]
