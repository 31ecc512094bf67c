"""Open buffers as a chain of immutable versions, each read at most once, and only when asked.

An edit costs the loop a copy of bytes; parsing waits for the first reader, in whatever thread
that is, and starts from the nearest older version that has been read.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Sequence
from threading import Lock

from codewitness.engine.ports import NO_GUARD, Guard
from codewitness.model.facts import FileFacts
from codewitness.model.text import Text, TextEdit, apply_edits
from codewitness.syntax.extract import Analysis, analyse, as_text, reanalyse, settled
from codewitness.syntax.parsed import Parsed

log = logging.getLogger(__name__)

# So many bytes may be typed into a text that was read before the guard is asked anew.
TRUSTED_BYTES = 4_000


class Document:
    """One version of an open buffer. `path` is relative to its folder `root`."""

    __slots__ = (
        *("_analysis", "_edits", "_guard", "_is_left_out", "_lock", "_n_new", "_older"),
        *("path", "root", "text", "uri", "version"),
    )

    def __init__(
        self, root: str, path: str, uri: str, version: int, text: Text, guard: Guard = NO_GUARD
    ) -> None:
        self.root = root
        self.path = path
        self.uri = uri
        self.version = version
        self.text = text
        self._guard = guard
        self._n_new = 0  # bytes typed since the guard was asked
        self._lock = Lock()
        self._older: Document | None = None
        self._edits: tuple[TextEdit, ...] = ()
        self._analysis: Analysis | None = None
        self._is_left_out: bool | None = None

    def edited(self, version: int, edits: Sequence[TextEdit]) -> Document:
        """The version after `edits`, each in terms of the text that the one before it left."""
        text = apply_edits(self.text, edits)
        newer = Document(self.root, self.path, self.uri, version, text, self._guard)
        newer._lock = self._lock
        newer._older = self
        newer._edits = tuple(edits)
        return newer

    @property
    def is_left_out(self) -> bool:
        """True if the text would not be read if it were saved, and so is not read here."""
        if self._is_left_out is None:
            self._is_left_out = self._guard.leaves_out(self.text)
        return self._is_left_out

    def analysis(self) -> Analysis | None:
        """What this version says; None if such files are not read. Safe in any thread."""
        if self._analysis is None and not self.is_left_out:
            with self._lock:
                if self._analysis is None:
                    self._analysis = self._read()
                    self._older = None
                    self._edits = ()
        return self._analysis

    def facts_in_part(self, _wanted: Collection[int]) -> FileFacts | None:
        """All that it says, of which most was known before the last edit."""
        analysis = self.analysis()
        return None if analysis is None else analysis.core

    def parsed(self) -> Parsed | None:
        """The syntax tree of this version; None for plain text."""
        analysis = self.analysis()
        return None if analysis is None else analysis.parsed()

    def settled(self) -> tuple[Analysis | None, bool]:
        """The analysis as a fresh reading gives it, and whether the quick one differed from it."""
        quick = self.analysis()
        if quick is None or quick.is_settled:
            return quick, False
        with self._lock:
            fresh = self._without_bugs(lambda: settled(quick))
            self._analysis = fresh
        return fresh, fresh is None or fresh.core != quick.core

    def _read(self) -> Analysis | None:
        edits: list[TextEdit] = []
        document: Document = self
        while document._analysis is None and document._older is not None:
            edits[:0] = document._edits
            document = document._older
        base = document._analysis
        self._n_new = document._n_new + sum(len(edit.replacement) for edit in edits)
        if base is None or base.is_aside or self._n_new > TRUSTED_BYTES:
            self._n_new = 0
            if (why := self._guard.objection(self.path, self.text)) is not None:
                return as_text(self.path, self.text, why)
        if base is None:
            return self._without_bugs(lambda: analyse(self.path, self.text))
        return self._without_bugs(lambda: reanalyse(base, self.text, edits))

    def _without_bugs(self, read: Callable[[], Analysis | None]) -> Analysis | None:
        """What `read` gives; if a bug of ours ends it, the text is set aside with a problem."""
        try:
            return read()
        except Exception as bug:  # one file must not end what all the others are read by
            log.exception("%s can't be read", self.path)
            return as_text(self.path, self.text, f"reading it failed ({type(bug).__name__})")
