"""All folders below a root, watched by the Linux kernel: what has changed, exact and at once.

A change is in the kernel's queue before the call that made it returns. So `changes` tells of all
that was done before it was called, and of nothing twice.
"""

from __future__ import annotations

import ctypes
import errno
import os
import struct
import sys
from collections.abc import Callable, Iterator
from functools import cache

_CREATE, _DELETE, _MODIFY, _CLOSE_WRITE, _ATTRIB = 0x100, 0x200, 0x2, 0x8, 0x4
_MOVED_FROM, _MOVED_TO, _DELETE_SELF, _MOVE_SELF = 0x40, 0x80, 0x400, 0x800
_IGNORED, _OVERFLOW, _IS_FOLDER = 0x8000, 0x4000, 0x40000000
_ONLY_FOLDERS, _NO_LINKS = 0x1000000, 0x2000000
_ENTRIES = _CREATE | _DELETE | _MODIFY | _CLOSE_WRITE | _ATTRIB | _MOVED_FROM | _MOVED_TO
_MASK = _ENTRIES | _DELETE_SELF | _MOVE_SELF | _ONLY_FOLDERS | _NO_LINKS
_HEAD = struct.Struct("iIII")  # watch, mask, cookie, length of the name
_READ_BYTES = 1 << 20
_GONE = {errno.ENOENT, errno.ENOTDIR, errno.EACCES, errno.EPERM, errno.ELOOP}

ROOT = ""  # told when more has changed than is known


class FolderTree:
    """The folders below `root`, but those that `is_left_out` names by their relative path.

    OSError if the system has no watch left: `ENOSPC` for folders, `EMFILE` for such trees. For one
    thread at a time.
    """

    def __init__(self, root: str, is_left_out: Callable[[str], bool]) -> None:
        self._root = root
        self._is_left_out = is_left_out
        self._path_by_watch: dict[int, str] = {}
        self._watch_by_path: dict[str, int] = {}
        self.descriptor = _checked(_libc().inotify_init1(os.O_NONBLOCK | os.O_CLOEXEC))
        try:
            self.add(ROOT)
        except OSError:
            self.close()
            raise

    @property
    def n_folders(self) -> int:
        """How many folders are watched."""
        return len(self._path_by_watch)

    @property
    def has_root(self) -> bool:
        """False once the root itself is gone or was moved away."""
        return ROOT in self._watch_by_path

    def add(self, folder: str) -> None:
        """Watch `folder` and those below it."""
        waiting = [folder]
        while waiting:
            path = waiting.pop()
            if self._add_one(path):
                waiting += self._folders_in(path)

    def changes(self) -> set[str]:
        """Relative paths of all that has changed since the last call; `ROOT` if some are lost."""
        found: set[str] = set()
        for watch, mask, name in self._events():
            if mask & _OVERFLOW:
                found.add(ROOT)
                self.add(ROOT)  # new folders may be among what is lost
            elif (folder := self._path_by_watch.get(watch)) is not None:
                found.update(self._told(watch, mask, folder, name))
        return found

    def close(self) -> None:
        """Watch nothing any more."""
        if self.descriptor >= 0:
            os.close(self.descriptor)
            self.descriptor = -1

    def _told(self, watch: int, mask: int, folder: str, name: str) -> Iterator[str]:
        if mask & _IGNORED:
            self._forget(watch)
            return
        if mask & (_DELETE_SELF | _MOVE_SELF):
            if folder == ROOT:  # of any other, the folder above tells
                self._forget(watch)
                yield ROOT
            return
        path = f"{folder}/{name}" if folder else name
        if mask & _IS_FOLDER and mask & _MOVED_FROM:
            self._drop(path)
        elif mask & _IS_FOLDER and mask & (_CREATE | _MOVED_TO) and not self._is_left_out(path):
            self.add(path)
        yield path

    def _events(self) -> Iterator[tuple[int, int, str]]:
        while True:
            try:
                raw = os.read(self.descriptor, _READ_BYTES)
            except BlockingIOError:
                return
            at = 0
            while at < len(raw):
                watch, mask, _, length = _HEAD.unpack_from(raw, at)
                at += _HEAD.size + length
                yield watch, mask, os.fsdecode(raw[at - length : at].rstrip(b"\0"))
            if len(raw) < _READ_BYTES // 2:
                return

    def _add_one(self, path: str) -> bool:
        place = os.fsencode(f"{self._root}/{path}")
        watch = _libc().inotify_add_watch(self.descriptor, place, _MASK)
        if watch < 0 and ctypes.get_errno() in _GONE:
            return False
        before = self._path_by_watch.get(_checked(watch), path)
        if before != path:  # renamed, and the message of it is still to come
            self._watch_by_path.pop(before, None)
        self._path_by_watch[watch] = path
        self._watch_by_path[path] = watch
        return True

    def _folders_in(self, path: str) -> list[str]:
        prefix = path and path + "/"
        try:
            with os.scandir(f"{self._root}/{path}") as entries:
                names = [one.name for one in entries if one.is_dir(follow_symlinks=False)]
        except OSError:
            return []  # gone since, or closed to us: the listing says so
        return [prefix + name for name in names if not self._is_left_out(prefix + name)]

    def _drop(self, folder: str) -> None:
        """A folder has another name from now on, or has left."""
        below = folder + "/"
        for path in [p for p in self._watch_by_path if p == folder or p.startswith(below)]:
            watch = self._watch_by_path.pop(path)
            self._path_by_watch.pop(watch, None)
            _libc().inotify_rm_watch(self.descriptor, watch)

    def _forget(self, watch: int) -> None:
        path = self._path_by_watch.pop(watch, None)
        if path is not None and self._watch_by_path.get(path) == watch:
            del self._watch_by_path[path]


def is_available() -> bool:
    """True where there is such a kernel and a libc that knows it."""
    return sys.platform == "linux" and hasattr(_libc(), "inotify_init1")


@cache
def _libc() -> ctypes.CDLL:
    libc = ctypes.CDLL(None, use_errno=True)
    if hasattr(libc, "inotify_add_watch"):
        libc.inotify_add_watch.argtypes = (ctypes.c_int, ctypes.c_char_p, ctypes.c_uint32)
    return libc


def _checked(result: int) -> int:
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
    return result
