"""Saved files, read again whenever they may have changed since they were read."""

from __future__ import annotations

import time
from collections import OrderedDict
from threading import Lock

from codewitness.engine.ports import NO_GUARD, Files, Guard, Stamp
from codewitness.model.files import ReadText
from codewitness.model.text import Text
from codewitness.syntax.extract import Analysis, analyse, as_text

_MAX_FILES = 128
# Times of files are those of a clock that ticks. What is written within the tick of an earlier
# write leaves no trace, so a file that was read so soon after a write is read again.
_TICK_NS = 20_000_000
_COARSE_TICK_NS = 2_000_000_000  # of file systems that know whole seconds only


class SavedFile:
    """One file at one moment; read for facts at most once."""

    __slots__ = ("_analysis", "_guard", "_lock", "path", "text")

    def __init__(self, path: str, text: Text, guard: Guard = NO_GUARD) -> None:
        self.path = path
        self.text = text
        self._guard = guard
        self._lock = Lock()
        self._analysis: Analysis | None = None

    def analysis(self) -> Analysis | None:
        """What the file says; None if files of its name are not read."""
        with self._lock:
            if self._analysis is None:
                why = self._guard.objection(self.path, self.text)
                read = analyse(self.path, self.text) if why is None else None
                self._analysis = read if why is None else as_text(self.path, self.text, why)
        return self._analysis


class SavedFiles:
    """The saved files of one folder that were asked for last. Safe in any thread."""

    def __init__(self, files: Files, guard: Guard = NO_GUARD) -> None:
        self.files = files
        self._guard = guard
        self._lock = Lock()
        # With the stamp at which each is known to have this text; None if that can't be relied on.
        self._kept: OrderedDict[str, tuple[SavedFile, Stamp | None]] = OrderedDict()

    def get(self, path: str) -> SavedFile | None:
        """The file as it is on disk now; None if it is gone or not to be read."""
        before = self.files.stamp(path)
        if before is None:
            return None
        with self._lock:
            kept, stamp = self._kept.get(path, (None, None))
            if kept is not None and stamp == before:
                self._kept.move_to_end(path)
                return kept
        began_ns = time.time_ns()
        read = self.files.read(path)
        if not isinstance(read, ReadText):
            return None
        same = kept is not None and kept.text.sha256 == read.text.sha256
        file = kept if kept is not None and same else SavedFile(path, read.text, self._guard)
        is_steady = before == self.files.stamp(path) and _is_settled(before, began_ns)
        with self._lock:
            self._kept[path] = file, before if is_steady else None
            self._kept.move_to_end(path)
            while len(self._kept) > _MAX_FILES:
                self._kept.popitem(last=False)
        return file


def _is_settled(stamp: Stamp, now_ns: int) -> bool:
    """True if a write after `now_ns` gives another stamp."""
    _, mtime_ns, ctime_ns, _ = stamp
    is_coarse = mtime_ns % 1_000_000_000 == 0 and ctime_ns % 1_000_000_000 == 0
    tick_ns = _COARSE_TICK_NS if is_coarse else _TICK_NS
    return now_ns - max(mtime_ns, ctime_ns) > tick_ns
