"""`codewitness.status`: what is indexed, by whom, and what is not read and why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, TypeVar

from codewitness.engine.view import Folder, IndexView, Snapshot, Stage
from codewitness.model.freshness import Freshness
from codewitness.storage.faults import IndexFault
from codewitness.syntax.registry import reading

if TYPE_CHECKING:
    from codewitness.engine.ports import Store

MAX_LISTED = 500
IN_MEMORY = "what they lack is answered from memory and the files"
NO_COUNTS: Mapping[str, int] = MappingProxyType({})

_Answer = TypeVar("_Answer")


@dataclass(frozen=True, slots=True, kw_only=True)
class NotRead:
    """A file that is not read, or that was read with a problem."""

    uri: str
    problem: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FolderStatus:
    """One workspace folder. `n_failed` counts what `failed` lists at most `MAX_LISTED` of."""

    folder: Folder
    stage: Stage
    n_indexed: int
    n_total: int
    failed: tuple[NotRead, ...]
    n_failed: Mapping[str, int]
    counts: Mapping[str, int]
    languages: Mapping[str, int]
    size_bytes: int | None
    versions: int
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class StatusAnswer:
    """All folders."""

    folders: tuple[FolderStatus, ...]
    freshness: Freshness


def status(snapshot: Snapshot) -> StatusAnswer:
    """What is known of each folder."""
    return StatusAnswer(
        folders=tuple(_folder(folder) for folder in snapshot.folders),
        freshness=snapshot.freshness({}),
    )


def _folder(folder: Folder) -> FolderStatus:
    view, store = folder.view, folder.store
    skipped = [
        NotRead(uri=folder.uri_of(s.path), problem=f"{s.reason.value}: {s.detail}")
        for s in view.skipped
    ]
    broken = [
        NotRead(uri=folder.uri_of(path), problem="; ".join(state.problems))
        for path, state in view.files.items()
        if state.problems
    ]
    languages = Counter(_language(view, path) for path in view.files if not view.unlisted)
    notes = view.notes
    if view.ignore_source:
        notes = (*notes, f"ignore rules: {view.ignore_source}")
    if view.failure:
        notes = (*notes, f"failed: {view.failure}")
    if view.unlisted:
        notes = (*notes, f"{view.unlisted}; it is read again when it is there again")
    if view.fault:
        notes = (*notes, f"the tables can't be used for now: {view.fault}; {IN_MEMORY}")
    return FolderStatus(
        folder=folder,
        stage=view.stage,
        n_indexed=folder.n_indexed,
        n_total=folder.n_total,
        failed=tuple((broken + skipped)[:MAX_LISTED]),
        n_failed=Counter([*(s.reason.value for s in view.skipped), *(["syntax"] * len(broken))]),
        counts=_asked(store, lambda s: s.counts(), NO_COUNTS) if not view.unlisted else NO_COUNTS,
        languages=languages,
        size_bytes=_asked(store, lambda s: s.size_bytes(), None),
        versions=sum(_asked(store, lambda s: s.versions(), NO_COUNTS).values()),
        notes=notes,
    )


def _language(view: IndexView, path: str) -> str:
    """What a file is read as; of one without definitions, what its name alone says."""
    for symbol in view.symbols.of_file(path):
        return symbol.language
    how = reading(path)
    return how.language if how is not None else "script"


def _asked(store: Store | None, ask: Callable[[Store], _Answer], instead: _Answer) -> _Answer:
    """What the tables say; `instead` if there are none, or, which the notes tell, they fail."""
    try:
        return ask(store) if store is not None else instead
    except IndexFault:
        return instead
