"""Tell of files that change on disk, whoever changes them."""

from __future__ import annotations

import logging
import platform
import threading
from collections.abc import Callable, Iterable
from pathlib import Path

log = logging.getLogger(__name__)

_DEBOUNCE_MS = 200  # changes within this time are told together
_STEP_MS = 50  # without a change, after which those before are told; also how fast `stop` is seen
_TIMEOUT_MS = 5_000
_POLL_MS = 1_000  # where the system tells of no changes
_NEVER = {".git", ".hg", ".svn", "node_modules", "__pycache__", ".venv", ".tox", ".mypy_cache"}


def watch(
    root: Path,
    tell: Callable[[Iterable[str]], None],
    stop: threading.Event,
    begun: threading.Event,
) -> None:
    """Report relative paths of changed files below `root` until `stop`; runs in its own thread.

    `begun` is set once no later change is missed, or when it is clear that none is seen.
    """
    # Its `watch` does not say when it has begun, and its own filter looks at the folders above
    # `root` too: nothing would be told of a workspace below a `.venv`.
    from watchfiles._rust_notify import RustNotify, WatchfilesRustInternalError

    try:
        real = root.resolve()
        with RustNotify([str(real)], False, _must_poll(), _POLL_MS, True, True) as system:
            begun.set()
            while not stop.is_set():
                changes = system.watch(_DEBOUNCE_MS, _STEP_MS, _TIMEOUT_MS, stop)
                if changes in ("stop", "signal"):
                    return
                if not isinstance(changes, str):
                    _tell(real, (path for _, path in changes), tell)
    except (OSError, WatchfilesRustInternalError) as error:
        # For example too many watches; the disk is still looked at for each answer.
        log.warning("files are not watched: %s", error)
    finally:
        begun.set()


def _tell(real: Path, changed: Iterable[str], tell: Callable[[Iterable[str]], None]) -> None:
    paths = {Path(path).relative_to(real).as_posix() for path in changed}
    wanted = {path for path in paths if not _NEVER.intersection(path.split("/"))}
    if wanted:
        tell(wanted)


def _must_poll() -> bool:
    """Files of Windows that are seen from its Linux change without a word."""
    return "microsoft-standard" in platform.uname().release
