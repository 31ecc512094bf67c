"""Paths of records: in the journal below the project, in memory below the workspace folder.

Several folders of one repository have one memory. `src/main.py` of one is not `src/main.py` of
another, so the journal says in which; a file of another folder is `../web/src/main.py` here.
"""

from __future__ import annotations

import posixpath
from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeVar

from codewitness.model.records import (
    ChangeRecord,
    DecisionRecord,
    ErrorRecord,
    EventRecord,
    Record,
    anchors_of,
)

_Kind = TypeVar("_Kind", bound=Record)
_Move = Callable[[str], str]


class Base:
    """Where a workspace folder is below its project; empty for the project's own folder."""

    def __init__(self, folder: str = "") -> None:
        self.folder = folder

    def inward(self, record: _Kind) -> _Kind:
        """A record of the journal, with paths from the folder."""
        return _moved(record, self._from_folder) if self.folder else record

    def outward(self, record: _Kind) -> _Kind:
        """A record of the folder as the journal has it."""
        return _moved(record, self._from_project) if self.folder else record

    def _from_folder(self, path: str) -> str:
        return path if _is_no_place(path) else posixpath.relpath(path, self.folder)

    def _from_project(self, path: str) -> str:
        return path if _is_no_place(path) else posixpath.normpath(f"{self.folder}/{path}")


def is_outside(path: str) -> bool:
    """True for a file of another folder of the project."""
    return path.startswith("../")


def _is_no_place(path: str) -> bool:
    return not path or path.startswith("/") or path[1:3] in (":/", ":\\")


def _moved(record: _Kind, to: _Move) -> _Kind:
    found: dict[str, Any] = {}
    if anchors := anchors_of(record):
        found["anchors"] = tuple(replace(one, path=to(one.path)) for one in anchors)
    if isinstance(record, ChangeRecord | ErrorRecord):
        found["path"] = to(record.path)
    if isinstance(record, ChangeRecord | DecisionRecord):
        found["related_files"] = tuple(map(to, record.related_files))
    if isinstance(record, ErrorRecord):
        found["frames"] = tuple(replace(one, own_path=to(one.own_path)) for one in record.frames)
    if isinstance(record, DecisionRecord):
        found["claims"] = tuple(
            replace(
                one,
                names=tuple(replace(name, was_in=to(name.was_in)) for name in one.names),
            )
            for one in record.claims
        )
    if isinstance(record, EventRecord):
        found["paths"] = tuple(map(to, record.paths))
    return replace(record, **found) if found else record
