"""The file that keeps the edges of a folder from one start to the next, beside its tables."""

from __future__ import annotations

import logging
from pathlib import Path

from codewitness.platform.engine_stamp import linker_stamp
from codewitness.platform.index import IndexLocation

log = logging.getLogger(__name__)

_NAME = "edges"


class IndexEdgeFile:
    """In the folder of an index. Only its writer writes it; all may read."""

    def __init__(self, location: IndexLocation) -> None:
        self._location = location

    def stamp(self) -> str:
        """The version, and a digest of the sources that make edges."""
        return linker_stamp()

    def read(self) -> bytes | None:
        """What was written last; None if there is nothing, or it can't be read."""
        try:
            return self._path().read_bytes()
        except OSError as error:
            if not isinstance(error, FileNotFoundError):
                log.warning("the edges of the last start can't be read: %s", error.strerror)
            return None

    def write(self, data: bytes) -> None:
        """Keep this; without it the next start has to link again, so a full disk is no failure."""
        if self._location.lock is None:
            return
        path = self._path()
        temporary = path.with_name(f"{_NAME}.new")
        try:
            temporary.write_bytes(data)
            temporary.replace(path)
        except OSError as error:
            log.warning("the edges can't be kept for the next start: %s", error.strerror)

    def _path(self) -> Path:
        return self._location.folder / _NAME
