"""The log of a server: a few small files in the user's state folder, none while all is well."""

from __future__ import annotations

import logging
import os
import sys
import time
from io import TextIOWrapper
from logging.handlers import RotatingFileHandler
from pathlib import Path

from codewitness.platform.places import state_folder

LEVELS = {
    "off": logging.CRITICAL + 10,
    "error": logging.ERROR,
    "warning": logging.WARNING,
    "info": logging.INFO,
    "debug": logging.DEBUG,
}
OWN = "codewitness"  # the logger above all of ours
MAX_BYTES, BACKUPS = 1_000_000, 2
KEPT_LOGS = 10  # of servers of before; each has a file of its own


class ServerLog:
    """The log of this process; `path` is there once something has been worth writing."""

    def __init__(self) -> None:
        self.path = log_folder() / f"server-{time.strftime('%Y%m%d-%H%M%S')}-{os.getpid()}.log"
        self._handler = _LazyFile(self.path)
        self._console = logging.getLogger().level
        root = logging.getLogger()
        root.addHandler(self._handler)
        # What was asked of stderr stays; the file may ask for more.
        for handler in root.handlers:
            if handler is not self._handler and handler.level == logging.NOTSET:
                handler.setLevel(self._console)

    def set_level(self, word: str) -> None:
        """Write what is at least so grave: a word of `LEVELS`."""
        level = LEVELS[word]
        self._handler.setLevel(level)
        logging.getLogger(OWN).setLevel(min(level, self._console))


def log_folder() -> Path:
    """Where logs are; not created here."""
    return state_folder() / "logs"


class _LazyFile(RotatingFileHandler):
    """Makes its folder with the first line, and is silent where it can't write."""

    def __init__(self, path: Path) -> None:
        super().__init__(
            path, maxBytes=MAX_BYTES, backupCount=BACKUPS, encoding="utf-8", delay=True
        )
        self.setFormatter(
            logging.Formatter("%(asctime)s %(levelname)s %(threadName)s %(name)s: %(message)s")
        )

    def _open(self) -> TextIOWrapper:
        folder = Path(self.baseFilename).parent
        folder.mkdir(parents=True, exist_ok=True)
        _remove_old(folder)
        return super()._open()

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802 (logging's name)
        """Say once that there is no log, and go on without."""
        error = sys.exc_info()[1]
        self.setLevel(LEVELS["off"])
        sys.stderr.write(f"codewitness: no log can be written: {error}; {record.getMessage()}\n")


def _remove_old(folder: Path) -> None:
    """Keep the newest logs of servers of before, with what was rotated out of them."""
    logs = sorted(folder.glob("server-*.log"), key=lambda log: log.name)
    for log in logs[: -KEPT_LOGS or None]:
        for part in folder.glob(f"{log.name}*"):
            try:
                part.unlink()
            except OSError as error:  # on Windows, one that is still being written
                sys.stderr.write(f"codewitness: {part}: {error.strerror}\n")
