"""The memory of one user and project: all its records, and the one way to change them.

Records are kept in the memory of the process and in the journal, which is the truth: a change is
answered when the journal has it. Other processes write the same journal; what they have written
is read before every look and every change. Safe in any thread.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, Protocol, TypeVar

from codewitness.engine.recording.encoding import BadRecord, decoded, encoded
from codewitness.engine.recording.migration import upgraded
from codewitness.engine.recording.rebasing import Base
from codewitness.model.records import Record

log = logging.getLogger(__name__)

COMPACT_BYTES = 4_000_000  # a journal smaller than this is never written anew for its size
COMPACT_SHARE = 0.5  # of its entries, outdated

_Kind = TypeVar("_Kind", bound=Record)
_Derived = TypeVar("_Derived")


class Journal(Protocol):
    """Entries on the disk. Writing is for who holds `locked` and has read to the end."""

    n_damaged: int

    @property
    def size_bytes(self) -> int:
        """How large it is."""

    def locked(self) -> AbstractContextManager[None]:
        """Keep all others from writing."""

    def read(self) -> tuple[bool, list[dict[str, Any]]]:
        """Entries since the last reading; True if they are all there are."""

    def append(self, entries: list[dict[str, Any]]) -> None:
        """Put entries on the disk."""

    def rewrite(self, entries: list[dict[str, Any]]) -> None:
        """Replace all."""

    def keep_copy(self, why: str) -> None:
        """Put a copy aside."""


class Clock(Protocol):
    """Time and new names."""

    def now(self) -> str:
        """ISO 8601 in UTC with milliseconds; two calls give the same or a later one."""

    def new_id(self, prefix: str) -> str:
        """A name that nobody else has; later ones sort later."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scope:
    """Whose memory it is, and of what. `name` of the project is for people."""

    user: str
    project: str


Records = Mapping[str, Record]


class Memory:
    """All records of one scope, with paths from the folder that `base` says."""

    def __init__(
        self, scope: Scope, journal: Journal, clock: Clock, *, base: Base | None = None
    ) -> None:
        self.scope = scope
        self.clock = clock
        self.base = base or Base()
        self._journal = journal
        self._lock = threading.RLock()
        self._records: dict[str, Record] = {}
        self._n_entries = 0
        self._n_bad = 0
        self._n_deleted = 0  # whose text is still in the journal
        self._version = 0
        self._derived: dict[str, tuple[int, Any]] = {}

    def records(self) -> Records:
        """All records by id, oldest first, as they are on the disk now; they won't change."""
        with self._lock:
            self._refresh()
            return self.derived("records", lambda found: MappingProxyType(dict(found)))

    def of_type(self, wanted: type[_Kind]) -> list[_Kind]:
        """The records of one type, oldest first."""
        return [record for record in self.records().values() if isinstance(record, wanted)]

    def version(self) -> int:
        """Another number whenever the records on the disk have changed."""
        with self._lock:
            self._refresh()
            return self._version

    def derived(self, name: str, make: Callable[[Records], _Derived]) -> _Derived:
        """What `make` gives for the present records; made again only when they have changed."""
        with self._lock:
            known = self._derived.get(name)
            if known is None or known[0] != self._version:
                known = self._derived[name] = (self._version, make(self._records))
            found: _Derived = known[1]
            return found

    @contextmanager
    def lasting(
        self, name: str, make: Callable[[], _Derived], update: Callable[[_Derived, Records], None]
    ) -> Iterator[_Derived]:
        """A thing that is made once and told the records whenever they have changed.

        Nobody else has it, nor changes the records, while the block runs.
        """
        with self._lock:
            self._refresh()
            version, thing = self._derived.get(name) or (-1, make())
            if version != self._version:
                update(thing, self._records)
                self._derived[name] = (self._version, thing)
            yield thing

    @property
    def n_damaged(self) -> int:
        """Lines of the journal that could not be read."""
        return self._journal.n_damaged + self._n_bad

    @contextmanager
    def changing(self) -> Iterator[Changes]:
        """Look at the records and change them while nobody else can; on the disk when it ends."""
        with self._lock, self._journal.locked():
            self._refresh()
            changes = Changes(self._records, self.base)
            yield changes
            if changes.entries:
                self._journal.append(changes.entries)
                for entry in changes.entries:
                    self._apply(entry)
                self._version += 1
            if self._n_deleted:
                self._compact()
            elif self._is_wasteful():
                self._save_space()

    def stamp(self, prefix: str) -> dict[str, Any]:
        """What a new record has of itself: id, time, user, project."""
        return {
            "id": self.clock.new_id(prefix),
            "timestamp": self.clock.now(),
            "user": self.scope.user,
            "project": self.scope.project,
        }

    def _refresh(self) -> None:
        from_start, entries = self._journal.read()
        if from_start:
            self._records, self._n_entries, self._n_bad, self._n_deleted = {}, 0, 0, 0
        for entry in entries:
            self._apply(entry)
        if entries or from_start:
            self._version += 1

    def _apply(self, entry: Mapping[str, Any]) -> None:
        self._n_entries += 1
        try:
            entry = upgraded(dict(entry))
            if "delete" in entry:
                self._records.pop(entry["delete"], None)
                self._n_deleted += 1
            else:
                record = self.base.inward(decoded(entry["put"]))
                self._records[record.id] = record
        except (BadRecord, KeyError, TypeError) as error:
            self._n_bad += 1
            log.warning("memory: an entry of the journal is no record: %s", error)

    def _is_wasteful(self) -> bool:
        n_live = len(self._records)
        return self._journal.size_bytes > COMPACT_BYTES and n_live < COMPACT_SHARE * self._n_entries

    def _save_space(self) -> None:
        """Compact; what was changed is on the disk already, so that a failure fails nothing."""
        try:
            self._compact()
        except OSError as error:
            log.warning("memory: the journal could not be made smaller: %s", error.strerror)

    def _compact(self) -> None:
        if self.n_damaged:
            self._journal.keep_copy("damaged")
        kept = map(self.base.outward, self._records.values())
        self._journal.rewrite([{"put": encoded(record)} for record in kept])
        self._n_entries, self._n_bad, self._n_deleted = len(self._records), 0, 0


class Changes:
    """Records as they will be; nothing is kept until the block of `Memory.changing` ends."""

    def __init__(self, records: Records, base: Base) -> None:
        self._before = records
        self._base = base
        self._puts: dict[str, Record] = {}
        self._deleted: set[str] = set()
        self.entries: list[dict[str, Any]] = []

    def get(self, id_: str) -> Record | None:
        """A record by its id."""
        if id_ in self._deleted:
            return None
        return self._puts.get(id_) or self._before.get(id_)

    def all(self, wanted: type[_Kind]) -> Iterable[_Kind]:
        """The records of one type, oldest first."""
        ids = dict.fromkeys([*self._before, *self._puts])
        found = (self.get(id_) for id_ in ids)
        return (record for record in found if isinstance(record, wanted))

    def put(self, record: _Kind, *, now: str = "") -> _Kind:
        """Add a record, or replace the one of its id; `now` is noted as the time of the change."""
        if now:
            record = replace(record, updated=now)
        self._deleted.discard(record.id)
        self._puts[record.id] = record
        self.entries.append({"put": encoded(self._base.outward(record))})
        return record

    def delete(self, id_: str) -> bool:
        """Remove a record; False if there is none."""
        if self.get(id_) is None:
            return False
        self._puts.pop(id_, None)
        self._deleted.add(id_)
        self.entries.append({"delete": id_})
        return True
