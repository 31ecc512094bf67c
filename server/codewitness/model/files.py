"""Files of a workspace folder: found, skipped, and as they were when read."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class FileState:
    """A file that was read: the sha256 of its text, its size on disk and its time."""

    path: str
    sha256: str
    size: int
    mtime_ns: int
