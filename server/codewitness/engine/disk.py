"""Saved files, read again whenever their size or time differs from what was read."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock

from codewitness.engine.ports import Files
from codewitness.model.text import Text
from codewitness.syntax.extract import Analysis, analyse

_MAX_FILES = 128


class SavedFile:
    """One file at one moment; read for facts at most once."""

    __slots__ = ("_analysis", "_lock", "path", "state", "text")

    def __init__(self, path: str, text: Text, state: tuple[int, int]) -> None:
        self.path = path
        self.text = text
        self.state = state
        self._lock = Lock()
        self._analysis: Analysis | None = None

    def analysis(self) -> Analysis | None:
        """What the file says; None if files of its name are not read."""
        with self._lock:
            if self._analysis is None:
                self._analysis = analyse(self.path, self.text)
        return self._analysis


class SavedFiles:
    """The saved files of one folder that were asked for last. Safe in any thread."""

    def __init__(self, files: Files) -> None:
        self._files = files
        self._lock = Lock()
        self._kept: OrderedDict[str, SavedFile] = OrderedDict()

    def get(self, path: str) -> SavedFile | None:
        """The file as it is on disk now; None if it is gone or not to be read."""
        state = self._files.state(path)
        if state is None:
            return None
        with self._lock:
            kept = self._kept.get(path)
            if kept is not None and kept.state == state:
                self._kept.move_to_end(path)
                return kept
        read = self._files.read(path)
        text = getattr(read, "text", None)
        if text is None:
            return None
        fresh = SavedFile(path, text, (read.size, read.mtime_ns))  # type: ignore[union-attr]
        with self._lock:
            self._kept[path] = fresh
            while len(self._kept) > _MAX_FILES:
                self._kept.popitem(last=False)
        return fresh
