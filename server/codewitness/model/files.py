"""Files of a workspace folder: found, skipped, and as they were when read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from codewitness.model.text import Text

AS_TEXT = ": read as plain text"  # ends the problem of a file that is set aside


@dataclass(frozen=True, slots=True, kw_only=True)
class FileState:
    """A file that was read: the sha256 of its text, its size on disk and its time.

    `flow` is what the call graph needs of it, as `engine.graph.packing` packs it.
    """

    path: str
    sha256: str
    size: int
    mtime_ns: int
    problems: tuple[str, ...] = ()
    flow: bytes = field(default=b"", repr=False)

    @property
    def aside(self) -> str | None:
        """Why no parser may read the file, if none may."""
        return next((p.removesuffix(AS_TEXT) for p in self.problems if p.endswith(AS_TEXT)), None)


class Reason(StrEnum):
    """Why a file is not read."""

    IGNORED = "ignored"
    SIZE = "size"
    BINARY = "binary"
    GENERATED = "generated"
    UNSUPPORTED = "unsupported"
    UNREADABLE = "unreadable"
    OUTSIDE = "outside"


@dataclass(frozen=True, slots=True, kw_only=True)
class Skipped:
    """A file that is not read; a `path` that ends with `/` is a folder and all that is in it."""

    path: str
    reason: Reason
    detail: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """A file to read. `path` is relative to the root, with `/`.

    `ctime_ns` is when anything about it was changed last, which nobody can set back.
    """

    path: str
    size: int
    mtime_ns: int
    ctime_ns: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Listing:
    """The files of a folder, sorted by path. `ignore_source` is who said what is ignored.

    `links` maps files that are read by another name to that name.
    """

    found: tuple[Found, ...]
    skipped: tuple[Skipped, ...]
    ignore_source: str
    links: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadText:
    """A file's text, with its size on disk and its time at that moment.

    `encoding` is what the bytes were read as: `cp1252` where they are not valid UTF-8.
    """

    text: Text
    size: int
    mtime_ns: int
    encoding: str
