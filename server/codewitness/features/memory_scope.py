"""The memory that a request is about: which folder, whose records, which branch."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from pathlib import PurePath
from typing import Any, TypeVar

from codewitness.engine.disk import SavedFile
from codewitness.engine.documents import Document
from codewitness.engine.memory import Changes, Memory
from codewitness.engine.ports import Memories
from codewitness.engine.recording.anchors import anchors_in, touched, with_anchors
from codewitness.engine.recording.rebasing import is_outside
from codewitness.engine.view import Folder, Snapshot
from codewitness.features.anchors import Anchors, by_record
from codewitness.features.classes import Classes
from codewitness.features.find_symbol import Asked, find
from codewitness.features.inherited import find_member, inherited
from codewitness.features.moved_files import MovedFiles, related_files_of, where_now
from codewitness.features.places import BadRequest, Reading
from codewitness.model.names import dotted
from codewitness.model.records import (
    Anchor,
    DecisionRecord,
    Record,
    SessionRecord,
    Source,
    anchors_of,
)

_Kind = TypeVar("_Kind", bound=Record)


@dataclass(frozen=True, slots=True, kw_only=True)
class Asking:
    """Who asks about what; empty fields take their default. `root` is that of a named file."""

    user: str = ""
    project: str = ""
    branch: str = ""
    source: Source = Source.AGENT
    session: str = ""
    root: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryScope:
    """A memory as one request may see it."""

    snapshot: Snapshot
    folder: Folder
    memories: Memories
    memory: Memory
    asking: Asking

    @classmethod
    def of(cls, snapshot: Snapshot, asking: Asking) -> MemoryScope:
        """The memory of the folder that is asked about, else of the first one."""
        folders = [one for one in snapshot.folders if str(one.root) == asking.root]
        folder = next(iter([*folders, *snapshot.folders]), None)
        if folder is None or folder.memories is None:
            raise BadRequest("project: no workspace folder is open, so there is no memory")
        scope = folder.memories.scope(asking.user, asking.project)
        memory = folder.memories.open(scope)
        return cls(
            snapshot=snapshot.at_home_in(folder) if folders else snapshot,
            folder=folder,
            memories=folder.memories,
            memory=memory,
            asking=asking,
        )

    def at_home(self) -> MemoryScope:
        """The same for a claim, which means the definitions of the folder whose memory it is in."""
        return replace(self, snapshot=self.snapshot.at_home_in(self.folder))

    def records(self, wanted: type[_Kind]) -> list[_Kind]:
        """Records of one type that are in scope, oldest first; their anchors are where they are."""
        return self._as_now(self.memory.of_type(wanted))

    def every_record(self) -> list[Record]:
        """Records of all types that are in scope; their anchors are where they are."""
        return self._as_now(self.memory.records().values())

    def now(self, record: _Kind) -> _Kind:
        """The record with its anchors where they are now."""
        return next(iter(self._as_now([record])), record)

    def _as_now(self, records: Iterable[_Kind]) -> list[_Kind]:
        found = self._with_files([one for one in records if self.sees(one)])
        if not any(map(anchors_of, found)):
            return found
        now = self.anchors_now()
        self._note(anchor.path for one in found for anchor in now.get(one.id, ()))
        return [
            # Another server may have deleted it since it was read: then it is shown as it was.
            with_anchors(one, now[one.id])
            if one.id in now and now[one.id] != anchors_of(one)
            else one
            for one in found
        ]

    def _with_files(self, records: list[_Kind]) -> list[_Kind]:
        """The same, with the files that they name where these are now."""
        if not any(map(related_files_of, records)):
            return records
        now = self.moved_files()
        return [
            replace(one, related_files=where_now(one, now))  # type: ignore[call-arg]
            if not now.keys().isdisjoint(related_files_of(one))
            else one
            for one in records
        ]

    def moved_files(self) -> Mapping[str, str]:
        """Where the files are that records name, of those that are elsewhere by now."""
        name = f"files {self.folder.root}"
        with self.memory.lasting(
            name, MovedFiles, lambda one, all_: one.update(all_.values())
        ) as found:
            found.follow(self.folder)
            return dict(found.now)

    def _note(self, paths: Iterable[str]) -> None:
        """The answer says where something is in these files: by the buffers of those open."""
        reading = Reading(self.snapshot)
        for path in dict.fromkeys(paths):
            if (document := self.folder.document(path)) is not None:
                reading.note(self.folder, document)

    def sees(self, record: Record) -> bool:
        """True if the record's branch is asked for."""
        return not self.asking.branch or record.branch == self.asking.branch

    def stamp(self, prefix: str) -> dict[str, Any]:
        """What a new record has of itself, its branch included."""
        branch = self.asking.branch or self.memories.branch()
        return {**self.memory.stamp(prefix), "branch": branch, "source": self.asking.source}

    def session_id(self, changes: Changes) -> str:
        """The session that a new record belongs to: the named one, else the one under way."""
        if self.asking.session:
            if not isinstance(changes.get(self.asking.session), SessionRecord):
                raise unknown("sessionId", "session", self.asking.session)
            return self.asking.session
        found = under_way(one for one in changes.all(SessionRecord) if self.sees(one))
        return found.id if found is not None else ""

    # What a record says of files.

    def own_path(self, path: str) -> str:
        """`path` of a record relative to the folder where it is inside; else as it is."""
        pure = PurePath(path)
        if pure.is_absolute() and pure.is_relative_to(self.folder.root):
            return pure.relative_to(self.folder.root).as_posix()
        return path

    def source(self, path: str) -> Document | SavedFile | None:
        """The text of a file as it is now, unsaved edits included."""
        return Reading(self.snapshot).source(self.folder, path)

    def anchors_at(self, path: str, lines: Iterable[int]) -> tuple[Anchor, ...]:
        """Anchors to the methods at these lines (from 1) of a file."""
        source = self.source(path)
        analysis = source.analysis() if source is not None else None
        if source is None or analysis is None:
            return ()
        facts = analysis.core
        return anchors_in(facts, touched(facts, source.text, lines), source.text)

    def anchors_to(self, asked: Iterable[Asked]) -> tuple[Anchor, ...]:
        """Anchors to named symbols; `BadRequest` if one is unknown or fits several."""
        found: list[Anchor] = []
        for one in asked:
            try:
                places = find_member(Reading(self.snapshot), one)
            except BadRequest as error:
                said = str(error).replace("symbol:", "symbols:", 1)
                raise BadRequest(
                    said, suggestions=error.suggestions, freshness=error.freshness
                ) from None
            if len(places) > 1:
                names = tuple(place.symbol.qualified_name for place in places[:10])
                raise BadRequest(
                    f"symbols: {one.name!r} fits several definitions; give a longer name",
                    suggestions=names,
                )
            place = places[0]
            analysis = place.source.analysis()
            assert analysis is not None  # it has a symbol, so it has been read
            definition = analysis.core.definitions[place.symbol.ordinal]
            found += anchors_in(analysis.core, [definition], place.text)
        return tuple(found)

    def meant(self, asked: Asked | None) -> tuple[Asked, ...]:
        """`asked`, and the members of bases that it means if its class only inherits it.

        A name that no definition has may be that of one that is gone, of which there are records;
        else it is refused: *nothing is remembered* would be no answer to a name that is misspelt.
        """
        if asked is None:
            return ()
        members = []
        if asked.position is None:
            reading = Reading(self.snapshot)
            try:
                find(reading, asked)
            except BadRequest:
                members = [one.symbol for one in inherited(Classes(reading), asked.name)]
                if not members and not self._has_records_of(asked):
                    raise
        return (asked, *(Asked(name=f"{one.path}::{one.qualified_name}") for one in members))

    def _has_records_of(self, asked: Asked) -> bool:
        return any(self.names(one, asked) for every in self.anchors_now().values() for one in every)

    def concerns(self, record: Record, asked: Iterable[Asked]) -> bool:
        """True if the record is tied to a definition that one of `asked` names."""
        wanted = list(asked)
        return any(self.names(anchor, one) for anchor in self.anchors(record) for one in wanted)

    def anchors(self, record: Record) -> tuple[Anchor, ...]:
        """The record's anchors where they are now."""
        return self.anchors_now().get(record.id, ())

    def anchors_now(self) -> Mapping[str, tuple[Anchor, ...]]:
        """The anchors of all records where they are now, by record."""
        with self._anchors() as found:
            found.follow(self.folder)
            return by_record(found.now)

    def keep_anchors(self) -> int:
        """Write down where anchors have gone; how many records that concerns."""
        with self._anchors() as found:
            found.follow(self.folder)
            moved = found.moved()
        return self._keep(moved) + self._keep_files()

    def keep_moves(self) -> int:
        """The same of those alone that were just seen to go from their places to others."""
        with self._anchors() as found:
            found.follow(self.folder)
            moved = found.gone_from_here(self.folder.unsaved())
        return self._keep(moved) + self._keep_files()

    def follow_first(self) -> None:
        """To be asked before a new record is tied to what is there now.

        A method that has another name by then would find its place taken by that record.
        """
        self.keep_moves()

    def _keep_files(self) -> int:
        """Write down where files have gone that records name."""
        now = self.moved_files()
        if not now:
            return 0
        n_kept, when = 0, self.memory.clock.now()
        with self.memory.changing() as changes:
            for one in list(changes.all(DecisionRecord)):
                if not now.keys().isdisjoint(one.related_files):
                    changes.put(replace(one, related_files=where_now(one, now)), now=when)
                    n_kept += 1
        return n_kept

    def _keep(self, moved: Mapping[str, tuple[Anchor, ...]]) -> int:
        if not moved:
            return 0
        now = self.memory.clock.now()
        with self.memory.changing() as changes:
            for id_, anchors in moved.items():
                record = changes.get(id_)
                if record is not None and len(anchors_of(record)) == len(anchors):
                    changes.put(with_anchors(record, anchors), now=now)
        return len(moved)

    def _anchors(self) -> AbstractContextManager[Anchors]:
        name = f"anchors {self.folder.root}"
        return self.memory.lasting(name, Anchors, lambda one, all_: one.update(all_.values()))

    def names(self, anchor: Anchor, asked: Asked) -> bool:
        """True if `asked` names the anchor: a name or its end, `path::name`, or a place."""
        if is_outside(anchor.path):  # a name means what is here
            return False
        if asked.position is not None:
            places = find(Reading(self.snapshot), asked)
            symbol = places[0].symbol
            return (anchor.path, anchor.qualified_name) == (symbol.path, symbol.qualified_name)
        path, _, name = asked.name.rpartition("::")
        if path and anchor.path != path and not anchor.path.endswith("/" + path):
            return False
        wanted = dotted(name)
        return f".{anchor.qualified_name}".endswith("." + wanted)


def under_way(sessions: Iterable[SessionRecord]) -> SessionRecord | None:
    """The session that was started or resumed last and has not ended."""
    active = [one for one in sessions if not one.ended]
    return max(active, key=lambda one: one.updated or one.timestamp, default=None)


def unknown(field: str, what: str, id_: str) -> BadRequest:
    """The refusal of an id that nothing has."""
    return BadRequest(f"{field}: no {what} in this memory has the id {id_[:100]!r}")
