"""The files that a record names beside its own: they are there, or were, and are none misspelt."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from difflib import get_close_matches
from pathlib import PurePath

from codewitness.engine.ports import NoHistory
from codewitness.features.memory_scope import MemoryScope
from codewitness.features.places import BadRequest

_MAX_SHOWN = 100  # characters of a path that are told back


def related(scope: MemoryScope, given: Iterable[str]) -> tuple[str, ...]:
    """The paths in their folder; `BadRequest` for a file that is not there and was not.

    One of the last commit may have gone this moment, and one that a record names at any time.
    """
    paths = tuple(PurePath(scope.own_path(one)).as_posix() for one in given)
    missing = [path for path in paths if not _is_there(scope, path)]
    if missing and (missing := _never_there(scope, missing)):
        path = missing[0]
        near = get_close_matches(path, scope.folder.paths(), n=1, cutoff=0.6)
        meant = f"; did you mean {near[0]!r}?" if near else ""
        raise BadRequest(
            f"relatedFiles: takes files of the workspace, there is no file {path[:_MAX_SHOWN]!r}"
            f" and the last commit has none{meant}",
            suggestions=tuple(near),
        )
    return paths


def _is_there(scope: MemoryScope, path: str) -> bool:
    return any(
        path in one.documents or one.saved.files.stamp(path) is not None
        for one in (scope.folder, *scope.snapshot.folders)
    )


def _never_there(scope: MemoryScope, missing: list[str]) -> list[str]:
    """Those that neither the last commit nor a record names."""
    known: set[str] = set()
    for record in scope.memory.records().values():
        known |= {getattr(record, "path", ""), *getattr(record, "related_files", ())}
    if scope.folder.history is not None:
        with suppress(NoHistory):  # then only records tell what was there
            known |= scope.folder.history.head(missing).ids.keys()
    return [path for path in missing if path not in known]
