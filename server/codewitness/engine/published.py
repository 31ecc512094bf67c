"""What other servers report of files: since when, and what the text was then. Thread-safe."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from codewitness.engine.recording.normalise import masked
from codewitness.model.text import Text

MAX_FILES = 500  # whose reports are kept; the oldest go first

Said = tuple[str, str]  # type and masked message: equal for what is the same report again


@dataclass(frozen=True, slots=True, kw_only=True)
class Reported:
    """One diagnostic of another server. `line` counts from 1."""

    error_type: str
    message: str
    line: int
    is_error: bool = True

    @property
    def said(self) -> Said:
        """What makes it the same report again, wherever it is."""
        return (self.error_type, masked(self.message))


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """A report that is there now. `since` is a time, `text` that of the file when it came."""

    reported: Reported
    since: str
    text: Text | None = None
    record_id: str = ""


@dataclass(slots=True)
class Published:
    """What is reported of each file now.

    `turn` is held by whoever takes in reports or records them: else a report could go between the
    moment its record can be seen and the one that notes it here, and nobody would say it is mended.
    """

    turn: threading.RLock = field(default_factory=threading.RLock)
    _by_path: dict[str, dict[Said, Seen]] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def of(self, path: str) -> list[Seen]:
        """What is reported of a file."""
        with self._lock:
            return list(self._by_path.get(path, {}).values())

    def report(
        self, path: str, reports: Iterable[Reported], *, now: str, text: Text | None
    ) -> list[Seen]:
        """These are all reports of the file now; gives those that are there no more."""
        with self._lock:
            before = self._by_path.pop(path, {})
            present: dict[Said, Seen] = {}
            for one in reports:
                known = before.get(one.said)
                fresh = Seen(reported=one, since=now, text=text)
                present[one.said] = replace(known, reported=one) if known is not None else fresh
            if present:
                self._by_path[path] = present
            while len(self._by_path) > MAX_FILES:
                self._by_path.pop(next(iter(self._by_path)))
        return [seen for said, seen in before.items() if said not in present]

    def recorded(self, path: str, ids: Mapping[Said, str]) -> None:
        """Note which record a report has become."""
        with self._lock:
            present = self._by_path.get(path, {})
            for said, id_ in ids.items():
                if said in present:
                    present[said] = replace(present[said], record_id=id_)
