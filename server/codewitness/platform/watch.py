"""Tell of files that change on disk, whoever changes them."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterable
from pathlib import Path

log = logging.getLogger(__name__)

_DEBOUNCE_MS = 200
_NEVER = {".git", ".hg", ".svn", "node_modules", "__pycache__", ".venv", ".tox", ".mypy_cache"}


def watch(root: Path, tell: Callable[[Iterable[str]], None], stop: threading.Event) -> None:
    """Report relative paths of changed files below `root` until `stop`; runs in its own thread."""
    import watchfiles

    real = root.resolve()
    try:
        for changes in watchfiles.watch(
            real, stop_event=stop, debounce=_DEBOUNCE_MS, raise_interrupt=False
        ):
            paths = {Path(path).relative_to(real).as_posix() for _, path in changes}
            wanted = {path for path in paths if not _NEVER.intersection(path.split("/"))}
            if wanted:
                tell(wanted)
    except OSError as error:  # for example too many watches: the disk is still checked on answers
        log.warning("files are not watched: %s", error)
