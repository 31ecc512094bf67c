"""Saved files, read again whenever they may have changed since they were read."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Collection
from dataclasses import dataclass
from threading import Lock

from codewitness.engine.ports import NO_GUARD, Files, Guard, Stamp
from codewitness.model.facts import FileFacts
from codewitness.model.files import ReadText
from codewitness.model.text import Text
from codewitness.syntax.extract import Analysis, analyse, as_text, facts_in_part, parsed
from codewitness.syntax.parsed import Parsed

_MAX_FILES = 128  # with what was read of them
_MAX_READ_BYTES = 5_000_000  # of their texts: what was read of one takes forty times that
_AT_REST_BYTES = 1_000_000  # the same while nobody asks
_MIN_FILES = 12  # kept so even if they have more
_MAX_BYTES = 8_000_000  # of the texts of files that were asked for before those
# Times of files are those of a clock that ticks. What is written within the tick of an earlier
# write leaves no trace, so a file that was read so soon after a write is read again.
_TICK_NS = 20_000_000
_COARSE_TICK_NS = 2_000_000_000  # of file systems that know whole seconds only
_JUST_NOW_NS = 2_000_000_000  # between an editor's reading of a file and its word of it, at most


class SavedFile:
    """One file at one moment; read for facts at most once."""

    __slots__ = ("_analysis", "_guard", "_lock", "_parsed", "path", "text")

    def __init__(self, path: str, text: Text, guard: Guard = NO_GUARD) -> None:
        self.path = path
        self.text = text
        self._guard = guard
        self._lock = Lock()
        self._analysis: Analysis | None = None
        self._parsed: Parsed | None = None

    def parsed(self) -> Parsed | None:
        """The syntax tree, without facts unless they are there; None for plain text."""
        with self._lock:
            if self._analysis is not None:
                return self._analysis.parsed()
            if self._parsed is None and self._guard.objection(self.path, self.text) is None:
                self._parsed = parsed(self.path, self.text)
            return self._parsed

    def facts_in_part(self, wanted: Collection[int]) -> FileFacts | None:
        """What these of its definitions do (-1: its other code), see `extract.facts_in_part`."""
        tree = self.parsed() if self._analysis is None else None
        if tree is not None:
            return facts_in_part(self.path, tree, wanted)
        analysis = self.analysis()
        return None if analysis is None else analysis.core

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
        self._n_bytes = 0  # of the texts of these
        self._texts = _Texts()

    def version(self, path: str, text: Text) -> SavedFile:
        """Another version of a file, read with the same care."""
        return SavedFile(path, text, self._guard)

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
            if kept is None and (text := self._texts.take(path, before)) is not None:
                kept = SavedFile(path, text, self._guard)
                self._keep(path, kept, before)
                return kept
        began_ns = time.time_ns()
        read = self.files.read(path)
        if not isinstance(read, ReadText):
            return None
        same = kept is not None and kept.text.sha256 == read.text.sha256
        file = kept if kept is not None and same else SavedFile(path, read.text, self._guard)
        is_steady = before == self.files.stamp(path) and _is_settled(before, began_ns)
        with self._lock:
            self._keep(path, file, before if is_steady else None)
        return file

    def _keep(self, path: str, file: SavedFile, stamp: Stamp | None) -> None:
        before = self._kept.pop(path, None)
        self._n_bytes += len(file.text) - (len(before[0].text) if before is not None else 0)
        self._kept[path] = file, stamp
        self._shrink(_MAX_READ_BYTES)

    def rest(self) -> None:
        """Nobody asks for some time: keep what was read of few files."""
        with self._lock:
            self._shrink(_AT_REST_BYTES)

    def _shrink(self, most: int) -> None:
        while len(self._kept) > (_MAX_FILES if self._n_bytes <= most else _MIN_FILES):
            oldest, (left, known) = self._kept.popitem(last=False)
            self._n_bytes -= len(left.text)
            if known is not None:
                self._texts.put(oldest, left.text, known)


class _Texts:
    """Texts of files without what was read of them, up to so many bytes; oldest go first."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, tuple[Text, Stamp]] = OrderedDict()
        self._n_bytes = 0

    def put(self, path: str, text: Text, stamp: Stamp) -> None:
        """Keep the text that the file has at this stamp."""
        self._drop(path)
        self._kept[path] = text, stamp
        self._n_bytes += len(text)
        while self._n_bytes > _MAX_BYTES:
            self._drop(next(iter(self._kept)))

    def take(self, path: str, stamp: Stamp) -> Text | None:
        """The text of the file if it has this stamp; it is not kept here any longer."""
        text, known = self._kept.get(path, (None, None))
        self._drop(path)
        return text if known == stamp else None

    def _drop(self, path: str) -> None:
        if (kept := self._kept.pop(path, None)) is not None:
            self._n_bytes -= len(kept[0])


@dataclass(frozen=True, slots=True, kw_only=True)
class Base:
    """The file that a buffer was opened from or saved as: its text, and a stamp that it had then.

    Without a stamp only the text on disk can tell whether it is still that file.
    """

    text: Text
    stamp: Stamp | None = None


def opened_from(files: Files, path: str, text: Text) -> Base:
    """The base of a buffer that was opened just now with `text`."""
    stamp = files.stamp(path)
    if stamp is not None and time.time_ns() - max(stamp[1], stamp[2]) < _JUST_NOW_NS:
        stamp = None  # somebody may have written since the editor read it
    return Base(text=text, stamp=stamp)


def is_newer(files: SavedFiles, path: str, base: Base, text: Text) -> bool:
    """True if the file has been given another text since `base`, and another than `text`."""
    stamp = files.files.stamp(path)
    if stamp is None or stamp == base.stamp or (saved := files.get(path)) is None:
        return False
    if saved.text.sha256 in (base.text.sha256, text.sha256):
        return False
    # Editors may write other ends of lines than they say.
    return _lines(saved.text) not in (_lines(base.text), _lines(text))


def _lines(text: Text) -> list[bytes]:
    return text.raw.rstrip(b"\r\n").splitlines()


def _is_settled(stamp: Stamp, now_ns: int) -> bool:
    """True if a write after `now_ns` gives another stamp."""
    _, mtime_ns, ctime_ns, _ = stamp
    is_coarse = mtime_ns % 1_000_000_000 == 0 and ctime_ns % 1_000_000_000 == 0
    tick_ns = _COARSE_TICK_NS if is_coarse else _TICK_NS
    return now_ns - max(mtime_ns, ctime_ns) > tick_ns
