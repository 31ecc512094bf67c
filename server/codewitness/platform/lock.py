"""The writer's lock on an index folder: at most one process holds it, and it dies with that one.

The lock is the system's own on an open file, never the file's existence: nothing is left to clean
up after a crash. The file's text says who holds it and means nothing while no one does.
"""

from __future__ import annotations

import os
import sys
import time
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Self

FILE_NAME = "writer.lock"
# Whoever asks `holder` has the lock shared for a moment, and that is no reason to give up.
TRIES, PAUSE_SECONDS = 5, 0.01

_held: set[int] = set()  # open descriptors of this process; a fork must not keep them


class WriterLock:
    """The right to write in one folder, held until `release` or the end of this process."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        _held.add(descriptor)

    @classmethod
    def acquire(cls, folder: Path) -> WriterLock | None:
        """The lock of `folder`, which is created if missing; None while someone else holds it."""
        for tries_left in reversed(range(TRIES)):
            descriptor = _open(folder)
            try:
                if _try_lock(descriptor) and _is_linked(descriptor):
                    since = datetime.now(UTC).isoformat(timespec="seconds")
                    _write(descriptor, f"pid {os.getpid()}, since {since}\n")
                    return cls(descriptor)
            except BaseException:
                os.close(descriptor)
                raise
            os.close(descriptor)
            time.sleep(PAUSE_SECONDS if tries_left else 0)
        return None

    @property
    def is_held(self) -> bool:
        """False after `release`, in a process forked from the holder, and if the file is gone."""
        return self._descriptor in _held and _is_linked(self._descriptor)

    def release(self) -> None:
        """Let others write; a second call does nothing."""
        if self._descriptor in _held:
            _held.remove(self._descriptor)
            try:
                _write(self._descriptor, "")
            finally:
                os.close(self._descriptor)
        self._descriptor = -1

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.release()


def holder(folder: Path) -> str | None:
    """Who holds the lock of `folder`, as text for people; None if no one does."""
    try:
        descriptor = os.open(folder / FILE_NAME, os.O_RDWR)
    except FileNotFoundError:
        return None
    try:
        if _try_lock(descriptor, shared=True):
            return None
        return os.read(descriptor, 200).decode("utf-8", "replace").strip() or "unknown"
    finally:
        os.close(descriptor)


def last_held_ns(folder: Path) -> int:
    """When the lock of `folder` was taken or released last, in ns since 1970; 0 if never."""
    try:
        return os.stat(folder / FILE_NAME).st_mtime_ns
    except OSError:
        return 0


def _open(folder: Path) -> int:
    folder.mkdir(parents=True, exist_ok=True)
    return os.open(folder / FILE_NAME, os.O_RDWR | os.O_CREAT, 0o644)


def _is_linked(descriptor: int) -> bool:
    """False if the file was removed: whoever comes next makes and locks another."""
    return os.fstat(descriptor).st_nlink > 0


def _write(descriptor: int, text: str) -> None:
    os.ftruncate(descriptor, 0)
    os.lseek(descriptor, 0, os.SEEK_SET)
    os.write(descriptor, text.encode())


if sys.platform == "win32":
    import msvcrt

    # Windows keeps others from reading what is locked, so a byte far behind the text is.
    _LOCKED_BYTE = 1 << 20

    def _try_lock(descriptor: int, *, shared: bool = False) -> bool:  # noqa: ARG001
        """True if locked; closing the descriptor unlocks. Shared locks do not exist here."""
        os.lseek(descriptor, _LOCKED_BYTE, os.SEEK_SET)
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except PermissionError:
            return False
        finally:
            os.lseek(descriptor, 0, os.SEEK_SET)
        return True

else:
    import fcntl

    def _try_lock(descriptor: int, *, shared: bool = False) -> bool:
        """True if locked; closing the descriptor unlocks. `shared` ones exclude no other such."""
        kind = fcntl.LOCK_SH if shared else fcntl.LOCK_EX
        try:
            fcntl.flock(descriptor, kind | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def _let_go() -> None:
        # A forked child shares the lock: it would keep it after the holder has died.
        for descriptor in _held:
            os.close(descriptor)
        _held.clear()

    os.register_at_fork(after_in_child=_let_go)
